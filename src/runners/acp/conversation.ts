import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramResult } from '../../sys/program.ts';
import type { SessionMessage, SessionRequest, Usage } from '../runner.ts';
import { openClient } from './client.ts';
import { layAside } from './laid-aside.ts';
import { type Ear, listen } from './listening.ts';
import type { RequestFailure } from './profile.ts';
import { type AgentStart, startAgent } from './program.ts';
import type { Refusal } from './prompts.ts';
import type { AcpSdk } from './sdk.ts';
import { stopInTime } from './stopping.ts';
import { openTalk } from './talk.ts';

/** What is known of a conversation once its program is gone. */
export interface Conversation {
  readonly stopped: 'interrupted' | 'timed_out' | undefined;
  /** Whether the program answered that it speaks the protocol. */
  readonly isReady: boolean;
  /** Why the agent said its turn was over; nothing if it did not. */
  readonly stopReason: string | undefined;
  /** The error with which it answered instead. */
  readonly failure: RequestFailure | undefined;
  /** What a person has to mend before it can work. */
  readonly obstacle: string | undefined;
  /** Why nothing more was taken from it, though it went on. */
  readonly brokenBy: string | undefined;
  /** What was refused to it in its last turn. */
  readonly refusals: readonly Refusal[];
  readonly ear: Pick<Ear, 'said' | 'isAlive' | 'wentOn'>;
  readonly usage: Usage | undefined;
  readonly sessionId: string | undefined;
  readonly model: string | undefined;
  readonly program: ProgramResult;
  /** How its service failed, if it was ended for that. */
  readonly trouble: string | undefined;
  /** The end of what it printed that was no message. */
  readonly words: string;
}

type Tell = (message: SessionMessage) => void;

/** Holds one conversation with an agent to its end, and gives what is known of it. */
export async function converse(
  sdk: AcpSdk,
  start: AgentStart,
  request: SessionRequest,
  tell: Tell,
): Promise<Conversation> {
  const aside = layAside(start.profile?.laysAside ?? [], start.directory, join(request.scratch, 'laid-aside'));
  try {
    return await talkWith(sdk, start, request, tell, aside.names);
  } finally {
    aside.putBack();
  }
}

async function talkWith(
  sdk: AcpSdk,
  start: AgentStart,
  request: SessionRequest,
  tell: Tell,
  laidAside: readonly string[],
): Promise<Conversation> {
  const ear = listen(tell, (call) => start.profile?.toolName?.(call));
  const client = openClient(sdk, { ear, rules: { ...request, workbench: start.directory }, profile: start.profile });
  const program = startAgent(start, request, tell);
  const connection = client.app.connect(program.stream);
  const talk = openTalk(sdk, connection.agent, start, request, { ear, client, tell, laidAside });
  const stopping = stopInTime(request, talk.cancel, program.end);
  program.onTrouble(() => stopping.stop('trouble'));
  let hungUp = false;
  try {
    const isOver = program.ended.then(
      () => true,
      () => true,
    );
    await Promise.race([talk.hold().catch(talk.note), isOver]);
    const isSilent = !hasSpoken(talk.heard()) && stopping.why() === undefined;
    // The connection is closed before its program is gone, if that goes at all.
    if (isSilent) hungUp = (await Promise.race([isOver, sleep(GRACE_MS)])) !== true;
  } finally {
    stopping.over();
    ear.pause();
    connection.close();
    program.end();
    await program.ended.catch(() => undefined);
  }
  const stopped = stopping.why();
  return {
    ...talk.heard(),
    stopped: stopped === 'trouble' ? undefined : stopped,
    trouble: stopped === 'trouble' ? program.trouble() : undefined,
    refusals: client.refusals(),
    ear,
    program: await program.ended,
    words: program.words(),
    brokenBy: program.brokenBy() ?? (hungUp ? 'it closed the connection' : undefined),
  };
}

const GRACE_MS = 2_000;

/** Whether there is something of the agent's own that tells how it ended. */
function hasSpoken({
  stopReason,
  failure,
  obstacle,
}: Pick<Conversation, 'stopReason' | 'failure' | 'obstacle'>): boolean {
  return [stopReason, failure, obstacle].some((one) => one !== undefined);
}
