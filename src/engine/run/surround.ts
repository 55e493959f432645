import type { SessionMessage } from '../../runners/runner.ts';
import type { Entry, Store } from '../../store/store.ts';
import { identities } from '../../sys/git/commit.ts';
import type { GitReader } from '../../sys/git/reader.ts';
import { editTree } from '../../sys/git/tree-edit.ts';
import { needsTests } from '../../workflow/adapted.ts';
import type { Workflow } from '../../workflow/workflow-schema.ts';
import { openProjectTests } from '../project-tests.ts';
import { openKeptPlaces } from '../proof-places.ts';
import { openWorkbench, type Workbench } from '../workbench.ts';
import type { Driver } from './drive.ts';
import { coverageOf } from './gates/measure-coverage.ts';
import { writeProgress } from './live/progress-file.ts';
import { readPinned } from './pinned.ts';
import { recent } from './recent.ts';
import { openSources } from './sources.ts';
import type { RunParts } from './start/resolve.ts';
import type { RunnerChoice } from './start/runner-choice.ts';
import { type Surroundings, TEST_LIST } from './surroundings.ts';
import type { Turn } from './turn.ts';

export interface Watching {
  /** Told of everything that is recorded, as it is. */
  readonly onEntry?: ((entry: Entry) => void) | undefined;
  /** Told what a person has to know before the run goes on. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Told of everything the session that runs says and does, without secrets. */
  readonly onMessage?: ((message: SessionMessage) => void) | undefined;
  /** The trace that the session which runs belongs to. */
  readonly traceparent?: (() => string | undefined) | undefined;
  /** Told what is being done now. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  /** Nothing new is begun once this is aborted: the run is parked. */
  readonly parking?: AbortSignal | undefined;
  /** The agent is ended once this is aborted, too. */
  readonly stopping?: AbortSignal | undefined;
}

export interface RunsOptions extends RunParts {
  readonly store: Store;
  /** Where installed dependencies are kept. */
  cache(): string;
}

/** Opens everything a run works with, as it was pinned when it started. */
export async function surround(
  { repository, store, catalogue, cache, runner, readSource }: RunsOptions,
  reader: GitReader,
  turn: Turn,
  watching: Watching,
): ReturnType<Driver['surround']> {
  const pinned = await readPinned(turn);
  const { sandbox } = pinned;
  const onProgress = (sentence: string) => {
    writeProgress(repository, turn.run, sentence);
    watching.onProgress?.(sentence);
  };
  const sources = openSources(repository, reader, pinned, readSource);
  const { list } = sources;
  const places = openKeptPlaces(repository, list);
  // What Baton ticks in the list changes nothing for the tests: they never see it, and are not run again for it.
  const withoutTestList = recent(8, async (tree: string) => {
    const { files } = await list(tree);
    return files.size > 1 ? editTree(repository, tree, { [TEST_LIST]: null }, list) : tree;
  });
  let bench: Promise<Workbench> | undefined;
  const openBench = () => openWorkbench(repository, turn.run, { list });
  const never = new AbortController().signal;
  const stopper = new AbortController();
  const stopping = AbortSignal.any([watching.stopping ?? never, stopper.signal]);
  const { prover, suites, furnish } = await openProjectTests({ repository, catalogue, cache: cache() }, pinned, places);
  const around: Surroundings = {
    ...sources,
    repository,
    store,
    sandbox,
    identities: recent(1, () => identities(repository)),
    prover: {
      unitOf: (file) => prover.unitOf?.(file),
      prove: async (tree, options) =>
        prover.prove(await withoutTestList(tree), { onProgress, signal: stopping, ...options }),
      series: (tree, options, work) => prover.series(tree, { onProgress, signal: stopping, ...options }, work),
      within: (tree, work, options) => prover.within(tree, work, { onProgress, signal: stopping, ...options }),
    },
    experiments: new Map(),
    coverage: (tree) => coverageOf(tree, { suites, catalogue, options: { onProgress, signal: stopping } }),
    mutants: async (path, text, lines) => catalogue.mutants?.(path, text, lines),
    workbench: () => (bench ??= openBench()),
    async discardWorkbench() {
      (await (bench ?? openBench())).destroy();
      bench = undefined;
    },
    async furnish(directory) {
      if (needsPlace(turn.state.workflow)) await furnish(directory, onProgress);
    },
    runnerFor: (agent) => runner(pinned.runners[agent] as RunnerChoice),
    parking: watching.parking ?? never,
    stopping,
    stop: (why) => stopper.abort(why),
    onProgress,
    onMessage: watching.onMessage ?? (() => undefined),
    traceparent: watching.traceparent ?? (() => undefined),
  };
  return { around, close: places.close };
}

/** Whether anything of the project is run: its tests, or a command as a gate. */
function needsPlace(workflow: Workflow): boolean {
  const hasCommand = Object.values(workflow.phases).some(({ gates }) => gates.some((gate) => typeof gate !== 'string'));
  return hasCommand || needsTests(workflow);
}
