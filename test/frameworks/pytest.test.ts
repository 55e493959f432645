import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { pytest } from '../../src/frameworks/pytest/pytest.ts';
import { temporaryDirectory } from '../repository.ts';
import { CASES, differences } from './cases.ts';
import { needsProgram } from './needs.ts';
import { projectCopy, requestFor } from './request.ts';

needsProgram(['python3', '-m', 'pytest', '--version'], 'apt install python3-pytest');

const shown = readdirSync(fileURLToPath(new URL('../projects/pytest', import.meta.url)));
/** Debian's own Python has another version of pytest than the one first on the path may have. */
const QUICK = existsSync('/usr/bin/pytest');
const OTHER = QUICK ? { command: ['/usr/bin/python3', '-m', 'pytest'] } : {};
const NOWHERE = '/nowhere';
afterEach(() => vi.unstubAllEnvs());
const GOOD = { 'tests/test_good.py': 'def test_good():\n    assert True\n' };

describe('a tiny project run with pytest', () => {
  it.each(shown)('shows the case %s, with either version of pytest', async (name) => {
    const directory = projectCopy(`pytest/${name}`);
    const report = await pytest.run(requestFor(directory));
    expect(differences(inWords(report), CASES[name] ?? {})).toEqual([]);
    // Where a test ends the process, what comes after it did not run, a canary perhaps among it.
    expect(report).toMatchObject(
      name === 'exit' ? { incomplete: expect.stringContaining('middle') } : { canary: 'seen', incomplete: null },
    );
    expect(facts(await pytest.run(requestFor(directory, OTHER)))).toEqual(facts(report));
    expect(litter(directory)).toEqual([]);
  });

  it('names the whole path of a test', async () => {
    const { tests } = await pytest.run(requestFor(projectCopy('pytest/deep')));
    expect(tests.map(({ id }) => id)).toEqual(['tests/test_deep.py::TestOuter > TestMiddle > TestInner > test_works']);
  });

  it('runs in a path with spaces and other letters', async () => {
    const directory = join(temporaryDirectory(), 'mein Projekt ü');
    cpSync(projectCopy('pytest/passing'), directory, { recursive: true });
    expect(await pytest.run(requestFor(directory))).toMatchObject({ canary: 'seen', tests: [{}, {}] });
  });

  it('runs the selected files only', async () => {
    const request = requestFor(projectCopy('pytest/bail'), { selection: { files: ['tests/test_a.py'] } });
    const report = await pytest.run(request);
    expect(report.tests.map(({ id }) => id)).toEqual(['tests/test_a.py::test_breaks']);
    expect(report).toMatchObject({ canary: 'seen', incomplete: null });
  });
});

describe('what pytest lets a project do', () => {
  it('counts what is expected to fail as pytest does and tells so', async () => {
    const mark = (more: string, body: string) => `@pytest.mark.xfail(${more})\ndef test_${body}\n`;
    const { tests } = await run({
      'test_x.py': [
        'import pytest',
        mark('', 'fails(): assert 1 == 2'),
        mark('', 'passes(): pass'),
        mark('strict=True', 'strict(): pass'),
        mark('run=False', 'unrun(): pass'),
      ].join('\n'),
    });
    expect(tests.map((test) => [test.path[0], test.outcome, test.expectedToFail ?? false])).toEqual([
      ['test_fails', 'passed', true],
      ['test_passes', 'passed', true],
      ['test_strict', 'failed', false],
      ['test_unrun', 'skipped', true],
    ]);
  });

  it('shows tests that the configuration leaves out as skipped', async () => {
    const report = await run({
      'pytest.ini': '[pytest]\naddopts = -m "not slow"\nmarkers = slow\n',
      'test_x.py': 'import pytest\n\n@pytest.mark.slow\ndef test_slow(): pass\n\ndef test_quick(): pass\n',
    });
    expect(report.tests.map(({ path, outcome }) => [path[0], outcome])).toEqual([
      ['test_quick', 'passed'],
      ['test_slow', 'skipped'],
    ]);
    expect(report).toMatchObject({ canary: 'seen', focused: false, incomplete: null });
  });

  it('keeps the canary where the patterns of the configuration find it', async () => {
    const report = await run({
      'pytest.ini': '[pytest]\npython_files = checks.py check_*.py\npython_functions = verify_*\ntestpaths = checks\n',
      'checks/unit/check_a.py': 'def verify_a(): pass\n',
    });
    expect(report).toMatchObject({ canary: 'seen', tests: [{ id: 'checks/unit/check_a.py::verify_a' }] });
  });

  it('tells a failing fixture as an error of the test and a failing last teardown as one of the run', async () => {
    const report = await run({
      'test_a.py': 'import pytest\n\n@pytest.fixture\ndef broken(): raise OSError("no")\n\ndef test_a(broken): pass\n',
      'conftest.py':
        'import pytest\n\n@pytest.fixture(scope="session", autouse=True)\ndef all():\n    yield\n    raise OSError("end")\n',
    });
    expect(report.tests).toMatchObject([{ outcome: 'errored', failure: { kind: 'other', message: 'OSError: no' } }]);
    expect(report).toMatchObject({ canary: 'seen', runErrors: ['OSError: end'], incomplete: null });
  });

  it('tells sys.exit in a test as a crash of that test alone', async () => {
    const report = await run({ 'test_a.py': 'import sys\n\ndef test_a(): sys.exit(0)\n\ndef test_b(): pass\n' });
    expect(report.tests.map((test) => [test.outcome, test.failure?.kind])).toEqual([
      ['failed', 'crash'],
      ['passed', undefined],
    ]);
    expect(report.incomplete).toBeNull();
  });

  it.each([
    ['pytest.exit', 'import pytest\n\ndef test_b(): pytest.exit("enough")\n', 'errored'],
    ['a signal', 'import os\n\ndef test_b(): os.kill(os.getpid(), 9)\n', 'errored'],
  ])('is incomplete when %s ends the run', async (_, text, outcome) => {
    const report = await run({
      'test_a.py': 'def test_a(): pass\n',
      'test_b.py': text,
      'test_z.py': 'def test_z(): pass\n',
    });
    expect(report.tests.map((test) => [test.path[0], test.outcome, test.failure?.kind])).toEqual([
      ['test_a', 'passed', undefined],
      ['test_b', outcome, 'crash'],
    ]);
    expect(report.incomplete).not.toBeNull();
  });

  it('is incomplete when a file ends the process while it is imported', async () => {
    const report = await run({ 'tests/test_a.py': 'import os\nos._exit(0)\n', ...GOOD });
    expect(report.uncollected).toMatchObject([{ file: 'tests/test_a.py', failure: { kind: 'crash' } }]);
    expect(report).toMatchObject({ tests: [], incomplete: expect.stringContaining('middle') });
  });

  it('tells a conftest.py that cannot be loaded', async () => {
    const report = await run({ 'conftest.py': 'import not_there_yet\n', ...GOOD });
    expect(report.uncollected).toMatchObject([
      { file: 'conftest.py', failure: { kind: 'missing', diagnostics: [{ what: 'module', name: 'not_there_yet' }] } },
    ]);
    expect(report).toMatchObject({ canary: 'missing', incomplete: 'conftest.py cannot be loaded, so no test ran' });
  });
});

describe('a project that stands in the way', () => {
  it.each([
    ['failures are swallowed', SWALLOW],
    ['tests are not called', 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n'],
    ['tests are dropped', 'def pytest_collection_modifyitems(items):\n    del items[1:]\n'],
    [
      'the reporter is unregistered',
      'def pytest_configure(config):\n    config.pluginmanager.unregister(name="baton_recorder")\n',
    ],
  ])('is no evidence when %s', async (_, conftest) => {
    const report = await run({ 'conftest.py': conftest, 'test_a.py': 'def test_a(): assert 1 == 2\n' });
    expect(report.canary).toBe('missing');
    expect(report.incomplete).not.toBeNull();
  });

  it('cannot turn a failure around after the fact', async () => {
    const report = await run({ 'conftest.py': FLIP, 'test_a.py': 'def test_a(): assert 1 == 2\n' });
    expect(report.tests).toMatchObject([{ outcome: 'failed', failure: { kind: 'assertion' } }]);
  });

  it('is no evidence when only some tests are asked for', async () => {
    const report = await run({ 'pytest.ini': '[pytest]\naddopts = -k good\n', ...GOOD });
    expect(report).toMatchObject({ canary: 'missing', focused: true });
  });

  it('cannot turn the plugin off or stand in for pytest', async () => {
    const report = await run({
      'pytest.ini': '[pytest]\naddopts = -p no:baton_pytest -p no:cacheprovider\n',
      'pytest.py': 'raise SystemExit(0)\n',
      'baton_pytest.py': 'raise SystemExit(0)\n',
      ...GOOD,
    });
    expect(report).toMatchObject({ canary: 'seen', incomplete: null, tests: [{ outcome: 'passed' }] });
  });

  it('is told as misconfigured with what pytest says', async () => {
    const project = { 'pytest.ini': '[pytest]\naddopts = --no-such-option\n', ...GOOD };
    await expect(run(project)).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringContaining('--no-such-option'),
    });
  });

  it('can name its own test files in any way', async () => {
    const report = await run({ 'pytest.ini': '[pytest]\npython_files = *\n', 'spec/start.py': 'def test_a(): pass\n' });
    expect(report).toMatchObject({ canary: 'seen', tests: [{ id: 'spec/start.py::test_a' }] });
  });

  it('is told why there is no canary where none can be added', async () => {
    const report = await run({ 'pytest.ini': '[pytest]\npython_files = only.py\n', 'only.py': 'def test_a(): pass\n' });
    expect(report).toMatchObject({ canary: 'missing', incomplete: expect.stringContaining('python_files = only.py') });
  });

  it('is told as misconfigured when its command is not visibly pytest', async () => {
    await expect(run(GOOD, { command: ['make', 'test'] })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });

  it('is ended at the deadline and says in which test', async () => {
    const report = await run({ 'test_a.py': 'import time\n\ndef test_a(): time.sleep(60)\n' }, { timeoutMs: 5_000 });
    expect(report).toMatchObject({
      incomplete: expect.stringContaining('timeout'),
      tests: [{ outcome: 'errored', failure: { kind: 'timeout' } }],
    });
  });

  it('is told how to get pytest', async () => {
    vi.stubEnv('PATH', NOWHERE);
    await expect(run(GOOD)).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('python3 -m pip install pytest'),
    });
  });
});

const SWALLOW = `import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    outcome = yield
    outcome.force_result(True)
`;

const FLIP = `import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    call.excinfo = None
    outcome.get_result().outcome = "passed"
`;

function run(files: Readonly<Record<string, string>>, more: Partial<RunRequest> = {}): Promise<TestReport> {
  const directory = temporaryDirectory();
  if (QUICK && process.env.PATH !== NOWHERE) vi.stubEnv('PATH', '/usr/bin:/bin');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return pytest.run(requestFor(directory, more));
}

/** Names as the table has them: pytest's own are Python names with a prefix, and parameters in brackets. */
function inWords(report: TestReport): TestReport {
  const words = (name: string) =>
    name
      .replace(/^test_/, '')
      .replace(/\[(.*)\]$/, ' $1')
      .replaceAll('_', ' ');
  return { ...report, tests: report.tests.map((test) => ({ ...test, path: test.path.map(words) })) };
}

/** What of a report does not differ from run to run. */
function facts({ command: _, wallMs: __, output: ___, tests, ...rest }: TestReport) {
  return { ...rest, tests: tests.map(({ durationMs: ____, ...test }) => test) };
}

/** What a run left behind in the project. */
function litter(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return entries.filter((path) => /baton|__pycache__|\.pytest_cache/.test(path) && !path.startsWith('node_modules'));
}
