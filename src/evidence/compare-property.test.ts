import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleReport } from '../testing/evidence-samples.ts';
import { type Comparison, compare } from './compare.ts';
import { type TestCase, withIds } from './report.ts';

type Test = Omit<TestCase, 'id'>;

const outcome = fc.constantFrom<TestCase['outcome']>(
  'passed',
  'passed',
  'passed',
  'failed',
  'skipped',
  'todo',
  'errored',
);
const suite: fc.Arbitrary<Test[]> = fc.array(
  fc.record({
    file: fc.constantFrom('a.test.ts', 'b.test.ts', 'c.test.ts'),
    path: fc.array(fc.constantFrom('adds', 'adds numbers', 'adds big numbers', 'throws', 'rejects'), {
      minLength: 1,
      maxLength: 2,
    }),
    outcome,
  }),
  { maxLength: 14 },
);

/** What can be done to a suite, each to the test at some place. */
const DAMAGE: Readonly<Record<string, (tests: readonly Test[], at: number) => readonly Test[]>> = {
  remove: (tests, at) => tests.filter((_, index) => index !== at),
  skip: (tests, at) => tests.map((test, index) => (index === at ? { ...test, outcome: 'skipped' } : test)),
  todo: (tests, at) => tests.map((test, index) => (index === at ? { ...test, outcome: 'todo' } : test)),
  rename: (tests, at) =>
    tests.map((test, index) =>
      index === at ? { ...test, path: [...test.path.slice(0, -1), `${test.path.at(-1)}!`] } : test,
    ),
  rework: (tests, at) => tests.map((test, index) => (index === at ? { ...test, path: ['zzz', String(at)] } : test)),
  move: (tests, at) => tests.map((test, index) => (index === at ? { ...test, file: 'moved.test.ts' } : test)),
  focus: (tests, at) =>
    tests.map((test, index) =>
      index === at ? test : { ...test, outcome: test.outcome === 'todo' ? 'todo' : 'skipped' },
    ),
  duplicate: (tests, at) => tests.flatMap((test, index) => (index === at ? [test, test] : [test])),
  expect: (tests, at) =>
    tests.map((test, index) => (index === at ? { ...test, outcome: 'passed', expectedToFail: true } : test)),
  hide: (tests, at) => tests.filter(({ file }) => file !== tests[at]?.file),
};

const damages = fc.array(fc.tuple(fc.constantFrom(...Object.keys(DAMAGE)), fc.nat({ max: 30 })), { maxLength: 6 });

/**
 * Counts by name, not by id, and knows nothing of how `compare` works: how many tests of each file and names there are,
 * ran, are skipped, are todos, are expected to fail.
 */
function tally(tests: readonly Test[], keep: (test: Test) => boolean = () => true): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const test of tests.filter(keep)) {
    const key = JSON.stringify([test.file, test.path]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function lost(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return [...before].reduce((sum, [key, count]) => sum + Math.max(0, count - (after.get(key) ?? 0)), 0);
}

const ran = ({ outcome: how }: Test) => how === 'passed' || how === 'failed' || how === 'errored';
const sum = (lists: readonly (readonly unknown[])[]) => lists.reduce((total, list) => total + list.length, 0);

/** Tests of the first report that the comparison says are not in the second under their id. */
const gone = ({ vanished, hidden, renamed, moved }: Comparison) => sum([vanished, hidden, renamed, moved]);

it('no test that is removed, skipped, renamed, moved, focused, hidden or doubled goes unseen', () => {
  fc.assert(
    fc.property(suite, damages, fc.boolean(), (tests, changes, uncollected) => {
      let after: readonly Test[] = tests;
      const files = new Set<string>();
      for (const [kind, place] of changes) {
        if (after.length === 0) break;
        const at = place % after.length;
        if (kind === 'hide') files.add(after[at]?.file ?? '');
        after = DAMAGE[kind]?.(after, at) ?? after;
      }
      const failure = { kind: 'missing' as const, message: 'x' };
      const comparison = compare(
        sampleReport(tests),
        sampleReport(after, { uncollected: uncollected ? [...files].map((file) => ({ file, failure })) : [] }),
      );

      // Nothing is lost and nothing comes from nowhere.
      expect(gone(comparison)).toBe(lost(tally(tests), tally(after)));
      expect(sum([comparison.added, comparison.renamed, comparison.moved])).toBe(lost(tally(after), tally(tests)));

      // Whoever ran and does not run any more is in one of the lists.
      const silenced = comparison.newlySilenced.length;
      expect(gone(comparison) + silenced).toBeGreaterThanOrEqual(lost(tally(tests, ran), tally(after, ran)));

      // A mark that was not there is seen, on a test that was there or on a new one.
      const marked = (test: Test) => test.expectedToFail === true;
      const onNew = comparison.added.filter(marked).length;
      expect(comparison.newlyExpectedToFail.length + onNew).toBeGreaterThanOrEqual(
        lost(tally(after, marked), tally(tests, marked)),
      );
    }),
    { numRuns: 2000 },
  );
});

it('every id of either report is in exactly one place', () => {
  fc.assert(
    fc.property(suite, suite, (before, after) => {
      const comparison = compare(sampleReport(before), sampleReport(after));
      const ids = (list: readonly Test[]) => withIds(list).map(({ id }) => id);
      const pairs = [...comparison.renamed, ...comparison.moved];
      const shared = ids(before).filter((id) => ids(after).includes(id));
      const fromBefore = [...shared, ...comparison.vanished.map(({ id }) => id), ...pairs.map(({ from }) => from.id)];
      const fromAfter = [...shared, ...comparison.added.map(({ id }) => id), ...pairs.map(({ to }) => to.id)];
      expect(fromBefore.sort()).toEqual(ids(before).sort());
      expect(fromAfter.sort()).toEqual(ids(after).sort());
    }),
    { numRuns: 2000 },
  );
});

it('identical reports differ in nothing', () => {
  fc.assert(
    fc.property(suite, (tests) => {
      const { stillFailing: _, ...lists } = compare(sampleReport(tests), sampleReport(tests));
      expect(Object.values(lists).flat()).toEqual([]);
    }),
  );
});
