import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import SlowFirst from './test/slow-first.ts';

const EXCLUDED = [
  ...['**/node_modules/**', '**/dist/**', 'test/architecture/planted/**', 'test/projects/**'],
  // What takes minutes by itself runs in `npm run check:full`.
  ...(process.env.FULL === undefined ? ['**/*.full.test.ts'] : []),
];

/** Coverage is measured of these alone: each has a process of its own. */
const COVERED = ['src/{base,handoff}/**/*.test.ts', 'src/engine/project-state.test.ts'];

/** These leave nothing behind that another file in the same process would meet. */
const TOGETHER = ['test/{frameworks,scenarios/tdd,scenarios/workflow}/**/*.test.ts', 'test/scenarios/*.test.ts'];

/** What every run of tests goes by, whichever it chooses. */
export const COMMON = {
  environment: 'node',
  setupFiles: ['./test/setup.ts'],
  // Most tests wait for programs they started, and for the disk: cores serve more files at once than there are cores.
  maxWorkers: availableParallelism() + 4,
  sequence: { sequencer: SlowFirst },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  reporters: [process.stdout.isTTY ? 'default' : 'minimal', './test/reporter.ts'],
  silent: 'passed-only',
  coverage: {
    provider: 'custom',
    customProviderModule: './test/coverage.ts',
    include: ['src/base/**/*.ts', 'src/handoff/**/*.ts'],
    exclude: ['**/*.test.ts'],
    reporter: ['text-summary', ['text', { skipFull: true }]],
    thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
  },
} satisfies ViteUserConfig['test'];

export default defineConfig({
  test: {
    ...COMMON,
    projects: [
      {
        extends: true,
        test: { name: 'apart', include: [...COVERED, 'test/**/*.test.ts'], exclude: [...EXCLUDED, ...TOGETHER] },
      },
      {
        extends: true,
        // Loading every module for every file takes longer than most of them.
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', ...TOGETHER],
          exclude: [...EXCLUDED, ...COVERED],
          isolate: false,
        },
      },
    ],
  },
});
