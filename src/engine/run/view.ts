import type { Entry } from '../../store/store.ts';
import type { BranchProjection } from '../../sys/git/branch.ts';
import type { Owner } from '../../sys/owner-lock.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import { openFindings } from '../../workflow/findings.ts';
import { type ListChange, listChanges } from '../../workflow/list-changes.ts';
import { confirmation, listProgress } from '../../workflow/list-progress.ts';
import { fold } from '../../workflow/machine.ts';
import type { OpenAsk, RunState } from '../../workflow/state.ts';
import { ATTACHED } from '../attached-sessions.ts';
import { type Contained, containedIn } from './containment.ts';

/** A run as everybody is shown it. */
export interface RunView {
  readonly run: string;
  readonly workflow: string;
  /** `stopped`: nobody moves it, though nothing keeps it from going on. */
  readonly state:
    | 'running'
    | 'waiting'
    | 'parked'
    | 'stopped'
    | 'completed'
    | 'merged'
    | 'aborted'
    | 'failed'
    | 'unreadable';
  /** The branch that has the work of the run, and the commit that brought it there. */
  readonly merged?: { readonly into: string; readonly commit: string } | undefined;
  readonly why: string | undefined;
  readonly request: string;
  readonly branch: string;
  /** Why the branch is not at the last accepted commit, if it is not. */
  readonly branchNote: string | undefined;
  readonly phase: string;
  readonly cycle: number;
  readonly attempt: number;
  readonly asks: readonly OpenAsk[];
  readonly commit: string;
  readonly test: { readonly id: string; readonly description: string } | undefined;
  /** Items of the test list that are open, and how many this run completed; what was done before it is not counted. */
  readonly open: number;
  readonly done: number;
  /** Items of this run that were dropped, skipped or reworded. */
  readonly listChanges: readonly ListChange[];
  /** Who confirmed that there was nothing to do, where the run did nothing. */
  readonly nothingToDo: string | undefined;
  /** Phases that a person passed over, and why. */
  readonly passedOver: RunState['knowledge']['passedOver'];
  /** What reviews found and nobody has verified as fixed. */
  readonly openFindings: RunState['knowledge']['findings'];
  /** What accepted work is suspected of. What was said of refused work, or of work that was taken back, is gone with it. */
  readonly suspicions: RunState['knowledge']['suspicions'];
  /** Accepted work of which it could not be tried what its tests notice: its evidence is weaker. */
  readonly unsabotaged: RunState['knowledge']['unsabotaged'];
  /** Whether it ends with an error if it completes with suspicions. */
  readonly strict?: true | undefined;
  readonly spending: RunState['spending'];
  /** How many sessions and proofs ran in a sandbox. */
  readonly contained: Contained;
  readonly updated: string;
  /** An MCP client plays it: only there can it go on. */
  readonly attached?: true | undefined;
}

/** What the journal of a run and its present driver come to. */
export function viewRun(entries: readonly Entry[], driver: Owner | undefined): RunView {
  const state = fold(entries.map(({ event }) => event));
  const { event } = entries.at(-1) as Entry;
  const session = entries.findLast((entry) => entry.event.type === 'session.started');
  const contained = containedIn(entries.map((entry) => entry.event));
  return viewState(state, { last: event, runner: session?.event.data.runner, contained, driver });
}

/** What of a run's journal is shown beside its state. */
interface Seen {
  readonly last: JournalEvent;
  /** The runner of its last session. */
  readonly runner: unknown;
  readonly contained: Contained;
  readonly driver: Owner | undefined;
}

/** The same from a state that is known already. */
export function viewState(state: RunState, { last, runner, contained, driver }: Seen): RunView {
  const { item, list, ownItems } = state.knowledge;
  return {
    run: state.run,
    workflow: state.workflow.name,
    state: standing(state, driver),
    why: state.unknown ?? state.parked ?? reasonOf(last),
    request: state.request,
    branch: state.branch,
    branchNote: undefined,
    phase: state.phase,
    cycle: state.cycle,
    attempt: state.attempt,
    asks: state.ask === undefined ? [] : [state.ask],
    commit: state.base.commit,
    test: item === undefined ? undefined : { id: item.id, description: item.description },
    ...listProgress(state),
    listChanges: listChanges(ownItems, list),
    nothingToDo: confirmation(state),
    passedOver: state.knowledge.passedOver,
    openFindings: openFindings(state.knowledge),
    suspicions: state.knowledge.suspicions,
    unsabotaged: state.knowledge.unsabotaged,
    ...(state.settings.strict === true ? { strict: true } : {}),
    spending: state.spending,
    contained,
    updated: last.at,
    ...(runner === ATTACHED ? { attached: true } : {}),
  };
}

/** A run whose journal cannot be read, as it is listed among the others. */
export function unreadableView(run: string, why: string): RunView {
  return {
    run,
    state: 'unreadable',
    why,
    workflow: '',
    request: '',
    branch: '',
    branchNote: undefined,
    phase: '',
    cycle: 0,
    attempt: 0,
    asks: [],
    commit: '',
    test: undefined,
    open: 0,
    done: 0,
    listChanges: [],
    nothingToDo: undefined,
    passedOver: [],
    openFindings: [],
    suspicions: [],
    unsabotaged: [],
    spending: { tokens: 0, usd: 0, ms: 0 },
    contained: containedIn([]),
    updated: '',
  };
}

/** Why a branch does not follow its run, in words; nothing if it does. */
export function describeBehind(branch: string, projection: BranchProjection, isOnTop: boolean): string | undefined {
  switch (projection.state) {
    case 'moved':
    case 'is_there':
      return undefined;
    case 'waits':
      return `${branch} is checked out in ${projection.workTree} and stays where it is until that changes`;
    case 'foreign':
      return isOnTop
        ? `${branch} has commits on top of this run (newest: ${projection.at.slice(0, 12)}), which are tested when the run goes on or is merged`
        : `${branch} was moved to ${projection.at.slice(0, 12)}, which does not contain the last commit of this run`;
    case 'missing':
      return `the last commit of this run (${projection.commit.slice(0, 12)}) is not in this clone: run \`baton sync\` in the clone that has it, then here`;
    case 'name_taken':
      return `${branch} cannot be made: there is a branch ${projection.by}`;
  }
}

function standing(state: RunState, driver: Owner | undefined): RunView['state'] {
  if (state.ended !== undefined) return state.ended;
  if (state.ask !== undefined) return 'waiting';
  if (driver !== undefined) return 'running';
  return state.parked === undefined ? 'stopped' : 'parked';
}

function reasonOf({ data }: JournalEvent): string | undefined {
  return typeof data.reason === 'string' ? data.reason : undefined;
}
