import { existsSync } from 'node:fs';
import type { RunRequest } from '../../../src/frameworks/framework.ts';
import type { FrameworkName } from '../../../src/frameworks/versions.ts';
import type { CaseName, Shown } from './cases.ts';
import { goWords, pythonWords, rustWords } from './words.ts';

/** One framework in the table: where its projects are, and what it tells in a way of its own. */
export interface Column {
  /** Folders under test/projects, the first that has the case: a format is shown by frameworks that write it. */
  readonly projects: readonly string[];
  /** There is no canary in a user's own command. */
  readonly canary?: 'absent';
  /** Cases the framework does not have, each with the reason. */
  readonly notApplicable: Partial<Record<CaseName, string>>;
  /** The same facts told otherwise: of the whole file instead of the test, without a canary that went with it. */
  readonly tells: Partial<Record<CaseName, Shown>>;
  readonly ids: Partial<Record<CaseName, readonly string[]>>;
  /** A test's name as the table has it. */
  readonly words?: (name: string) => string;
  /** What to ask for in place of a plain run. */
  readonly asks?: (name: CaseName) => Partial<RunRequest>;
  /** Runs each case again, which must show the same: in a copy at the same time, or afterwards over what is left. */
  readonly again: 'beside' | 'after' | 'never';
  /** The only cases to run again, where a run takes long. */
  readonly repeated?: readonly CaseName[];
  /** What is asked for otherwise when a case is run again. */
  readonly repeatAsks?: Partial<RunRequest>;
  /** What building leaves in a project. */
  readonly leaves?: RegExp;
}

const FILE_MISSES = { tests: [], uncollected: ['missing'] } as const;
const FILE_FAILS = { uncollected: ['other'] } as const;
const FILE_HAS_TYPO = { tests: [], ...FILE_FAILS } as const;
const TEST_CRASHES = { tests: [['leaves', 'failed', 'crash']] } as const;
const FILE_CRASHES = { tests: [], uncollected: ['crash'] } as const;
/** The failing canary does not fail the run. */
const ENDS_WELL = { exitCode: 0 } as const;
const MASKED = { canary: 'absent' } as const;
const NO_TODO = (what: string) => `${what} has no tests that are only planned: one that does not run is skipped.`;
const NO_FOCUS = (what: string) => `${what} has no mark that singles out tests; a filter on its command line is told.`;
const NO_BAIL = 'node --test has no option that stops it at the first failure.';
const JS_IDS = {
  deep: ['test/math.test.js::arithmetic > of numbers > adding > works'],
  'same-name': ['test/math.test.js::twin', 'test/math.test.js::twin#2'],
};
/** The canary changes nothing in what is told of the tests. */
const LOOK = { canary: false };
/** From Node 22 on, tests that --test-only leaves out are not told at all. */
const LEAVES_OUT = Number(process.versions.node.split('.')[0]) >= 22;
/** Debian's own Python has another version of pytest than the one first on the path may have. */
const OTHER_PYTEST = existsSync('/usr/bin/pytest') ? { command: ['/usr/bin/python3', '-m', 'pytest'] } : {};

export const COLUMNS: Readonly<Partial<Record<FrameworkName, Column>>> = {
  vitest: {
    projects: ['vitest'],
    notApplicable: {},
    tells: { exit: TEST_CRASHES },
    ids: JS_IDS,
    again: 'beside',
    repeatAsks: LOOK,
  },
  jest: {
    projects: ['jest'],
    notApplicable: {},
    tells: { exit: FILE_CRASHES },
    ids: JS_IDS,
    again: 'beside',
    repeatAsks: LOOK,
  },
  mocha: {
    projects: ['mocha'],
    notApplicable: {},
    tells: {
      'missing-symbol': FILE_MISSES,
      exit: { incomplete: 'the run ended before its report did' },
      'no-tests': ENDS_WELL,
    },
    ids: JS_IDS,
    again: 'beside',
    repeatAsks: LOOK,
  },
  'node-test': {
    projects: ['node-test'],
    notApplicable: { bail: NO_BAIL },
    tells: {
      'missing-symbol': FILE_MISSES,
      exit: FILE_CRASHES,
      'no-tests': ENDS_WELL,
      ...(LEAVES_OUT ? { focused: { tests: [['only this', 'passed']] } } : {}),
    },
    ids: JS_IDS,
    again: 'beside',
    repeatAsks: LOOK,
  },
  pytest: {
    projects: ['pytest'],
    notApplicable: {
      todo: NO_TODO('pytest'),
      focused: NO_FOCUS('pytest'),
      timeout: 'pytest has no limit for a test; only the plugin pytest-timeout has.',
    },
    tells: { exit: { incomplete: 'the run ended in the middle' } },
    ids: { deep: ['tests/test_deep.py::TestOuter > TestMiddle > TestInner > test_works'] },
    words: pythonWords,
    again: 'beside',
    repeatAsks: OTHER_PYTEST,
  },
  go: {
    projects: ['go'],
    notApplicable: {
      todo: NO_TODO('go test'),
      focused: NO_FOCUS('go test'),
      unhandled: 'A panic in a goroutine ends the process, which is the case exit.',
    },
    tells: {
      'missing-symbol': FILE_MISSES,
      typo: FILE_HAS_TYPO,
      timeout: { incomplete: 'ended in the middle' },
      exit: { incomplete: 'ended in the middle' },
    },
    ids: { deep: ['deep_test.go::TestOuter > middle > inner > works'] },
    words: goWords,
    // Go has no configuration file: these are set on the command line.
    asks: (name) => {
      if (name === 'timeout') return { command: ['go', 'test', '-timeout', '1s', './...'] };
      return name === 'bail' ? { command: ['go', 'test', '-failfast', './...'] } : {};
    },
    again: 'after',
  },
  cargo: {
    projects: ['cargo'],
    notApplicable: {
      todo: NO_TODO("Rust's harness"),
      focused: NO_FOCUS("Rust's harness"),
      timeout: "Rust's harness has no limit for a test on stable.",
      unhandled: 'A panic in a thread that nobody joins is seen neither by the harness nor in the exit code.',
    },
    tells: {
      'missing-symbol': FILE_MISSES,
      typo: FILE_HAS_TYPO,
      // A library that does not compile takes the canary along, which is built with it.
      'import-error': MASKED,
      // Names are identifiers, which have letters only.
      unicode: { tests: [['zählt bis drei 数える', 'passed']] },
    },
    ids: {},
    words: rustWords,
    again: 'after',
  },
  maven: {
    projects: ['maven'],
    notApplicable: {
      todo: NO_TODO('JUnit'),
      focused: NO_FOCUS('JUnit'),
      unhandled: 'An exception in another thread is seen neither by JUnit nor in the exit code.',
    },
    // All of a module is compiled before anything is run, so the canary goes with what cannot be; so it does in a crash.
    tells: {
      'missing-symbol': { ...FILE_MISSES, ...MASKED },
      typo: { ...FILE_HAS_TYPO, ...MASKED },
      'missing-module': MASKED,
      'syntax-error': MASKED,
      'import-error': MASKED,
      'broken-beside-good': MASKED,
      exit: { ...FILE_CRASHES, ...MASKED },
      'no-tests': MASKED,
    },
    ids: {},
    again: 'after',
    repeated: ['failing'],
    leaves: /(^|\/)target(\/|$)/,
  },
  junit: {
    projects: ['junit', 'vitest'],
    canary: 'absent',
    notApplicable: {
      todo: 'The format has no tests that are only planned; Vitest writes them as skipped.',
      focused: 'The format does not say that tests are singled out.',
    },
    tells: { exit: TEST_CRASHES },
    ids: {},
    asks: (name) => {
      if (name === 'nonzero-exit') return { command: ['sh', 'run.sh', '{report}'] };
      const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=junit', '--outputFile={report}'];
      return { command: [...vitest, '--passWithNoTests', '--bail=0'] };
    },
    again: 'never',
  },
  tap: {
    projects: ['tap', 'node-test'],
    canary: 'absent',
    notApplicable: {
      focused: 'The format does not say that tests are singled out.',
      bail: NO_BAIL,
    },
    tells: { 'missing-symbol': FILE_MISSES, exit: FILE_CRASHES, unhandled: { ...FILE_FAILS, runErrors: false } },
    ids: {},
    asks: (name) => ({
      command: name === 'nonzero-exit' ? ['sh', 'run.sh'] : ['node', '--test', '--test-reporter=tap'],
    }),
    again: 'never',
  },
};

/** Drivers that are not in the table, each with the reason. */
export const NOT_IN_TABLE = {
  gradle: 'Gradle is not run here; what it prints and writes is recorded in gradle.test.ts.',
  'exit-code': 'An exit code names no test.',
} as const satisfies Partial<Record<FrameworkName, string>>;
