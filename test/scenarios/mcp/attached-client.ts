import { setTimeout as sleep } from 'node:timers/promises';
import type { AttachedSession } from '../../../src/engine/attached-sessions.ts';
import type { PhaseVerdict } from '../../../src/engine/phase-work.ts';
import type { RunView } from '../../../src/engine/run/view.ts';
import { type Baton, openBaton } from '../../../src/open.ts';
import { type Files, type Project, writeFiles } from '../tdd/project.ts';

export const RUN = 'sum';

/** A client that plays a run in its own process, by the library. */
export interface AttachedClient {
  readonly baton: Baton;
  /** Moves the run in the background. */
  drive(): Promise<RunView>;
  /** Ends the session that waits, and parks the run. */
  leave(): Promise<RunView>;
  /** The session that waits, once one does. */
  session(): Promise<AttachedSession>;
  /** Writes files into the workbench, says something, and hands it in. */
  play(files: Files, claim?: object): Promise<PhaseVerdict>;
}

export async function openClient({ path }: Pick<Project, 'path'>): Promise<AttachedClient> {
  const baton = await openBaton({ cwd: path, attached: true });
  const leaving = new AbortController();
  let driven: Promise<RunView> | undefined;

  async function session(): Promise<AttachedSession> {
    for (;;) {
      const found = baton.attached.find(RUN);
      if (found !== undefined) return found;
      await sleep(10);
    }
  }

  return {
    baton,
    drive() {
      driven = baton.runs.drive(RUN, { parking: leaving.signal, stopping: leaving.signal });
      return driven;
    },
    leave() {
      leaving.abort();
      return driven ?? Promise.reject(new Error('Nothing is driven.'));
    },
    session,
    async play(files, claim) {
      const { workbench } = await session();
      writeFiles(workbench, files);
      if (claim !== undefined) baton.attached.keepClaim(RUN, claim);
      return baton.phases.handIn(RUN, new AbortController().signal);
    },
  };
}

/** Starts the run that a client plays. */
export function startAttached({ baton }: AttachedClient): Promise<RunView> {
  const config = { runner: 'attached', deadline_min: 60 };
  return baton.runs.start({ request: 'A sum', name: RUN, config, acceptBaselineFailures: false });
}
