// Installs the official MCP conformance runner of test/mcp/conformance, and the Node.js it needs, about 240 megabytes:
// node scripts/install-conformance.mjs. What is there already is left alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const place = join(import.meta.dirname, '../test/mcp/conformance');
const { dependencies, optionalDependencies } = readJson(join(place, 'package.json'));
const node = `node-${process.platform}-${process.arch}`;
const wanted = { ...dependencies, ...(node in optionalDependencies ? { [node]: optionalDependencies[node] } : {}) };
const missing = Object.entries(wanted).filter(([name, version]) => versionOf(name) !== version.split('@').at(-1));

if (missing.length > 0) {
  console.log(
    `installing for the conformance tests: ${missing.map(([name, version]) => `${name} ${version}`).join(', ')}`,
  );
  const flags = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...flags], { cwd: place, stdio: 'inherit' });
  if (status !== 0) {
    console.log('The conformance runner could not be installed: the tests that need it are skipped and say so.');
  }
}

function versionOf(name) {
  const file = join(place, 'node_modules', name, 'package.json');
  return existsSync(file) ? readJson(file).version : undefined;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
