import { describe, expect, it } from 'vitest';
import type { ProgramResult } from '../framework.ts';
import { detectPytest } from './detect.ts';
import { type PythonException, pythonFailure } from './failure.ts';
import { provides, requiredPackages } from './python-manifest.ts';
import { parsePytestRecords } from './records.ts';
import { pytestReport } from './report.ts';

const text = { message: (words: string) => words, file: (path: string) => path.replace(/^\/p\//, '') };
const ENDED: ProgramResult = { exitCode: 0, signal: null, timedOut: false, output: '', wallMs: 1 };

const BEGIN = [
  { at: 'begin', root: '/p' },
  { at: 'session', restricted: false },
];
const CANARY = [
  { at: 'canary', passes: '/p/test_baton_n_pass.py', fails: '/p/test_baton_n_fail.py' },
  { at: 'test', id: 'test_baton_n_pass.py::test_baton', outcome: 'passed', seconds: 0 },
  {
    at: 'test',
    id: 'test_baton_n_fail.py::test_baton',
    outcome: 'failed',
    seconds: 0,
    failure: exception('AssertionError', 'AssertionError: n0nce\nassert 1 == 2'),
  },
];
const TESTS = [
  { at: 'collected', count: 4 },
  { at: 'start', id: 'test_a.py::test_x' },
  { at: 'test', id: 'test_a.py::test_x', outcome: 'passed', seconds: 0.001 },
  { at: 'start', id: 'test_a.py::test_y' },
  { at: 'test', id: 'test_a.py::test_y', outcome: 'passed', seconds: 0.001 },
];
const WHOLE = lines([...BEGIN, ...CANARY, ...TESTS, { at: 'end', status: 0 }]);

describe('the records of a run of pytest', () => {
  it('make a whole report when they are whole', () => {
    expect(reportOf(WHOLE)).toMatchObject({ incomplete: null, canary: 'seen', tests: [{}, {}] });
  });

  it('make an incomplete report wherever they are cut', () => {
    for (let length = 0; length < WHOLE.length; length++)
      expect(reportOf(WHOLE.slice(0, length)).incomplete, WHOLE.slice(0, length)).not.toBeNull();
  });

  it('make no better report when bytes of them are changed', () => {
    for (let at = 0; at < WHOLE.length; at++) {
      const report = reportOf(`${WHOLE.slice(0, at)}\u0000${WHOLE.slice(at + 1)}`);
      if (report.incomplete === null) expect(report).toMatchObject({ canary: 'seen', tests: [{}, {}] });
    }
  });

  it.each([
    ['a line is no record', `${WHOLE}{"at":"test"}\n`],
    ['something follows the end', `${WHOLE}${lines([{ at: 'error', message: 'late' }])}`],
    ['a test is missing', lines([...BEGIN, ...CANARY, ...TESTS.slice(0, -2), { at: 'end', status: 0 }])],
    ['the canary is missing', lines([...BEGIN, ...TESTS.slice(1), { at: 'end', status: 0 }])],
    ['the canary was seen twice', lines([...BEGIN, ...CANARY, ...CANARY.slice(1), { at: 'end', status: 0 }])],
    ['pytest was interrupted', lines([...BEGIN, ...CANARY, { at: 'end', status: 2 }])],
  ])('are no evidence when %s', (_, records) => {
    expect(reportOf(records).incomplete).not.toBeNull();
  });

  it('tell the test that a worker of pytest-xdist died in', () => {
    const crash = { ...exception('', "worker 'gw0' crashed while running 'test_a.py::test_x'") };
    const test = { at: 'test', id: 'test_a.py::test_x', outcome: 'errored', seconds: 0, failure: crash };
    const { tests } = reportOf(lines([...BEGIN, ...CANARY, test, { at: 'end', status: 1 }]));
    expect(tests).toMatchObject([{ outcome: 'errored', failure: { kind: 'crash' } }]);
  });

  it('of 50,000 tests are all read', () => {
    const tests = Array.from({ length: 50_000 }, (_, index) => [
      { at: 'start', id: `tests/test_${index % 500}.py::TestX::test_number[${index}]` },
      {
        at: 'test',
        id: `tests/test_${index % 500}.py::TestX::test_number[${index}]`,
        outcome: 'passed',
        seconds: 0.001,
      },
    ]);
    const records = lines([...BEGIN, ...CANARY, ...tests.flat(), { at: 'end', status: 0 }]);
    const report = reportOf(records);
    expect(report).toMatchObject({ incomplete: null });
    expect(report.tests).toHaveLength(50_000);
  });
});

describe('a Python exception', () => {
  const missing = (what: 'module' | 'export' | 'member' | 'name' | 'file', ours: boolean | null) => ({
    what,
    name: 'x',
    ours,
  });
  it.each([
    ['assertion', 'call', exception('AssertionError', 'assert 1 == 2')],
    ['assertion', 'call', exception('Failed', 'Failed: DID NOT RAISE')],
    ['import', 'import', exception('AssertionError', 'assert 1 == 2')],
    ['timeout', 'call', exception('Failed', 'Failed: Timeout >1.0s')],
    ['timeout', 'call', exception('Failed', 'Failed: Timeout (>1.0s) from pytest-timeout.')],
    ['crash', 'call', exception('SystemExit', 'SystemExit: 1')],
    ['syntax', 'import', exception('SyntaxError', 'File "/p/a.py", line 1\nSyntaxError: invalid syntax')],
    ['syntax', 'import', exception('IndentationError', 'IndentationError: unexpected indent', 'SyntaxError')],
    ['other', 'call', exception('SyntaxError', 'File "<string>", line 1\nSyntaxError: invalid syntax')],
    ['missing', 'import', { ...exception('ModuleNotFoundError', '', 'ImportError'), missing: missing('module', null) }],
    ['missing', 'import', { ...exception('ImportError', ''), missing: missing('export', true) }],
    ['import', 'import', { ...exception('ModuleNotFoundError', '', 'ImportError'), missing: missing('module', false) }],
    ['import', 'import', { ...exception('ImportError', ''), missing: missing('export', false) }],
    ['import', 'call', exception('ImportError', 'attempted relative import')],
    ['missing', 'call', { ...exception('AttributeError', ''), missing: missing('member', true) }],
    ['other', 'call', { ...exception('AttributeError', ''), missing: missing('export', false) }],
    ['other', 'call', exception('AttributeError', "'NoneType' object has no attribute 'x'")],
    ['other', 'call', { ...exception('NameError', ''), missing: missing('name', null) }],
    ['other', 'import', { ...exception('NameError', ''), missing: missing('name', null) }],
    ['missing', 'call', { ...exception('FileNotFoundError', '', 'OSError'), missing: missing('file', null) }],
    ['missing', 'import', { ...exception('FileNotFoundError', '', 'OSError'), missing: missing('file', null) }],
    ['other', 'import', exception('CollectError', 'a parameter nobody takes')],
    ['import', 'import', exception('ValueError', 'x')],
    ['other', 'call', exception('ValueError', 'x')],
  ] as const)('is %s at %s: %o', (kind, moment, given) => {
    const context = { text, collecting: moment === 'import', isRequired: () => false };
    expect(pythonFailure(given, context).kind).toBe(kind);
  });

  it('of a module that a manifest names is not of this project', () => {
    const given = { ...exception('ModuleNotFoundError', '', 'ImportError'), missing: missing('module', null) };
    const failure = pythonFailure(given, { text, collecting: true, isRequired: (module) => module === 'x' });
    expect(failure).toMatchObject({ kind: 'import', diagnostics: [{ what: 'module', name: 'x', ours: false }] });
  });
});

describe('the manifests of a Python project', () => {
  it.each([
    ['requirements.txt', '# tools\nrequests>=2 ; python_version > "3"\n-r base.txt\n'],
    ['pyproject.toml', '[project]\nname = "stack"\ndependencies = [\n  "requests[socks]>=2", # x\n]\n'],
    ['pyproject.toml', '[project.optional-dependencies]\ntest = ["pytest", "requests"]\n'],
    ['pyproject.toml', '[dependency-groups]\ndev = [\n  "requests",\n]\n'],
    ['pyproject.toml', '[tool.poetry.group.dev.dependencies]\npython = "^3.11"\nrequests = { version = "2" }\n'],
    ['setup.cfg', '[metadata]\nname = stack\n[options]\ninstall_requires =\n  requests>=2\n'],
    ['setup.py', 'setup(name="stack", packages=["stack"], install_requires=["requests>=2"])'],
    ['Pipfile', '[packages]\nrequests = "*"\n'],
    ['environment.yml', 'name: x\ndependencies:\n  - requests=2\n'],
  ])('%s names what it needs and nothing else', (path, content) => {
    const packages = requiredPackages([[path, content]]);
    expect(provides(packages, 'requests.adapters')).toBe(true);
    expect(provides(packages, 'stack')).toBe(false);
  });

  it('know the few modules that are called otherwise than their package', () => {
    expect(provides(requiredPackages([['requirements.txt', 'PyYAML\npython_dateutil']]), 'yaml')).toBe(true);
    expect(provides(requiredPackages([['requirements.txt', 'PyYAML\npython_dateutil']]), 'dateutil.parser')).toBe(true);
  });
});

describe('a project uses pytest', () => {
  it.each([
    ['by its configuration', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, '.', 'configured'],
    ['by a section of tox.ini', { 'tox.ini': '[pytest]\n' }, '.', 'configured'],
    ['in a package of a monorepo', { 'packages/a/pytest.ini': '' }, 'packages/a', 'configured'],
    ['by a conftest.py', { 'tests/conftest.py': '' }, '.', 'configured'],
    ['by what it requires', { 'requirements/dev.txt': 'pytest==8\n' }, '.', 'installed'],
    ['by files named as pytest wants', { 'tests/test_a.py': '' }, '.', 'installed'],
  ])('%s', (_, files, directory, confidence) => {
    expect(detect(files)).toMatchObject([{ framework: 'pytest', directory, confidence }]);
  });

  it('not by files of others', () => {
    expect(detect({ 'tox.ini': '[tox]\n', '.venv/lib/test_x.py': '', 'src/a.py': '' })).toEqual([]);
  });
});

function detect(files: Readonly<Record<string, string>>) {
  return detectPytest({ files: Object.keys(files), read: (path) => files[path] });
}

function reportOf(records: string) {
  return pytestReport({
    directory: '/p',
    command: ['pytest'],
    result: ENDED,
    records: parsePytestRecords(records),
    nonce: 'n0nce',
    text,
    isRequired: () => false,
  });
}

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function exception(type: string, message: string, ...bases: string[]): PythonException {
  return { type, bases: [type, ...bases], message, asker: null, place: null, missing: null, frames: [], runtime: true };
}
