import { now } from '../base/clock.ts';
import { BatonError } from '../base/error.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import { type HandoffStatus, mayMove, statusAt } from '../handoff/lifecycle.ts';
import { readPackage, withStatus } from '../handoff/package.ts';
import { type CreateHandoffRequest, preparePackage } from '../handoff/prepare.ts';
import { redactText } from '../handoff/redact.ts';
import type { Entry, Head, JournalName, Store } from '../store/store.ts';
import type { EventType } from '../workflow/event.ts';
import { contentDigest } from './content-digest.ts';
import { type HandoffOverview, openOverview } from './handoff-overview.ts';
import { type HandoffStep, holderOf, idOf, type StoredHandoff } from './stored-handoff.ts';

export { type HandoffStep, holderOf, type StoredHandoff } from './stored-handoff.ts';

/** Handoffs outside any run, kept in the store: one journal each, one compare-and-swap per step. */
export interface Handoffs {
  create(request: CreateHandoffRequest): Promise<StoredHandoff>;
  get(id: string): Promise<StoredHandoff>;
  /** All that can be read, those still waiting first, by urgency. What ran out of time is marked expired on the way. */
  list(): Promise<readonly StoredHandoff[]>;
  /** The same in short, with those that cannot be read. For whoever asks often: only what moved since is read again. */
  overview(): Promise<HandoffOverview>;
  /**
   * Moves a handoff for somebody. Whoever comes second is told who was first. Once accepted, it is its holder's alone to
   * work on and to end; only taking it back is open to others.
   */
  move(id: string, status: HandoffStatus, actor: string, note?: string): Promise<StoredHandoff>;
}

export function openHandoffs(store: Store): Handoffs {
  async function get(id: string): Promise<StoredHandoff> {
    return shown((await load(store, id)).stored);
  }
  const overview = openOverview(store, async (journal) => {
    const loaded = await load(store, idOf(journal));
    if (statusAt(loaded.stored.handoff, now()) === loaded.stored.handoff.status) return loaded;
    await markExpired(store, loaded);
    const { head, stored } = await load(store, idOf(journal));
    return { head, stored: shown(stored) };
  });
  return {
    get,
    overview,
    async create(request) {
      const handoff = preparePackage(request);
      const content = handoff.toJSON();
      const event = { type: EVENTS.pending, at: now().toISOString(), run: handoff.id, actor: handoff.sourceAgent };
      const appended = await store.append(nameOf(handoff.id), undefined, {
        ...event,
        data: { handoff: content, digest: contentDigest(content) },
      });
      if (!appended.ok) throw new BatonError('lost_race', `A handoff ${handoff.id} exists already.`);
      return get(handoff.id);
    },
    async list() {
      const { glances } = await overview();
      return Promise.all(glances.map(({ id }) => get(id)));
    },
    async move(id, status, actor, note) {
      const loaded = await load(store, id);
      if (status === 'accepted' && !loaded.isSealed()) throw await refuseAltered(store, loaded);
      const taken = await markExpired(store, loaded);
      if (!mayMove(taken.handoff.status, status) || taken.handoff.status === status) throw refusal(taken, status);
      const holder = holderOf(taken);
      if (holder !== undefined && !isSameAgent(holder, actor) && status !== 'cancelled') throw refusal(taken, status);
      return append(store, loaded, status, actor, note === undefined ? undefined : redactText(note).text);
    },
  };
}

const EVENTS: Readonly<Record<HandoffStatus, EventType>> = {
  pending: 'handoff.prepared',
  accepted: 'handoff.accepted',
  in_progress: 'handoff.started',
  completed: 'handoff.completed',
  rejected: 'handoff.rejected',
  failed: 'handoff.failed',
  cancelled: 'handoff.cancelled',
  expired: 'handoff.expired',
};

interface Loaded {
  readonly head: Head;
  /** Whether its package is, byte for byte, the one that was prepared. */
  isSealed(): boolean;
  readonly stored: StoredHandoff;
}

async function load(store: Store, id: string): Promise<Loaded> {
  const entries = ID.test(id) ? await store.read(nameOf(await wholeId(store, id))) : [];
  const last = entries.at(-1);
  if (last === undefined) {
    throw new BatonError(
      'not_found',
      `There is no handoff ${JSON.stringify(id)}. \`baton handoff list --status all\` shows all.`,
    );
  }
  const { handoff, digest } = entries[0]?.event.data ?? {};
  return { head: last.id, stored: replay(entries), isSealed: () => digest === contentDigest(handoff ?? null) };
}

const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHORTEST_START = 4;

/** An id by its first digits, as git takes those of a commit; as it was given where none begins so. */
async function wholeId(store: Store, id: string): Promise<string> {
  if (WHOLE_ID.test(id) || id.length < SHORTEST_START) return id;
  const ids = (await store.list('handoffs')).map(idOf);
  const [only = id, ...others] = ids.includes(id) ? [id] : ids.filter((one) => one.startsWith(id));
  if (others.length === 0) return only;
  throw new BatonError(
    'invalid_input',
    `${others.length + 1} handoffs begin with ${JSON.stringify(id)}: ${[only, ...others].slice(0, 5).join(', ')}. Give more of it.`,
  );
}

/** What was altered on its way is nobody's to accept: that is recorded, and told. */
async function refuseAltered(store: Store, loaded: Loaded): Promise<BatonError> {
  const { id, status } = loaded.stored.handoff;
  if (mayMove(status, 'failed')) await append(store, loaded, 'failed', 'baton', 'its content was altered');
  const message = `Handoff ${id} is not what its sender prepared: its content was altered since. Have it prepared again.`;
  return new BatonError('corrupt_journal', message, { data: { id } });
}

const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The handoff its events tell of. */
function replay(entries: readonly Entry[]): StoredHandoff {
  const history = entries.map(({ event }): HandoffStep => {
    const note = typeof event.data.note === 'string' ? event.data.note : undefined;
    return { status: statusOf(event.type), at: event.at, actor: event.actor, note };
  });
  const prepared = readPackage(entries[0]?.event.data.handoff);
  const { status } = history.at(-1) as HandoffStep;
  return { handoff: status === prepared.status ? prepared : withStatus(prepared, status), history };
}

function statusOf(type: string): HandoffStatus {
  const found = Object.entries(EVENTS).find(([, name]) => name === type);
  if (found !== undefined) return found[0] as HandoffStatus;
  throw new BatonError('corrupt_journal', `A handoff's journal holds the event ${type}, which handoffs do not have.`);
}

/** Appends a step behind what was read, or tells who stepped in between. */
async function append(store: Store, { head, stored }: Loaded, status: HandoffStatus, actor: string, note?: string) {
  const { id } = stored.handoff;
  const event = {
    type: EVENTS[status],
    at: now().toISOString(),
    run: id,
    actor,
    data: note === undefined ? {} : { note },
  };
  const appended = await store.append(nameOf(id), head, event);
  if (!appended.ok) throw refusal((await load(store, id)).stored, status);
  return (await load(store, id)).stored;
}

/** Records that a handoff ran out of time, once; a reader without write access still sees it as expired. */
async function markExpired(store: Store, loaded: Loaded): Promise<StoredHandoff> {
  if (statusAt(loaded.stored.handoff, now()) === loaded.stored.handoff.status) return loaded.stored;
  try {
    return await append(store, loaded, 'expired', 'baton');
  } catch {
    return shown(loaded.stored);
  }
}

/** The handoff as it is to be shown now. */
function shown(stored: StoredHandoff): StoredHandoff {
  const status = statusAt(stored.handoff, now());
  return status === stored.handoff.status ? stored : { ...stored, handoff: withStatus(stored.handoff, status) };
}

function refusal({ handoff, history }: StoredHandoff, wanted: HandoffStatus): BatonError {
  const last = history.at(-1) as HandoffStep;
  const who = `${last.status} by ${last.actor} at ${last.at}`;
  const code = handoff.status === 'expired' || wanted !== 'accepted' ? 'wrong_status' : 'lost_race';
  return new BatonError(code, `Handoff ${handoff.id} cannot become ${wanted}: it was ${who}.`, {
    data: { id: handoff.id, status: handoff.status, actor: last.actor, at: last.at },
  });
}

function nameOf(id: string): JournalName {
  return `handoffs/${id}`;
}
