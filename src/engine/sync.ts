import { isBatonError } from '../base/error.ts';
import type { JournalName, RunNeeds, Store, SyncReport } from '../store/store.ts';
import type { JournalEvent } from '../workflow/event.ts';
import { fold } from '../workflow/machine.ts';
import type { RunState } from '../workflow/state.ts';
import { archiveFinished } from './archive.ts';
import { projectNotes } from './notes.ts';

export interface SyncOptions {
  /** First move what is finished into the archive. */
  readonly archive?: boolean | undefined;
}

/** What an exchange did, and what was archived just before it. */
export interface Exchange extends SyncReport {
  readonly finished: readonly JournalName[];
}

/** Exchanges journals and notes with a remote; notes are made again from the journals, never merged. */
export async function syncWith(store: Store, remote?: string, { archive }: SyncOptions = {}): Promise<Exchange> {
  let finished: readonly JournalName[] = [];
  const report = await store.sync(remote, {
    async prepare() {
      if (archive) finished = await archiveFinished(store);
    },
    async project() {
      await projectNotes(store);
    },
    unfinished: { needsOf: (run) => needsOf(store, run), maxBytes: MAX_CANDIDATE_BYTES },
  });
  return { ...report, finished };
}

const MAX_CANDIDATE_BYTES = 64 * 1024 * 1024;

/** What another clone needs to go on with a run (ADR 0013). A run that cannot be read, or is newer, is left alone. */
async function needsOf(store: Store, run: string): Promise<RunNeeds | 'nothing' | undefined> {
  try {
    const entries = await store.read(`runs/${run}`);
    return needsAfter(entries.map(({ event }) => event));
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

function needsAfter(events: readonly JournalEvent[]): RunNeeds | 'nothing' | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  const state = fold(events);
  if (state.unknown !== undefined) return undefined;
  if (state.ended !== undefined) return 'nothing';
  const candidate = askedAbout(state);
  const { commit: base } = state.base;
  const isKept = events.some(({ type, data }) => type === 'phase.completed' && data.commit === base);
  return candidate === undefined && isKept ? 'nothing' : { base, candidate, since: first.at };
}

/** The candidate that passed all gates and waits for an approval, or for its phase commit after one. */
function askedAbout({ candidate, ask }: RunState): string | undefined {
  return candidate?.approved === true || ask?.kind === 'approval' ? candidate?.tree : undefined;
}
