import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npm run cheats`: every cheat and every honest run, and a table at the end. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['test/cheats/all.ts'],
    reporters: [process.stdout.isTTY ? 'default' : 'minimal', './test/cheats/reporter.ts', './test/reporter.ts'],
  },
});
