// Installs the pinned agent programs of test/agents, hundreds of megabytes: node scripts/install-agents.mjs [--all].
// Without --all only those that are always tried. What is there already is left alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const place = join(import.meta.dirname, '../test/agents');
const { dependencies, devDependencies } = readJson(join(place, 'package.json'));
const all = process.argv.includes('--all');
const wanted = { ...dependencies, ...(all ? devDependencies : {}) };
const missing = Object.entries(wanted).filter(([name, version]) => versionOf(name) !== version);

if (missing.length > 0) {
  console.log(`installing agent programs: ${missing.map(([name, version]) => `${name} ${version}`).join(', ')}`);
  const flags = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', ...(all ? [] : ['--omit=dev'])];
  const { status } = spawnSync('npm', ['install', ...flags], { cwd: place, stdio: 'inherit' });
  if (status !== 0) {
    console.log('The agent programs could not be installed: the tests that need them are skipped and say so.');
  }
}

function versionOf(name) {
  const file = join(place, 'node_modules', name, 'package.json');
  return existsSync(file) ? readJson(file).version : undefined;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
