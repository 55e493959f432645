import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs pinned packages that only tests use beside a package.json of their own. What is there already is left alone,
 * and what cannot be installed is said: the tests that need it skip.
 */
export function installPinned(place, { what, wanted, flags = [] }) {
  const missing = Object.entries(wanted).filter(([name, version]) => installed(place, name) !== bare(version));
  if (missing.length === 0) return;
  console.log(`installing ${what}: ${missing.map(([name, version]) => `${name} ${version}`).join(', ')}`);
  const all = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...flags];
  const { status } = spawnSync('npm', ['install', ...all], { cwd: place, stdio: 'inherit' });
  if (status !== 0) console.log(`The ${what} could not be installed: the tests that need them are skipped and say so.`);
}

export function packageOf(place) {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
}

function installed(place, name) {
  const home = join(place, 'node_modules', name);
  return existsSync(join(home, 'package.json')) ? packageOf(home).version : undefined;
}

/** Of a package under another name (`npm:name@1.2.3`) as well. */
function bare(version) {
  return version.split('@').at(-1);
}
