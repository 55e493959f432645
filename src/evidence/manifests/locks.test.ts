import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareVersions } from './judge-manifests.ts';

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  name?: string;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const lock = (packages: Record<string, Entry | number>) => JSON.stringify({ lockfileVersion: 3, packages });
const npm = (before: Record<string, Entry>, after: Record<string, Entry>, needs: readonly string[] = []) =>
  compareVersions('package-lock.json', { before: lock(before), after: lock(after), needs });

const BASE: Record<string, Entry> = {
  '': { dependencies: { vitest: '^3', left: '1' } },
  'node_modules/vitest': { version: '3.0.0', integrity: 'a', dependencies: { tiny: '^1', '@v/expect': '3' } },
  'node_modules/tiny': { version: '1.0.0', integrity: 'b', peerDependencies: { debug: '*' } },
  'node_modules/debug': { version: '4.0.0', integrity: 'c' },
  'node_modules/@v/expect': { version: '3.0.0', integrity: 'd' },
  'node_modules/left': { version: '1.0.0', integrity: 'e' },
};

describe("npm's lock file freezes what test packages reach", () => {
  it.each([
    [
      'the framework itself',
      { 'node_modules/vitest': { ...BASE['node_modules/vitest'], version: '3.0.1' } },
      ['vitest 3.0.0', 'vitest 3.0.1'],
    ],
    ['a checksum', { 'node_modules/tiny': { ...BASE['node_modules/tiny'], integrity: 'x' } }, ['tiny 1.0.0']],
    [
      'a source',
      { 'node_modules/debug': { version: '4.0.0', integrity: 'c', resolved: 'https://evil' } },
      ['debug 4.0.0'],
    ],
    [
      'a nearer copy',
      { 'node_modules/vitest/node_modules/tiny': { version: '9.0.0' } },
      ['debug 4.0.0', 'tiny 1.0.0', 'tiny 9.0.0'],
    ],
    ['a new test package', { 'node_modules/chai': { version: '5.0.0' } }, ['chai 5.0.0']],
    [
      'a program of its name',
      { 'node_modules/evil': { version: '1.0.0', bin: { vitest: 'x' } } },
      ['evil brings the program vitest'],
    ],
    [
      'a link',
      {
        'node_modules/tiny': { link: true, resolved: 'packages/tiny' },
        'packages/tiny': { name: 'tiny', version: '2.0.0' },
      },
      ['debug 4.0.0', 'tiny', 'tiny 1.0.0', 'tiny 2.0.0', 'node_modules/tiny is a local copy now'],
    ],
  ])('%s', (_, change, changed) => {
    expect(npm(BASE, { ...BASE, ...change }).changed).toEqual(changed);
  });

  it.each([
    ['another package', { 'node_modules/left': { version: '2.0.0' }, 'node_modules/right': { version: '1.0.0' } }],
    ['the root', { '': { version: '9' } }],
    ['a program of its own', { 'node_modules/left': { version: '1.0.0', integrity: 'e', bin: { left: 'x' } } }],
    [
      'a workspace',
      { 'packages/a': { version: '1.0.0', name: 'mine' }, 'node_modules/mine': { link: true, resolved: 'packages/a' } },
    ],
  ])('but not %s', (_, change) => {
    expect(npm(BASE, { ...BASE, ...change })).toEqual({ changed: [] });
  });

  it('where an entry lies does not matter', () => {
    const { 'node_modules/debug': debug = {}, ...rest } = BASE;
    const after = {
      ...rest,
      'node_modules/debug': { version: '2.0.0' },
      'node_modules/tiny/node_modules/debug': debug,
    };
    expect(npm(BASE, after)).toEqual({ changed: [] });
  });

  it('what a needed package brings may be added', () => {
    const after = {
      ...BASE,
      'node_modules/chai': { version: '5.0.0', dependencies: { pathval: '1' } },
      'node_modules/pathval': { version: '1.0.0' },
    };
    expect(npm(BASE, after, ['chai'])).toEqual({ changed: [] });
  });

  it('nothing is said of other versions and broken files', () => {
    const old = JSON.stringify({ lockfileVersion: 1, dependencies: {} });
    for (const after of [old, '{', lock({ a: 1 })]) {
      expect(compareVersions('package-lock.json', { before: undefined, after, needs: [] }).unreadable).toBeDefined();
    }
  });

  it('of a real project: its framework is frozen, its other packages are free', () => {
    const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
    const bump = (path: string) => {
      const whole = JSON.parse(text) as { packages: Record<string, Entry> };
      whole.packages[path] = { ...whole.packages[path], version: '999.0.0' };
      return (
        compareVersions('package-lock.json', { before: text, after: JSON.stringify(whole), needs: [] }).changed.length >
        0
      );
    };
    expect(['vitest', '@vitest/expect', 'vite', 'tinyrainbow'].map((name) => bump(`node_modules/${name}`))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['commander', 'zod', 'ajv'].map((name) => bump(`node_modules/${name}`))).toEqual([false, false, false]);
  });
});

const PNPM = `lockfileVersion: '9.0'

importers:
  .:
    devDependencies:
      vitest:
        specifier: ^3
        version: 3.0.0(@types/node@20.0.0)

packages:

  vitest@3.0.0:
    resolution: {integrity: sha512-a}
    engines: {node: '>=18'}

  tiny@1.0.0:
    resolution: {integrity: sha512-b}

  '@v/expect@3.0.0':
    resolution: {integrity: sha512-c}

  left@1.0.0:
    resolution: {integrity: sha512-d}

snapshots:

  vitest@3.0.0(@types/node@20.0.0):
    dependencies:
      '@v/expect': 3.0.0
      tiny: 1.0.0
    optionalDependencies:
      alias: real@2.0.0

  tiny@1.0.0: {}

  '@v/expect@3.0.0': {}

  real@2.0.0: {}

  left@1.0.0: {}
`;

const YARN_CLASSIC = `# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.
# yarn lockfile v1


"@v/expect@3.0.0", "@v/expect@^3.0.0":
  version "3.0.0"
  resolved "https://r/expect.tgz#1"
  integrity sha512-c

left@^1.0.0:
  version "1.0.0"
  resolved "https://r/left.tgz#2"

vitest@^3.0.0:
  version "3.0.0"
  resolved "https://r/vitest.tgz#3"
  dependencies:
    "@v/expect" "^3.0.0"
`;

const YARN_MODERN = `# This file is generated by running "yarn install" inside your project.

__metadata:
  version: 8

"@v/expect@npm:^3.0.0, @v/expect@npm:3.0.0":
  version: 3.0.0
  resolution: "@v/expect@npm:3.0.0"
  checksum: 10/c
  languageName: node
  linkType: hard

"left@npm:^1.0.0":
  version: 1.0.0
  checksum: 10/d

"vitest@npm:^3.0.0":
  version: 3.0.0
  resolution: "vitest@npm:3.0.0"
  dependencies:
    "@v/expect": "npm:^3.0.0"
  checksum: 10/a
`;

const POETRY = `[[package]]
name = "pytest"
version = "8.0.0"
description = "simple"
files = [
    {file = "pytest.whl", hash = "sha256:a"},
]

[package.dependencies]
pluggy = ">=1"
iniconfig = "*"

[package.extras]
dev = ["attrs"]

[[package]]
name = "Packaging_x"
version = "1.0"

[[package]]
name = "requests"
version = "2.0"
groups = ["main"]

[metadata]
lock-version = "2.0"
`;

const CARGO = `version = 3

[[package]]
name = "rstest"
version = "0.1.0"
source = "registry"
checksum = "a"
dependencies = [
 "cfg-if 1.0.0",
]

[[package]]
name = "cfg-if"
version = "1.0.0"
checksum = "b"

[[package]]
name = "serde"
version = "1.0.0"
`;

describe('other lock files freeze what test packages reach', () => {
  it.each([
    ['pnpm: the framework', 'pnpm-lock.yaml', PNPM, 'sha512-a', ['vitest 3.0.0']],
    ['pnpm: what it needs', 'pnpm-lock.yaml', PNPM, 'sha512-b', ['tiny 1.0.0']],
    [
      'pnpm: what it needs by another name',
      'pnpm-lock.yaml',
      PNPM,
      'real@2.0.0: {}',
      ['real 2.0.0', 'real 2.0.0x', 'vitest 3.0.0(@types/node@20.0.0)'],
    ],
    ['yarn classic: what it needs', 'yarn.lock', YARN_CLASSIC, 'sha512-c', ['@v/expect 3.0.0']],
    ['yarn classic: the framework', 'yarn.lock', YARN_CLASSIC, '#3', ['vitest 3.0.0']],
    ['yarn modern: what it needs', 'yarn.lock', YARN_MODERN, '10/c', ['@v/expect 3.0.0']],
    ['poetry: the framework', 'poetry.lock', POETRY, 'sha256:a', ['pytest 8.0.0']],
    ['cargo: what it needs', 'Cargo.lock', CARGO, 'checksum = "b', ['cfg-if 1.0.0']],
  ])('%s', (_, file, text, piece, changed) => {
    const after = piece.endsWith('{}')
      ? text.replaceAll('real@2.0.0', 'real@2.0.0x')
      : text.replace(piece, `${piece}x`);
    expect(after).not.toBe(text);
    expect(compareVersions(file, { before: text, after, needs: [] })).toEqual({ changed });
    expect(compareVersions(file, { before: text, after: undefined, needs: [] }).changed.length).toBeGreaterThan(0);
  });

  it.each([
    ['pnpm', 'pnpm-lock.yaml', PNPM, 'sha512-d'],
    ['pnpm, older', 'pnpm-lock.yaml', PNPM.replace("'9.0'", '5.4').replaceAll('@3.0.0:', '/3.0.0:'), 'sha512-d'],
    ['yarn classic', 'yarn.lock', YARN_CLASSIC, '#2'],
    ['yarn modern', 'yarn.lock', YARN_MODERN, '10/d'],
    ['poetry', 'poetry.lock', POETRY, '"2.0"\ngroups'],
    ['poetry, what it is for', 'poetry.lock', POETRY, '"main"'],
    ['cargo', 'Cargo.lock', CARGO, 'name = "serde"\nversion = "1.0.0'],
  ])('%s leaves the others free', (_, file, text, piece) => {
    const after = text.replace(piece, piece.replace(/(["\d])?$/, 'x$1'));
    expect(after).not.toBe(text);
    expect(compareVersions(file, { before: text, after, needs: [] })).toEqual({ changed: [] });
  });

  it('pnpm: that a package is also needed in production is free', () => {
    const before = PNPM.replace('{integrity: sha512-b}', '{integrity: sha512-b}\n    dev: true');
    expect(
      compareVersions('pnpm-lock.yaml', { before, after: before.replace('dev: true', 'dev: false'), needs: [] }),
    ).toEqual({
      changed: [],
    });
  });

  it.each([
    ['pnpm', 'pnpm-lock.yaml', 'a: b'],
    ['yarn', 'yarn.lock', 'a: b'],
    ['toml', 'poetry.lock', 'a = "'],
  ])('%s: what cannot be read is told', (_, file, text) => {
    expect(compareVersions(file, { before: text, after: undefined, needs: [] }).unreadable).toBeDefined();
    expect(compareVersions(file, { before: undefined, after: text, needs: [] }).unreadable).toBeDefined();
  });

  it('no way of writing hides an entry of a lock file', () => {
    const hidden = `${YARN_CLASSIC}\n"\\u0076itest@^3.0.0":\n  version "3.0.0"\n  resolved "https://evil"\n`;
    expect(compareVersions('yarn.lock', { before: YARN_CLASSIC, after: hidden, needs: [] }).unreadable).toBeDefined();
    const pnpm = PNPM.replace('  tiny@1.0.0: {}', '  "\\u0074iny@1.0.0":\n    dependencies: { left: 1.0.0 }');
    expect(compareVersions('pnpm-lock.yaml', { before: PNPM, after: pnpm, needs: [] }).changed).toContain('tiny 1.0.0');
    const poetry = POETRY.replace('name = "pytest"', '"n\\u0061me" = "pytest"').replace('sha256:a', 'sha256:b');
    expect(compareVersions('poetry.lock', { before: POETRY, after: poetry, needs: [] })).toEqual({
      changed: ['pytest 8.0.0'],
    });
  });

  it('a needed package may be added to a TOML lock', () => {
    const after = `${POETRY}\n[[package]]\nname = "pytest-mock"\nversion = "3.0"\n`;
    expect(compareVersions('poetry.lock', { before: POETRY, after, needs: ['pytest_mock'] })).toEqual({ changed: [] });
    expect(compareVersions('poetry.lock', { before: POETRY, after, needs: [] })).toEqual({
      changed: ['pytest-mock 3.0'],
    });
  });
});
