import { now } from '../../../base/clock.ts';
import { BatonError, isBatonError } from '../../../base/error.ts';
import type { Entry, Head, JournalName, Store } from '../../../store/store.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import type { Owner } from '../../../sys/owner-lock.ts';
import { openTail } from '../../../sys/tail-file.ts';
import type { JournalEvent } from '../../../workflow/event.ts';
import { apply, fold } from '../../../workflow/machine.ts';
import type { RunState, Stage } from '../../../workflow/state.ts';
import { ATTACHED } from '../../attached-sessions.ts';
import { type Contained, countContained, NOTHING_CONTAINED } from '../containment.ts';
import { mergedState, openMergeSearch } from '../merged.ts';
import { driverOf } from '../owner.ts';
import { streamFile } from '../session/session.ts';
import { type RunView, unreadableView, viewState } from '../view.ts';
import { readProgress } from './progress-file.ts';
import { NO_ACTIVITY, parseStreamLine, type SessionActivity, seeMessage } from './session-activity.ts';

/** The session that plays now. */
export interface LiveSession extends SessionActivity {
  readonly id: string;
  readonly agent: string;
  readonly runner: string;
  readonly model: string | undefined;
  readonly startedAt: string;
}

/**
 * Who does something now. `agent`: an agent works; `client`: an MCP client plays the agent, and nobody hears it; `baton`:
 * Baton itself works, on tests or files; `service`: it waits until a service can be asked again; `person`: it waits for a
 * person; `nobody`: nothing happens until somebody does something; `over`: it has ended.
 */
export type Activity = 'agent' | 'client' | 'baton' | 'service' | 'person' | 'nobody' | 'over';

/** A run as it is at this moment. Plain data: any surface can show it. */
export interface LiveRun extends RunView {
  readonly activity: Activity;
  /** What happens now, in words. */
  readonly doing: string;
  /** Since when. */
  readonly since: string;
  /** When the agent was heard of last; only while one works. */
  readonly lastSign: string | undefined;
  /** How many attempts the phase may take. */
  readonly attempts: number;
  readonly session: LiveSession | undefined;
}

export interface LiveBoard {
  /** When it was looked at. */
  readonly at: string;
  /** Those that move first, then those that wait for a person, then all others; of each, those moved last first. */
  readonly runs: readonly LiveRun[];
}

/** Looks at runs again and again, whichever process runs them. Only what is new is read. */
export interface Live {
  /** One run, or all of them. */
  look(run?: string): Promise<LiveBoard>;
}

/** What is remembered of a run between two looks. */
interface Followed {
  readonly head: Head;
  readonly state: RunState;
  readonly last: JournalEvent;
  /** The event with which what happens now began. */
  readonly since: string;
  readonly session: JournalEvent | undefined;
  readonly contained: Contained;
}

const AT_ONCE = 16;

export function openLive({ repository, store }: { readonly repository: Repository; readonly store: Store }): Live {
  const known = new Map<JournalName, Followed>();
  const broken = new Map<JournalName, { readonly head: Head; readonly view: LiveRun }>();
  const streams = new Map<string, () => SessionActivity>();
  const findMerges = openMergeSearch(repository);

  async function follow(journal: JournalName, head: Head): Promise<Followed> {
    const before = known.get(journal);
    if (before?.head === head) return before;
    const fresh = before === undefined ? undefined : await entriesAfter(store, journal, before.head);
    const entries = fresh ?? (await store.read(journal));
    const after = entries.reduce(see, fresh === undefined ? undefined : before);
    if (after === undefined) throw new BatonError('corrupt_journal', `The journal ${journal} is empty.`);
    known.set(journal, after);
    return after;
  }

  async function lookAt(journal: JournalName, head: Head): Promise<LiveRun> {
    const run = journal.slice('runs/'.length);
    try {
      const unreadable = broken.get(journal);
      if (unreadable?.head === head) return unreadable.view;
      return describe(await follow(journal, head), run);
    } catch (error) {
      if (!isBatonError(error)) throw error;
      const view = brokenView(run, error.message);
      broken.set(journal, { head, view });
      return view;
    }
  }

  function describe(followed: Followed, run: string): LiveRun {
    const { state, last, contained, session: started } = followed;
    const driver = state.ended === undefined ? driverOf(repository, run) : undefined;
    const view = viewState(state, { last, runner: started?.data.runner, contained, driver });
    const isPlaying = view.state === 'running' && state.stage === 'playing' && started !== undefined;
    const session = isPlaying ? sessionOf(started, activityOf(run, String(started.data.session))) : undefined;
    if (!isPlaying && started !== undefined) streams.delete(streamKey(run, String(started.data.session)));
    const now = happening(followed, view, driver, () => readProgress(repository, run));
    const lastSign = now.activity === 'agent' ? (session?.lastAt ?? session?.startedAt) : undefined;
    return {
      ...view,
      ...now,
      spending: spendingWith(view.spending, session),
      lastSign,
      attempts: state.allowed,
      session,
    };
  }

  function activityOf(run: string, session: string): SessionActivity {
    const key = streamKey(run, session);
    const stream = streams.get(key) ?? followStream(streamFile(repository.batonDir, run, session));
    streams.set(key, stream);
    return stream();
  }

  /** Journals do not know of merges: people merge by hand and by pull requests, too. */
  async function withMerges(runs: readonly LiveRun[]): Promise<LiveRun[]> {
    const completed = runs.flatMap(({ run, state, commit }) => {
      const followed = state === 'completed' ? known.get(`runs/${run}`) : undefined;
      return followed === undefined
        ? []
        : [{ run, start: followed.state.start.commit, commit, journal: followed.head }];
    });
    const merges = await findMerges(completed);
    return runs.map((live) => {
      const found = merges.get(live.run);
      return found === undefined ? live : { ...live, ...mergedState(found), doing: `merged into ${found.into}` };
    });
  }

  return {
    async look(run) {
      const heads = await store.heads('runs');
      const journals = run === undefined ? [...heads.keys()] : ([`runs/${run}`] as JournalName[]);
      const runs: LiveRun[] = [];
      for (let at = 0; at < journals.length; at += AT_ONCE) {
        const some = journals.slice(at, at + AT_ONCE).map((journal) => {
          const head = heads.get(journal);
          if (head === undefined) throw unknownRun(run ?? journal);
          return lookAt(journal, head);
        });
        runs.push(...(await Promise.all(some)));
      }
      return { at: now().toISOString(), runs: (await withMerges(runs)).sort(byUrgency) };
    },
  };
}

function streamKey(run: string, session: string): string {
  return `${run} ${session}`;
}

/** What is behind an entry that is known; nothing if the journal does not contain it any more. */
async function entriesAfter(store: Store, journal: JournalName, head: Head): Promise<readonly Entry[] | undefined> {
  try {
    return await store.read(journal, head);
  } catch (error) {
    if (isBatonError(error) && error.code === 'corrupt_journal') return undefined;
    throw error;
  }
}

function see(before: Followed | undefined, { id, event }: Entry): Followed {
  const state = before === undefined ? fold([event]) : apply(before.state, event);
  const isNew = before === undefined || state.stage !== before.state.stage || event.type.startsWith('run.');
  return {
    head: id,
    state,
    last: event,
    since: isNew ? event.at : before.since,
    session: event.type === 'session.started' ? event : before?.session,
    contained: countContained(before?.contained ?? NOTHING_CONTAINED, event),
  };
}

/** Reads a stream as it grows. */
function followStream(path: string): () => SessionActivity {
  const tail = openTail(path);
  let activity = NO_ACTIVITY;
  return () => {
    for (const line of tail().lines) {
      const message = parseStreamLine(line);
      if (message !== undefined) activity = seeMessage(activity, message);
    }
    return activity;
  };
}

function sessionOf({ at, data }: JournalEvent, activity: SessionActivity): LiveSession {
  return {
    id: String(data.session),
    agent: String(data.agent ?? ''),
    runner: String(data.runner ?? ''),
    model: typeof data.model === 'string' ? data.model : undefined,
    startedAt: at,
    ...activity,
  };
}

/** What sessions have used, with the one that runs; how long that one takes is in its start. */
function spendingWith(spending: RunView['spending'], session: LiveSession | undefined): RunView['spending'] {
  const { tokens = 0, usd = 0 } = session?.usage ?? {};
  return { ...spending, tokens: spending.tokens + tokens, usd: spending.usd + usd };
}

type Happening = Pick<LiveRun, 'activity' | 'doing' | 'since'>;

/** Waiting never looks like working: only a run that a living process runs is said to do anything. */
function happening(
  { state, since, session, last }: Followed,
  view: RunView,
  driver: Owner | undefined,
  progress: () => { readonly at: string; readonly doing: string } | undefined,
): Happening {
  // A process that has just parked its run still holds it for a moment.
  if (view.state === 'running' && state.parked !== undefined) {
    return { activity: 'nobody', doing: `parked: ${state.parked}`, since };
  }
  switch (view.state) {
    case 'waiting': {
      const kind = state.ask?.kind ?? 'decision';
      return { activity: 'person', doing: `waiting for ${WANTED[kind]}: ${state.ask?.id ?? ''}`, since };
    }
    case 'parked':
      return { activity: 'nobody', doing: `parked: ${view.why ?? 'no reason was given'}`, since };
    case 'stopped':
      return { activity: 'nobody', doing: 'not running: the process that ran it has ended', since: last.at };
    case 'running':
      break;
    default:
      return { activity: 'over', doing: view.state, since: last.at };
  }
  if (state.stage === 'playing') {
    const agent = String(session?.data.agent ?? 'the agent');
    const isClient = session?.data.runner === ATTACHED;
    if (isClient) return { activity: 'client', doing: `an MCP client plays ${agent}`, since };
    return { activity: 'agent', doing: `${agent} is working`, since };
  }
  const told = progress();
  const isFresh = told !== undefined && told.at >= since && told.at >= (driver?.since ?? '');
  if (state.stage === 'ready' && state.waits > 0) {
    return { activity: 'service', doing: isFresh ? told.doing : 'waiting until the service can be asked again', since };
  }
  return { activity: 'baton', doing: isFresh ? told.doing : DUE[state.stage], since: isFresh ? told.at : since };
}

const WANTED = { approval: 'your approval', question: 'your answer', decision: 'your decision' } as const;

const DUE: Readonly<Record<Stage, string>> = {
  baseline: 'running the tests before the first phase',
  ready: 'preparing the next session',
  playing: 'the agent is working',
  judging: 'checking the result',
  asking: 'preparing a question for you',
  waiting: 'waiting',
  settled: 'recording the phase',
  dropped: 'recording the phase',
  closing: 'running the last proof',
  ended: 'ended',
};

const GROUP: Readonly<Record<Activity, number>> = {
  agent: 0,
  client: 0,
  baton: 0,
  service: 0,
  person: 1,
  nobody: 2,
  over: 3,
};

function byUrgency(a: LiveRun, b: LiveRun): number {
  return GROUP[a.activity] - GROUP[b.activity] || (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0);
}

function brokenView(run: string, why: string): LiveRun {
  const nothing = { lastSign: undefined, attempts: 0, session: undefined, since: '' };
  return { ...unreadableView(run, why), ...nothing, activity: 'nobody', doing: 'its journal cannot be read' };
}

function unknownRun(run: string): BatonError {
  return new BatonError('not_found', `There is no run ${JSON.stringify(run)}. \`baton status\` lists those there are.`);
}
