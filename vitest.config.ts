import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import SlowFirst from './test/slow-first.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [
      ...['**/node_modules/**', '**/dist/**', 'test/architecture/planted/**', 'test/projects/**'],
      // What takes minutes by itself runs in `npm run check:full`.
      ...(process.env.FULL === undefined ? ['**/*.full.test.ts'] : []),
    ],
    setupFiles: ['./test/setup.ts'],
    // Most tests wait for programs they started, and for the disk: cores serve more files at once than there are cores.
    maxWorkers: availableParallelism() + 1,
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
  },
});
