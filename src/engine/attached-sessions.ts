import { LONGEST_TIMER_MS, now } from '../base/clock.ts';
import { BatonError } from '../base/error.ts';
import { resultOf } from '../handoff/result.ts';
import type { AgentResult } from '../handoff/result-schema.ts';
import type { Runner, SessionOutcome, SessionRequest } from '../runners/runner.ts';

/** A session that no program plays: whoever is connected does, in its workbench. */
export interface AttachedSession {
  readonly run: string;
  readonly workflow: string;
  readonly phase: string;
  readonly agent: string;
  readonly cycle: number;
  readonly attempt: number;
  /** Where its files are to be changed. */
  readonly workbench: string;
  /** The agent's own text, and the package. */
  readonly instructions: string;
  readonly prompt: string;
  /** Until when it waits. */
  readonly until: string;
  /** What was said to have been done so far. Nobody believes it. */
  readonly claim: AgentResult | undefined;
}

/** The sessions of this process that wait for somebody to play them. */
export interface AttachedSessions {
  /** The runner that waits for clients. */
  readonly runner: Runner;
  list(): readonly AttachedSession[];
  /** The session of a run that waits now, if any does. */
  find(run: string): AttachedSession | undefined;
  /** The session of a run that waits now; fails with what to do where there is none. */
  of(run: string): AttachedSession;
  /** Keeps what is said to have been done, checked like any agent's result. Changes nothing about the run. */
  keepClaim(run: string, result: unknown): AgentResult;
  /** Ends the session: what is in its workbench is judged now. */
  handIn(run: string): void;
}

/** A session and what ends it. */
interface Waiting {
  readonly session: AttachedSession;
  end(outcome: SessionOutcome): void;
}

export const ATTACHED = 'attached';

export function openAttached(): AttachedSessions {
  const waiting = new Map<string, Waiting>();

  function play(request: SessionRequest): Promise<SessionOutcome> {
    const { run, signal, deadlineMs } = request;
    if (signal.aborted) return Promise.resolve(INTERRUPTED);
    return new Promise((resolve) => {
      const end = (outcome: SessionOutcome) => {
        waiting.delete(run);
        clearTimeout(timer);
        signal.removeEventListener('abort', interrupt);
        resolve(outcome);
      };
      const interrupt = () => end(INTERRUPTED);
      const timer = setTimeout(() => end(timedOut(request)), Math.min(deadlineMs, LONGEST_TIMER_MS));
      signal.addEventListener('abort', interrupt);
      waiting.set(run, { session: sessionOf(request), end });
    });
  }

  function find(run: string): Waiting {
    const found = waiting.get(run);
    if (found !== undefined) return found;
    throw new BatonError(
      'wrong_status',
      `No session of the run ${JSON.stringify(run)} waits for a client here. Its status says where it is; resumed in this process, its next session waits here.`,
    );
  }

  return {
    runner: { name: ATTACHED, isOutside: true, unreported: ['usd', 'tokens'], check: async () => undefined, play },
    list: () => [...waiting.values()].map(({ session }) => session),
    find: (run) => waiting.get(run)?.session,
    of: (run) => find(run).session,
    keepClaim(run, result) {
      const { session, end } = find(run);
      const claim = resultOf(result, { agent: session.agent, phase: session.phase });
      waiting.set(run, { session: { ...session, claim }, end });
      return claim;
    },
    handIn(run) {
      const { session, end } = find(run);
      end({ ended: 'done', detail: '', ...(session.claim === undefined ? {} : { result: session.claim }) });
    },
  };
}

const INTERRUPTED: SessionOutcome = { ended: 'interrupted', detail: 'Baton was told to stop.' };

function timedOut({ deadlineMs }: SessionRequest): SessionOutcome {
  const minutes = Math.round(deadlineMs / 60_000);
  return { ended: 'timed_out', detail: `Nobody handed anything in within ${minutes} minutes.` };
}

function sessionOf(request: SessionRequest): AttachedSession {
  const { run, workflow, phase, agent, cycle, attempt, workbench, instructions, prompt, deadlineMs } = request;
  const until = new Date(now().getTime() + deadlineMs).toISOString();
  return { run, workflow, phase, agent, cycle, attempt, workbench, instructions, prompt, until, claim: undefined };
}
