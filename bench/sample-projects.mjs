// Projects of a moderate size, one for each framework, with the packages their framework needs and no others.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = 20;
const TESTS = 10;
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/**
 * What is different between the projects: their manifest, their files and the framework's own command; and what the agents of
 * a cycle write, where one is played: a test, the code for it, and the same code tidied up.
 */
export const PROJECTS = {
  vitest: {
    manifest: { type: 'module', scripts: { test: 'vitest run' } },
    packages: ['vitest'],
    bare: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
    source: ['src/sum-#.js', 'export const sum = (a, b) => a + b;\n'],
    test: ['test/sum-#.test.js', importing("import { expect, test } from 'vitest';", 'expect(sum(@, 1)).toBe(@ + 1);')],
    cycle: {
      test: [
        'test/cube.test.js',
        "import { expect, test } from 'vitest';\nimport { cube } from '../src/cube.js';\ntest('gives the third power', () => {\n  expect(cube(3)).toBe(27);\n});\n",
      ],
      code: ['src/cube.js', 'export const cube = (a) => {\n  return a * a * a;\n};\n'],
      tidied: 'export const cube = (a) => {\n  const square = a * a;\n  return square * a;\n};\n',
    },
  },
  jest: {
    manifest: { scripts: { test: 'jest' } },
    packages: ['jest'],
    bare: ['node', 'node_modules/jest/bin/jest.js'],
    source: ['src/sum-#.js', 'exports.sum = (a, b) => a + b;\n'],
    test: ['test/sum-#.test.js', requiring('', 'expect(sum(@, 1)).toBe(@ + 1);')],
    cycle: {
      test: [
        'test/cube.test.js',
        "const { cube } = require('../src/cube.js');\ntest('gives the third power', () => {\n  expect(cube(3)).toBe(27);\n});\n",
      ],
      code: ['src/cube.js', 'exports.cube = (a) => {\n  return a * a * a;\n};\n'],
      tidied: 'exports.cube = (a) => {\n  const square = a * a;\n  return square * a;\n};\n',
    },
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
    cycle: {
      test: ['test_cube.py', 'from src.cube import cube\n\n\ndef test_cube():\n    assert cube(3) == 27\n'],
      code: ['src/cube.py', 'def cube(a):\n    return a * a * a\n'],
      tidied: 'def cube(a):\n    square = a * a\n    return square * a\n',
    },
  },
  go: {
    packages: [],
    bare: ['go', 'test', '-count=1', './...'],
    files: { 'go.mod': 'module sample\n\ngo 1.19\n' },
    source: ['sum#/sum.go', (n) => `package sum${n}\n\nfunc Sum(a, b int) int {\n\treturn a + b\n}\n`],
    test: [
      'sum#/sum_test.go',
      (n) =>
        `package sum${n}\n\nimport "testing"\n${each(
          (t) =>
            `\nfunc Test${t}(t *testing.T) {\n\tif got := Sum(${t}, 1); got != ${t + 1} {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
        )}`,
    ],
    cycle: {
      test: [
        'cube/cube_test.go',
        'package cube\n\nimport "testing"\n\nfunc TestCube(t *testing.T) {\n\tif got := Cube(3); got != 27 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
      ],
      code: ['cube/cube.go', 'package cube\n\nfunc Cube(a int) int {\n\treturn a * a * a\n}\n'],
      tidied: 'package cube\n\nfunc Cube(a int) int {\n\tsquare := a * a\n\treturn square * a\n}\n',
    },
  },
  cargo: {
    packages: [],
    bare: ['cargo', 'test', '--offline', '--quiet'],
    files: {
      'Cargo.toml': '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': Array.from({ length: FILES }, (_, n) => `pub mod sum_${n};\n`).join(''),
    },
    source: ['src/sum_#.rs', 'pub fn sum(a: i64, b: i64) -> i64 {\n    a + b\n}\n'],
    test: [
      'tests/sum_#.rs',
      (n) =>
        `use sample::sum_${n}::sum;\n${each((t) => `\n#[test]\nfn adds_to_${t}() {\n    assert_eq!(sum(${t}, 1), ${t + 1});\n}\n`)}`,
    ],
    cycle: {
      test: [
        'tests/cube.rs',
        'use sample::cube::cube;\n\n#[test]\nfn gives_the_third_power() {\n    assert_eq!(cube(3), 27);\n}\n',
      ],
      code: ['src/cube.rs', 'pub fn cube(a: i64) -> i64 {\n    a * a * a\n}\n'],
      also: "echo 'pub mod cube;' >> src/lib.rs",
      tidied: 'pub fn cube(a: i64) -> i64 {\n    let square = a * a;\n    square * a\n}\n',
    },
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

/** Makes a repository of a project, with its packages installed. */
export function prepareProject(directory, project) {
  gitIn(directory)('init', '--quiet', '--initial-branch=main');
  writeProject(directory, project);
  write(directory, '.gitignore', 'node_modules\n__pycache__\n.pytest_cache\ntarget\n');
  if (project.packages.length > 0) installPackages(project.packages, join(directory, 'node_modules'));
}

/** Writes a project's own files. */
function writeProject(directory, { manifest, files = {}, source, test }) {
  for (const [path, text] of Object.entries(files)) write(directory, path, text);
  if (manifest !== undefined) write(directory, 'package.json', JSON.stringify({ name: 'sample', ...manifest }));
  for (let n = 0; n < FILES; n++) {
    for (const [path, text] of [source, test])
      write(directory, path.replaceAll('#', n), typeof text === 'string' ? text : text(n));
  }
}

function write(directory, path, text) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

/** Copies packages and all they depend on, as this repository has them installed. */
function installPackages(names, target) {
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

/** Changes a comment in one source: a tree that was never proved. */
export function writeRound(checkout, { source: [path, text] }, round) {
  const mark = path.endsWith('.py') ? '#' : '//';
  write(checkout, path.replaceAll('#', 0), `${mark} round ${round}\n${typeof text === 'string' ? text : text(0)}`);
}

/** Dependencies as a lock file would bring them, without a network. */
export function setupFor({ packages }, checkout) {
  if (packages.length === 0) return undefined;
  return {
    tool: 'cp',
    directory: '.',
    lockFiles: ['package.json'],
    commands: [['cp', '-R', join(checkout, 'node_modules'), 'node_modules']],
    environment: {},
    needs: ['package.json'],
    placeholders: [],
    results: ['node_modules'],
  };
}

/** In a session of its own, as proofs are: on a busy machine Linux shares the processors out by session. */
export async function runBare(cwd, [program, ...args]) {
  const env = { ...process.env, CI: 'true' };
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the bare command failed: ${output}`);
}

export function gitIn(cwd) {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];
  return (...args) =>
    execFileSync('git', [...identity, ...args], { cwd })
      .toString()
      .trim();
}
