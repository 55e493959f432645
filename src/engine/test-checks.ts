import { BatonError } from '../base/error.ts';
import type { ReadSource } from '../code/reader.ts';
import type { Source } from '../code/source.ts';
import { isTesting } from '../evidence/file-roles.ts';
import { placesOf } from '../evidence/origin.ts';
import { NO_OPTIONS } from '../evidence/plan/list-item.ts';
import { askingOf } from '../evidence/red/judge-red.ts';
import { failsAgain, judgeOneTest } from '../evidence/red/one-test.ts';
import type { Asking } from '../evidence/red/right-reason.ts';
import { type TestReport, type Totals, totalsOf } from '../evidence/report.ts';
import { emptyReasons, unsoundReasons } from '../evidence/soundness.ts';
import { openReader } from '../sys/git/reader.ts';
import { treeDiff } from '../sys/git/tree-diff.ts';
import { openTreeLister } from '../sys/git/tree-lister.ts';
import { pathsIn } from '../sys/git/tree-paths.ts';
import { openProjectTests } from './project-tests.ts';
import type { Proof, Prover } from './proof.ts';
import { openRoles } from './run/roles.ts';
import { withSources } from './run/sources.ts';
import { fileAt } from './run/surroundings.ts';
import { type Looked, lookAt, type Subject, type SubjectParts } from './test-subject.ts';

export type { Subject } from './test-subject.ts';

/** The tests of a tree, run as gates run them. */
export interface TestCheck {
  readonly tree: string;
  /** What was looked at, for a person. */
  readonly told: string;
  readonly framework: string;
  readonly report: TestReport;
  readonly totals: Totals;
  /** Whether a report of single tests with its canaries was seen, or no more than an exit code. */
  readonly evidence: 'strong' | 'weak';
  /** Why the report shows nothing, or not everything; empty if it stands. */
  readonly doubts: readonly string[];
  /** Whether every test passes, and the report stands. */
  readonly allPass: boolean;
  readonly cached: boolean;
  readonly sandbox: string;
  readonly dependencies: string;
}

/** How one test fails, judged as the gate of red does. */
export interface FailureCheck {
  readonly test: string;
  /** Whether the report shows it, or that the file it is in cannot be loaded. */
  readonly found: boolean;
  readonly fails: boolean;
  /** Whether it fails because of an assertion, or because what it tests does not exist yet. */
  readonly forTheRightReason: boolean;
  /** Whether it failed again when run a second time. */
  readonly repeats: boolean;
  /** The framework's words. */
  readonly message: string | undefined;
  /** Why it is no failure that counts, in the words of the gate. */
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
  readonly check: TestCheck;
}

export interface CheckOptions {
  readonly onProgress?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Run again even if the result is known. */
  readonly fresh?: boolean | undefined;
}

/** Evidence on demand, made by what the gates are made of. Decides nothing about any run. */
export interface TestChecks {
  run(subject: Subject, options?: CheckOptions): Promise<TestCheck>;
  /** Whether one test fails, and how: by its id, or by its name where only one has it. */
  failure(subject: Subject, test: string, options?: CheckOptions): Promise<FailureCheck>;
}

export interface TestCheckParts extends SubjectParts {
  /** Where installed dependencies are kept. */
  cache(): string;
  readonly readSource: ReadSource;
}

export function openTestChecks(parts: TestCheckParts): TestChecks {
  const inTurn = takingTurns();

  async function open(subject: Subject): Promise<Opened> {
    const looked = await lookAt(subject, parts);
    const { prover } = await openProjectTests({ ...parts, cache: parts.cache() }, looked.pinned);
    return { looked, prover };
  }

  async function failure(subject: Subject, test: string, options: CheckOptions): Promise<FailureCheck> {
    const { looked, prover } = await open(subject);
    const check = checkOf(await prover.prove(looked.tree, options), looked);
    const { report } = check;
    const asking = await askingAbout(report, looked, parts);
    const judged = judgeOneTest(test, report, asking);
    const again = judged.fails ? await prover.prove(looked.tree, { ...options, fresh: true }) : undefined;
    const repeats = again !== undefined && failsAgain(test, report, again.report, asking);
    const forTheRightReason = judged.found && judged.fails && judged.reasons.length === 0;
    return { test, ...judged, forTheRightReason, repeats, check };
  }

  return {
    run: (subject, options = {}) =>
      inTurn(options.signal, async () => {
        const { looked, prover } = await open(subject);
        return checkOf(await prover.prove(looked.tree, options), looked);
      }),
    failure: (subject, test, options = {}) => inTurn(options.signal, () => failure(subject, test, options)),
  };
}

interface Opened {
  readonly looked: Looked;
  readonly prover: Prover;
}

/** Tests are run one after the other: what one run found out, the next one knows. */
function takingTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const next = last.then(() => {
      if (signal?.aborted === true)
        throw new BatonError('interrupted', 'The tests were not run: nobody waits for them.');
      return work();
    });
    last = next.catch(() => undefined);
    return next;
  };
}

function checkOf(proof: Proof, { told }: Looked): TestCheck {
  const { tree, report, cached, sandbox, dependencies } = proof;
  const doubts = doubtsAbout(report).map(({ message }) => message);
  const { failed, errored, uncollected } = totalsOf(report);
  const passes = report.strength === 'weak' ? report.exitCode === 0 : failed + errored + uncollected === 0;
  return {
    tree,
    told,
    framework: report.framework,
    report,
    totals: totalsOf(report),
    evidence: report.strength,
    doubts,
    allPass: passes && doubts.length === 0,
    cached,
    sandbox,
    dependencies,
  };
}

/** Where only an exit code is seen, it says all there is to say about errors outside of tests. */
function doubtsAbout(report: TestReport) {
  const nothing = { ...report, focused: false, runErrors: [] };
  if (report.strength === 'weak') return unsoundReasons({ ...report, runErrors: [] }, 'The run of the tests', nothing);
  const unsound = unsoundReasons(report, 'The run of the tests', nothing);
  return unsound.length > 0 || report.uncollected.length > 0 ? unsound : emptyReasons(report);
}

/**
 * What red asks about the files: those that the phase changed. Where nobody works on a phase, every file of the tests
 * may have been written for the test that is asked about.
 */
async function askingAbout(
  report: TestReport,
  looked: Looked,
  { repository, readSource }: TestCheckParts,
): Promise<Asking> {
  const { tree, pinned, phase } = looked;
  const reader = openReader(repository);
  try {
    const list = openTreeLister(repository, reader);
    const roles = await openRoles(pinned.tests, { reader, paths: async (of) => pathsIn(await list(of)) })(
      phase?.base ?? tree,
    );
    const changes =
      phase === undefined ? [] : await withSources(await treeDiff(repository, phase.base, tree), readSource);
    const asking = askingOf({ changes, item: { ...NO_OPTIONS, needs: phase?.needs ?? [] }, roles });
    if (phase !== undefined) return asking;
    const texts = new Map<string, string>();
    const sources = new Map<string, Source | undefined>();
    for (const file of filesIn(report)) {
      const text = await fileAt({ reader }, tree, file);
      if (text === undefined) continue;
      texts.set(file, text);
      sources.set(file, await readSource(file, text));
    }
    const sourceOf = (path: string) => sources.get(path);
    return {
      ...asking,
      isChanged: (path) => isTesting(path, roles),
      textOf: (path) => texts.get(path),
      sourceOf,
      places: placesOf(roles, sourceOf),
    };
  } finally {
    reader.close();
  }
}

/** The files whose texts a verdict may want to see. */
function filesIn({ tests, uncollected }: TestReport): ReadonlySet<string> {
  const failures = [...tests, ...uncollected].filter(({ failure }) => failure !== undefined);
  const named = failures.flatMap(({ file, failure }) => [
    file,
    ...(failure?.diagnostics ?? []).flatMap((one) => one.file ?? []),
  ]);
  return new Set(named.slice(0, MOST_READ));
}

const MOST_READ = 200;
