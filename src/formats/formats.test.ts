import { describe, expect, it } from 'vitest';
import { readEnvFile } from './env-file.ts';
import { readIgnoreLine } from './gitignore.ts';
import { readGoMod, readGoSum, readGoVendor } from './go-module.ts';
import { readGradle } from './gradle.ts';
import { readIni } from './ini.ts';
import { readJson, readJsonc } from './json.ts';
import { readYarnLock } from './locks/yarn.ts';
import { readPom } from './pom.ts';
import { readRequirements } from './requirements.ts';
import { readToml } from './toml.ts';
import { readXmlTree } from './xml-tree.ts';
import { readYaml } from './yaml.ts';

describe('a file is read', () => {
  it('as TOML, however keys are written and grouped', () => {
    const text =
      '\uFEFFtop = 1 # no\n["\\u0070ytest".a]\nb.c = [1.0, "#", 1979-05-27]\n[[t]]\nn = 1\n[t.in]\nm = 9007199254740993\n';
    expect(readToml(text)).toEqual({
      top: 1,
      pytest: { a: { b: { c: [['float', '1'], '#', ['date', '1979-05-27']] } } },
      t: [{ n: 1, in: { m: ['integer', '9007199254740993'] } }],
    });
  });

  it('as YAML, every document of it, with all scalars as text', () => {
    expect(readYaml('a: 1.10\n"\\u0062": {\'c\': [true, ~]}\n---\nd:\n')).toEqual([
      { a: '1.10', b: { c: ['true', '~'] } },
      { d: '' },
    ]);
  });

  it('as JSON, with comments or without', () => {
    expect(readJson('\uFEFF{"a": [1]}')).toEqual({ a: [1] });
    expect(readJsonc('{ // a\n "a": "// b, }", /* c */ "d": [1, ], }')).toEqual({ a: '// b, }', d: [1] });
    expect(readJson('{ /* a */ }')).toBeUndefined();
  });

  it('as INI', () => {
    const text = 'x\n[a] # b\nKey: value\n  more\n# no\nkey = again\n[b]\n  odd = 1\n';
    expect(readIni(text)).toEqual({ '': { x: '' }, a: { key: 'value\nmore\nagain' }, b: { odd: '1' } });
  });

  it('as XML', () => {
    expect(readXmlTree('<a b="1"><!-- c --><d> &#116;<![CDATA[est]]> </d></a>')).toEqual({
      ...{ name: 'a', attributes: [['b', '1']], text: '' },
      children: [{ name: 'd', attributes: [], children: [], text: 'test' }],
    });
  });

  it('as a lock file of Yarn', () => {
    const text =
      '# yarn lockfile v1\n\n"@v/e@3", "\\u0076itest@^3":\n  version "3.0"\n  dependencies:\n    "@v/e" "^3"\n';
    const entry = { name: '@v/e', identity: '["@v/e",{"version":"3.0"}]', label: '@v/e 3.0' };
    const needs = ['@v/e@^3', '@v/e@npm:^3'];
    expect([...(readYarnLock(text) ?? [])]).toEqual([
      ['@v/e@3', { ...entry, needs }],
      ['vitest@^3', { ...entry, needs }],
    ]);
  });

  it('line by line, under what each line is about', () => {
    expect(readGoMod('module a // b\nrequire (\n\t"x/y" v1\n\tx/y v2\n)\n')).toEqual({
      module: { a: 'a' },
      require: { 'x/y': 'x/y v1\nx/y v2' },
    });
    expect(readGoSum('a v1 h1:b\n\n')).toEqual({ modules: { 'a v1': 'h1:b' } });
    expect(readGoVendor('# a v1\n')).toEqual({ vendor: { used: 'yes' }, modules: { '# a v1': '# a v1' } });
    expect(readRequirements('a \\\n  ==1 # x\n-r b.txt\n./c\n')).toEqual({
      packages: { a: 'a ==1' },
      options: { '-r b.txt': '-r b.txt' },
      places: { './c': './c' },
    });
    expect(readEnvFile('# A=1\nexport B = 2\n')).toEqual({ variables: { B: '2' } });
    expect(readGradle('plugins {\n}\n  api("g:a:1") // x\n  implementation libs.b.c\n')).toEqual({
      script: { text: 'plugins {\n}' },
      api: { 'g:a:1': 'api("g:a:1")' },
      implementation: { 'b:c': 'implementation libs.b.c' },
    });
  });

  it('as a line of .gitignore', () => {
    expect([readIgnoreLine('dist/ '), readIgnoreLine('/a{b}'), readIgnoreLine('!x')]).toEqual([
      ['**/dist/?*', '**/dist/?*/**'],
      ['a\\{b\\}', 'a\\{b\\}/**'],
      [],
    ]);
  });

  it("as Maven's project", () => {
    const text =
      '<project><properties><a>1</a></properties><dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId><scope>test</scope></dependency></dependencies><build/></project>';
    expect(readPom(text)).toMatchObject({
      properties: { a: expect.stringContaining('"1"') },
      'dependencies test': { 'g:b': expect.stringContaining('"g"') },
      build: { text: expect.any(String) },
    });
  });
});

const READERS = {
  ini: readIni,
  json: readJson,
  jsonc: readJsonc,
  toml: readToml,
  xml: readXmlTree,
  yaml: readYaml,
  yarn: readYarnLock,
};
const DEEP = 100_000;

describe('nothing is read from', () => {
  it.each<[string, keyof typeof READERS, string]>([
    ['a key twice in TOML', 'toml', 'a = 1\na = 2'],
    ['a table twice in TOML', 'toml', '[a]\nb = 1\n[a]\nc = 1'],
    ['a key twice in YAML', 'yaml', 'a: 1\n"\\u0061": 2'],
    [
      'a key twice in a lock file of Yarn',
      'yarn',
      '# yarn lockfile v1\na@1:\n  version "1"\n"\\u0061@1":\n  version "2"',
    ],
    ['the prototype in TOML', 'toml', '[__proto__]\nx = 1'],
    ['the prototype in YAML', 'yaml', '__proto__: {x: 1}'],
    ['the prototype in JSON', 'json', '{"__proto__": {"x": 1}}'],
    ['the prototype in JSON with comments', 'jsonc', '{/**/"\\u005f_proto__": {"x": 1},}'],
    ['the prototype in a lock file of Yarn', 'yarn', '# yarn lockfile v1\na@1:\n  __proto__ "1"'],
    ['depth in TOML', 'toml', `a = ${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['depth by dots in TOML', 'toml', `a${'.a'.repeat(1000)} = 1`],
    ['depth in YAML', 'yaml', `a: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['depth in JSON', 'json', `{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
    ['depth in XML', 'xml', '<a>'.repeat(DEEP) + '</a>'.repeat(DEEP)],
    ['an alias in YAML', 'yaml', 'a: &x [1]\nb: *x'],
    ['a tag in YAML', 'yaml', 'a: !!js/function x'],
    ['a list in YAML', 'yaml', '- a'],
    ['a document type in XML', 'xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['crossed elements', 'xml', '<a><b></a></b>'],
    ['a string of TOML over two lines', 'toml', 'a = "b\n"'],
    ['a header that readers of INI read differently', 'ini', '[a] [b]\nc = 1'],
    ['a line that ends for some readers of INI', 'ini', '[a]\nb = 1\f[c]\nd = 1'],
    ['a list as JSON', 'json', '[]'],
  ])('%s', (_, reader, text) => {
    expect(READERS[reader](text)).toBeUndefined();
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

it('a large file takes no longer than its size asks for', () => {
  const list = (line: (at: number) => string) => Array.from({ length: 4000 }, (_, at) => line(at)).join('\n');
  expect(readYaml(list((at) => `p${at}: {a: 1}`))?.length).toBe(1);
  expect(readToml(list((at) => `[p${at}]\na = 1`))).toBeDefined();
  expect(readYarnLock(`# yarn lockfile v1\n${list((at) => `p${at}@1:\n  version "1"`)}`)?.size).toBe(4000);
});
