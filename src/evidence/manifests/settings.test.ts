import { describe, expect, it } from 'vitest';
import type { ManifestReader } from './frozen.ts';
import { compareGoMod, compareGoSum, compareRequirements } from './line-manifests.ts';
import { comparePom } from './pom.ts';
import {
  compareCargo,
  compareIni,
  comparePipfile,
  comparePyproject,
  compareWholeIni,
  compareWholeToml,
} from './settings.ts';
import { isJavaTestPackage } from './test-packages.ts';

const changed = (compare: ManifestReader, before: string, after: string, needs: readonly string[] = []) =>
  compare({ before, after, needs });

describe('frozen in', () => {
  it.each<[string, ManifestReader, string, string, readonly string[]]>([
    [
      'pyproject: pytest',
      comparePyproject,
      '[tool.pytest.ini_options]\naddopts = "-q"',
      '[tool.pytest.ini_options]\naddopts = "-x"',
      ['tool/pytest/ini_options/addopts'],
    ],
    [
      'pyproject: by a dotted key',
      comparePyproject,
      '',
      'tool.pytest.ini_options.addopts = "-x"',
      ['tool/pytest/ini_options/addopts'],
    ],
    [
      'pyproject: in one line',
      comparePyproject,
      '',
      '[tool]\npytest = {ini_options = {addopts = "-x"}}',
      ['tool/pytest/ini_options/addopts'],
    ],
    ['pyproject: a whole table in one line', comparePyproject, '', 'tool = {pytest = {}}', ['tool/pytest']],
    [
      'pyproject: the build system',
      comparePyproject,
      '',
      '[build-system]\nrequires = ["x"]',
      ['build-system/requires'],
    ],
    ['pyproject: coverage', comparePyproject, '', '[tool.coverage.run]\nbranch = true', ['tool/coverage/run/branch']],
    [
      'pyproject: a pytest plugin',
      comparePyproject,
      '',
      '[project.entry-points.pytest11]\nx = "y"',
      ['project/entry-points/pytest11/x'],
    ],
    [
      'pyproject: a test package in a list',
      comparePyproject,
      '[project]\ndependencies = ["a", "pytest>=7"]',
      '[project]\ndependencies = ["a", "pytest>=8"]',
      ['project/dependencies/pytest'],
    ],
    [
      'pyproject: a test package in a table',
      comparePyproject,
      '[tool.poetry.group.dev.dependencies]\npytest = "^7"',
      '[tool.poetry.group.dev.dependencies]\npytest = "^8"',
      ['tool/poetry/group/dev/dependencies/pytest'],
    ],
    [
      'setup.cfg: pytest',
      compareIni,
      '[tool:pytest]\naddopts =\n  -q',
      '[tool:pytest]\naddopts =\n  -x',
      ['tool:pytest/addopts'],
    ],
    [
      'setup.cfg: a test package',
      compareIni,
      '[options]\ninstall_requires =\n  a',
      '[options]\ninstall_requires =\n  a\n  pytest',
      ['options/install_requires/pytest'],
    ],
    [
      'tox.ini: an environment',
      compareIni,
      '[testenv:py]\ncommands = pytest',
      '[testenv:py]\ncommands = true',
      ['testenv:py/commands'],
    ],
    ['Pipfile: a script', comparePipfile, '', '[scripts]\ntest = "true"', ['scripts/test']],
    [
      'Cargo.toml: a test target',
      compareCargo,
      '[[test]]\nname = "a"',
      '[[test]]\nname = "a"\nharness = false',
      ['test/#1/harness'],
    ],
    [
      'Cargo.toml: one target of two',
      compareCargo,
      '[[test]]\nname = "a"\n[[test]]\nname = "b"',
      '[[test]]\nname = "a"',
      ['test/#2/name'],
    ],
    [
      'Cargo.toml: dev dependencies',
      compareCargo,
      '',
      "[target.'cfg(unix)'.dev-dependencies]\nx = '1'",
      ['target/cfg(unix)/dev-dependencies/x'],
    ],
    ['Cargo.toml: the library', compareCargo, '', '[lib]\ntest = false', ['lib/test']],
    [
      'Cargo.toml: a build script',
      compareCargo,
      '[package]\nname = "a"',
      '[package]\nname = "a"\nbuild = "x.rs"',
      ['package/build'],
    ],
    [
      'Cargo.toml: a patched package',
      compareCargo,
      '',
      '[patch.crates-io]\nx = { path = "y" }',
      ['patch/crates-io/x/path'],
    ],
    ['go.mod: a replaced module', compareGoMod, 'module a\n', 'module a\nreplace x => ./y\n', ['replace x']],
    ['go.mod: in a block', compareGoMod, 'module a', 'module a\nreplace (\n\tx => ./y // z\n)\n', ['replace x']],
    [
      'go.mod: a test package',
      compareGoMod,
      'require github.com/stretchr/testify v1.8.0',
      'require (\n github.com/stretchr/testify v1.9.0\n)',
      ['github.com/stretchr/testify'],
    ],
    [
      'go.sum: a test package',
      compareGoSum,
      'github.com/stretchr/testify v1.8.0 h1:a',
      'github.com/stretchr/testify v1.8.0 h1:b',
      ['github.com/stretchr/testify v1.8.0'],
    ],
    ['requirements: a test package', compareRequirements, 'pytest==7 # x', 'pytest==8', ['pytest']],
    ['requirements: an option', compareRequirements, 'a', '-i https://evil\na', ['-i https://evil']],
    [
      'pom.xml: the build',
      comparePom,
      '<project><build><plugins/></build></project>',
      '<project><build><plugins><plugin/></plugins></build></project>',
      ['<build>'],
    ],
    [
      'pom.xml: a property about tests',
      comparePom,
      '<project></project>',
      '<project><properties><skipTests>true</skipTests></properties></project>',
      ['<skipTests>'],
    ],
    [
      'pom.xml: a dependency for tests',
      comparePom,
      '<project/>',
      '<project><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><scope>test</scope></dependency></dependencies></project>',
      ['dependency a:b'],
    ],
    [
      'pom.xml: a managed test package',
      comparePom,
      '<project/>',
      '<project><dependencyManagement><dependencies><dependency><groupId>org.junit</groupId></dependency></dependencies></dependencyManagement></project>',
      ['managed dependency org.junit:'],
    ],
  ])('%s', (_, compare, before, after, expected) => {
    expect(changed(compare, before, after)).toEqual({ changed: expected });
    expect(changed(compare, after, after)).toEqual({ changed: [] });
  });
});

describe('no way of writing hides', () => {
  const dependency = (scope: string) =>
    `<project><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId>${scope}</dependency></dependencies></project>`;
  it.each<[string, ManifestReader, string, string, readonly string[]]>([
    [
      'a table of TOML under an escape',
      comparePyproject,
      '[tool.pytest.ini_options]\naddopts = "-q"',
      '[tool."\\u0070ytest".ini_options]\naddopts = "-x"',
      ['tool/pytest/ini_options/addopts'],
    ],
    ['another under an escape', compareCargo, '', '["\\u006Cib"]\ntest = false', ['lib/test']],
    [
      'a key with the sign that parts paths',
      comparePyproject,
      '[tool.pytest]\na = 1',
      '["tool/pytest"]\na = 1',
      ['tool/pytest/a'],
    ],
    ['an empty table of a test tool', comparePyproject, '', '[tool.pytest.ini_options]', ['tool/pytest/ini_options']],
    ['a number that looks the same', comparePyproject, '[tool.tox]\na = 1', '[tool.tox]\na = 1.0', ['tool/tox/a']],
    [
      'a requirement that stands twice',
      comparePyproject,
      '[project]\ndependencies = ["pytest>=7"]',
      '[project]\ndependencies = ["pytest<7; python_version>\'3\'", "pytest>=7"]',
      ['project/dependencies/pytest'],
    ],
    ['a requirement after a space', comparePyproject, '', 'dependencies = [" pytest<7"]', ['dependencies/pytest']],
    [
      'a requirement with something in quotes',
      compareIni,
      '[options]\ninstall_requires =\n  pytest>=7; python_version > "3"',
      '[options]\ninstall_requires =\n  pytest<7; python_version > "3"',
      ['options/install_requires/pytest'],
    ],
    [
      'a header of INI before a comment',
      compareIni,
      '[metadata]\nversion = 1',
      '[metadata]\nversion = 1\n[tool:pytest] # x\naddopts = -x',
      ['tool:pytest/addopts'],
    ],
    ['an item of a list that is no name', compareWholeToml, 'a = ["b"]', 'a = ["-x", "b"]', ['a/-x']],
    [
      'a module in quotes',
      compareGoMod,
      'require github.com/stretchr/testify v1.8.0',
      'require "github.com/stretchr/testify" v1.9.0\nrequire github.com/stretchr/testify v1.8.0',
      ['github.com/stretchr/testify'],
    ],
    ['a module under an escape', compareGoMod, '', 'require "\\x67ithub.com/a" v1', ['require "\\x67ithub.com/a" v1']],
    ['a line of pip after a form feed', compareRequirements, '# a', '# a\fpytest==1', ['pytest']],
    [
      'a scope under a reference',
      comparePom,
      dependency(''),
      dependency('<scope>t&#101;st</scope>'),
      ['dependency a:b'],
    ],
    [
      'a scope in another form of text',
      comparePom,
      dependency(''),
      dependency('<scope><![CDATA[test]]></scope>'),
      ['dependency a:b'],
    ],
  ])('%s', (_, compare, before, after, expected) => {
    expect(changed(compare, before, after)).toEqual({ changed: expected });
    expect(changed(compare, after, after)).toEqual({ changed: [] });
  });

  it('a table that was there with nothing in it counts as the one that has something', () => {
    const after = '[dev-dependencies]\nproptest = "1"';
    expect(changed(compareCargo, '[dev-dependencies]', after, ['proptest'])).toEqual({ changed: [] });
    expect(changed(compareCargo, '[dev-dependencies]', after).changed).toEqual(['dev-dependencies/proptest']);
  });
});

describe('free in', () => {
  it.each<[string, ManifestReader, string, string]>([
    [
      'pyproject: a dependency',
      comparePyproject,
      '[project]\ndependencies = ["a"]',
      '[project]\ndependencies = ["a", "requests>=2"] # x\nversion = "2"',
    ],
    [
      'pyproject: layout',
      comparePyproject,
      '[tool.pytest.ini_options]\naddopts = "-q"',
      '\uFEFF# a\n[ tool . "pytest" . ini_options ]\naddopts   =   "-q" # b',
    ],
    [
      'setup.cfg: a dependency',
      compareIni,
      '[options]\ninstall_requires = a',
      '; x\n[options]\ninstall_requires = a\n  b',
    ],
    [
      'Cargo.toml: a dependency',
      compareCargo,
      '[dependencies]\na = "1"',
      '[dependencies]\na = "2"\nb = { version = "1" }',
    ],
    ['go.mod: a dependency', compareGoMod, 'module a\ngo 1.21', 'module a\ngo 1.22\nrequire b v1.0.0 // indirect'],
    ['go.sum', compareGoSum, '', 'b v1.0.0 h1:x'],
    ['requirements: a dependency', compareRequirements, 'a', 'a\\\n  ==2\nb'],
    [
      'pom.xml: a dependency and a property',
      comparePom,
      '<project></project>',
      '<?xml version="1.0"?><project><!-- x --><properties><jackson>2</jackson></properties><dependencies><dependency><groupId>a</groupId></dependency><other/></dependencies></project>',
    ],
  ])('%s', (_, compare, before, after) => {
    expect(changed(compare, before, after)).toEqual({ changed: [] });
  });
});

describe('what the list item needs may be added', () => {
  it.each<[string, ManifestReader, string, string]>([
    ['pyproject', comparePyproject, '[dependency-groups]\ndev = ["pytest-mock"]', 'pytest_mock'],
    ['Cargo.toml', compareCargo, '[dev-dependencies]\nproptest = "1"', 'proptest'],
    ['go.mod', compareGoMod, 'require github.com/stretchr/testify v1', 'github.com/stretchr/testify'],
    [
      'pom.xml',
      comparePom,
      '<project><dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><scope>test</scope></dependency></dependencies></project>',
      'b',
    ],
    ['whole TOML', compareWholeToml, '[dependency-groups]\ndev = ["pytest-mock>=3"]', 'pytest-mock'],
    ['whole INI', compareWholeIni, '[options.extras_require]\ntest =\n  nock', 'nock'],
  ])('%s', (_, compare, text, name) => {
    const before = compare === comparePom ? '<project/>' : '';
    expect(changed(compare, before, text, [name])).toEqual({ changed: [] });
    expect(changed(compare, before, text).changed.length).toBe(1);
    expect(changed(compare, text, before, [name]).changed.length).toBe(1);
  });

  it('and nothing else where all is frozen', () => {
    expect(changed(compareWholeToml, '[project]\nname = "a"', '[project]\nname = "b"\nx = ["y"]', ['y'])).toEqual({
      changed: ['project/name'],
    });
  });
});

describe('what cannot be read is told', () => {
  it.each<[string, ManifestReader, string]>([
    ['an open string', comparePyproject, 'a = "b'],
    ['a string over two lines', comparePyproject, 'a = "b\n"'],
    ['an open list', comparePyproject, 'a = [1'],
    ['a stray bracket', comparePyproject, 'a = ]'],
    ['a line that is no setting', comparePyproject, 'hello'],
    ['a document type', comparePom, '<!DOCTYPE x><project/>'],
    ['an open element', comparePom, '<project><a>'],
    ['crossed elements', comparePom, '<project><a></b></project>'],
    ['no project', comparePom, '<a/>'],
    ['broken insides', comparePom, '<project><a></project>'],
  ])('%s', (_, compare, text) => {
    expect(changed(compare, text, '').unreadable ?? changed(compare, '', text).unreadable).toBeDefined();
    expect(compare({ before: undefined, after: text, needs: [] }).unreadable).toBeDefined();
  });
});

it('a Java test package is known by its group or its artifact', () => {
  expect(
    ['org.junit.jupiter:junit-jupiter', 'org.mockito:mockito-core', 'com.google:guava'].map(isJavaTestPackage),
  ).toEqual([true, true, false]);
});
