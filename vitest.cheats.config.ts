import { defineConfig } from 'vitest/config';
import { COMMON } from './vitest.config.ts';

/** `npm run cheats`: every cheat and every honest run, and a table at the end. */
export default defineConfig({
  test: {
    ...COMMON,
    include: ['test/cheats/all.ts'],
    reporters: [process.stdout.isTTY ? 'default' : 'minimal', './test/cheats/reporter.ts', './test/reporter.ts'],
  },
});
