import { BatonError, isBatonError } from '../../base/error.ts';
import { redactText } from '../../handoff/redact.ts';
import { overrideConfig } from '../../protocol/config.ts';
import type { Config, RunFlags } from '../../protocol/config-schema.ts';
import type { Entry } from '../../store/store.ts';
import { onDisk } from '../../sys/durable.ts';
import { type BranchProjection, branchHead, isAncestor } from '../../sys/git/branch.ts';
import { type DiffTexts, diffTexts } from '../../sys/git/diff-text.ts';
import { type Uncommitted, uncommitted } from '../../sys/git/head.ts';
import { type GitReader, openReader } from '../../sys/git/reader.ts';
import { endLeftPrograms } from '../../sys/left-programs.ts';
import { openUserSecret } from '../../sys/user-secret.ts';
import type { RunState } from '../../workflow/state.ts';
import { startedIn } from '../started-programs.ts';
import { observed } from '../telemetry/observe.ts';
import { sweepWorkbenches } from '../tidy.ts';
import { type Answer, type AnswerOptions, answerAsk } from './answer.ts';
import { containedIn, lookAtSandbox, type SandboxState } from './containment.ts';
import type { Driver } from './drive.ts';
import type { Estimate } from './estimate.ts';
import type { MergeOptions, RunMergeOutcome } from './merge.ts';
import { type LookedAt, withMerges } from './merged.ts';
import { driverOf } from './owner.ts';
import { readPinned } from './pinned.ts';
import { repairProjections } from './project.ts';
import type { StartOptions } from './start/resolve.ts';
import { type NewRun, startRun } from './start/start.ts';
import type { RunsOptions, Watching } from './surround.ts';
import type { Surroundings } from './surroundings.ts';
import { openTurn, readRun, type Turn } from './turn.ts';
import { describeBehind, type RunView, unreadableView, viewRun } from './view.ts';

export type { Watching } from './surround.ts';

/** Other settings for a run that goes on. */
export interface ChangedSettings {
  /** The project's settings as they are now. What flags set when the run started or was resumed stays above them. */
  readonly reload?: Config | undefined;
  /** What the command line says now. */
  readonly flags?: RunFlags | undefined;
}

/**
 * The runs of a repository. Every surface works through this. What moves runs is loaded when one is moved: most commands
 * only look.
 */
export interface Runs {
  /** Creates a run; `drive` moves it. The warnings are for its user to read before. */
  start(options: StartOptions): Promise<RunView & { readonly warnings: readonly string[] }>;
  /** Moves a run until a person must act, it is parked, or it has ended. */
  drive(run: string, watching?: Watching & ChangedSettings): Promise<RunView>;
  /** All runs, those moved last first. */
  list(): Promise<readonly RunView[]>;
  view(run: string): Promise<RunView>;
  /** Everything recorded of a run, in order. */
  entries(run: string): Promise<readonly Entry[]>;
  /** Answers an ask, once, and gives the run as it is then. */
  answer(ask: string, answer: Answer, by: string, how?: AnswerOptions): Promise<RunView>;
  /** Goes back to an accepted commit, by a commit on top. */
  rollBack(run: string, to: string, by: string): Promise<RunView>;
  abort(run: string, reason: string, by: string): Promise<RunView>;
  /** Merges a completed run after testing the merged result. */
  merge(run: string, options?: MergeOptions & Pick<Watching, 'onProgress'>): Promise<RunMergeOutcome>;
  /** What a run that has just been created may take, from earlier ones; nothing where there were none like it. */
  estimate(run: string): Promise<Estimate | undefined>;
  /** What changed between two trees or commits of a run; nothing where they are not all in this clone. */
  diff(from: string, to: string): Promise<DiffTexts | undefined>;
  /** What contains agents and tests here now: under the settings of a run, or by default. */
  sandbox(run?: string): Promise<SandboxState>;
  /** What the checkout has that is in no commit, and so in no run. */
  uncommitted(): Promise<readonly Uncommitted[]>;
  close(): void;
}

export function openRuns(options: RunsOptions): Runs {
  const { repository, store } = options;
  let reader: GitReader | undefined;

  async function view(run: string): Promise<RunView> {
    const [seen] = await withMerges(repository, [await look(run)]);
    return seen as RunView;
  }

  async function look(run: string): Promise<LookedAt> {
    const entries = await readRun(store, run);
    const seen = viewRun(entries, driverOf(repository, run));
    const behind = isBehind(seen, branchHead(repository, seen.branch)) ? await repair(run) : undefined;
    if (behind === undefined) return { view: seen, entries };
    const isOnTop = behind.state === 'foreign' && (await isAncestor(repository, seen.commit, behind.at));
    return { view: { ...seen, branchNote: describeBehind(seen.branch, behind, isOnTop) }, entries };
  }

  /** One run that cannot be read must not hide the others. */
  async function lookIfReadable(run: string): Promise<LookedAt> {
    try {
      return await look(run);
    } catch (error) {
      if (!isBatonError(error)) throw error;
      return { view: unreadableView(run, error.message), entries: [] };
    }
  }

  /** After a crash, whatever is asked next brings branch and notes to where the journal is. */
  async function repair(run: string): Promise<BranchProjection> {
    const turn = await openTurn(store, run, () => undefined);
    return repairProjections(turn, { repository, store });
  }

  const driver = (watching: Watching): Driver => ({
    repository,
    store,
    async surround(turn) {
      reader ??= openReader(repository);
      const { surround } = await import('./surround.ts');
      return surround(options, reader, turn, watching);
    },
  });

  /** Does one thing to a run that nobody else may be moving meanwhile. */
  async function within(run: string, work: (turn: Turn, around: Surroundings) => Promise<void>): Promise<RunView> {
    const moving = driverOf(repository, run);
    if (moving !== undefined) {
      throw new BatonError('lost_race', `The run ${run} is being moved by process ${moving.pid}. Stop it first.`);
    }
    const turn = await openTurn(store, run, () => undefined);
    refuseEnded(turn.state);
    const { around, close } = await driver({}).surround(turn);
    await endLeftPrograms(startedIn(repository));
    await work(turn, around).finally(close);
    return view(run);
  }

  /** What a run would be made of if it started now: everything but its request, its workflow and where it began. */
  async function settingsFor(
    run: string,
    { reload, flags = {} }: ChangedSettings,
  ): Promise<Pick<NewRun, 'settings' | 'pinned'>> {
    const turn = await openTurn(store, run, () => undefined);
    const { workflow, request, settings } = turn.state;
    const pinned = await readPinned(turn);
    const { changeSettings, resolveRun } = await import('./start/resolve.ts');
    if (reload === undefined) return changeSettings(options, { settings, pinned }, flags);
    const own = { ...options, workflow: async () => workflow };
    const allFlags = overrideConfig(pinned.flags ?? {}, flags);
    const config = { ...overrideConfig(reload, allFlags), tier: settings.tier };
    const acceptBaselineFailures = pinned.accept_baseline_failures;
    return resolveRun(own, { request, config, flags: allFlags, acceptBaselineFailures, isRecorded: true });
  }

  return {
    async start(given) {
      const { resolveRun } = await import('./start/resolve.ts');
      const resolved = await onDisk('start the run', () => resolveRun(options, given));
      const run = await onDisk('start the run', () => startRun(store, resolved));
      const warnings = resolved.warnings ?? [];
      return safely(`look at the run ${run}`, run, async () => ({ ...(await view(run)), warnings }));
    },
    drive: (run, watching = {}) =>
      safely(`move the run ${run}`, run, async () => {
        const { reload, flags } = watching;
        const changed = reload === undefined && flags === undefined ? undefined : await settingsFor(run, watching);
        const settings = changed && { ...changed, keys: changedKeys(watching) };
        await observed({
          watching,
          before: async () => (await openTurn(store, run, () => undefined)).state,
          async drive(seen) {
            const { drive } = await import('./drive.ts');
            const { onEntry = ignore, onWarning = ignore, parking = new AbortController().signal } = seen;
            return drive(driver(seen), run, { onEntry, onWarning, parking, settings, secret: openUserSecret });
          },
        });
        return view(run);
      }),
    async list() {
      const names = await store.list('runs');
      const seen = await Promise.all(names.map((journal) => lookIfReadable(journal.slice('runs/'.length))));
      return [...(await withMerges(repository, seen))].sort((a, b) => (a.updated < b.updated ? 1 : -1));
    },
    view,
    entries: (run) => readRun(store, run),
    async answer(ask, answer, by, { vouched = true } = {}) {
      const record = async () => answerAsk(store, { ask, answer, by, secret: openUserSecret(), vouched });
      return view(await onDisk(`answer ${ask}`, record));
    },
    rollBack: (run, to, by) =>
      within(run, async (turn, around) => {
        const { rollBack } = await import('./roll-back.ts');
        return rollBack(turn, around, { to, skip: false, hint: undefined, actor: by });
      }),
    async abort(run, reason, by) {
      const turn = await openTurn(store, run, () => undefined);
      refuseEnded(turn.state);
      await turn.append({ type: 'run.aborted', actor: by, data: { reason: redactText(reason).text } });
      await endLeftPrograms(startedIn(repository));
      await sweepWorkbenches(repository, store);
      return view(run);
    },
    merge: (run, options = {}) =>
      onDisk(`merge the run ${run}`, async () => {
        const turn = await openTurn(store, run, () => undefined);
        const { around, close } = await driver(options).surround(turn);
        const { mergeRun } = await import('./merge.ts');
        return mergeRun(turn, around, options).finally(close);
      }),
    async estimate(run) {
      const { estimateRun } = await import('./estimate.ts');
      return estimateRun(store, run);
    },
    async diff(from, to) {
      try {
        return await diffTexts(repository, from, to, MAX_PATCH);
      } catch (error) {
        if (isBatonError(error) && error.code === 'git_failed') return undefined;
        throw error;
      }
    },
    async sandbox(run) {
      if (run === undefined) return lookAtSandbox('auto');
      const events = (await readRun(store, run)).map(({ event }) => event);
      const pinned = openTurn(store, run, ignore).then(readPinned);
      const mode = await pinned.then(({ sandbox }) => sandbox).catch(() => 'auto' as const);
      return lookAtSandbox(mode, containedIn(events));
    },
    uncommitted: () => uncommitted(repository),
    close: () => reader?.close(),
  };
}

/** More of a patch than this nobody reads on a screen. */
const MAX_PATCH = 1_000_000;

/** What a person changed when the run went on, for the record. */
function ignore(): void {}

function changedKeys({ reload, flags }: ChangedSettings): string[] {
  return [...(reload === undefined ? [] : ['baton.yaml']), ...Object.keys(flags ?? {})];
}

/** What the system refuses on the way is told in a sentence. It does not hurt what is recorded. */
function safely<T>(doing: string, run: string, work: () => Promise<T>): Promise<T> {
  return onDisk(doing, work, `What is recorded is safe. When that is mended, go on: baton resume ${run}.`);
}

/** Whether a run's branch is not where its journal is, and nobody is about to move it there. */
function isBehind({ state, commit }: RunView, head: string | undefined): boolean {
  if (state === 'running' || head === commit) return false;
  const hasEnded = state === 'completed' || state === 'merged' || state === 'aborted' || state === 'failed';
  return head !== undefined || !hasEnded;
}

function refuseEnded({ run, ended }: RunState): void {
  if (ended !== undefined) throw new BatonError('wrong_status', `The run ${run} has ended (${ended}).`);
}
