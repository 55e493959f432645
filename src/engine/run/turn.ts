import { now } from '../../base/clock.ts';
import { BatonError } from '../../base/error.ts';
import {
  type Attachments,
  type Entry,
  type Head,
  isJournalName,
  type JournalName,
  type Store,
} from '../../store/store.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import type { EventData, RunEventType } from '../../workflow/event-data.ts';
import { apply, fold } from '../../workflow/machine.ts';
import type { RunState } from '../../workflow/state.ts';

/** An event as a handler writes it; run, phase, cycle and attempt are those of the state. */
export interface Happening<Type extends RunEventType | 'redaction.made'> {
  readonly type: Type;
  readonly data: Type extends RunEventType ? EventData<Type> : Readonly<Record<string, unknown>>;
  /** Default `baton`. */
  readonly actor?: string | undefined;
  readonly attachments?: Attachments | undefined;
  readonly anchor?: string | undefined;
}

/** A run being moved: its state, and the only way to change it. */
export interface Turn {
  readonly run: string;
  readonly state: RunState;
  readonly head: Head;
  /** How the run began. */
  readonly first: JournalEvent;
  /** Records what happened, behind everything known so far, or fails with `lost_race` if somebody else wrote first. */
  append<Type extends RunEventType | 'redaction.made'>(happening: Happening<Type>): Promise<Entry>;
  /** What an earlier event brought along. */
  attachment(seq: number, name: string): Promise<string | undefined>;
  /** What the last event that has such a thing brought along. */
  lastAttachment(name: string): Promise<string | undefined>;
}

/** A run at a moment, to be looked at: now, or at an event of the past. */
export type Moment = Pick<Turn, 'run' | 'state' | 'attachment' | 'lastAttachment'>;

/** Opens a run at its present state. */
export async function openTurn(store: Store, run: string, onEntry: (entry: Entry) => void): Promise<Turn> {
  const journal: JournalName = `runs/${run}`;
  const entries = [...(await readRun(store, run))];
  let state = fold(entries.map(({ event }) => event));
  let head = (entries.at(-1) as Entry).id;
  const text = async (id: string | undefined) =>
    id === undefined ? undefined : (await store.attachment(id))?.toString('utf8');
  return {
    run,
    get state() {
      return state;
    },
    first: (entries[0] as Entry).event,
    get head() {
      return head;
    },
    async append({ type, data, actor = 'baton', attachments, anchor }) {
      const { phase, cycle, attempt } = state;
      const inPhase = state.milestones.length > 0 && state.ended === undefined;
      const place = inPhase ? { phase, cycle, attempt } : {};
      const event = { type, at: now().toISOString(), run, ...place, actor, data: { ...data } };
      const appended = await store.append(journal, head, event, { attachments, anchor });
      if (!appended.ok) {
        throw new BatonError('lost_race', `Somebody else moved the run ${run} first.`, { data: { run } });
      }
      // Not the last entry: somebody else may have written behind this one already.
      const [entry] = (await store.read(journal, head)) as [Entry];
      head = appended.head;
      state = apply(state, appended.event);
      entries.push(entry);
      onEntry(entry);
      return entry;
    },
    attachment: (seq, name) => text(entries.find(({ event }) => event.seq === seq)?.attachments[name]),
    lastAttachment: (name) => text(entries.findLast(({ attachments }) => name in attachments)?.attachments[name]),
  };
}

/** A run's entries; a run nobody knows is an error that says how to see those there are. */
export async function readRun(store: Store, run: string): Promise<readonly Entry[]> {
  const journal = `runs/${run}`;
  const entries = isJournalName(journal) ? await store.read(journal) : [];
  if (entries.length > 0) return entries;
  throw new BatonError('not_found', `There is no run ${JSON.stringify(run)}. \`baton status\` lists those there are.`);
}
