import { describe, expect, it } from 'vitest';
import { sampleSource } from '../../testing/sample-source.ts';
import { compareVersions } from './judge-manifests.ts';

const changed = (file: string, before: string | undefined, after: string, needs: readonly string[] = []) =>
  compareVersions(file, {
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
    expect(changed('tsconfig.json', before, after)).toEqual(expected);
  });

  it('and nothing else', () => {
    const after =
      '{ /* names */ "compilerOptions": { "baseUrl": ".", "paths": { "@q/*": ["src/q/*"], }, "strict": true }, "include": ["src"], }';
    expect(changed('tsconfig.json', '{}', after)).toEqual([]);
    expect(compareVersions('tsconfig.json', { before: '{}', after: '{', needs: [] }).unreadable).toBeDefined();
    expect(changed('tsconfig.json', undefined, '{ "a": "// no comment, }" }')).toEqual([]);
  });
});

describe('frozen in', () => {
  const setup = (inside: string, more = '') => `from setuptools import setup\n${more}setup(name="a", ${inside})\n`;
  it.each<[string, string, string, string, readonly string[]]>([
    ['.env: options of node', '.env', 'A=1', 'A=2\nexport NODE_OPTIONS="-r x"', ['variables.NODE_OPTIONS']],
    ['.env: options of pytest', '.env', 'PYTEST_ADDOPTS=-q', '', ['variables.PYTEST_ADDOPTS']],
    ['setup.py: a plugin', 'setup.py', setup(''), setup('entry_points={"pytest11": ["a = a"]}'), ['entry_points']],
    ['setup.py: commands', 'setup.py', setup(''), setup('cmdclass={"install": X}'), ['cmdclass']],
    ['setup.py: what it does', 'setup.py', setup(''), setup('', 'import os\n'), ['besides setup()']],
    [
      'setup.py: a test package',
      'setup.py',
      setup('install_requires=[]'),
      setup('install_requires=["pytest==1"]'),
      ['install_requires.pytest'],
    ],
    [
      'Gradle: a setting',
      'build.gradle',
      'test { useJUnit() }',
      'test { useJUnit(); ignoreFailures = true }',
      ['script.text'],
    ],
    [
      'Gradle: a test dependency',
      'build.gradle',
      '',
      'testImplementation("org.x:y:1")',
      ['testImplementation.org.x:y:1'],
    ],
    [
      'Gradle: a test package',
      'build.gradle',
      '',
      'implementation("org.junit:junit:1")',
      ['implementation.org.junit:junit:1'],
    ],
    [
      'versions: of a test package',
      'libs.versions.toml',
      '[versions]\njunit = "5"',
      '[versions]\njunit = "4"',
      ['versions.junit'],
    ],
    ['Go: packages from the tree', 'vendor/modules.txt', '', '# a v1\n', ['vendor.used']],
    [
      'Go: a vendored test package',
      'vendor/modules.txt',
      '# a v1\n',
      '# a v1\n# github.com/stretchr/testify v1\n',
      ['modules.# github.com/stretchr/testify v1'],
    ],
    [
      'Pipfile.lock: what was there for development',
      'Pipfile.lock',
      '{"develop":{"Py_Tz":{"version":"1"}}}',
      '{"develop":{"Py_Tz":{"version":"2"}}}',
      ['develop: py-tz'],
    ],
    ['Pipfile.lock: a test package', 'Pipfile.lock', '{}', '{"default":{"pytest-mock":{}}}', ['default: pytest-mock']],
    [
      'bun.lock: the framework',
      'bun.lock',
      '{"packages":{"vitest":["vitest@3","",{},"a"]}}',
      '{"packages":{"vitest":["vitest@3","",{},"b"]}}',
      ['vitest@3'],
    ],
    [
      'bun.lock: its own copy of a package',
      'bun.lock',
      '{"packages":{"vitest":["vitest@3","",{"dependencies":{"@x/a":"1"}},"a"],"@x/a":["@x/a@1","",{},"a"]}}',
      '{"packages":{"vitest":["vitest@3","",{"dependencies":{"@x/a":"1"}},"a"],"@x/a":["@x/a@1","",{},"a"],"vitest/@x/a":["@x/a@2","",{},"b"]}}',
      ['@x/a@1', '@x/a@2'],
    ],
  ])('%s', (_, file, before, after, expected) => {
    expect(changed(file, before, after)).toEqual(expected);
    expect(changed(file, after, after)).toEqual([]);
  });
});

describe('free in', () => {
  it.each<[string, string, string, string]>([
    ['.env', '.env', '', 'PORT=1\nNODE_ENV=development\n# NODE_OPTIONS=x'],
    [
      'setup.py',
      'setup.py',
      'setup(name="a")',
      'setup(name="a", version="2", packages=find(), install_requires=["requests>=2"])',
    ],
    [
      'Gradle',
      'build.gradle',
      'dependencies {\n}',
      'dependencies {\n  implementation("com.google:guava:1") // x\n  api libs.okio\n}',
    ],
    ['versions', 'libs.versions.toml', '', '[versions]\nokio = "3"'],
    ['Go', 'vendor/modules.txt', '# a v1\n', '# a v1\n# b v1\n'],
    ['Pipfile.lock', 'Pipfile.lock', '{"default":{}}', '{"default":{"requests":{}},"develop":{"black":{}}}'],
    ['bun.lock', 'bun.lock', '{"packages":{}}', '{"packages":{"left":["left@1","",{},"a"],},}'],
  ])('%s', (_, file, before, after) => {
    expect(changed(file, before, after)).toEqual([]);
  });
});

it('what the list item needs may be added', () => {
  expect(changed('build.gradle', '', 'testImplementation("org.wiremock:wiremock:3")', ['wiremock'])).toEqual([]);
  expect(changed('Pipfile.lock', '{}', '{"develop":{"pytest-mock":{}}}', ['pytest_mock'])).toEqual([]);
});

it('what cannot be read is told', () => {
  expect(compareVersions('setup.py', { before: '', after: 'setup(', needs: [] }).unreadable).toBeDefined();
  expect(compareVersions('Pipfile.lock', { before: '[]', after: '{}', needs: [] }).unreadable).toBeDefined();
  expect(
    compareVersions('bun.lock', { before: '{}', after: '{"packages":{"a":1}}', needs: [] }).unreadable,
  ).toBeDefined();
});
