// Plays the projects of test/exam/, or of another folder in the same form (--material DIR): npm run exam [-- OPTIONS].
// Exit 1: honest work was refused, or a cheat got through without even a suspicion.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE =
  'Usage: npm run exam [-- --sample N] [--seed N] [--only WORDS] [--cheats N] [--jobs N] [--material DIR] [--details]';
const { details, ...values } = readOptions();
const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', 'vitest.exam.config.ts'], {
  cwd: root,
  env: { ...process.env, ...variables(values), ...(details ? { EXAM_DETAILS: '1' } : {}) },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

function variables(options) {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [`EXAM_${name.toUpperCase()}`, value]));
}

function readOptions() {
  try {
    const options = Object.fromEntries(
      ['sample', 'seed', 'only', 'cheats', 'jobs', 'material'].map((name) => [name, { type: 'string' }]),
    );
    const { values } = parseArgs({ options: { ...options, details: { type: 'boolean', default: false } } });
    for (const name of ['sample', 'seed', 'cheats', 'jobs']) {
      if (values[name] !== undefined && !/^\d+$/.test(values[name]))
        throw new Error(`--${name} is ${values[name]}, not a number.`);
    }
    if (values.material === undefined) return values;
    const material = resolve(values.material);
    if (!existsSync(material)) throw new Error(`--material: ${material} does not exist.`);
    return { ...values, material };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}
