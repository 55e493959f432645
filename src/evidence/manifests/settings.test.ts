import { describe, expect, it } from 'vitest';
import type { ManifestReader } from './frozen.ts';
import { compareGoMod, compareGoSum, compareRequirements } from './line-manifests.ts';
import { comparePom } from './pom.ts';
import { readIni, readToml } from './sections.ts';
import {
  compareCargo,
  compareIni,
  comparePipfile,
  comparePyproject,
  compareWholeIni,
  compareWholeToml,
} from './settings-files.ts';
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
      ['tool/pytest'],
    ],
    ['pyproject: a whole table in one line', comparePyproject, '', 'tool = {pytest = {}}', ['tool']],
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
    ['Cargo.toml: a patched package', compareCargo, '', '[patch.crates-io]\nx = { path = "y" }', ['patch/crates-io/x']],
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

describe('settings are read', () => {
  it('from TOML', () => {
    const text = `
top = 1 # comment
"quoted key" = 'single # not a comment'
[a.b]
list = [ # one
  "x", # two
  "y",
]
text = """
[not.a.header]
"""
escaped = "a\\"b"
a.b = 1
a.b = 2
[[a.t]]
n = 1
[a.t.inner]
m = 2
[[a.t]]
n = 3
`;
    expect(Object.fromEntries(readToml(text) ?? [])).toEqual({
      top: '1',
      'quoted key': "'single # not a comment'",
      'a/b/list': '[ "x", "y", ]',
      'a/b/text': '"""\n[not.a.header]\n"""',
      'a/b/escaped': '"a\\"b"',
      'a/b/a/b': '1\n2',
      'a/t/#1/n': '1',
      'a/t/#1/inner/m': '2',
      'a/t/#2/n': '3',
    });
  });

  it('from INI', () => {
    const text = 'x\n[a]\nKey: value\n  more\n# no\nkey = again\n[b]\n  odd = 1\n';
    expect(Object.fromEntries(readIni(text))).toEqual({ '/x': '', 'a/key': 'value\nmore\nagain', 'b/odd': '1' });
  });
});

it('a Java test package is known by its group or its artifact', () => {
  expect(
    ['org.junit.jupiter:junit-jupiter', 'org.mockito:mockito-core', 'com.google:guava'].map(isJavaTestPackage),
  ).toEqual([true, true, false]);
});
