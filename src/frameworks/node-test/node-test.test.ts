import { describe, expect, it } from 'vitest';
import { manifestOf } from '../js/project.ts';
import { nodeTestCommand } from './command.ts';
import { nodeTest } from './node-test.ts';
import { expandPatterns } from './patterns.ts';
import { readNodeTestRecords } from './records.ts';
import { resultsOf } from './results.ts';

const FILE = '/p/a.test.js';
const START = { type: 'start', pid: 7 };
const ENTRY = { type: 'file', file: FILE };
const EXIT = { type: 'exit', file: FILE, parent: 7, code: 0, end: 'natural' };
const passed = (name: string) => ({ type: 'test', level: 'test', file: FILE, path: [name], passed: true, ms: 1 });
const lines = (records: readonly unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

function read(records: readonly unknown[] | string, children: readonly unknown[] | string = [EXIT], cut = false) {
  const text = (given: readonly unknown[] | string) => (typeof given === 'string' ? given : lines(given));
  return resultsOf(readNodeTestRecords({ text: text(records), cut }, { text: text(children), cut: false }));
}

describe('a report', () => {
  const whole = [START, ENTRY, passed('one'), { type: 'end', tests: 1 }];

  it('is whole if it has its end and its count', () => {
    const { damage, files, errors } = read(whole);
    expect([damage, errors, files.map(({ state, tests }) => [state, tests.length])]).toEqual([null, [], [['run', 1]]]);
  });

  it.each([
    ['is cut off', whole.slice(0, -1), 'the run ended before its report did'],
    ['is cut off in a line', lines(whole).slice(0, -5), 'line 4 of the report cannot be read'],
    ['is empty', '', 'the run ended before its report did'],
    [
      'counts other tests',
      [START, ENTRY, { type: 'end', tests: 1 }],
      'the report does not have as many tests as it counts',
    ],
    [
      'has two ends',
      [...whole.slice(0, -1), ...whole.slice(-1), { type: 'end', tests: 1 }],
      'the report is out of order',
    ],
    ['goes on after its end', [...whole, passed('two')], 'the run ended before its report did'],
    ['has no beginning', whole.slice(1), 'the report is out of order'],
    [
      'has a record of another kind',
      [START, { type: 'verdict', green: true }, ...whole],
      'line 2 of the report cannot be read',
    ],
    ['has a test without a name', [START, { ...passed('x'), path: [] }], 'line 2 of the report cannot be read'],
    [
      'has a test that passed as a word',
      [START, { ...passed('x'), passed: 'yes' }],
      'line 2 of the report cannot be read',
    ],
    ['is no JSON', `\u0000\u0000${lines(whole)}`, 'line 1 of the report cannot be read'],
    [
      'is of another encoding',
      Buffer.from(lines(whole), 'utf16le').toString('latin1'),
      'line 1 of the report cannot be read',
    ],
    ['is nested without end', `${'['.repeat(50_000)}\n`, 'line 1 of the report cannot be read'],
  ])('that %s is damaged', (_, records, damage) => {
    expect(read(records as readonly unknown[] | string).damage).toBe(damage);
  });

  it('that is cut off anywhere is damaged', () => {
    const text = lines(whole);
    const cuts = Array.from({ length: text.length }, (_, at) => text.slice(0, at));
    expect(cuts.filter((cut) => read(cut).damage === null)).toEqual([]);
  });

  it('that is too large is damaged, and so is one whose processes say nothing readable', () => {
    expect(read(whole, [EXIT], true).damage).toBe('the report is too large or was taken away');
    expect(read(whole, '{"type":"exit"}\n').damage).toBe('line 1 of the report cannot be read');
  });

  it('of a file whose process left no trace has that file uncollected', () => {
    const errors = [{ message: expect.stringContaining('without a trace') }];
    expect(read(whole, []).files).toMatchObject([{ state: 'uncollected', errors }]);
  });

  it('does not take the word of a process that node did not start for the file', () => {
    expect(read(whole, [{ ...EXIT, parent: 8 }]).files[0]?.state).toBe('uncollected');
  });

  it('of a file that has not told all its tests, where others have, has that file uncollected', () => {
    const other = { ...EXIT, file: '/p/b.test.js' };
    const { files } = read(
      [
        START,
        ENTRY,
        { type: 'file', file: other.file },
        passed('one'),
        { ...passed('two'), file: other.file },
        { type: 'summary', file: other.file },
        { type: 'end', tests: 2 },
      ],
      [EXIT, other],
    );
    expect(files.map(({ file, state }) => [file, state])).toEqual([
      [FILE, 'uncollected'],
      [other.file, 'run'],
    ]);
  });

  it('gives tests of a helper to the file that ran them', () => {
    const helped = { ...passed('helped'), file: '/p/helper.js' };
    const { files } = read([START, ENTRY, helped, { type: 'summary', file: FILE }, { type: 'end', tests: 1 }]);
    expect(files.map(({ file, tests }) => [file, tests.length])).toEqual([[FILE, 1]]);
  });

  it('has tests that are expected to fail marked, and those that do not fail failed', () => {
    const wrong = { failure: 'expectedFailure', message: 'test was expected to fail but passed' };
    const { files } = read([
      START,
      ENTRY,
      { ...passed('known'), expectFailure: true },
      { ...passed('mended'), expectFailure: true, passed: false, error: wrong },
      { type: 'end', tests: 2 },
    ]);
    expect(files[0]?.tests).toMatchObject([
      { state: 'passed', fails: true },
      { state: 'failed', fails: true },
    ]);
  });

  it('of 50,000 tests is read within 300 MB', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      ...passed(`test ${index}`),
      passed: index % 2 === 0,
      ...(index % 2 === 0
        ? {}
        : { error: { failure: 'testCodeFailure', message: 'no', cause: { message: 'no', stack: 's'.repeat(500) } } }),
    }));
    const text = lines([START, ENTRY, ...many, { type: 'end', tests: 50_000 }]);
    const before = process.memoryUsage().rss;
    const { files, damage } = read(text);
    expect([damage, files[0]?.tests.length]).toEqual([null, 50_000]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});

describe('the command', () => {
  const of = (test: string, command?: readonly string[], more = {}) =>
    nodeTestCommand(command, manifestOf(JSON.stringify({ scripts: { test, ...more } })));

  it('keeps options of node and drops those that decide what runs and who reports', () => {
    const { nodeOptions, patterns, only } = of(
      'node --import tsx -r ./a.cjs --test --test-only --test-timeout 100 --test-reporter spec --test-isolation=none --watch --test-skip-pattern=x --test-coverage-lines=9 "src/**/*.ts" b',
    );
    expect(nodeOptions).toEqual(['--import', 'tsx', '-r', './a.cjs', '--test-only', '--test-timeout', '100']);
    expect(patterns).toEqual([
      { text: 'src/**/*.ts', quoted: true },
      { text: 'b', quoted: false },
    ]);
    expect(only).toBe(true);
  });

  it('is found behind environments, coverage, tsx and other scripts', () => {
    expect(of('cross-env A=1 c8 -r text node --test').environment).toEqual({ A: '1' });
    expect(of('tsx --test a.ts').nodeOptions).toEqual(['--import=tsx']);
    expect(of('npm run b -- x', undefined, { b: "B='a b' node --test" })).toMatchObject({
      environment: { B: 'a b' },
      patterns: [{ text: 'x' }],
    });
    expect(of('vitest', undefined, { 'test:node': 'node --test n/' }).patterns).toMatchObject([{ text: 'n/' }]);
  });

  it('has the steps before it, without checks of style', () => {
    const scripts = { pretest: 'eslint . && tsc -p .', build: 'x' };
    expect(of('npm run lint && npm run build && node --test', undefined, scripts).before).toEqual([
      'tsc -p .',
      'npm run build',
    ]);
  });

  it('that is not plainly node’s own runner is refused', () => {
    for (const command of [['make'], ['node', 'a.js', '--test'], ['npm', 'run', 'gone'], ['npm', 'test']]) {
      expect(() => of('npm test', command)).toThrow(expect.objectContaining({ code: 'project_misconfigured' }));
    }
    expect(() => of('node --test $(find . -name "*.js")')).toThrow(/Only a shell/);
  });
});

describe('patterns', () => {
  const files = ['a.test.js', 'lib/b.js', 'lib/b-test.mjs', 'lib/test/c.cjs', 'src/d/e.test.ts', 'src/f.test.ts'];
  const expand = (text: string, quoted = true) => expandPatterns([{ text, quoted }], files);

  it('are files, directories and globs', () => {
    expect(expand('./a.test.js')).toEqual(['a.test.js']);
    expect(expand('lib/')).toEqual(['lib/b-test.mjs', 'lib/test/c.cjs']);
    expect(expand('src/**/*.test.?(c|m)ts')).toEqual(['src/d/e.test.ts', 'src/f.test.ts']);
    expect(expand('**/*.{mjs,cjs}')).toEqual(['lib/b-test.mjs', 'lib/test/c.cjs']);
    expect(expand('gone.js')).toEqual(['gone.js']);
  });

  it('that are not quoted mean to a shell what it would make of them', () => {
    expect(expand('src/**/*.ts', false)).toEqual(['src/d/e.test.ts']);
  });
});

describe('node’s own test runner', () => {
  const view = (files: Readonly<Record<string, string>>) => ({
    files: Object.keys(files),
    read: (path: string) => files[path],
  });

  it('is detected by a script, or by what test files import', () => {
    expect(nodeTest.detect(view({ 'package.json': '{"scripts":{"test":"node --test"}}' }))).toEqual([
      {
        framework: 'node-test',
        directory: '.',
        because: ['"test": "node --test" in package.json'],
        confidence: 'configured',
      },
    ]);
    expect(nodeTest.detect(view({ 'test/a.mjs': "import { it } from 'node:test';\n" }))).toMatchObject([
      { because: ['test/a.mjs imports node:test'], confidence: 'installed' },
    ]);
    expect(nodeTest.detect(view({ 'package.json': '{"scripts":{"test":"vitest"}}', 'test/a.js': '' }))).toEqual([]);
  });

  it('is detected in each package of a monorepo by itself', () => {
    const found = nodeTest.detect(
      view({
        'package.json': '{"workspaces":["packages/*"]}',
        'packages/a/package.json': '{"scripts":{"test":"node --test"}}',
        'packages/b/package.json': '{}',
        'packages/b/b.test.js': "const test = require('node:test');\n",
        'packages/c/package.json': '{}',
      }),
    );
    expect(found.map(({ directory, confidence }) => [directory, confidence])).toEqual([
      ['packages/a', 'configured'],
      ['packages/b', 'installed'],
    ]);
  });
});
