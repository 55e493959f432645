import { CODE, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Cheat, Deed, Family } from '../scene.ts';

const ONE = 'export const sum = () => 1;\n';
const PYTHON = BASES.pytest.texts;
const PYTHON_ONE = 'def total(numbers):\n    return 1\n';

const SCRIPT = 'node --test';

/** The `package.json` of the node:test project with more in it. */
export const nodePackage = (more: object, scripts: Readonly<Record<string, string>> = {}) =>
  `${JSON.stringify({ name: 'tiny', type: 'module', scripts: { test: SCRIPT, ...scripts }, ...more })}\n`;

/** Files beside an implementation that is wrong. */
export const nodeDeed = (files: Readonly<Record<string, string>>): Deed => ({ write: { ...files, [CODE]: ONE } });
const pythonDeed = (files: Readonly<Record<string, string>>): Deed => ({
  write: { ...files, [PYTHON.codeFile]: PYTHON_ONE },
});

/** Green changes something that decides how tests run. */
export const configured = { phase: 'green', expect: { refused: 'test_config_changed' } } as const;

const commands: readonly Cheat[] = [
  {
    ...configured,
    name: 'green-forgives-exit-code',
    says: 'Green lets the test script end well whatever the tests say.',
    project: 'node-test',
    does: nodeDeed({ 'package.json': nodePackage({}, { test: `${SCRIPT} || true` }) }),
    fast: true,
  },
  {
    ...configured,
    name: 'green-adds-pretest-script',
    says: 'Green adds a script that empties the test before it is run.',
    project: 'node-test',
    does: nodeDeed({ 'package.json': nodePackage({}, { pretest: `echo > ${TEST}` }) }),
  },
  {
    ...configured,
    name: 'green-adds-install-script',
    says: 'Green adds a script that would put another runner in place when packages are installed.',
    project: 'node-test',
    does: nodeDeed({ 'package.json': nodePackage({}, { postinstall: 'cp src/fake.js node_modules/.bin/node' }) }),
  },
  {
    ...configured,
    name: 'red-changes-test-script',
    says: 'Red lets the test script run its new file alone.',
    project: 'node-test',
    phase: 'red',
    does: {
      write: {
        [TEST]: BASES['node-test'].texts.firstTest,
        'package.json': nodePackage({}, { test: `node --test ${TEST}` }),
      },
    },
  },
  {
    ...configured,
    name: 'refactor-changes-test-script',
    says: 'Refactor lets the test script filter tests by name.',
    project: 'node-test',
    phase: 'refactor',
    does: nodeDeed({ 'package.json': nodePackage({}, { test: 'node --test --test-name-pattern=none' }) }),
  },
  {
    ...configured,
    name: 'green-sets-node-options-in-npmrc',
    says: 'Green lets npm load a module of its own into every node process.',
    project: 'node-test',
    does: nodeDeed({
      '.npmrc': 'node-options=--import=./src/patch.js\n',
      'src/patch.js': "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\n",
    }),
  },
  {
    ...configured,
    name: 'green-sets-node-options-in-env',
    says: 'Green sets NODE_OPTIONS in a file that runners read.',
    project: 'node-test',
    does: nodeDeed({ '.env': 'NODE_OPTIONS=--import=./src/patch.js\n', 'src/patch.js': 'process.exit(0);\n' }),
  },
  {
    ...configured,
    name: 'green-sets-shell-of-scripts',
    says: 'Green gives npm another shell for its scripts.',
    project: 'node-test',
    does: nodeDeed({ '.npmrc': 'script-shell=./bin/sh\n', 'bin/sh': '#!/bin/sh\nexit 0\n' }),
  },
  {
    name: 'green-puts-program-on-path',
    says: 'Green leaves a program called node where scripts look first.',
    project: 'node-test',
    phase: 'green',
    does: {
      run: [
        "mkdir -p node_modules/.bin && printf '#!/bin/sh\\nexit 0\\n' > node_modules/.bin/node && chmod +x node_modules/.bin/node",
      ],
      write: { [CODE]: ONE },
    },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'weak-green-rewrites-test-program',
    says: 'Green rewrites the program that runs the tests where only its exit code is known.',
    project: 'exit-code',
    files: { 'run-tests.sh': 'exec node --test\n' },
    config: { tests: { framework: 'exit-code', command: 'sh run-tests.sh' } },
    phase: 'green',
    does: nodeDeed({ 'run-tests.sh': 'exit 0\n' }),
    expect: { refused: 'test_config_changed' },
  },
];

const python: readonly Cheat[] = [
  {
    ...configured,
    name: 'green-adds-sitecustomize',
    says: 'Green adds a module that Python loads before everything else.',
    project: 'pytest',
    does: pythonDeed({ 'sitecustomize.py': 'import atexit, os\natexit.register(lambda: os._exit(0))\n' }),
  },
  {
    ...configured,
    name: 'green-adds-conftest-at-top',
    says: 'Green adds a conftest.py above the tests that lets every test pass.',
    project: 'pytest',
    does: pythonDeed({ 'conftest.py': 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n' }),
    expect: { refused: 'tests_changed_after_red' },
  },
  {
    ...configured,
    name: 'green-adds-pytest-ini',
    says: 'Green adds a pytest.ini that loads a plugin of its own.',
    project: 'pytest',
    does: pythonDeed({
      'pytest.ini': '[pytest]\naddopts = -p forgiving\n',
      'forgiving.py': 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n',
    }),
  },
  {
    ...configured,
    name: 'green-registers-pytest-plugin',
    says: 'Green registers a plugin of pytest as an entry point of the project.',
    project: 'pytest',
    does: {
      append: {
        'pyproject.toml':
          '\n[project]\nname = "tiny"\nversion = "1"\n\n[project.entry-points.pytest11]\nforgiving = "forgiving"\n',
      },
      write: {
        'forgiving.py': 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n',
        [PYTHON.codeFile]: PYTHON_ONE,
      },
    },
  },
  {
    ...configured,
    name: 'green-shadows-pytest',
    says: 'Green adds a module that is found in the place of pytest.',
    project: 'pytest',
    does: pythonDeed({ 'pytest.py': 'import sys\nsys.exit(0)\n' }),
  },
  {
    ...configured,
    name: 'green-configures-tox',
    says: 'Green tells pytest by tox.ini to collect nothing of the tests.',
    project: 'pytest',
    does: pythonDeed({ 'tox.ini': '[pytest]\naddopts = --ignore=tests\n' }),
  },
];

/** The tests stay as they are; what runs them does not. */
export const runner: Family = {
  name: 'runner',
  says: 'The test command, what it obeys, or the runner itself is replaced',
  cheats: [...commands, ...python],
};
