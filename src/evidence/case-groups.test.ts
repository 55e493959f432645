import { expect, it } from 'vitest';
import { sampleSource } from '../testing/sample-source.ts';
import { groupCases, isTestOf } from './case-groups.ts';
import { type TestCase, withIds } from './report.ts';

const FILE = 'test/a.test.ts';
const TWINS = "it('adds', () => {\n  expect(1).toBe(2);\n});\nit('adds', () => {\n  expect(1).toBe(1);\n});\n";
const ROWS = "it.each([1, 2])('adds', (n) => {\n  expect(n).toBe(2);\n});\n";

function groups(text: string, tests: readonly Omit<TestCase, 'id' | 'file' | 'outcome'>[], file = FILE) {
  const all = withIds(tests.map((test) => ({ file, outcome: 'failed' as const, ...test })));
  return groupCases(all, () => sampleSource(file, text)).map((cases) =>
    cases.map(({ id }) => id.replace(`${file}::`, '')),
  );
}

it('two tests with one title are two tests, by where the framework says they are declared', () => {
  const tests = [1, 4].map((line) => ({ path: ['adds'], declared: { line, column: 1 } }));
  expect(groups(TWINS, tests)).toEqual([['adds'], ['adds#2']]);
});

it('rows of a test with parameters are one test, also with one title', () => {
  const tests = [1, 2].map(() => ({ path: ['adds'], declared: { line: 1, column: 16 } }));
  expect(groups(ROWS, tests)).toEqual([['adds', 'adds#2']]);
});

it('two tests on one line are two tests', () => {
  const tests = [1, 30].map((column) => ({ path: ['adds'], declared: { line: 1, column } }));
  expect(groups(TWINS.replaceAll('\n', ' '), tests)).toHaveLength(2);
});

it('tests that one function declares are told apart by who calls it', () => {
  const declared = { line: 3, column: 3 };
  const tests = ['9:1', '10:1'].map((through) => ({ path: ['adds'], declared: { ...declared, through } }));
  expect(groups('function make(title, run) {\n  it(title, run);\n}\n', tests)).toHaveLength(2);
});

it('equal titles are separate tests where the format says nothing of places', () => {
  expect(groups(ROWS, [{ path: ['adds'] }, { path: ['adds'] }])).toEqual([['adds'], ['adds#2']]);
  expect(groups('', [{ path: ['adds'] }, { path: ['adds'] }], 'tap')).toEqual([['adds'], ['adds#2']]);
});

it('rows with names of their own are one test without any place', () => {
  const tests = ['test_adds[1]', 'test_adds[2]'].map((name) => ({ path: [name] }));
  expect(groups('def test_adds(n):\n    assert n == 1\n', tests, 'test_a.py')).toHaveLength(1);
});

it('a test as written is the one at its place, not another one with its title', () => {
  const source = sampleSource(FILE, TWINS);
  const [first, second] = source?.found.tests ?? [];
  const [test] = withIds([{ file: FILE, path: ['adds'], outcome: 'failed', declared: { line: 4 } }]);
  const belongs = (one: typeof first) =>
    one !== undefined && test !== undefined && source !== undefined && isTestOf(one, source, test);
  expect([belongs(first), belongs(second)]).toEqual([false, true]);
});
