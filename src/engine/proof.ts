import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BatonError, isBatonError } from '../base/error.ts';
import type { JsonValue } from '../base/json.ts';
import { openQueue } from '../base/queue.ts';
import { type TestReport, testReportSchema } from '../evidence/report.ts';
import type { Framework, RunRequest, Selection } from '../frameworks/framework.ts';
import { readBounded } from '../sys/bounded-file.ts';
import { workTrees } from '../sys/git/checked-out.ts';
import type { Repository } from '../sys/git/repository.ts';
import { makeStandIn } from '../sys/git/stand-in.ts';
import { borrowKept, keepDirectory } from '../sys/kept-directory.ts';
import { makeDirectories, readKept, writeKept } from '../sys/kept-file.ts';
import { openStartedPrograms } from '../sys/left-programs.ts';
import { removeAll } from '../sys/removal.ts';
import { type SandboxMode, sandboxFor } from '../sys/sandbox.ts';
import type { BorrowedCopy } from '../sys/spare-copy.ts';
import { contentDigest } from './content-digest.ts';
import type { Dependencies, Provided } from './dependencies.ts';
import type { Watching } from './install.ts';
import { openFreshPlaces, type ProofPlace, type ProofPlaces } from './proof-places.ts';
import { type Furnished, requestIn, runTests } from './proof-run.ts';
import { startedIn } from './started-programs.ts';
import { workbenches } from './workbench-record.ts';

/** How a project's tests are proved; fixed for a run. */
export interface ProofSettings {
  readonly framework: Framework;
  /** The package whose tests count, relative to the project. */
  readonly directory: string;
  readonly command?: readonly string[] | undefined;
  readonly timeoutMs: number;
  readonly sandbox: SandboxMode;
  /** Whether the tests find a repository round their files. */
  readonly git?: boolean | undefined;
}

/** A run of the tests on a tree, in a clean directory. */
export interface Proof {
  readonly tree: string;
  readonly report: TestReport;
  /** Whether it was made now or known from before. */
  readonly cached: boolean;
  /** What contained it, for a person. */
  readonly sandbox: string;
  /** Where its dependencies came from, for a person. */
  readonly dependencies: string;
  /** What the code under test wrote to the file it was given for that. */
  readonly recorded?: string | undefined;
}

export interface ProveOptions extends Watching {
  readonly selection?: Selection | undefined;
  /** With canaries even though only some of the tests are run. */
  readonly canary?: boolean | undefined;
  /** Run again even if the result is known: for flaky tests. */
  readonly fresh?: boolean | undefined;
  /**
   * The tree is a person's own, as a run starts from it. What tools cache while its tests run serves later proofs; what
   * they cache while an agent's tests run never does, for those tests could have put anything there.
   */
  readonly trusted?: boolean | undefined;
  /** The tree was altered for an experiment and may run for ever: it gets a few times what other trees took. */
  readonly altered?: boolean | undefined;
  /** Made beside other proofs: the directory in which the proofs of a run follow each other is left to them. */
  readonly isBeside?: boolean | undefined;
  /** Told as the tests begin to run; never where it is known what they show. */
  readonly onBegun?: (() => void) | undefined;
  /** What the tests find in their environment besides. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** The environment variable that names a file which the code under test may write to. */
  readonly recording?: string | undefined;
}

/** What differs between the runs of a series. */
export type SeriesOptions = Pick<ProveOptions, 'environment' | 'recording'>;

type SeriesPlace = Pick<ProveOptions, 'selection' | 'isBeside'> & Watching;

export interface Series {
  /** How many runs are made side by side. */
  readonly width: number;
  /** Makes runs that do not depend on each other, and gives their proofs in the same order. */
  run(all: readonly SeriesOptions[]): Promise<readonly Proof[]>;
}

export interface Prover {
  /** What a test file is compiled or loaded together with; nothing where it may change what all others show. */
  unitOf?(testFile: string): string | undefined;
  prove(tree: string, options?: ProveOptions): Promise<Proof>;
  /**
   * Runs tests of an altered tree many times. What is built for one run serves the next, and what tests leave in a directory
   * may still be there for later runs. Nothing is remembered.
   */
  series<T>(tree: string, options: SeriesPlace, work: (series: Series) => Promise<T>): Promise<T>;
  /** Does something else on a tree as tests are run on it: its files, its dependencies, contained. Nothing is remembered. */
  within<T>(tree: string, work: (request: RunRequest) => Promise<T>, options?: Watching): Promise<T>;
}

/** Proves trees of a repository. What was proved once is known: the same tree, command and surroundings give the same. */
export function openProver(
  repository: Repository,
  settings: ProofSettings,
  dependencies: Dependencies,
  where: ProofPlaces = openFreshPlaces(repository),
): Prover {
  const known = join(repository.batonDir, 'proofs');
  const started = openStartedPrograms(startedIn(repository));
  const suiteKey = contentDigest([settings.framework.name, settings.directory]);
  let longestMs = 0;
  const canaryKey = randomBytes(16).toString('hex');
  const inTurn = openQueue(availableParallelism());
  let hasBuilds = settings.framework.buildsInto === undefined;

  /** The deadline for a tree. Nobody waits for an endless loop as long as for a suite that is merely slow. */
  function timeoutFor({ altered }: ProveOptions): number {
    if (altered !== true || longestMs === 0) return settings.timeoutMs;
    return Math.min(settings.timeoutMs, Math.max(LEAST_TIMEOUT_MS, MOST_TIMES * longestMs));
  }

  async function make<T>(
    tree: string,
    { isBeside }: Pick<ProveOptions, 'isBeside'>,
    work: (places: Places) => Promise<T>,
  ): Promise<T> {
    const prepare = async ({ project, scratch, builds, touched }: ProofPlace) => {
      const cache = join(scratch, 'cache');
      const built = settings.framework.buildsInto;
      const borrowed: BorrowedCopy[] = [];
      const borrow = (kept: string, to: string) => {
        borrowed.push(borrowKept(kept, to, builds === undefined ? undefined : join(builds, 'spares')));
      };
      if (builds !== undefined && built !== undefined) borrow(join(builds, suiteKey), join(scratch, built));
      makeDirectories(join(scratch, 'home'), join(scratch, 'tmp'));
      try {
        refuseMissingDirectory(project, settings.directory);
        if (settings.git === true) await makeStandIn(project);
        return await work({ project, scratch, cache, builds, touched, borrow });
      } catch (error) {
        throw withoutPlace(error, project);
      } finally {
        for (const copy of borrowed) copy.giveBack();
      }
    };
    return where.within(tree, prepare, isBeside);
  }

  async function proveIn(places: Places, tree: string, options: ProveOptions): Promise<Proof> {
    const { furnished, kept } = await furnish(places, options);
    options.onProgress?.(`running the tests (${settings.framework.name})`);
    const { giveBack, told } = furnished.provided;
    const ran = await runIn(places, furnished, options).finally(giveBack);
    const rewritten = places.touched().slice(0, MAX_REWRITTEN);
    const report = rewritten.length === 0 ? ran.report : { ...ran.report, rewritten };
    if (options.trusted === true && ran.report.incomplete === null) {
      if (kept !== undefined) keepDirectory(places.cache, kept);
      hasBuilds = true;
      const built = settings.framework.buildsInto;
      if (places.builds !== undefined && built !== undefined && (await isContained())) {
        keepDirectory(join(places.scratch, built), join(places.builds, suiteKey));
      }
    }
    return { tree, ...ran, report, cached: false, dependencies: told };
  }

  /** Runs the tests once in a place that is ready for them. */
  async function runIn(
    { scratch }: Places,
    furnished: Furnished,
    options: ProveOptions,
  ): Promise<Pick<Proof, 'report' | 'sandbox' | 'recorded'>> {
    const timed = { ...settings, canaryKey, timeoutMs: timeoutFor(options) };
    const file = join(scratch, 'recording');
    const named = options.recording === undefined ? {} : { [options.recording]: file };
    const environment = { ...options.environment, ...named };
    const { selection, canary } = options;
    const ran = await inTurn(() => {
      options.onBegun?.();
      return runTests(timed, furnished, { selection, canary, environment });
    });
    return options.recording === undefined ? ran : { ...ran, recorded: readRecorded(file) };
  }

  /** Works in a directory in which one run of an altered tree follows another. */
  function inLane<T>(
    tree: string,
    options: SeriesPlace,
    work: (run: (one: SeriesOptions) => Promise<Proof>) => Promise<T>,
  ): Promise<T> {
    return make(tree, options, async (places) => {
      const { furnished } = await furnish(places, options);
      const { giveBack, told } = furnished.provided;
      const run = async (one: SeriesOptions): Promise<Proof> => {
        clearScratch(places.scratch);
        const ran = await runIn(places, furnished, { ...options, ...one, altered: true });
        return { tree, ...ran, cached: false, dependencies: told };
      };
      return work(run).finally(giveBack);
    });
  }

  async function workIn<T>(places: Places, work: (request: RunRequest) => Promise<T>, options: Watching): Promise<T> {
    const { furnished } = await furnish(places, options);
    const { request } = await requestIn(settings, furnished);
    return work(request).finally(furnished.provided.giveBack);
  }

  /** Without a sandbox any later test could write to what is kept for this run. */
  async function isContained(): Promise<boolean> {
    return (await sandboxFor(settings.sandbox)) !== undefined;
  }

  /** Puts dependencies and kept caches in their places. */
  async function furnish(places: Places, { onProgress, signal }: Watching) {
    const provided = await dependencies.provide(places.project, settings.directory, { onProgress, signal });
    const kept = await keptCache(provided, places);
    if (kept !== undefined) places.borrow(kept, places.cache);
    const cache = kept === undefined ? undefined : places.cache;
    const checkouts = [...workTrees(repository), ...workbenches(repository)];
    return { kept, furnished: { ...places, checkouts, cache, provided, signal, started } };
  }

  /** Caches serve the same tests with the same dependencies; only those of this run where nobody knows what those are. */
  async function keptCache({ key }: Provided, { builds }: Places): Promise<string | undefined> {
    if (key === undefined)
      return builds !== undefined && (await isContained()) ? join(builds, `${suiteKey}-cache`) : undefined;
    const about = [repository.batonDir, settings.framework.name, settings.directory, key, process.version];
    return join(dependencies.cache, 'tools', contentDigest(about));
  }

  return {
    unitOf: (file) => settings.framework.unitOf?.(file),
    async prove(tree, options = {}) {
      const file = join(known, `${await proofKey(tree, settings, dependencies, options)}.json`);
      // What a run starts from is built once, for all its proofs, even if it is known what its tests show.
      const isAgain = options.fresh === true || (options.trusted === true && !hasBuilds);
      const before = isAgain ? undefined : readKnown(file);
      const proof = before ?? (await make(tree, options, (places) => proveIn(places, tree, options)));
      if (proof.report.incomplete === null) longestMs = Math.max(longestMs, proof.report.wallMs);
      if (before !== undefined) return { ...before, cached: true };
      if (proof.report.incomplete === null) writeKept(file, proof);
      return proof;
    },
    async series(tree, options, work) {
      // Without a sandbox each directory gets a copy of the dependencies, and all share one network.
      const isSpread = settings.framework.buildsNothing === true && (await isContained());
      const width = isSpread ? Math.min(MAX_LANES, availableParallelism()) : 1;
      const runAll = async (run: (one: SeriesOptions) => Promise<Proof>, all: readonly SeriesOptions[]) => {
        const proofs: Proof[] = [];
        const left = [...all.entries()];
        const drain = async (each: typeof run) => {
          for (let next = left.shift(); next !== undefined; next = left.shift()) proofs[next[0]] = await each(next[1]);
        };
        const beside = Array.from({ length: Math.min(width, all.length) - 1 }, () => inLane(tree, options, drain));
        await Promise.all([drain(run), ...beside]);
        return proofs;
      };
      return inLane(tree, options, (run) => work({ width, run: (all) => runAll(run, all) }));
    },
    within: (tree, work, options = {}) => make(tree, {}, (places) => workIn(places, work, options)),
  };
}

/** Most directories in which runs of a series are made side by side. */
const MAX_LANES = 4;

/** Takes away what an earlier run left, its report above all; only what was built stays. */
function clearScratch(scratch: string): void {
  for (const name of readdirSync(scratch)) if (!BUILT.has(name)) removeAll(join(scratch, name));
  makeDirectories(join(scratch, 'home'), join(scratch, 'tmp'));
}

const BUILT: ReadonlySet<string> = new Set(['cache', 'target']);

/** What code wrote down; nothing where it wrote nothing, or more than anybody reads. */
function readRecorded(file: string): string {
  if (!existsSync(file)) return '';
  const read = readBounded(file, MAX_RECORDED_BYTES);
  return 'bytes' in read ? read.bytes.toString('utf8') : '';
}

const MAX_RECORDED_BYTES = 4_000_000;

/** Most files that a report names as written while its tests ran. */
const MAX_REWRITTEN = 200;
const LEAST_TIMEOUT_MS = 20_000;
const MOST_TIMES = 5;

function refuseMissingDirectory(project: string, directory: string): void {
  if (existsSync(join(project, directory))) return;
  throw new BatonError(
    'project_misconfigured',
    `There is no directory ${directory} in the commit: set tests.directory in baton.yaml to the package whose tests count.`,
    { data: { directory } },
  );
}

/** What a person is to mend, told without the directory that is gone by then. */
function withoutPlace(error: unknown, project: string): unknown {
  if (!isBatonError(error)) return error;
  const { code, message, data } = error;
  const told = message.replaceAll(`${project}/`, '').replaceAll(project, 'the project');
  return new BatonError(code, told, { data, cause: error });
}

/** Where a proof is made. */
interface Places extends ProofPlace {
  readonly cache: string;
  /** Puts a copy of what is kept into a new directory, until the proof is made. */
  borrow(kept: string, to: string): void;
}

/** Everything that could make another run of the same tests come out otherwise. */
async function proofKey(
  tree: string,
  settings: ProofSettings,
  dependencies: Dependencies,
  { selection = {}, canary, environment, recording }: ProveOptions,
): Promise<string> {
  const sandbox = await sandboxFor(settings.sandbox);
  const about: JsonValue = {
    format: 2,
    tree,
    framework: settings.framework.name,
    directory: settings.directory,
    command: settings.command ?? null,
    ...(settings.git === true ? { git: true } : {}),
    files: selection.files ?? null,
    ...(canary === undefined ? {} : { canary }),
    ...(environment === undefined ? {} : { environment }),
    ...(recording === undefined ? {} : { recording }),
    sandbox: sandbox?.kind ?? null,
    dependencies: dependencies.digest,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    path: process.env.PATH ?? '',
  };
  return contentDigest(about);
}

/** A proof made before. A damaged memory is no evidence: the tests are simply run again. */
function readKnown(file: string): Proof | undefined {
  const known = readKept(file) as Proof | undefined;
  return testReportSchema.safeParse(known?.report).success ? known : undefined;
}
