import { describe, expect, it } from 'vitest';
import { compareVersions } from './judge-manifests.ts';
import { isJavaTestPackage } from './test-packages.ts';

/** `all of setup.cfg`: every key of it is frozen. */
const changed = (file: string, before: string | undefined, after: string, needs: readonly string[] = []) =>
  compareVersions(file.replace('all of ', ''), { before, after, needs }, file.startsWith('all of '));

describe('frozen in', () => {
  it.each<[string, string, string, string, readonly string[]]>([
    [
      'pyproject: pytest',
      'pyproject.toml',
      '[tool.pytest.ini_options]\naddopts = "-q"',
      '[tool.pytest.ini_options]\naddopts = "-x"',
      ['tool.pytest.ini_options.addopts'],
    ],
    [
      'pyproject: by a dotted key',
      'pyproject.toml',
      '',
      'tool.pytest.ini_options.addopts = "-x"',
      ['tool.pytest.ini_options.addopts'],
    ],
    [
      'pyproject: in one line',
      'pyproject.toml',
      '',
      '[tool]\npytest = {ini_options = {addopts = "-x"}}',
      ['tool.pytest.ini_options.addopts'],
    ],
    ['pyproject: a whole table in one line', 'pyproject.toml', '', 'tool = {pytest = {}}', ['tool.pytest']],
    [
      'pyproject: the build system',
      'pyproject.toml',
      '',
      '[build-system]\nrequires = ["x"]',
      ['build-system.requires'],
    ],
    ['pyproject: coverage', 'pyproject.toml', '', '[tool.coverage.run]\nbranch = true', ['tool.coverage.run.branch']],
    [
      'pyproject: a pytest plugin',
      'pyproject.toml',
      '',
      '[project.entry-points.pytest11]\nx = "y"',
      ['project.entry-points.pytest11.x'],
    ],
    [
      'pyproject: a test package in a list',
      'pyproject.toml',
      '[project]\ndependencies = ["a", "pytest>=7"]',
      '[project]\ndependencies = ["a", "pytest>=8"]',
      ['project.dependencies.pytest'],
    ],
    [
      'pyproject: a test package in a table',
      'pyproject.toml',
      '[tool.poetry.group.dev.dependencies]\npytest = "^7"',
      '[tool.poetry.group.dev.dependencies]\npytest = "^8"',
      ['tool.poetry.group.dev.dependencies.pytest'],
    ],
    [
      'setup.cfg: pytest',
      'setup.cfg',
      '[tool:pytest]\naddopts =\n  -q',
      '[tool:pytest]\naddopts =\n  -x',
      ['tool:pytest.addopts'],
    ],
    [
      'setup.cfg: a test package',
      'setup.cfg',
      '[options]\ninstall_requires =\n  a',
      '[options]\ninstall_requires =\n  a\n  pytest',
      ['options.install_requires.pytest'],
    ],
    [
      'tox.ini: an environment',
      'setup.cfg',
      '[testenv:py]\ncommands = pytest',
      '[testenv:py]\ncommands = true',
      ['testenv:py.commands'],
    ],
    ['Pipfile: a script', 'Pipfile', '', '[scripts]\ntest = "true"', ['scripts.test']],
    [
      'Cargo.toml: a test target',
      'Cargo.toml',
      '[[test]]\nname = "a"',
      '[[test]]\nname = "a"\nharness = false',
      ['test.#1.harness'],
    ],
    [
      'Cargo.toml: one target of two',
      'Cargo.toml',
      '[[test]]\nname = "a"\n[[test]]\nname = "b"',
      '[[test]]\nname = "a"',
      ['test.#2.name'],
    ],
    [
      'Cargo.toml: dev dependencies',
      'Cargo.toml',
      '',
      "[target.'cfg(unix)'.dev-dependencies]\nx = '1'",
      ['target.cfg(unix).dev-dependencies.x'],
    ],
    ['Cargo.toml: the library', 'Cargo.toml', '', '[lib]\ntest = false', ['lib.test']],
    [
      'Cargo.toml: a build script',
      'Cargo.toml',
      '[package]\nname = "a"',
      '[package]\nname = "a"\nbuild = "x.rs"',
      ['package.build'],
    ],
    [
      'Cargo.toml: a patched package',
      'Cargo.toml',
      '',
      '[patch.crates-io]\nx = { path = "y" }',
      ['patch.crates-io.x.path'],
    ],
    ['go.mod: a replaced module', 'go.mod', 'module a\n', 'module a\nreplace x => ./y\n', ['replace.x']],
    ['go.mod: in a block', 'go.mod', 'module a', 'module a\nreplace (\n\tx => ./y // z\n)\n', ['replace.x']],
    [
      'go.mod: a test package',
      'go.mod',
      'require github.com/stretchr/testify v1.8.0',
      'require (\n github.com/stretchr/testify v1.9.0\n)',
      ['require.github.com/stretchr/testify'],
    ],
    [
      'go.sum: a test package',
      'go.sum',
      'github.com/stretchr/testify v1.8.0 h1:a',
      'github.com/stretchr/testify v1.8.0 h1:b',
      ['modules.github.com/stretchr/testify v1.8.0'],
    ],
    ['requirements: a test package', 'requirements.txt', 'pytest==7 # x', 'pytest==8', ['packages.pytest']],
    ['requirements: an option', 'requirements.txt', 'a', '-i https://evil\na', ['options.-i https://evil']],
    [
      'pom.xml: the build',
      'pom.xml',
      '<project><build><plugins/></build></project>',
      '<project><build><plugins><plugin/></plugins></build></project>',
      ['build.text'],
    ],
    [
      'pom.xml: a property about tests',
      'pom.xml',
      '<project></project>',
      '<project><properties><skipTests>true</skipTests></properties></project>',
      ['properties.skipTests'],
    ],
    [
      'pom.xml: a dependency for tests',
      'pom.xml',
      '<project/>',
      '<project><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><scope>test</scope></dependency></dependencies></project>',
      ['dependencies test.a:b'],
    ],
    [
      'pom.xml: a managed test package',
      'pom.xml',
      '<project/>',
      '<project><dependencyManagement><dependencies><dependency><groupId>org.junit</groupId></dependency></dependencies></dependencyManagement></project>',
      ['dependencyManagement compile.org.junit:'],
    ],
  ])('%s', (_, file, before, after, expected) => {
    expect(changed(file, before, after)).toEqual({ changed: expected });
    expect(changed(file, after, after)).toEqual({ changed: [] });
  });
});

describe('no way of writing hides', () => {
  const dependency = (scope: string) =>
    `<project><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId>${scope}</dependency></dependencies></project>`;
  it.each<[string, string, string, string, readonly string[]]>([
    [
      'a table of TOML under an escape',
      'pyproject.toml',
      '[tool.pytest.ini_options]\naddopts = "-q"',
      '[tool."\\u0070ytest".ini_options]\naddopts = "-x"',
      ['tool.pytest.ini_options.addopts'],
    ],
    ['another under an escape', 'Cargo.toml', '', '["\\u006Cib"]\ntest = false', ['lib.test']],
    [
      'a key with the sign that parts paths',
      'pyproject.toml',
      '[tool.pytest]\na = 1',
      '["tool/pytest"]\na = 1',
      ['tool.pytest.a'],
    ],
    ['an empty table of a test tool', 'pyproject.toml', '', '[tool.pytest.ini_options]', ['tool.pytest.ini_options']],
    ['a number that looks the same', 'pyproject.toml', '[tool.tox]\na = 1', '[tool.tox]\na = 1.0', ['tool.tox.a']],
    [
      'a requirement that stands twice',
      'pyproject.toml',
      '[project]\ndependencies = ["pytest>=7"]',
      '[project]\ndependencies = ["pytest<7; python_version>\'3\'", "pytest>=7"]',
      ['project.dependencies.pytest'],
    ],
    ['a requirement after a space', 'pyproject.toml', '', 'dependencies = [" pytest<7"]', ['dependencies.pytest']],
    [
      'a requirement with something in quotes',
      'setup.cfg',
      '[options]\ninstall_requires =\n  pytest>=7; python_version > "3"',
      '[options]\ninstall_requires =\n  pytest<7; python_version > "3"',
      ['options.install_requires.pytest'],
    ],
    [
      'a header of INI before a comment',
      'setup.cfg',
      '[metadata]\nversion = 1',
      '[metadata]\nversion = 1\n[tool:pytest] # x\naddopts = -x',
      ['tool:pytest.addopts'],
    ],
    ['an item of a list that is no name', 'all of pyproject.toml', 'a = ["b"]', 'a = ["-x", "b"]', ['a.-x']],
    [
      'a module in quotes',
      'go.mod',
      'require github.com/stretchr/testify v1.8.0',
      'require "github.com/stretchr/testify" v1.9.0\nrequire github.com/stretchr/testify v1.8.0',
      ['require.github.com/stretchr/testify'],
    ],
    ['a line of pip after a form feed', 'requirements.txt', '# a', '# a\fpytest==1', ['packages.pytest']],
    [
      'a scope under a reference',
      'pom.xml',
      dependency(''),
      dependency('<scope>t&#101;st</scope>'),
      ['dependencies test.a:b'],
    ],
    [
      'a scope in another form of text',
      'pom.xml',
      dependency(''),
      dependency('<scope><![CDATA[test]]></scope>'),
      ['dependencies test.a:b'],
    ],
  ])('%s', (_, file, before, after, expected) => {
    expect(changed(file, before, after)).toEqual({ changed: expected });
    expect(changed(file, after, after)).toEqual({ changed: [] });
  });

  it('a table that was there with nothing in it counts as the one that has something', () => {
    const after = '[dev-dependencies]\nproptest = "1"';
    expect(changed('Cargo.toml', '[dev-dependencies]', after, ['proptest'])).toEqual({ changed: [] });
    expect(changed('Cargo.toml', '[dev-dependencies]', after).changed).toEqual(['dev-dependencies.proptest']);
  });
});

describe('free in', () => {
  it.each<[string, string, string, string]>([
    [
      'pyproject: a dependency',
      'pyproject.toml',
      '[project]\ndependencies = ["a"]',
      '[project]\ndependencies = ["a", "requests>=2"] # x\nversion = "2"',
    ],
    [
      'pyproject: layout',
      'pyproject.toml',
      '[tool.pytest.ini_options]\naddopts = "-q"',
      '\uFEFF# a\n[ tool . "pytest" . ini_options ]\naddopts   =   "-q" # b',
    ],
    [
      'setup.cfg: a dependency',
      'setup.cfg',
      '[options]\ninstall_requires = a',
      '; x\n[options]\ninstall_requires = a\n  b',
    ],
    [
      'Cargo.toml: a dependency',
      'Cargo.toml',
      '[dependencies]\na = "1"',
      '[dependencies]\na = "2"\nb = { version = "1" }',
    ],
    ['go.mod: a dependency', 'go.mod', 'module a\ngo 1.21', 'module a\ngo 1.22\nrequire b v1.0.0 // indirect'],
    ['go.sum', 'go.sum', '', 'b v1.0.0 h1:x'],
    ['requirements: a dependency', 'requirements.txt', 'a', 'a\\\n  ==2\nb'],
    [
      'pom.xml: a dependency and a property',
      'pom.xml',
      '<project></project>',
      '<?xml version="1.0"?><project><!-- x --><properties><jackson>2</jackson></properties><dependencies><dependency><groupId>a</groupId></dependency><other/></dependencies></project>',
    ],
  ])('%s', (_, file, before, after) => {
    expect(changed(file, before, after)).toEqual({ changed: [] });
  });
});

describe('what the list item needs may be added', () => {
  it.each<[string, string, string, string]>([
    ['pyproject', 'pyproject.toml', '[dependency-groups]\ndev = ["pytest-mock"]', 'pytest_mock'],
    ['Cargo.toml', 'Cargo.toml', '[dev-dependencies]\nproptest = "1"', 'proptest'],
    ['go.mod', 'go.mod', 'require github.com/stretchr/testify v1', 'github.com/stretchr/testify'],
    [
      'pom.xml',
      'pom.xml',
      '<project><dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><scope>test</scope></dependency></dependencies></project>',
      'b',
    ],
    ['whole TOML', 'all of pyproject.toml', '[dependency-groups]\ndev = ["pytest-mock>=3"]', 'pytest-mock'],
    ['whole INI', 'all of setup.cfg', '[options.extras_require]\ntest =\n  nock', 'nock'],
  ])('%s', (_, file, text, name) => {
    const before = file === 'pom.xml' ? '<project/>' : '';
    expect(changed(file, before, text, [name])).toEqual({ changed: [] });
    expect(changed(file, before, text).changed.length).toBe(1);
    expect(changed(file, text, before, [name]).changed.length).toBe(1);
  });

  it('and nothing else where all is frozen', () => {
    expect(
      changed('all of pyproject.toml', '[project]\nname = "a"', '[project]\nname = "b"\nx = ["y"]', ['y']),
    ).toEqual({
      changed: ['project.name'],
    });
  });
});

describe('what cannot be read is told', () => {
  it.each<[string, string, string]>([
    ['an open string', 'pyproject.toml', 'a = "b'],
    ['a string over two lines', 'pyproject.toml', 'a = "b\n"'],
    ['an open list', 'pyproject.toml', 'a = [1'],
    ['a stray bracket', 'pyproject.toml', 'a = ]'],
    ['a line that is no setting', 'pyproject.toml', 'hello'],
    ['a document type', 'pom.xml', '<!DOCTYPE x><project/>'],
    ['an open element', 'pom.xml', '<project><a>'],
    ['crossed elements', 'pom.xml', '<project><a></b></project>'],
    ['no project', 'pom.xml', '<a/>'],
    ['a module under an escape', 'go.mod', 'require "\\x67ithub.com/a" v1'],
    ['broken insides', 'pom.xml', '<project><a></project>'],
  ])('%s', (_, file, text) => {
    expect(changed(file, text, '').unreadable ?? changed(file, '', text).unreadable).toBeDefined();
    expect(changed(file, undefined, text).unreadable).toBeDefined();
  });
});

it('a Java test package is known by its group or its artifact', () => {
  expect(
    ['org.junit.jupiter:junit-jupiter', 'org.mockito:mockito-core', 'com.google:guava'].map(isJavaTestPackage),
  ).toEqual([true, true, false]);
});
