import { describe, expect, it } from 'vitest';
import { compareVersions } from './judge-manifests.ts';

const compare = (before: unknown, after: unknown, needs: readonly string[] = []) =>
  compareVersions('package.json', { before: JSON.stringify(before), after: JSON.stringify(after), needs });

describe('in package.json', () => {
  it.each([
    ['the test script', { scripts: { test: 'vitest' } }, { scripts: { test: 'true' } }, ['scripts.test']],
    ['a script before it', {}, { scripts: { test: 'a', pretest: 'rm x' } }, ['scripts.pretest', 'scripts.test']],
    ['a further test script', {}, { scripts: { 'test:unit': 'x' } }, ['scripts.test:unit']],
    ['an install script', {}, { scripts: { postinstall: 'x' } }, ['scripts.postinstall']],
    ['a prepare script', {}, { scripts: { prepare: 'x' } }, ['scripts.prepare']],
    [
      'a script that the test script calls',
      { scripts: { test: 'npm run unit', unit: 'vitest' } },
      { scripts: { test: 'npm run unit', unit: 'true' } },
      ['scripts.unit'],
    ],
    [
      'a script that a called script calls',
      { scripts: { test: 'run-s a', a: 'npm run b', b: 'x' } },
      { scripts: { test: 'run-s a', a: 'npm run b', b: 'y' } },
      ['scripts.b'],
    ],
    [
      'what runs before a called script',
      { scripts: { test: 'npm run a', a: 'x' } },
      { scripts: { test: 'npm run a', a: 'x', prea: 'y' } },
      ['scripts.prea'],
    ],
    [
      'scripts called by their beginning',
      { scripts: { test: 'run-p "unit:*"', 'unit:a': 'x' } },
      { scripts: { test: 'run-p "unit:*"', 'unit:a': 'y' } },
      ['scripts.unit:a'],
    ],
    ['a block of a test tool', { jest: { bail: 0 } }, { jest: { bail: 1 } }, ['jest.bail']],
    ['the kind of module', { type: 'module' }, { type: 'commonjs' }, ['type']],
    ['a name under imports', { imports: { '#a': './a.js' } }, { imports: { '#a': './b.js' } }, ['imports.#a']],
    [
      'a name that another one under imports covers',
      { imports: { '#*': './src/*' } },
      { imports: { '#*': './src/*', '#helpers/*': './src/fake/*' } },
      ['imports.#helpers/*'],
    ],
    ['the name, which may shadow a framework', { name: 'a' }, { name: 'vitest' }, ['name']],
    ['overrides', {}, { overrides: { vite: '1' } }, ['overrides.vite']],
    ['allowed scripts', {}, { allowScripts: { x: true } }, ['allowScripts.x']],
    ['a program with the name of a test tool', {}, { bin: { vitest: 'x.js' } }, ['bin.vitest']],
    ['a program named as the package', { name: 'jest' }, { name: 'jest', bin: 'x.js' }, ['bin']],
    [
      'a test package',
      { devDependencies: { vitest: '^3' } },
      { devDependencies: { vitest: 'file:./fake' } },
      ['devDependencies.vitest'],
    ],
    ['a plugin', {}, { dependencies: { '@vitest/ui': '1' } }, ['dependencies.@vitest/ui']],
  ])('%s is frozen', (_, before, after, changed) => {
    expect(compare(before, after)).toEqual({ changed });
  });

  it.each([
    ['the order of keys', { type: 'module', name: 'a' }, { name: 'a', type: 'module' }],
    ['another dependency', { dependencies: { a: '1' } }, { dependencies: { a: '2', b: '1' } }],
    [
      'another script',
      { scripts: { test: 'vitest run src/**/*.test.ts' } },
      { scripts: { test: 'vitest run src/**/*.test.ts', build: 'tsc' } },
    ],
    ['the version', { version: '1.0.0' }, { version: '1.1.0', engines: { node: '>=20' }, exports: './a.js' }],
    ['a program of its own', {}, { bin: { mine: 'x.js' }, main: 'x' }],
    ['keys of no object', { scripts: 'x', dependencies: [] }, { scripts: 'y', dependencies: [1] }],
  ])('%s is free', (_, before, after) => {
    expect(compare(before, after)).toEqual({ changed: [] });
  });

  it('a needed test package may be added, not changed', () => {
    expect(compare({}, { devDependencies: { 'jest-extended': '1' } }, ['jest-extended'])).toEqual({ changed: [] });
    const before = { devDependencies: { 'jest-extended': '1' } };
    expect(compare(before, { devDependencies: { 'jest-extended': '2' } }, ['jest-extended'])).toEqual({
      changed: ['devDependencies.jest-extended'],
    });
  });

  it.each(['{', '[]', 'null', '{"__proto__": {}}', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`])(
    '%s cannot be read',
    (text) => {
      expect(compareVersions('package.json', { before: '{}', after: text, needs: [] }).unreadable).toBeDefined();
      expect(compareVersions('package.json', { before: text, after: '{}', needs: [] }, true).unreadable).toBeDefined();
    },
  );

  it('a byte order mark does no harm, and a missing file is an empty one', () => {
    expect(compareVersions('package.json', { before: undefined, after: '\uFEFF{"version":"1"}', needs: [] })).toEqual({
      changed: [],
    });
  });

  it('nothing but a needed dev dependency may change where all is frozen', () => {
    const whole = (before: unknown, after: unknown) =>
      compareVersions(
        'package.json',
        { before: JSON.stringify(before), after: JSON.stringify(after), needs: ['nock'] },
        true,
      );
    expect(whole({ a: 1 }, { a: 1, devDependencies: { nock: '1' } })).toEqual({ changed: [] });
    expect(whole({ version: '1' }, { version: '2', dependencies: { nock: '1' } })).toEqual({
      changed: ['dependencies.nock', 'version'],
    });
    expect(whole({ devDependencies: { nock: '1' } }, {})).toEqual({ changed: ['devDependencies.nock'] });
  });
});
