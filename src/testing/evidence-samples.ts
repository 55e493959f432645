import { earlierPath, type FileChange } from '../evidence/diff.ts';
import { type RoleGlobs, rolesByGlobs } from '../evidence/file-roles.ts';
import { judgeGreen } from '../evidence/green/judge-green.ts';
import { type ItemOptions, NO_OPTIONS } from '../evidence/plan/list-item.ts';
import { judgeRed } from '../evidence/red/judge-red.ts';
import { judgeRefactor } from '../evidence/refactor/judge-refactor.ts';
import type { Kept } from '../evidence/refactor/kept.ts';
import { type Failure, type TestCase, type TestReport, withIds } from '../evidence/report.ts';
import { phaseScope } from '../evidence/scope/phases.ts';
import { judgeScope } from '../evidence/scope/scope.ts';
import { sampleSource } from './sample-source.ts';

/** Reports, tests and changes in few words, for the tests of this room and of those that use it. */

/** A test by its outcome, file and names: `passed('a.test.ts', 'adds')`. */
export function sampleTest(
  outcome: TestCase['outcome'],
  file: string,
  name: string | readonly string[],
  more: Partial<TestCase> = {},
): Omit<TestCase, 'id'> {
  return { file, path: typeof name === 'string' ? [name] : [...name], outcome, ...more };
}

export function passed(file: string, name: string | readonly string[]): Omit<TestCase, 'id'> {
  return sampleTest('passed', file, name);
}

export function failed(
  file: string,
  name: string | readonly string[],
  failure: Partial<Failure> = {},
): Omit<TestCase, 'id'> {
  return sampleTest('failed', file, name, {
    failure: { kind: 'assertion', message: 'expected 1 to be 2', ...failure },
  });
}

/** A whole report with these tests. */
export function sampleReport(tests: readonly Omit<TestCase, 'id'>[] = [], more: Partial<TestReport> = {}): TestReport {
  const isRed = tests.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  return {
    framework: 'sample',
    strength: 'strong',
    command: ['sample'],
    exitCode: isRed ? 1 : 0,
    signal: null,
    wallMs: 1,
    tests: withIds(tests),
    uncollected: [],
    runErrors: [],
    focused: false,
    canary: 'seen',
    incomplete: null,
    output: '',
    ...more,
  };
}

/** A change of one file: `undefined` before for an added file, after for a deleted one. */
export function sampleChange(
  path: string,
  before: string | undefined,
  after: string | undefined,
  more: Partial<FileChange> = {},
): FileChange {
  const kind = before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified';
  const change: FileChange = {
    path,
    kind,
    modeBefore: before === undefined ? null : '100644',
    modeAfter: after === undefined ? null : '100644',
    binary: false,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...more,
  };
  const [old, now] = [
    change.before === undefined ? undefined : sampleSource(earlierPath(change), change.before),
    change.after === undefined ? undefined : sampleSource(path, change.after),
  ];
  return old === undefined && now === undefined ? change : { ...change, sources: { before: old, after: now } };
}

/** A file moved from one path to another, with its text before and after. */
export function sampleMove(from: string, path: string, before: string, after: string = before): FileChange {
  return sampleChange(path, before, after, { kind: 'renamed', from });
}

export const SAMPLE_ROLES = rolesByGlobs({
  tests: ['**/*.test.{ts,js}', '**/test_*.py', '**/*_test.go', 'tests/**/*.rs', '**/*Test.java', '**/*_spec.rb'],
  support: ['test/helpers/**', '**/fixtures/**', '**/__snapshots__/**'],
  config: ['vitest.config.ts', '**/conftest.py'],
  mixed: ['src/**/*.rs'],
});

/** A tiny project in one framework: an existing test, and one that is added to it. */
export interface SampleStory {
  readonly file: string;
  readonly old: string;
  /** The file with the new test in it. */
  readonly now: string;
  readonly oldTest: readonly string[];
  readonly newTest: readonly string[];
  readonly source: string;
}

const JS_HEAD = (framework: string) =>
  `import { expect, test } from '${framework}';\nimport { Stack } from '../src/stack.js';\n\n`;
const NODE_HEAD = `import assert from 'node:assert';\nimport test from 'node:test';\nimport { Stack } from '../src/stack.js';\n\n`;
const MOCHA_HEAD = `import { expect } from 'chai';\nimport { Stack } from '../src/stack.js';\n\n`;

const jsStory = (head: string, file: string, is: (a: string, b: string) => string, call = 'test'): SampleStory => {
  const old = `${head}${call}('is empty', () => {\n  ${is('new Stack().size', '0')};\n});\n`;
  return {
    file,
    old,
    now: `${old}\n${call}('pushes', () => {\n  ${is('new Stack().push(1).size', '1')};\n});\n`,
    oldTest: ['is empty'],
    newTest: ['pushes'],
    source: 'src/stack.js',
  };
};

const toBe = (a: string, b: string) => `expect(${a}).toBe(${b})`;
const PYTHON = 'from stack import Stack\n\n\ndef test_is_empty():\n    assert Stack().size() == 0\n';
const GO =
  'package stack\n\nimport "testing"\n\nfunc TestIsEmpty(t *testing.T) {\n\tif New().Size() != 0 {\n\t\tt.Fatal("not empty")\n\t}\n}\n';
const RUST =
  'pub fn add(a: u8, b: u8) -> u8 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n';
const JAVA =
  'package a;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass StackTest {\n    @Test\n    void isEmpty() {\n        assertEquals(0, new Stack().size());\n    }\n}\n';

/** One such project for every framework that names its tests. */
export const SAMPLE_STORIES = {
  vitest: jsStory(JS_HEAD('vitest'), 'test/stack.test.ts', toBe),
  jest: jsStory(JS_HEAD('@jest/globals'), 'src/__tests__/stack.test.js', toBe),
  mocha: jsStory(MOCHA_HEAD, 'test/stack.js', (a, b) => `expect(${a}).to.equal(${b})`, 'it'),
  'node-test': jsStory(NODE_HEAD, 'test/stack.test.js', (a, b) => `assert.equal(${a}, ${b})`),
  pytest: {
    file: 'tests/test_stack.py',
    old: PYTHON,
    now: `${PYTHON}\n\ndef test_pushes():\n    assert Stack().push(1).size() == 1\n`,
    oldTest: ['test_is_empty'],
    newTest: ['test_pushes'],
    source: 'src/stack.py',
  },
  go: {
    file: 'stack_test.go',
    old: GO,
    now: `${GO}\nfunc TestPushes(t *testing.T) {\n\tif got := New().Push(1).Size(); got != 1 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
    oldTest: ['TestIsEmpty'],
    newTest: ['TestPushes'],
    source: 'stack.go',
  },
  cargo: {
    file: 'src/lib.rs',
    old: RUST,
    now: RUST.replace(/\}\n$/, '\n    #[test]\n    fn subtracts() {\n        assert_eq!(sub(3, 2), 1);\n    }\n}\n'),
    oldTest: ['tests', 'adds'],
    newTest: ['tests', 'subtracts'],
    source: 'src/lib.rs',
  },
  maven: {
    file: 'src/test/java/a/StackTest.java',
    old: JAVA,
    now: JAVA.replace(
      /\}\n$/,
      '\n    @Test\n    void pushes() {\n        assertEquals(1, new Stack().push(1).size());\n    }\n}\n',
    ),
    oldTest: ['StackTest', 'isEmpty()'],
    newTest: ['StackTest', 'pushes()'],
    source: 'src/main/java/a/Stack.java',
  },
} as const satisfies Record<string, SampleStory>;

export type SampleFramework = keyof typeof SAMPLE_STORIES;
export const SAMPLE_FRAMEWORKS = Object.keys(SAMPLE_STORIES) as readonly SampleFramework[];

/** What red changes in such a project: the new test, with something else done to its file. */
export function sampleRed(framework: SampleFramework, edit: (text: string) => string = (text) => text): FileChange {
  const { file, old, now } = SAMPLE_STORIES[framework];
  return sampleChange(file, old, edit(now));
}

/** What green changes in it: the code, where tests lie beside it too. */
export function sampleGreen(framework: SampleFramework): FileChange {
  const { file, now, source } = SAMPLE_STORIES[framework] as SampleStory;
  return file === source ? sampleChange(file, now, `${now}\npub fn more() {}\n`) : sampleChange(source, 'a', 'b');
}

/** What else a phase of such a project may show. */
export interface SampleGate {
  readonly before?: TestReport;
  readonly after?: TestReport;
  readonly item?: ItemOptions;
  readonly tree?: readonly string[];
  readonly kept?: Kept;
  readonly reruns?: readonly TestReport[];
  readonly newTests?: readonly string[];
}

type Driver = Readonly<Record<'testFiles' | 'supportFiles' | 'configFiles', readonly string[]>>;
type SamplePhase = 'red' | 'green' | 'refactor';

/**
 * The gates of such projects, with the roles that their drivers give to files: what scope and verdict of a phase say
 * about changes, by their codes; `rerun` where more has to be seen first. Unless told otherwise the reports show what
 * somebody would show who wants to get through: everything as it should be.
 */
export async function sampleGates(load: (framework: string) => Promise<Driver>) {
  const drivers = new Map<SampleFramework, Driver>();
  for (const name of SAMPLE_FRAMEWORKS) drivers.set(name, await load(name));
  return (
    phase: SamplePhase,
    framework: SampleFramework,
    changes: readonly FileChange[],
    more: SampleGate = {},
  ): readonly string[] => {
    const { testFiles, supportFiles, configFiles } = drivers.get(framework) as Driver;
    const globs = { tests: testFiles, support: supportFiles, config: configFiles };
    return judgeSample(phase, SAMPLE_STORIES[framework], globs, changes, more);
  };
}

/** What experiments show of a refactoring that keeps everything. */
export const NOTHING_LOST: Kept = {
  touched: [],
  broken: [],
  lost: [],
  dropped: [],
  answers: [],
  unproved: [],
  removed: [],
};

function judgeSample(
  phase: SamplePhase,
  story: SampleStory,
  globs: RoleGlobs,
  changes: readonly FileChange[],
  more: SampleGate,
): readonly string[] {
  const { item = NO_OPTIONS, tree = [story.file, story.source], ...rest } = more;
  const old = passed(story.file, story.oldTest);
  const red = sampleReport([old, failed(story.file, story.newTest)]);
  const green = sampleReport([old, passed(story.file, story.newTest)]);
  const newTests = more.newTests ?? red.tests.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  const scope = judgeScope(changes, { ...phaseScope(phase, globs), tree });
  const common = { changes, item, roles: rolesByGlobs(globs), knownFailing: [], contrary: [], ...rest };
  const verdict = {
    red: () => judgeRed({ before: sampleReport([old]), after: red, repeat: more.after ?? red, ...common }),
    green: () =>
      judgeGreen({ before: red, after: green, ...common, red: { newTests, masked: [], idle: [], redFiles: [] } }),
    refactor: () => judgeRefactor({ before: green, after: green, kept: NOTHING_LOST, ...common, newTests }),
  }[phase]();
  const codes = [...scope.reasons, ...verdict.reasons].map(({ code }) => code);
  return verdict.verdict === 'rerun' && codes.length === 0 ? ['rerun'] : [...new Set(codes)];
}
