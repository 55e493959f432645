import { dirname } from 'node:path';
import { LONGEST_TIMER_MS, now } from '../../base/clock.ts';
import { type StartedProgram, startProgram } from '../../sys/program.ts';
import type { SessionMessage, SessionRequest } from '../runner.ts';
import type { Conversation } from './ending.ts';
import { listen } from './listening.ts';
import { optionsOf } from './options.ts';
import type { ClaudeSdk, ProgramStart, Query, SdkMessage } from './sdk.ts';

/** What the program of a session gets of the user. */
export interface Provision {
  readonly variables: Readonly<Record<string, string>>;
  /** Files that its login needs. */
  readonly readable: readonly string[];
}

/** Holds one conversation to its end, and gives what is known of it once its program is gone. */
export async function converse(
  sdk: ClaudeSdk,
  request: SessionRequest,
  given: Provision,
  tell: (message: SessionMessage) => void,
): Promise<Conversation> {
  const ear = listen(tell, () => now().getTime());
  const program = keepProgram(request, given.readable);
  const options = { ...optionsOf(request, given.variables), spawnClaudeCodeProcess: program.start };
  const query = begin(() => sdk.query({ prompt: request.prompt, options }), program.note);
  const stopping = stopInTime(request, () => query?.interrupt(), program.end);
  try {
    if (query !== undefined) await hearOut(query, ear.take, program.note);
  } finally {
    stopping.over();
    program.end();
    await query?.return?.().catch(() => undefined);
    await program.ended()?.catch(() => undefined);
  }
  const ended = await program.ended();
  return { heard: ear.heard(), stopped: stopping.why(), program: ended, words: program.words() };
}

/** A conversation; nothing, and a note, where the SDK cannot even begin one. */
function begin(start: () => Query, note: (error: Error) => undefined): Query | undefined {
  try {
    return start();
  } catch (error) {
    return note(error as Error);
  }
}

/**
 * Takes every message up to the result, after which nothing more is to come. What the SDK throws is only noted: the result
 * or the end of the program tells it better.
 */
async function hearOut(query: Query, take: (message: SdkMessage) => void, note: (error: Error) => undefined) {
  for (;;) {
    const next = await query.next().catch(note);
    if (next === undefined || next.done === true) return;
    take(next.value);
    if (next.value.type === 'result') return;
  }
}

/** The program of a session: started when the SDK asks for it, contained and marked. */
function keepProgram(request: SessionRequest, readable: readonly string[]) {
  let started: StartedProgram | undefined;
  let words = '';
  const add = (text: string) => {
    words = `${words}${text}`.slice(-MOST_WORDS);
  };
  return {
    start({ command, args, env }: ProgramStart) {
      const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
      started = startProgram(
        {
          program: request.contain([command, ...args], { readable: [dirname(command), ...readable] }),
          cwd: request.workbench,
          environment: Object.fromEntries(defined),
          timeoutMs: request.deadlineMs + GRACE_MS,
          keepOutput: 1_000,
          onStarting: request.onStarting,
        },
        (piece, stream) => {
          if (stream === 'stderr') add(piece);
        },
      );
      started.ended.catch(() => undefined);
      return started.child;
    },
    end: () => started?.end(),
    ended: () => started?.ended,
    note({ message }: Error): undefined {
      add(`\n${message}`);
    },
    words: () => words,
  };
}

const MOST_WORDS = 20_000;

/** How long the program has to say what it used, once it was told to stop. */
const GRACE_MS = 2_000;

/** Stops a session when its time is up or Baton is: first by asking, so that it tells what it used, then by force. */
function stopInTime({ signal, deadlineMs }: SessionRequest, ask: () => Promise<unknown> | undefined, end: () => void) {
  let why: Conversation['stopped'];
  let force: NodeJS.Timeout | undefined;
  const stop = (reason: NonNullable<typeof why>) => {
    if (why !== undefined) return;
    why = reason;
    force = setTimeout(end, GRACE_MS);
    ask()?.catch(() => undefined);
  };
  const abort = () => stop('interrupted');
  const deadline = setTimeout(() => stop('timed_out'), Math.min(deadlineMs, LONGEST_TIMER_MS));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    why: () => why,
    over() {
      clearTimeout(deadline);
      clearTimeout(force);
      signal.removeEventListener('abort', abort);
    },
  };
}
