import { groupBy } from '../base/group-by.ts';
import { pairSimilar } from '../base/similar-names.ts';
import type { TestCase, TestReport, Uncollected } from './report.ts';

/** A test under its id before and its id after. */
export interface Renaming {
  readonly from: TestCase;
  readonly to: TestCase;
}

/**
 * What two reports of the same project differ in. Every test of either report that is not the same in both is in one of
 * the lists: a test of `before` that `after` lacks is hidden, renamed, moved or vanished, a test that only `after` has is
 * renamed, moved or added. Tests are those of `after`, except in `vanished` and `hidden`.
 */
export interface Comparison {
  /** Failing now, not failing before. */
  readonly newlyFailing: readonly TestCase[];
  readonly stillFailing: readonly TestCase[];
  readonly vanished: readonly TestCase[];
  /** Gone because their file, or what is compiled with it, could not be collected. */
  readonly hidden: readonly TestCase[];
  /** Skipped now and run before, or a todo now and none before. */
  readonly newlySilenced: readonly TestCase[];
  readonly newlyExpectedToFail: readonly TestCase[];
  /** Run now, known but not run before. */
  readonly newlyExecuted: readonly TestCase[];
  readonly added: readonly TestCase[];
  /** Same file, another name much like it. */
  readonly renamed: readonly Renaming[];
  /** Same names, another file. */
  readonly moved: readonly Renaming[];
  readonly newlyUncollected: readonly Uncollected[];
}

/** Tells two reports apart, test by test. */
export function compare(before: TestReport, after: TestReport): Comparison {
  const was = new Map(before.tests.map((test) => [test.id, test]));
  const is = new Map(after.tests.map((test) => [test.id, test]));
  const pairs = after.tests.flatMap((now) => {
    const then = was.get(now.id);
    return then === undefined ? [] : [{ from: then, to: now }];
  });
  const gone = before.tests.filter(({ id }) => !is.has(id));
  const fresh = after.tests.filter(({ id }) => !was.has(id));
  const hidden = gone.filter((test) => after.uncollected.some((one) => hides(one, test)));
  const lost = withoutThese(gone, hidden);
  const moved = findMoved(lost, fresh);
  const renamed = findRenamed(withoutThese(lost, moved.map(from)), withoutThese(fresh, moved.map(to)));
  const same = [...pairs, ...moved, ...renamed];
  const knownUncollected = new Set(before.uncollected.map(({ file }) => file));
  const pick = (keep: (then: TestCase, now: TestCase) => boolean) =>
    same.filter((pair) => keep(pair.from, pair.to)).map(to);

  return {
    newlyFailing: pick((then, now) => !isFailing(then) && isFailing(now)),
    stillFailing: pick((then, now) => isFailing(then) && isFailing(now)),
    vanished: withoutThese(lost, [...moved, ...renamed].map(from)),
    hidden,
    newlySilenced: pick((then, now) => {
      return now.outcome === 'todo' ? then.outcome !== 'todo' : now.outcome === 'skipped' && isExecuted(then);
    }),
    newlyExpectedToFail: pick((then, now) => then.expectedToFail !== true && now.expectedToFail === true),
    newlyExecuted: pick((then, now) => !isExecuted(then) && isExecuted(now)),
    added: withoutThese(fresh, [...moved, ...renamed].map(to)),
    renamed,
    moved,
    newlyUncollected: after.uncollected.filter(({ file }) => !knownUncollected.has(file)),
  };
}

/** Whether a test ran to an outcome: passed, failed or died. */
export function isExecuted(test: TestCase): boolean {
  return test.outcome === 'passed' || isFailing(test);
}

export function isFailing(test: TestCase): boolean {
  return test.outcome === 'failed' || test.outcome === 'errored';
}

/** Whether a test cannot be seen because of what could not be collected. */
export function hides(uncollected: Uncollected, { file }: Pick<TestCase, 'file'>): boolean {
  if (uncollected.hides === 'all') return isInFolder(file, uncollected.within);
  if (uncollected.hides === 'directory') {
    return [directoryOf(uncollected.file), uncollected.file].includes(directoryOf(file));
  }
  return uncollected.file === file || file.startsWith(`${uncollected.file}/`);
}

function isInFolder(file: string, folder: string | undefined): boolean {
  return folder === undefined || folder === '.' || file.startsWith(`${folder}/`);
}

function directoryOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}

/** Tests that are gone from one file and, by the same names, new in another; each taken once, in order. */
function findMoved(gone: readonly TestCase[], fresh: readonly TestCase[]): readonly Renaming[] {
  const waiting = groupBy(fresh, namesOf);
  return gone.flatMap((test) => {
    const same = waiting.get(namesOf(test)) ?? [];
    const at = same.findIndex(({ file }) => file !== test.file);
    return at < 0 ? [] : same.splice(at, 1).map((target) => ({ from: test, to: target }));
  });
}

function findRenamed(gone: readonly TestCase[], fresh: readonly TestCase[]): readonly Renaming[] {
  const candidates = groupBy(fresh, ({ file }) => file);
  return [...groupBy(gone, ({ file }) => file)].flatMap(([file, tests]) =>
    pairSimilar(tests, candidates.get(file) ?? [], ownNames).map(([before, after]) => ({ from: before, to: after })),
  );
}

/** The names of two tests without the groups they share: those say nothing about how alike the tests are. */
function ownNames(a: TestCase, b: TestCase): readonly [string, string] {
  let shared = 0;
  while (shared < Math.min(a.path.length, b.path.length) - 1 && a.path[shared] === b.path[shared]) shared++;
  return [a.path.slice(shared).join(' > '), b.path.slice(shared).join(' > ')];
}

const namesOf = (test: TestCase): string => test.path.join(' > ');
const from = (pair: Renaming): TestCase => pair.from;
const to = (pair: Renaming): TestCase => pair.to;

function withoutThese(tests: readonly TestCase[], these: readonly TestCase[]): readonly TestCase[] {
  const out = new Set(these);
  return tests.filter((test) => !out.has(test));
}
