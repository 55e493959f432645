import { BatonError, isBatonError } from '../../base/error.ts';
import type { Entry, Store } from '../../store/store.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { endLeftPrograms } from '../../sys/left-programs.ts';
import { type Owner, takeOwnership } from '../../sys/owner-lock.ts';
import { sandboxFor } from '../../sys/sandbox.ts';
import type { UserSecret } from '../../sys/user-secret.ts';
import { overspent } from '../../workflow/budget.ts';
import type { RunState } from '../../workflow/state.ts';
import { startedIn } from '../started-programs.ts';
import { advance } from './advance.ts';
import { answerAsk } from './answer.ts';
import { containedIn, lookAtSandbox } from './containment.ts';
import { notify } from './notify.ts';
import { ownerFile } from './owner.ts';
import { takeInCommits } from './person-commits.ts';
import { PINNED_FILE, readPinned } from './pinned.ts';
import { repairProjections } from './project.ts';
import type { NewRun } from './start/start.ts';
import type { Surroundings } from './surroundings.ts';
import { openTurn, readRun, type Turn } from './turn.ts';

export interface DriveOptions {
  /** Told of everything that is recorded, as it is. */
  onEntry(entry: Entry): void;
  /** Told what a person has to know before the run goes on. */
  onWarning(sentence: string): void;
  /** Nothing new is begun once this is aborted: the run is parked. */
  readonly parking: AbortSignal;
  /** Settings that replace those the run started with. */
  readonly settings?: (Pick<NewRun, 'settings' | 'pinned'> & { readonly keys: readonly string[] }) | undefined;
  /** Signs what the person at this machine decides by giving the run more. */
  secret(): UserSecret;
}

/** A process that moves runs: how it gets at what they need. */
export interface Driver {
  readonly repository: Repository;
  readonly store: Store;
  /** Everything a run needs, and what gives it back afterwards. */
  surround(turn: Turn): Promise<{ readonly around: Surroundings; close(): void }>;
}

/** Moves a run until a person must act, it is parked, or it has ended. Only one process at a time does this for a run. */
export async function drive(driver: Driver, run: string, options: DriveOptions): Promise<RunState> {
  const first = await openTurn(driver.store, run, options.onEntry);
  if (first.state.ended !== undefined) return first.state;
  refuseUnknown(first.state);
  const lock = takeOwnership(ownerFile(driver.repository, run));
  if ('heldBy' in lock) throw held(run, lock.heldBy);
  try {
    await endLeftPrograms(startedIn(driver.repository));
    let turn = await openTurn(driver.store, run, options.onEntry);
    await lookForSandbox(turn, driver, options);
    await resume(turn, options.settings);
    if (options.settings !== undefined) turn = await withdrawBudgetAsk(turn, driver, options);
    const { around, close } = await driver.surround(turn);
    await refuseMissingBase(turn.state, around).catch((error: unknown) => {
      close();
      throw error;
    });
    const watching = watchForEnd(driver.store, run, () => around.stop('the run was ended by somebody'));
    try {
      await repairProjections(turn, around);
      for (;;) {
        if (options.parking.aborted && isMoving(turn.state)) return await park(turn);
        const before = turn.state;
        turn = await oneStep(turn, around, driver, options);
        if (turn.state.ended !== undefined) await around.discardWorkbench();
        const isStuck = turn.state === before && !options.parking.aborted;
        if (!isAtRest(turn.state) && !isStuck) continue;
        if (turn.state.seq > first.state.seq) await notify(turn.state, around);
        return turn.state;
      }
    } finally {
      watching.abort();
      close();
    }
  } finally {
    lock.release();
  }
}

/** Says where agents and tests are not contained, and refuses to go on where they have to be. */
async function lookForSandbox(turn: Turn, { store }: Driver, { settings, onWarning }: DriveOptions): Promise<void> {
  const { sandbox: mode } = settings?.pinned ?? (await readPinned(turn));
  const events = (await readRun(store, turn.run)).map(({ event }) => event);
  const { warning } = await lookAtSandbox(mode, containedIn(events), true);
  await sandboxFor(mode);
  if (warning !== undefined) onWarning(warning);
}

/** Takes up a run that was parked, or gives it other settings. */
async function resume(turn: Turn, changed: DriveOptions['settings']): Promise<void> {
  if (changed !== undefined) {
    const attachments = { [PINNED_FILE]: JSON.stringify(changed.pinned) };
    const data = { settings: changed.settings, changed: [...changed.keys] };
    await turn.append({ type: 'run.resumed', actor: 'person', data, attachments });
  } else if (turn.state.parked !== undefined) await turn.append({ type: 'run.resumed', data: {} });
}

/** A run that waits because its budget was used up goes on when a person gives it a larger one: that is the answer. */
async function withdrawBudgetAsk(turn: Turn, { store }: Driver, options: DriveOptions): Promise<Turn> {
  const { ask } = turn.state;
  if (ask?.reason !== 'budget' || overspent(turn.state) !== undefined) return turn;
  const answer = { kind: 'decision', choice: 'retry' } as const;
  await answerAsk(store, { ask: ask.id, answer, by: 'person', secret: options.secret(), vouched: true });
  return openTurn(store, turn.run, options.onEntry);
}

/** Calls back when somebody else ends the run while it is being moved: whatever runs then is for nothing. */
function watchForEnd(store: Store, run: string, onEnd: () => void): AbortController {
  const watching = new AbortController();
  store.watch(async (journal) => {
    if (journal !== `runs/${run}`) return;
    const last = await store.last(journal).catch(() => undefined);
    if (last !== undefined && ENDS.includes(last.event.type)) onEnd();
  }, watching.signal);
  return watching;
}

const ENDS = ['run.aborted', 'run.failed'];

/** One thing that is due. If somebody else wrote first, or it was interrupted, the run is read again and goes on from there. */
async function oneStep(turn: Turn, around: Surroundings, driver: Driver, options: DriveOptions): Promise<Turn> {
  try {
    if (!(await takeInCommits(turn, around))) await advance(turn, around);
    return turn;
  } catch (error) {
    if (!isBatonError(error) || (error.code !== 'lost_race' && error.code !== 'interrupted')) throw error;
    return openTurn(driver.store, turn.run, options.onEntry);
  }
}

function isMoving(state: RunState): boolean {
  return state.ended === undefined && state.parked === undefined && state.stage !== 'waiting';
}

function isAtRest(state: RunState): boolean {
  return state.ended !== undefined || state.parked !== undefined || state.stage === 'waiting';
}

async function park(turn: Turn): Promise<RunState> {
  await turn.append({ type: 'run.parked', data: { reason: 'interrupted', detail: 'interrupted by a person' } });
  return turn.state;
}

function refuseUnknown({ run, unknown }: RunState): void {
  if (unknown === undefined) return;
  throw new BatonError(
    'wrong_status',
    `The run ${run} was written by a newer Baton: ${unknown}. Update Baton to go on.`,
  );
}

/** Without the commit its phase starts from, nothing of a run can be played, judged or shown. */
async function refuseMissingBase({ run, base }: RunState, { reader }: Surroundings): Promise<void> {
  if ((await reader.read(`${base.commit}^{tree}`)) !== undefined) return;
  throw new BatonError(
    'not_found',
    `The run ${run} goes on from the commit ${base.commit}, which is not in this clone. Run \`baton sync\` in the clone that has it, then here, and resume.`,
    { data: { run, commit: base.commit } },
  );
}

function held(run: string, { pid, host, since }: Owner): BatonError {
  return new BatonError(
    'lost_race',
    `The run ${run} is being moved by process ${pid} on ${host} since ${since}. Wait for it, or end it first.`,
    { data: { run, pid, host } },
  );
}
