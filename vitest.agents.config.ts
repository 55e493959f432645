import { defineConfig } from 'vitest/config';
import { COMMON } from './vitest.config.ts';

/** `npm run test:agents`: the real agent programs, and a table of what each can do at the end. */
export default defineConfig({
  test: {
    ...COMMON,
    include: ['test/agents/**/*.test.ts', 'test/runners/command.test.ts'],
    reporters: [process.stdout.isTTY ? 'default' : 'minimal', './test/agents/reporter.ts', './test/reporter.ts'],
  },
});
