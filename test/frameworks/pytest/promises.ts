import { expect } from 'vitest';
import { NOT_SELECTED, type Promises } from '../contract/promises.ts';

export const GOOD = 'def test_good():\n    assert True\n';
export const BAD = 'def test_bad():\n    assert 1 == 2\n';

const ODD = 'tésts/test_a b.py';
const SWALLOW = `import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    outcome = yield
    outcome.force_result(True)
`;
const UNREGISTER = `def pytest_configure(config):
    config.pluginmanager.unregister(name="baton_recorder")
`;

export const pytestPromises: Promises = {
  crowded: {
    files: {
      [ODD]: `${BAD}\ndef test_talks():\n    for _ in range(100):\n        print("x" * 1_000_000)\n`,
      'tests/test_other.py': BAD,
    },
    selected: ODD,
    shows: {
      outcomes: { [`${ODD}::test_bad`]: 'failed assertion', [`${ODD}::test_talks`]: 'passed' },
      failures: { [`${ODD}::test_bad`]: { location: { file: ODD, line: 2 } } },
    },
  },
  look: {
    files: {
      'tests/test_a.py': GOOD,
      'tests/test_b.py': `import os, pathlib\n\npathlib.Path(os.environ["TMPDIR"], "${NOT_SELECTED}").touch()\n\n${BAD}`,
    },
    request: { selection: { files: ['tests/test_a.py'] }, canary: false },
    shows: { outcomes: { 'tests/test_a.py::test_good': 'passed' }, canary: 'absent' },
  },
  empty: { files: {}, request: { canary: false }, shows: { canary: 'absent' } },
  reporter: {
    files: {
      'pytest.ini': '[pytest]\naddopts = -p no:baton_pytest -p no:cacheprovider\n',
      'pytest.py': 'raise SystemExit(0)\n',
      'baton_pytest.py': 'raise SystemExit(0)\n',
      'tests/test_good.py': GOOD,
    },
    shows: { outcomes: { 'tests/test_good.py::test_good': 'passed' } },
  },
  sandboxed: {},
  forged: {
    'failures that are swallowed': { files: { 'conftest.py': SWALLOW, 'test_a.py': BAD } },
    'tests that are not called': {
      files: { 'conftest.py': 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n', 'test_a.py': BAD },
    },
    'tests that are dropped': {
      files: { 'conftest.py': 'def pytest_collection_modifyitems(items):\n    del items[1:]\n', 'test_a.py': BAD },
    },
    'a reporter that is unregistered': { files: { 'conftest.py': UNREGISTER, 'test_a.py': BAD } },
  },
  deeds: {
    test: (command) => ({
      files: {
        'test_a.py': `import subprocess, time\n\ndef test_acts():\n    subprocess.run(${JSON.stringify(command)}, shell=True)\n    time.sleep(600)\n`,
      },
    }),
    hung: { 'test_a.py::test_acts': 'errored timeout' },
  },
  missing: {
    files: { 'test_a.py': GOOD },
    without: /^(python|pytest|py\.test)/,
    message: /python3 -m pip install pytest/,
  },
  broken: {
    'an option that pytest does not know': {
      files: { 'pytest.ini': '[pytest]\naddopts = --no-such-option\n', 'test_a.py': GOOD },
      message: /--no-such-option/,
    },
  },
  foreign: { files: { 'test_a.py': GOOD }, request: { command: ['make', 'test'] }, message: /make test/ },
  commands: {
    files: { 'tests/test_a.py': GOOD, 'other/test_b.py': BAD },
    all: [['python3', '-m', 'pytest', '-q', 'tests']],
    shows: { outcomes: { 'tests/test_a.py::test_good': 'passed' } },
  },
  setUp: {
    files: { 'conftest.py': 'import not_there_yet\n', 'tests/test_good.py': GOOD },
    shows: {
      uncollected: { 'conftest.py': 'missing' },
      failures: { 'conftest.py': { diagnostics: [{ what: 'module', name: 'not_there_yet' }] } },
      runErrors: expect.any(Array),
      canary: 'missing',
      incomplete: "conftest.py cannot be loaded (ModuleNotFoundError: No module named 'not_there_yet'), so no test ran",
    },
  },
  names: {
    'patterns in the configuration, and the canary goes there': {
      files: {
        'pytest.ini':
          '[pytest]\npython_files = checks.py check_*.py\npython_functions = verify_*\ntestpaths = checks\n',
        'checks/unit/check_a.py': 'def verify_a(): pass\n',
      },
      shows: { outcomes: { 'checks/unit/check_a.py::verify_a': 'passed' } },
    },
    'any name at all': {
      files: { 'pytest.ini': '[pytest]\npython_files = *\n', 'spec/start.py': 'def test_a(): pass\n' },
      shows: { outcomes: { 'spec/start.py::test_a': 'passed' } },
    },
    'one name only, where the canary cannot be added': {
      files: { 'pytest.ini': '[pytest]\npython_files = only.py\n', 'only.py': 'def test_a(): pass\n' },
      shows: {
        outcomes: { 'only.py::test_a': 'passed' },
        canary: 'missing',
        incomplete: expect.stringContaining('python_files = only.py'),
      },
    },
  },
  restricted: {
    'a pattern for names in the configuration': {
      files: { 'pytest.ini': '[pytest]\naddopts = -k good\n', 'tests/test_good.py': GOOD },
      shows: {
        outcomes: { 'tests/test_good.py::test_good': 'passed' },
        focused: true,
        canary: 'missing',
        incomplete: expect.any(String),
      },
    },
  },
  troubles: {
    // What is left to tear down at the end is the run's if the canary is last: these files come before it.
    hooks: {
      files: {
        'test_a_hooks.py':
          'import pytest\n\n@pytest.fixture\ndef broken(): raise OSError("no")\n\ndef test_a(broken): pass\n',
        'conftest.py':
          'import pytest\n\n@pytest.fixture(scope="session", autouse=True)\ndef all():\n    yield\n    raise OSError("end")\n',
      },
      shows: {
        outcomes: { 'test_a_hooks.py::test_a': 'errored other' },
        failures: { 'test_a_hooks.py::test_a': { message: 'OSError: no' } },
        runErrors: ['OSError: end'],
      },
    },
    loading: {
      files: {
        'test_a_loading.py': 'import loading\n\ndef test_a(): pass\n',
        'loading.py': 'raise ValueError("too small")\n',
      },
      shows: {
        uncollected: { 'test_a_loading.py': 'import' },
        failures: { 'test_a_loading.py': { message: 'ValueError: too small' } },
      },
    },
    dying: {
      apart: true,
      files: {
        'test_a.py': 'def test_a(): pass\n',
        'test_b.py': 'import os\n\ndef test_b(): os.kill(os.getpid(), 9)\n',
        'test_z.py': 'def test_z(): pass\n',
      },
      shows: {
        outcomes: { 'test_a.py::test_a': 'passed', 'test_b.py::test_b': 'errored crash' },
        canary: expect.anything(),
        incomplete: expect.stringContaining('SIGKILL'),
      },
    },
    expected: {
      files: {
        'test_a_expected.py': `import pytest

@pytest.mark.xfail()
def test_fails(): assert 1 == 2

@pytest.mark.xfail()
def test_passes(): pass

@pytest.mark.xfail(strict=True)
def test_strict(): pass

@pytest.mark.xfail(run=False)
def test_unrun(): pass
`,
      },
      shows: {
        outcomes: {
          'test_a_expected.py::test_fails': 'passed, expected to fail',
          'test_a_expected.py::test_passes': 'passed, expected to fail',
          'test_a_expected.py::test_strict': expect.stringMatching(/^failed \w+$/),
          'test_a_expected.py::test_unrun': 'skipped, expected to fail',
        },
      },
    },
  },
};
