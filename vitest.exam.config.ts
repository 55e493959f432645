import { defineConfig } from 'vitest/config';
import { COMMON } from './vitest.config.ts';

/** `npm run exam`: small projects played honestly and with cheats, two at a time, and tables at the end. */
export default defineConfig({
  test: {
    ...COMMON,
    include: ['test/exam/all.ts'],
    maxConcurrency: Number(process.env.EXAM_JOBS ?? 2),
    reporters: ['./test/exam/reporter.ts'],
  },
});
