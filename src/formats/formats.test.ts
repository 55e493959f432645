import { describe, expect, it } from 'vitest';
import { readIni } from './ini.ts';
import { readJson, readJsonc } from './json.ts';
import { readToml } from './toml.ts';
import { readXmlTree } from './xml-tree.ts';
import { readYaml } from './yaml.ts';
import { readYarnLock } from './yarn.ts';

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
    expect(Object.fromEntries(readIni(text) ?? [])).toEqual({ '/x': '', 'a/key': 'value\nmore\nagain', 'b/odd': '1' });
  });

  it('as XML', () => {
    expect(readXmlTree('<a b="1"><!-- c --><d> &#116;<![CDATA[est]]> </d></a>')).toEqual({
      ...{ name: 'a', attributes: [['b', '1']], text: '' },
      children: [{ name: 'd', attributes: [], children: [], text: 'test' }],
    });
  });

  it('as a lock file of Yarn', () => {
    const text = '# x\n\n"@v/e@3", "\\u0076itest@^3":\n  version "3.0"\n  dependencies:\n    "@v/e" "^3"\n';
    expect(readYarnLock(text)).toEqual([[['@v/e@3', 'vitest@^3'], { version: '3.0', dependencies: { '@v/e': '^3' } }]]);
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
    ['a key twice in a lock file of Yarn', 'yarn', 'a@1:\n  version "1"\n"\\u0061@1":\n  version "2"'],
    ['the prototype in TOML', 'toml', '[__proto__]\nx = 1'],
    ['the prototype in YAML', 'yaml', '__proto__: {x: 1}'],
    ['the prototype in JSON', 'json', '{"__proto__": {"x": 1}}'],
    ['the prototype in JSON with comments', 'jsonc', '{/**/"\\u005f_proto__": {"x": 1},}'],
    ['the prototype in a lock file of Yarn', 'yarn', 'a@1:\n  __proto__ "1"'],
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
  expect(readYarnLock(list((at) => `p${at}@1:\n  version "1"`))?.length).toBe(4000);
});
