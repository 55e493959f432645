// Plays the packed program in all kinds of repositories (test/world/): npm run world [-- --seed N] [--only WORDS].
// Exit 1: a story failed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { seed, only } = readOptions();
const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/world/'], {
  cwd: root,
  env: { ...process.env, FULL: '1', WORLD_SEED: seed, WORLD_ONLY: only },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { seed: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
    });
    if (!/^\d+$/.test(values.seed)) throw new Error(`--seed is ${values.seed}, not a number.`);
    return values;
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run world [-- --seed N] [--only WORDS]`);
    return process.exit(2);
  }
}
