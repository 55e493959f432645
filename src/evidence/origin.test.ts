import { describe, expect, it } from 'vitest';
import { sampleSource } from '../testing/sample-source.ts';
import { rolesByGlobs } from './file-roles.ts';
import { failedByAssertion, isRaisedByCode, isRaisedByUse, placesOf } from './origin.ts';
import type { Failure, Frame, TestCase } from './report.ts';

const GLOBS = { tests: ['test/**/*.test.js', 'tests/**'], support: ['test/**'], config: ['*.config.js'] };
const RUST =
  'pub fn add() {\n    todo!()\n}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        panic!("x");\n    }\n}\n';

const TEXTS: Readonly<Record<string, string>> = {
  'src/lib.rs': RUST,
  'test/a.test.js': "throw new TypeError('x');\nit('does not throw', () => part.of.nothing);\n",
};

const test = { file: 'test/a.test.js', line: 9 };
const helper = { file: 'test/lib/check.js', line: 3, function: 'check' };
const code = { file: 'src/sum.js', line: 2, function: 'sum' };
const library = (name: string): Frame => ({ package: name, function: 'equal' });

function judge(frames: readonly Frame[], more: Partial<Failure & TestCase> = {}, assertions?: readonly string[]) {
  const roles = rolesByGlobs({ ...GLOBS, ...(assertions === undefined ? {} : { assertions }) });
  const places = placesOf(roles, (path) => sampleSource(path, TEXTS[path] ?? ''));
  const { outcome = 'failed', runtime = false, kind = 'other', diagnostics = [] } = more;
  const failure: Failure = { kind, message: 'x', frames: [...frames], runtime, diagnostics };
  const one: TestCase = { id: 'x', file: 'test/a.test.js', path: ['x'], outcome, failure };
  if (failedByAssertion(one, places)) return 'assertion';
  if (isRaisedByUse(failure, places)) return 'use';
  return isRaisedByCode(failure, places) ? 'code' : 'neither';
}

describe('a plain error counts as an assertion when', () => {
  it.each<[string, readonly Frame[]]>([
    ['a library of assertions raised it for the test', [library('expect.js'), library('expect.js'), test]],
    ['a helper of the test raised it', [{ ...test, line: 2, function: 'check' }, test]],
    ['a helper in a file for tests raised it', [helper, test]],
    ['a library raised it for a helper', [library('should'), helper, test]],
  ])('%s', (_, frames) => {
    expect(judge(frames)).toBe('assertion');
  });

  it('the settings name the function, the package or the file that raised it', () => {
    const own = { file: 'src/checks.js', line: 1, function: 'Object.ensure' };
    expect(judge([library('my-assert'), test])).toBe('neither');
    expect(judge([library('my-assert'), test], {}, ['my-assert'])).toBe('assertion');
    expect(judge([own, test], {}, ['ensure'])).toBe('assertion');
    expect(judge([own, test], { runtime: true }, ['src/checks.js'])).toBe('assertion');
  });
});

describe('it does not when', () => {
  it.each<[string, readonly Frame[], Partial<Failure & TestCase>?]>([
    ['the test itself threw it', [test]],
    ['a built-in module raised it', [{ package: 'node:fs' }, test]],
    ['some other package raised it', [library('axios'), test]],
    ['the framework raised it', [library('vitest'), test]],
    ['it came out of a hook', [helper, test], { outcome: 'errored' }],
    ['nobody knows where it was raised', []],
    ['a file of the configuration raised it', [{ file: 'x.config.js', line: 1 }, test]],
  ])('%s', (_, frames, more) => {
    expect(judge(frames, more)).toBe('neither');
  });
});

describe('an error over what the code gave a test is one that', () => {
  it.each<[string, readonly Frame[]]>([
    ['the language raised in the test', [test]],
    ['the language raised in a helper', [helper, test]],
    ['a list of Java raised when the test asked it', [library('jdk.internal.util'), library('java.util'), test]],
    ['a parser of the language raised over what it was given', [library('python:decoder'), test]],
    ['a matcher raised that was given nothing', [library('@vitest/expect'), test]],
  ])('%s', (_, frames) => {
    expect(judge(frames, { runtime: true })).toBe('use');
  });

  it('no other package raised, and no line that says so', () => {
    expect(judge([{ package: 'node:fs' }, test], { runtime: true })).toBe('neither');
    expect(judge([library('pg'), test], { runtime: true })).toBe('neither');
    expect(judge([library('java.util'), { ...test, line: 1 }], { runtime: true })).toBe('neither');
    expect(judge([{ ...test, line: 1 }], { runtime: true })).toBe('neither');
    expect(judge([{ ...test, line: 2 }], { runtime: true }), 'a word in a title').toBe('use');
  });

  it('is about a name that the test lacks is a slip', () => {
    expect(judge([test], { runtime: true, diagnostics: [{ what: 'undefined', name: 'x' }] })).toBe('neither');
  });
});

describe('an error of the code under test is one that', () => {
  it.each<[string, readonly Frame[], Partial<Failure>?]>([
    ['its own lines raised', [code, test]],
    ['the language raised in its lines', [code, test], { runtime: true }],
    ['a package raised that it called', [library('axios'), code, test]],
    ['it asked for something missing with', [code, test], { kind: 'missing' }],
    ['came to the test through a helper', [code, helper, test]],
  ])('%s', (_, frames, more) => {
    expect(judge(frames, more)).toBe('code');
  });

  it('the code half of a file raised that holds its own tests', () => {
    expect(judge([{ file: 'src/lib.rs', line: 2 }])).toBe('code');
    expect(judge([{ file: 'src/lib.rs', line: 8 }])).toBe('neither');
  });

  it('no crash of the process and no timeout is', () => {
    expect(judge([code, test], { kind: 'crash' })).toBe('neither');
    expect(judge([code, test], { kind: 'timeout' })).toBe('neither');
  });
});
