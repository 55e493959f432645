import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Runner, SessionOutcome, SessionRequest } from '../../src/runners/runner.ts';
import { sandboxed } from '../../src/sys/sandbox.ts';
import {
  type ModelScript,
  type ModelServer,
  type ModelTurn,
  playTurns,
} from '../../src/testing/models/model-script.ts';
import { type TrialSession, withTrialSession } from '../../src/testing/runner-session.ts';

export interface Played {
  readonly outcome: SessionOutcome;
  readonly session: TrialSession;
  readonly server: ModelServer;
}

export interface Trial {
  readonly request?: Partial<SessionRequest>;
  /** Files of the workbench, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the program is put into the sandbox. */
  readonly inSandbox?: boolean;
}

/** Plays one session of a certain agent. */
export type Play = (turns: readonly ModelTurn[], check: (played: Played) => void, trial?: Trial) => Promise<void>;

export const DONE: ModelTurn = { say: 'Done.', result: { status: 'complete', summary: 'One test, red.' } };

/** Plays one session of an agent against a scripted model, and hands what came of it to a check. */
export async function playAgent(
  open: (script: ModelScript) => Promise<{ readonly runner: Runner; readonly server: ModelServer }>,
  turns: readonly ModelTurn[],
  check: (played: Played) => void,
  { request = {}, files = {}, inSandbox = false }: Trial = {},
): Promise<void> {
  const { runner, server } = await open(playTurns(turns));
  try {
    await withTrialSession(async (session) => {
      const { workbench, scratch } = session.request;
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(workbench, path)), { recursive: true });
        writeFileSync(join(workbench, path), text);
      }
      const contain: SessionRequest['contain'] = (program, needs = {}) =>
        sandboxed(program, { ...needs, writable: [workbench, scratch], network: true, cwd: workbench });
      const outcome = await runner.play({ ...session.request, ...(inSandbox ? { contain } : {}) });
      check({ outcome, session, server });
    }, request);
  } finally {
    await server.close();
  }
}
