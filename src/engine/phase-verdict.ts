import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../base/error.ts';
import type { Entry, JournalName, Store } from '../store/store.ts';
import type { Repository } from '../sys/git/repository.ts';
import { subjectOf } from '../sys/git/revision.ts';
import type { EventData } from '../workflow/event-data.ts';
import type { AttachedSessions } from './attached-sessions.ts';
import { driverOf } from './run/owner.ts';

/** What became of a phase that was handed in. */
export type PhaseVerdict =
  | {
      readonly kind: 'committed';
      readonly phase: string;
      readonly cycle: number;
      readonly commit: string;
      /** The message of the commit, its first line. */
      readonly subject: string;
      readonly next: string | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly phase: string;
      readonly attempt: number;
      readonly reasons: readonly { readonly code: string; readonly message: string }[];
    }
  | { readonly kind: 'asked'; readonly ask: string; readonly question: string }
  | { readonly kind: 'ended'; readonly state: string; readonly why: string | undefined };

interface Judging {
  readonly repository: Repository;
  readonly store: Store;
  readonly attached: AttachedSessions;
}

/** Hands in the waiting session of a run, and waits for what is recorded of it. */
export async function handInAndWait(run: string, parts: Judging, signal: AbortSignal): Promise<PhaseVerdict> {
  const { store, attached } = parts;
  attached.of(run);
  const journal: JournalName = `runs/${run}`;
  const before = await store.head(journal);
  const looking = lookOut(store, journal, signal);
  try {
    attached.handIn(run);
    return await verdictOn(run, before, looking, parts, signal);
  } finally {
    looking.end();
  }
}

async function verdictOn(
  run: string,
  before: string | undefined,
  looking: Lookout,
  { store, repository }: Judging,
  signal: AbortSignal,
): Promise<PhaseVerdict> {
  for (;;) {
    const isMoved = driverOf(repository, run) !== undefined;
    const since = await store.read(`runs/${run}`, before);
    const verdict = await verdictIn(since, repository);
    if (verdict !== undefined) return verdict;
    if (!isMoved)
      return { kind: 'ended', state: 'stopped', why: 'Whoever moved the run stopped before it was judged.' };
    if (signal.aborted)
      throw new BatonError('interrupted', `${run} is still being judged. Its status tells how it went.`);
    await looking.change();
  }
}

interface Lookout {
  /** Waits until the journal may have moved since the last time, or a while: what moves the run may have died. */
  change(): Promise<void>;
  end(): void;
}

/** Opened once for as long as somebody waits: beginning to watch means to look at all journals. */
function lookOut(store: Store, journal: JournalName, signal: AbortSignal): Lookout {
  const watching = new AbortController();
  let seen = new AbortController();
  store.watch((moved) => {
    if (moved === journal) seen.abort();
  }, watching.signal);
  return {
    async change() {
      await sleep(LONGEST_LOOK_MS, undefined, { signal: AbortSignal.any([seen.signal, signal]) }).catch(
        () => undefined,
      );
      if (seen.signal.aborted) seen = new AbortController();
    },
    end: () => watching.abort(),
  };
}

const LONGEST_LOOK_MS = 250;

/** What the first event that settles a session says; nothing while it is being judged. */
async function verdictIn(entries: readonly Entry[], repository: Repository): Promise<PhaseVerdict | undefined> {
  for (const { event } of entries) {
    const verdict = await VERDICTS[event.type]?.({ event, entries, repository });
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

interface Telling {
  readonly event: Entry['event'];
  readonly entries: readonly Entry[];
  readonly repository: Repository;
}

type Teller = (telling: Telling) => PhaseVerdict | Promise<PhaseVerdict> | undefined;

const ended =
  (state: string): Teller =>
  ({ event: { data } }) => ({ kind: 'ended', state, why: textOf(data.detail) ?? textOf(data.reason) });

/** The events that settle what was handed in. A session that begins means that the one before it came to nothing. */
const VERDICTS: Readonly<Record<string, Teller>> = {
  'phase.completed': async ({ event, repository }) => {
    const { commit, next_phase: next } = event.data as EventData<'phase.completed'>;
    const { phase = '', cycle = 1 } = event;
    const subject = await subjectOf(repository, commit);
    return { kind: 'committed', phase, cycle, commit, subject, next: next === 'complete' ? undefined : next };
  },
  'gate.refused': ({ event }) => {
    const { reasons } = event.data as EventData<'gate.refused'>;
    // A person is asked next.
    if (reasons.length > 0 && reasons.every(({ code }) => code === 'already_implemented')) return undefined;
    return refused(event, reasons);
  },
  'ask.opened': ({ event: { data } }) => ({ kind: 'asked', ask: String(data.ask), question: String(data.about) }),
  'phase.started': ({ entries }) => cameToNothing(entries),
  'run.parked': ended('parked'),
  'run.completed': ended('completed'),
  'run.aborted': ended('aborted'),
  'run.failed': ended('failed'),
};

function refused(
  { phase = '', attempt = 1 }: Entry['event'],
  reasons: EventData<'gate.refused'>['reasons'],
): PhaseVerdict {
  return { kind: 'refused', phase, attempt, reasons: reasons.map(({ code, message }) => ({ code, message })) };
}

/** What a session says of itself that ended without a verdict: its result cannot be read, or its agent is blocked. */
function cameToNothing(entries: readonly Entry[]): PhaseVerdict {
  const event = entries.find(({ event: { type } }) => type === 'session.ended')?.event;
  const data = (event?.data ?? {}) as Partial<EventData<'session.ended'>>;
  const code = data.unreadable !== undefined ? 'result_unreadable' : (data.blocked_reason ?? data.ended ?? 'lost');
  const message = data.unreadable ?? data.summary ?? data.detail ?? 'Nothing of it was judged; the phase begins again.';
  const { phase = '', attempt = 1 } = event ?? {};
  return { kind: 'refused', phase, attempt, reasons: [{ code, message }] };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
