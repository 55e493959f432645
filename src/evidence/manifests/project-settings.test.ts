import { describe, expect, it } from 'vitest';
import { sampleSource } from '../../testing/sample-source.ts';
import type { ManifestReader } from './frozen.ts';
import { comparePipfileLock, compareTsconfig } from './json-manifests.ts';
import { compareEnv, compareGoVendor, compareGradle } from './line-manifests.ts';
import { compareBunLock } from './locks.ts';
import { compareVersionCatalog } from './settings.ts';
import { compareSetupPy } from './setup-py.ts';

const changed = (read: ManifestReader, before: string | undefined, after: string, needs: readonly string[] = []) =>
  read({
    ...{ before, after, needs },
    sources: { before: sampleSource('setup.py', before ?? ''), after: sampleSource('setup.py', after) },
  }).changed;
const options = (compilerOptions: object, more = {}) => JSON.stringify({ compilerOptions, ...more });

describe('frozen in tsconfig.json', () => {
  it.each([
    [
      'an alias that was there',
      options({ paths: { '@/*': ['src/*'] } }),
      options({ paths: { '@/*': ['x/*'] } }),
      ['compilerOptions.paths.@/*'],
    ],
    ['an alias that goes', options({ paths: { '@/*': ['src/*'] } }), options({}), ['compilerOptions.paths.@/*']],
    [
      'an alias for a test package',
      options({}),
      options({ paths: { '@vitest/*': ['x/*'] } }),
      ['compilerOptions.paths.@vitest/*'],
    ],
    [
      'an alias for a module of node',
      options({}),
      options({ paths: { 'node:test': ['x'] } }),
      ['compilerOptions.paths.node:test'],
    ],
    ['an alias for everything', options({}), options({ paths: { '*': ['x/*'] } }), ['compilerOptions.paths.*']],
    [
      'an alias that another covers',
      options({ paths: { '@/*': ['src/*'] } }),
      options({ paths: { '@/*': ['src/*'], '@/a': ['x'] } }),
      ['compilerOptions.paths.@/a'],
    ],
    ['where names count from', options({}), options({ baseUrl: 'src/soft' }), ['compilerOptions.baseUrl']],
    ['what it extends', '{}', '{"extends":"./x.json"}', ['extends']],
  ])('%s', (_, before, after, expected) => {
    expect(changed(compareTsconfig, before, after)).toEqual(expected);
  });

  it('and nothing else', () => {
    const after =
      '{ /* names */ "compilerOptions": { "baseUrl": ".", "paths": { "@q/*": ["src/q/*"], }, "strict": true }, "include": ["src"], }';
    expect(changed(compareTsconfig, '{}', after)).toEqual([]);
    expect(compareTsconfig({ before: '{}', after: '{', needs: [] }).unreadable).toBeDefined();
    expect(changed(compareTsconfig, undefined, '{ "a": "// no comment, }" }')).toEqual([]);
  });
});

describe('frozen in', () => {
  const setup = (inside: string, more = '') => `from setuptools import setup\n${more}setup(name="a", ${inside})\n`;
  it.each<[string, ManifestReader, string, string, readonly string[]]>([
    ['.env: options of node', compareEnv, 'A=1', 'A=2\nexport NODE_OPTIONS="-r x"', ['NODE_OPTIONS']],
    ['.env: options of pytest', compareEnv, 'PYTEST_ADDOPTS=-q', '', ['PYTEST_ADDOPTS']],
    ['setup.py: a plugin', compareSetupPy, setup(''), setup('entry_points={"pytest11": ["a = a"]}'), ['entry_points']],
    ['setup.py: commands', compareSetupPy, setup(''), setup('cmdclass={"install": X}'), ['cmdclass']],
    ['setup.py: what it does', compareSetupPy, setup(''), setup('', 'import os\n'), ['what it does besides setup()']],
    [
      'setup.py: a test package',
      compareSetupPy,
      setup('install_requires=[]'),
      setup('install_requires=["pytest==1"]'),
      ['install_requires: pytest==1'],
    ],
    [
      'Gradle: a setting',
      compareGradle,
      'test { useJUnit() }',
      'test { useJUnit(); ignoreFailures = true }',
      ['the build script'],
    ],
    ['Gradle: a test dependency', compareGradle, '', 'testImplementation("org.x:y:1")', ['the build script']],
    ['Gradle: a test package', compareGradle, '', 'implementation("org.junit:junit:1")', ['the build script']],
    [
      'versions: of a test package',
      compareVersionCatalog,
      '[versions]\njunit = "5"',
      '[versions]\njunit = "4"',
      ['versions/junit'],
    ],
    ['Go: packages from the tree', compareGoVendor, '', '# a v1\n', ['packages come from the tree']],
    [
      'Go: a vendored test package',
      compareGoVendor,
      '# a v1\n',
      '# a v1\n# github.com/stretchr/testify v1\n',
      ['# github.com/stretchr/testify v1'],
    ],
    [
      'Pipfile.lock: what was there for development',
      comparePipfileLock,
      '{"develop":{"Py_Tz":{"version":"1"}}}',
      '{"develop":{"Py_Tz":{"version":"2"}}}',
      ['develop: py-tz'],
    ],
    [
      'Pipfile.lock: a test package',
      comparePipfileLock,
      '{}',
      '{"default":{"pytest-mock":{}}}',
      ['default: pytest-mock'],
    ],
    [
      'bun.lock: the framework',
      compareBunLock,
      '{"packages":{"vitest":["vitest@3","",{},"a"]}}',
      '{"packages":{"vitest":["vitest@3","",{},"b"]}}',
      ['vitest@3'],
    ],
    [
      'bun.lock: its own copy of a package',
      compareBunLock,
      '{"packages":{"vitest":["vitest@3","",{"dependencies":{"@x/a":"1"}},"a"],"@x/a":["@x/a@1","",{},"a"]}}',
      '{"packages":{"vitest":["vitest@3","",{"dependencies":{"@x/a":"1"}},"a"],"@x/a":["@x/a@1","",{},"a"],"vitest/@x/a":["@x/a@2","",{},"b"]}}',
      ['@x/a@1', '@x/a@2'],
    ],
  ])('%s', (_, read, before, after, expected) => {
    expect(changed(read, before, after)).toEqual(expected);
    expect(changed(read, after, after)).toEqual([]);
  });
});

describe('free in', () => {
  it.each<[string, ManifestReader, string, string]>([
    ['.env', compareEnv, '', 'PORT=1\nNODE_ENV=development\n# NODE_OPTIONS=x'],
    [
      'setup.py',
      compareSetupPy,
      'setup(name="a")',
      'setup(name="a", version="2", packages=find(), install_requires=["requests>=2"])',
    ],
    [
      'Gradle',
      compareGradle,
      'dependencies {\n}',
      'dependencies {\n  implementation("com.google:guava:1") // x\n  api libs.okio\n}',
    ],
    ['versions', compareVersionCatalog, '', '[versions]\nokio = "3"'],
    ['Go', compareGoVendor, '# a v1\n', '# a v1\n# b v1\n'],
    ['Pipfile.lock', comparePipfileLock, '{"default":{}}', '{"default":{"requests":{}},"develop":{"black":{}}}'],
    ['bun.lock', compareBunLock, '{"packages":{}}', '{"packages":{"left":["left@1","",{},"a"],},}'],
  ])('%s', (_, read, before, after) => {
    expect(changed(read, before, after)).toEqual([]);
  });
});

it('what the list item needs may be added', () => {
  expect(changed(compareGradle, '', 'testImplementation("org.wiremock:wiremock:3")', ['wiremock'])).toEqual([]);
  expect(changed(comparePipfileLock, '{}', '{"develop":{"pytest-mock":{}}}', ['pytest_mock'])).toEqual([]);
});

it('what cannot be read is told', () => {
  expect(compareSetupPy({ before: '', after: 'setup(', needs: [] }).unreadable).toBeDefined();
  expect(comparePipfileLock({ before: '[]', after: '{}', needs: [] }).unreadable).toBeDefined();
  expect(compareBunLock({ before: '{}', after: '{"packages":{"a":1}}', needs: [] }).unreadable).toBeDefined();
});
