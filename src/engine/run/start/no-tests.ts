import { BatonError } from '../../../base/error.ts';
import type { TestReport } from '../../../evidence/report.ts';
import type { Framework } from '../../../frameworks/framework.ts';
import { type Config, singleSuite } from '../../../protocol/config-schema.ts';
import type { Pinned } from '../pinned.ts';

/** The name that stands for a framework where a workflow runs no tests. */
export const NO_TESTS = 'none';

/** Stands in for a framework where none is needed; nobody runs it. */
export const noTests: Framework = {
  name: NO_TESTS,
  detect: () => [],
  async run() {
    throw new BatonError('internal', 'The workflow of this run has no tests to run.');
  },
  testFiles: [],
  supportFiles: [],
  configFiles: [],
};

/** What a run without tests fixes about them. Commands that it uses as gates have the same place and time. */
export function pinNoTests(config: Config, timeout: number): Pinned['tests'] {
  const tests = singleSuite(config) ?? {};
  return {
    framework: NO_TESTS,
    directory: tests.directory ?? '.',
    ...(tests.setup === undefined ? {} : { setup: tests.setup }),
    ...(tests.env === undefined ? {} : { env: tests.env }),
    shown: 'none',
    timeout_s: tests.timeout_s ?? timeout,
    files: [],
    support: [],
    config: [],
    mixed: [],
  };
}

/** What is known of tests where there are none. */
export const EMPTY_REPORT: TestReport = {
  framework: NO_TESTS,
  strength: 'strong',
  command: [],
  exitCode: 0,
  signal: null,
  wallMs: 0,
  tests: [],
  uncollected: [],
  runErrors: [],
  focused: false,
  canary: 'absent',
  incomplete: null,
  output: '',
};
