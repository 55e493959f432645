import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { frameworkContract } from '../contract/contract.ts';
import { stories } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { BAD, GOOD, pytestPromises } from './promises.ts';

const driver = useDriver('pytest');
const subject = { driver, base: {}, installed: false };
tableColumn(driver);

const FLIP = `import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    call.excinfo = None
    outcome.get_result().outcome = "passed"
`;

describe('with Debian’s Python, which starts sooner', () => {
  beforeEach(() => {
    if (existsSync('/usr/bin/pytest')) vi.stubEnv('PATH', '/usr/bin:/bin');
  });
  afterEach(() => void vi.unstubAllEnvs());

  frameworkContract(subject, pytestPromises);

  stories(subject, {
    'tests that the configuration leaves out are skipped': {
      files: {
        'pytest.ini': '[pytest]\naddopts = -m "not slow"\nmarkers = slow\n',
        'test_x.py': 'import pytest\n\n@pytest.mark.slow\ndef test_slow(): pass\n\ndef test_quick(): pass\n',
      },
      shows: { outcomes: { 'test_x.py::test_quick': 'passed', 'test_x.py::test_slow': 'skipped' } },
    },
    'summaries are not made: nobody reads them, and some plugins load themselves for one': {
      files: {
        'conftest.py': 'def pytest_terminal_summary():\n    raise RuntimeError("asked for a summary")\n',
        'test_a.py': 'def test_a(): pass\n',
      },
      shows: { outcomes: { 'test_a.py::test_a': 'passed' } },
    },
    'sys.exit in a test is a crash of that test alone': {
      files: { 'test_a.py': 'import sys\n\ndef test_a(): sys.exit(0)\n\ndef test_b(): pass\n' },
      shows: { outcomes: { 'test_a.py::test_a': 'failed crash', 'test_a.py::test_b': 'passed' } },
    },
    'pytest.exit ends the run, which is then not whole': {
      files: {
        'test_a.py': 'def test_a(): pass\n',
        'test_b.py': 'import pytest\n\ndef test_b(): pytest.exit("enough")\n',
        'test_z.py': 'def test_z(): pass\n',
      },
      shows: {
        outcomes: { 'test_a.py::test_a': 'passed', 'test_b.py::test_b': 'errored crash' },
        runErrors: expect.any(Array),
        canary: expect.anything(),
        incomplete: expect.any(String),
      },
    },
    'a file that ends the process while it is imported leaves nothing whole': {
      files: { 'tests/test_a.py': 'import os\nos._exit(0)\n', 'tests/test_good.py': GOOD },
      shows: {
        uncollected: { 'tests/test_a.py': 'crash' },
        canary: 'missing',
        incomplete: expect.stringContaining('middle'),
      },
    },
    'a folder whose conftest.py cannot be loaded is told by the error, not by the canary that goes with it': {
      files: {
        'pytest.ini': '[pytest]\ntestpaths = tests\n',
        'tests/unit/conftest.py': 'import not_there_yet\n',
        'tests/unit/test_good.py': GOOD,
      },
      shows: {
        uncollected: { 'tests/unit/conftest.py': 'missing' },
        canary: 'missing',
        incomplete: expect.stringMatching(
          /^tests\/unit\/conftest\.py cannot be loaded \(ModuleNotFoundError: No module named 'not_there_yet'\), so/,
        ),
      },
    },
    'and so is one whose __init__.py cannot be loaded': {
      files: { 'tests/__init__.py': 'import not_there_yet\n', 'tests/test_good.py': GOOD },
      shows: {
        uncollected: { 'tests/test_good.py': 'missing' },
        canary: 'missing',
        incomplete: expect.stringMatching(/^tests\/__init__\.py cannot be loaded \(ModuleNotFoundError: /),
      },
    },
    'a conftest.py cannot turn a failure around after the fact': {
      files: { 'conftest.py': FLIP, 'test_a.py': BAD },
      shows: { outcomes: { 'test_a.py::test_bad': 'failed assertion' } },
    },
  });
});
