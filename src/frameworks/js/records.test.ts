import { describe, expect, it } from 'vitest';
import { readRecords } from './records.ts';
import { reportOf } from './report.ts';

const start = { type: 'start', restricts: [] };
const test = (path: string[], state = 'passed', errors: object[] = []) => ({ path, state, errors });
const file = (name: string, tests: object[]) => ({
  type: 'file',
  file: `/p/${name}`,
  state: 'run',
  errors: [],
  tests,
  groups: [],
});
const end = (files: number, tests: number, more = {}) => ({
  type: 'end',
  files,
  tests,
  interrupted: false,
  restricts: [],
  include: [],
  ...more,
});
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const whole = lines(start, file('a.test.js', [test(['x']), test(['y'], 'failed', [{ message: 'no' }])]), end(1, 2));

function report(text: string, cut = false) {
  return reportOf({
    framework: 'vitest',
    command: ['vitest'],
    result: { exitCode: 0, signal: null, timedOut: false, output: '', wallMs: 1 },
    records: readRecords(text, cut),
    project: { directory: '/p' },
    canary: 'off',
    isFocused: () => false,
  }).report;
}

describe('records', () => {
  it('that are whole give a whole report', () => {
    const { tests, incomplete } = report(whole);
    expect(tests.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a.test.js::x', 'passed'],
      ['a.test.js::y', 'failed'],
    ]);
    expect(incomplete).toBeNull();
  });

  it.each([
    ['nothing at all', ''],
    ['no end', lines(start, file('a', []))],
    ['no start', lines(file('a', []), end(1, 0))],
    ['an end that counts fewer files', lines(start, file('a', []), end(0, 0))],
    ['an end that counts more tests', lines(start, file('a', [test(['x'])]), end(1, 2))],
    ['a file twice', lines(start, file('a', []), file('a', []), end(2, 0))],
    ['something after the end', lines(start, end(0, 0), file('a', []))],
    ['an interrupted run', lines(start, end(0, 0, { interrupted: true }))],
    ['a line that is not JSON', `${lines(start)}{"type":\n${lines(end(0, 0))}`],
    ['an unknown record', lines(start, { type: 'pass-all' }, end(0, 0))],
    ['an unknown state', lines(start, file('a', [test(['x'], 'fine')]), end(1, 1))],
    ['a test without a name', lines(start, file('a', [test([])]), end(1, 1))],
    ['NUL bytes', `${lines(start)}\0\0\0\n${lines(end(0, 0))}`],
    ['nesting without end', `${lines(start)}${'['.repeat(100_000)}\n${lines(end(0, 0))}`],
  ])('with %s are incomplete', (_, text) => {
    expect(report(text).incomplete).not.toBeNull();
  });

  it('are incomplete wherever they are cut off', () => {
    for (let length = 0; length < whole.length; length += 1) {
      expect(report(whole.slice(0, length)).incomplete).not.toBeNull();
    }
    expect(report(whole, true).incomplete).not.toBeNull();
  });

  it('keep an error of taking things down, which comes after the end', () => {
    const late = { type: 'error', error: { message: 'still open' }, label: 'teardown' };
    expect(report(whole + lines(late)).runErrors).toEqual(['teardown: still open']);
    expect(report(whole + lines(late)).incomplete).toBeNull();
  });

  it('of another process are read as far as they can be', () => {
    const stray = `${lines({ type: 'error', error: { message: 'b' } }, { type: 'error', error: { message: 'a' } })}rubbish`;
    expect(readRecords(whole, false, stray).errors.map(({ error }) => error.message)).toEqual(['a', 'b']);
  });

  it('of a file that began and never ended tell of a crash, and pass nothing', () => {
    const { uncollected, incomplete } = report(lines(start, { type: 'begin', file: '/p/a.test.js' }));
    expect(uncollected).toMatchObject([{ file: 'a.test.js', failure: { kind: 'crash' } }]);
    expect(incomplete).toBe('the run ended before its report did');
  });

  it('of a test without an end tell of a crash', () => {
    const { tests } = report(lines(start, file('a', [test(['x'], 'unknown')]), end(1, 1)));
    expect(tests).toMatchObject([{ outcome: 'errored', failure: { kind: 'crash' } }]);
  });

  it('of the same file in two projects come in the same order each time', () => {
    const of = (project: string, state: string) => ({ ...file('a', [test(['x'], state)]), project });
    const one = report(lines(start, of('one', 'passed'), of('two', 'skipped'), end(2, 2)));
    const two = report(lines(start, of('two', 'skipped'), of('one', 'passed'), end(2, 2)));
    expect(one.tests).toEqual(two.tests);
  });

  it('of 50,000 tests are read in less than 300 MB', () => {
    const errors = [
      {
        name: 'AssertionError',
        message: 'expected 1 to be 2',
        stack: `AssertionError\n${'    at x (/p/a.js:1:1)\n'.repeat(10)}`,
      },
    ];
    const files = Array.from({ length: 500 }, (_, f) =>
      file(
        `f${f}.test.js`,
        Array.from({ length: 100 }, (_, t) =>
          t % 10 === 0 ? test(['group', `test ${t}`], 'failed', errors) : test(['group', `test ${t}`]),
        ),
      ),
    );
    const text = lines(start, ...files, end(500, 50_000));
    const before = process.memoryUsage().heapUsed;
    const { tests, incomplete } = report(text);
    expect([tests.length, incomplete]).toEqual([50_000, null]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300_000_000);
  });
});
