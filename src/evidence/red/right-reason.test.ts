import { describe, expect, it } from 'vitest';
import { SAMPLE_ROLES } from '../../testing/evidence-samples.ts';
import { sampleSource } from '../../testing/sample-source.ts';
import { placesOf } from '../origin.ts';
import type { Diagnostic, Failure } from '../report.ts';
import { type Asking, wrongReason } from './right-reason.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'test/a.test.ts': '',
  'a_test.go': 'func TestA(t *testing.T) {\n\ts := newStack(1)\n\tif got != want {}\n\tpeek[int](s)\n}\n',
  'tests/a.rs': 'fn a() {\n    push!(1);\n    let x = top;\n}',
};
const asking: Asking = {
  isChanged: (path) => path in TEXTS || path === 'test/test_a.py',
  textOf: (path) => TEXTS[path],
  sourceOf: (path) => sampleSource(path, TEXTS[path] ?? ''),
  isForTests: (path) => path.includes('/helpers/'),
  needs: ['nock', '@scope/pkg', 'Py_Yaml', 'github.com/x/y'],
  places: placesOf(SAMPLE_ROLES, (path) => sampleSource(path, TEXTS[path] ?? '')),
};
const missing = (diagnostics: readonly Diagnostic[], more: Partial<Failure> = {}): Failure => ({
  kind: 'missing',
  message: 'x',
  diagnostics: [...diagnostics],
  ...more,
});
const judge = (failure: Failure, file = 'test/a.test.ts') => wrongReason(failure, file, asking);
const one = (diagnostic: Diagnostic, file?: string) => judge(missing([diagnostic]), file);

describe('a new test fails for the right reason when', () => {
  it.each<[string, Failure]>([
    ['an assertion did not hold', { kind: 'assertion', message: 'x' }],
    ['a module of the project is not there', missing([{ what: 'module', name: './stack.js', ours: true }])],
    ['a relative module is not there', missing([{ what: 'module', name: '../stack' }])],
    ['a needed package is not there', missing([{ what: 'module', name: 'nock', ours: false }], { kind: 'import' })],
    ['a file of a needed package is not there', missing([{ what: 'module', name: '@scope/pkg/x', ours: false }])],
    ['a needed Python package is not there', missing([{ what: 'module', name: 'py_yaml.nodes', ours: false }])],
    ['a needed Go package is not there', missing([{ what: 'module', name: 'github.com/x/y/z', ours: false }])],
    ['a name is not exported yet', missing([{ what: 'export', name: 'peek', from: './stack.js' }])],
    ['a file of data is not there', missing([{ what: 'file', name: 'data/rates.json', file: 'test/a.test.ts' }])],
    [
      'code that is built with the test lacks it, too',
      missing([
        { what: 'undefined', name: 'List', file: 'list.go', line: 3 },
        { what: 'undefined', name: 'List', file: 'a_test.go', line: 2 },
      ]),
    ],
    [
      'code that is built with the test is not whole, and is not the test',
      missing([{ what: 'other', name: 'imported and not used', file: 'list.go' }], { kind: 'other' }),
    ],
    ['a method is not there', missing([{ what: 'member', name: 'stack.peek' }])],
    [
      'several things are not there',
      missing([
        { what: 'export', name: 'a', from: './x' },
        { what: 'member', name: 'x.b' },
      ]),
    ],
    [
      'a changed file asks, as the place says',
      missing([{ what: 'module', name: './x' }], { location: { file: 'test/a.test.ts' } }),
    ],
  ])('%s', (_, failure) => {
    expect(judge(failure)).toBeUndefined();
  });

  it.each<[string, Diagnostic]>([
    ['Go lacks an exported name', { what: 'undefined', name: 'NewStack', file: 'a_test.go' }],
    ['Go lacks a function that is called', { what: 'undefined', name: 'newStack', file: 'a_test.go', line: 2 }],
    ['Go lacks a function that is called somewhere', { what: 'undefined', name: 'newStack', file: 'a_test.go' }],
    ['Go lacks a generic function', { what: 'undefined', name: 'peek', file: 'a_test.go', line: 4 }],
    [
      'Go lacks a field that its driver knows to be ours',
      { what: 'member', name: 'Stack.top', ours: true, file: 'a_test.go' },
    ],
    ['Rust lacks a macro', { what: 'undefined', name: 'push', file: 'tests/a.rs', line: 2 }],
    ['Rust lacks a type', { what: 'undefined', name: 'Stack', file: 'tests/a.rs' }],
  ])('%s', (_, diagnostic) => {
    expect(one(diagnostic)).toBeUndefined();
  });
});

describe('a new test fails for a wrong reason when', () => {
  it.each<[string, Failure, string]>([
    ['it cannot be parsed', { kind: 'syntax', message: 'x' }, 'parsed'],
    ['it takes too long', { kind: 'timeout', message: 'x' }, 'too long'],
    ['the process ends', { kind: 'crash', message: 'x' }, 'ends in the middle'],
    ['it dies of something else', { kind: 'other', message: 'x' }, 'neither an assertion'],
    ['nobody says what is missing', missing([]), 'not which thing'],
    ['nobody says what cannot be loaded', { kind: 'import', message: 'x' }, 'not which thing'],
    [
      'a package is not installed',
      missing([{ what: 'module', name: '@other/pkg/file', ours: false }]),
      '(needs: @other/pkg)',
    ],
    [
      'a package of Python is not installed',
      missing([{ what: 'module', name: 'yaml.nodes', ours: false }]),
      '(needs: yaml)',
    ],
    [
      'a package lacks a name',
      missing([{ what: 'export', name: 'x', from: 'lodash', ours: false }]),
      'lodash does not have x',
    ],
    ['a helper of tests is not there', missing([{ what: 'module', name: './helpers/make.js' }]), 'come with the test'],
    [
      'a helper of tests lacks a name',
      missing([{ what: 'export', name: 'make', from: './helpers/make' }]),
      'does not have make',
    ],
    [
      'a file of data for tests is not there',
      missing([{ what: 'file', name: 'test/helpers/rates.json', file: 'test/a.test.ts' }]),
      'come with the test',
    ],
    [
      'a test is not whole beside such code',
      missing(
        [
          { what: 'undefined', name: 'List', file: 'list.go' },
          { what: 'other', name: 'declared but not used: n', file: 'a_test.go' },
        ],
        { kind: 'other' },
      ),
      'neither an assertion',
    ],
    ['some module lacks a name', missing([{ what: 'export', name: 'x' }]), 'a package does not have x'],
    ['an assertion does not exist', missing([{ what: 'member', name: 'expect(...).toBeFoo' }]), 'no part of the code'],
    [
      'a method of a test class does not exist',
      missing([{ what: 'member', name: 'TestStack.assertEquals' }]),
      'no part of the code',
    ],
    [
      'a name is not defined in the test',
      missing([{ what: 'undefined', name: 'reslt' }]),
      'not defined in the test itself',
    ],
    [
      'one of several complaints is another',
      missing([
        { what: 'module', name: './x' },
        { what: 'other', name: 'type mismatch' },
      ]),
      'type mismatch',
    ],
    ['there is an unnamed complaint', missing([{ what: 'other', name: '' }]), 'another complaint'],
    [
      'a file nobody touched asks',
      missing([{ what: 'module', name: './x', file: 'src/old.ts' }]),
      'src/old.ts, which this phase did not change',
    ],
  ])('%s', (_, failure, words) => {
    expect(judge(failure)).toContain(words);
  });

  it('a helper of Python tests is not there', () => {
    const diagnostic: Diagnostic = { what: 'module', name: 'test.helpers.make', ours: true };
    expect(one(diagnostic, 'test/test_a.py')).toContain('come with the test');
  });

  it.each<[string, Diagnostic]>([
    ['Go has a slip in a variable', { what: 'undefined', name: 'reslt', file: 'a_test.go', line: 3 }],
    ['Go has a slip on a line that is not there', { what: 'undefined', name: 'newStack', file: 'a_test.go', line: 99 }],
    ['Rust has a slip in a variable', { what: 'undefined', name: 'top', file: 'tests/a.rs', line: 3 }],
    ['Rust lacks a field nobody knows', { what: 'member', name: 'Vec::top', file: 'tests/a.rs', line: 3 }],
  ])('%s', (_, diagnostic) => {
    expect(one(diagnostic)).toContain('typing error');
  });
});
