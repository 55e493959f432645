import { expect, it } from 'vitest';
import { hides } from '../evidence/compare.ts';
import { failed, passed, sampleReport } from '../testing/evidence-samples.ts';
import { mergeReports } from './merge-reports.ts';

const suite = (directory: string, report: ReturnType<typeof sampleReport>, name = directory) => ({
  suite: name,
  directory,
  report,
});

it('reports of several suites are one, with every test under its own id', () => {
  const merged = mergeReports([
    suite('packages/a', sampleReport([passed('packages/a/a.test.ts', 'adds')], { framework: 'vitest' })),
    suite('b', sampleReport([failed('b/test_b.py', 'adds')], { framework: 'pytest', exitCode: 1 })),
  ]);
  expect(merged).toMatchObject({ framework: 'vitest + pytest', strength: 'strong', exitCode: 1, canary: 'seen' });
  expect(merged.tests.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['packages/a/a.test.ts::adds', 'passed'],
    ['b/test_b.py::adds', 'failed'],
  ]);
});

it('a canary that one suite did not see, or a report that is not whole, is that of all', () => {
  const good = suite('a', sampleReport([passed('a/x.test.ts', 'x')]));
  expect(mergeReports([good, suite('b', sampleReport([], { canary: 'missing' }))]).canary).toBe('missing');
  expect(mergeReports([good, suite('b', sampleReport([], { incomplete: 'timeout' }))]).incomplete).toBe(
    'timeout (in b)',
  );
  expect(mergeReports([good, suite('b', sampleReport([], { runErrors: ['died'] }))]).runErrors).toEqual(['b: died']);
});

it('what one suite could not build hides no test of another', () => {
  const failure = { kind: 'missing' as const, message: 'no such thing' };
  const { uncollected } = mergeReports([
    suite('native', sampleReport([], { uncollected: [{ file: 'native/src/lib.rs', failure, hides: 'all' }] })),
    suite('web', sampleReport([passed('web/a.test.ts', 'x')])),
  ]);
  const [one] = uncollected;
  if (one === undefined) throw new Error('nothing is uncollected');
  expect([hides(one, { file: 'native/tests/x.rs' }), hides(one, { file: 'web/a.test.ts' })]).toEqual([true, false]);
});

it('two suites of one directory are told apart by their names', () => {
  const report = sampleReport([passed('a.test.ts', 'x')]);
  const { tests } = mergeReports([suite('.', report, 'unit'), suite('.', report, 'e2e')]);
  expect(tests.map(({ id }) => id)).toEqual(['a.test.ts::unit > x', 'a.test.ts::e2e > x']);
});

it('a suite of which only an exit code is seen counts as one test', () => {
  const weak = sampleReport([], { strength: 'weak', exitCode: 2, output: 'make: *** failed' });
  const merged = mergeReports([suite('a', sampleReport([passed('a/x.test.ts', 'x')])), suite('b', weak)]);
  expect(merged.strength).toBe('strong');
  expect(merged.tests[1]).toMatchObject({ id: 'b::b', outcome: 'failed', failure: { kind: 'other' } });
});
