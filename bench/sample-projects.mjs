// Projects of a moderate size, one for each framework, with the packages their framework needs and no others.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = 20;
const TESTS = 10;
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** What is different between the projects: their manifest, their files and the framework's own command. */
export const PROJECTS = {
  vitest: {
    manifest: { type: 'module', scripts: { test: 'vitest run' } },
    packages: ['vitest'],
    bare: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
    source: ['src/sum-#.js', 'export const sum = (a, b) => a + b;\n'],
    test: ['test/sum-#.test.js', importing("import { expect, test } from 'vitest';", 'expect(sum(@, 1)).toBe(@ + 1);')],
  },
  jest: {
    manifest: { scripts: { test: 'jest' } },
    packages: ['jest'],
    bare: ['node', 'node_modules/jest/bin/jest.js'],
    source: ['src/sum-#.js', 'exports.sum = (a, b) => a + b;\n'],
    test: ['test/sum-#.test.js', requiring('', 'expect(sum(@, 1)).toBe(@ + 1);')],
  },
  'node-test': {
    manifest: { type: 'module', scripts: { test: 'node --test' } },
    packages: [],
    bare: ['node', '--test'],
    source: ['src/sum-#.js', 'export const sum = (a, b) => a + b;\n'],
    test: [
      'test/sum-#.test.js',
      importing(
        "import assert from 'node:assert/strict';\nimport test from 'node:test';",
        'assert.equal(sum(@, 1), @ + 1);',
      ),
    ],
  },
  mocha: {
    manifest: { scripts: { test: 'mocha' } },
    packages: ['mocha'],
    bare: ['node', 'node_modules/mocha/bin/mocha.js'],
    source: ['src/sum-#.js', 'exports.sum = (a, b) => a + b;\n'],
    test: [
      'test/sum-#.js',
      requiring("const assert = require('node:assert');\nconst test = it;", 'assert.equal(sum(@, 1), @ + 1);'),
    ],
  },
  pytest: {
    packages: [],
    bare: ['python3', '-m', 'pytest'],
    source: ['src/sum_#.py', 'def sum(a, b):\n    return a + b\n'],
    test: [
      'test_sum_#.py',
      (n) =>
        `from src.sum_${n} import sum\n${each((t) => `\ndef test_${t}():\n    assert sum(${t}, 1) == ${t} + 1\n`)}`,
    ],
  },
};

function importing(first, check) {
  return (n) => `${first}\nimport { sum } from '../src/sum-${n}.js';\n${tests(check)}`;
}

function requiring(first, check) {
  return (n) => `${first}\nconst { sum } = require('../src/sum-${n}.js');\n${tests(check)}`;
}

function tests(check) {
  return each((t) => `test('adds to ${t}', () => {\n  ${check.replaceAll('@', String(t))}\n});\n`);
}

function each(write) {
  return Array.from({ length: TESTS }, (_, at) => write(at)).join('');
}

/** Writes a project's own files. */
export function writeProject(directory, { manifest, source, test }) {
  if (manifest !== undefined) write(directory, 'package.json', JSON.stringify({ name: 'sample', ...manifest }));
  for (let n = 0; n < FILES; n++) {
    for (const [path, text] of [source, test])
      write(directory, path.replace('#', n), typeof text === 'string' ? text : text(n));
  }
}

export function write(directory, path, text) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

/** Copies packages and all they depend on, as this repository has them installed. */
export function installPackages(names, target) {
  const waiting = names.map((name) => ({ name, from: modules }));
  const seen = new Set();
  mkdirSync(target, { recursive: true });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = placeOf(next);
    if (place === undefined || seen.has(place)) continue;
    seen.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(place, 'package.json'), 'utf8'),
    );
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    waiting.push(...needed.map((name) => ({ name, from: join(place, 'node_modules') })));
    cpSync(place, join(target, place.slice(modules.length + 1)), { recursive: true });
  }
}

/** Where Node finds a package: in the nearest of the folders above. */
function placeOf({ name, from }) {
  for (let folder = from; folder.length >= modules.length; folder = dirname(folder)) {
    const place = join(folder, name);
    if (basename(folder) === 'node_modules' && existsSync(join(place, 'package.json'))) return place;
  }
  return undefined;
}
