import { spawnSync } from 'node:child_process';
import { beforeEach } from 'vitest';

/** Skips every test of a file, with the reason, where a program it runs for real is not installed. */
export function needsProgram(command: readonly [string, ...string[]], howToGetIt: string): void {
  const [program, ...args] = command;
  const { status, error } = spawnSync(program, args, { stdio: 'ignore' });
  const missing = error !== undefined || status !== 0;
  beforeEach((context) => {
    if (missing) context.skip(`needs ${program}: ${howToGetIt}`);
  });
}
