import { describe, expect, it } from 'vitest';
import { importsOf, lostImports } from './imports.ts';
import { joinPath, resolveJsModule, resolvePythonModule } from './modules.ts';
import { splitTests } from './split-tests.ts';

function imports(path: string, text: string, moves: readonly (readonly [string, string])[] = []) {
  const split = splitTests(path, text);
  return split === undefined ? undefined : Object.fromEntries(importsOf(split, path, new Map(moves)));
}

describe('imported names', () => {
  it.each([
    [
      'test/a.ts',
      "import { a, b as c, type D } from '../src/x.js'",
      { a: './src/x#a', c: './src/x#b', D: './src/x#D' },
    ],
    ['test/a.ts', "import x, { a } from './y'", { x: './test/y#default', a: './test/y#a' }],
    ['test/a.ts', "import * as x from 'vitest'", { x: 'vitest#*' }],
    ['test/a.ts', "import type { type } from './y/index.ts'", { type: './test/y#type' }],
    ['test/a.ts', "import './setup'", { "'./test/setup'": './test/setup' }],
    [
      'test/a.ts',
      "const { a, b: c } = require('./y'); const d = require('z')",
      { a: './test/y#a', c: './test/y#b', d: 'z#default' },
    ],
    ['a.py', 'import a.b, c as d', { 'a.b': 'a.b', d: 'c' }],
    ['a.py', 'from a.b import (c, d as e)', { c: 'a.b#c', e: 'a.b#d' }],
    ['tests/unit/a.py', 'from ..x import y\nfrom . import z', { y: 'tests.x#y', z: 'tests.unit#z' }],
    [
      'a.go',
      'import (\n"a/b"\nc "d/e"\n. "f"\n)\nimport "g"',
      { '"a/b"': '"a/b"', c: '"d/e"', '.': '"f"', '"g"': '"g"' },
    ],
    ['a.rs', 'use a::b;', { b: 'a::b' }],
    ['a.rs', 'use a::{b, c as d, e::{f, g::*}};', { b: 'a::b', d: 'a::c', f: 'a::e::f', 'a::e::g::*': 'a::e::g::*' }],
    ['a.java', 'import a.b.C; import static d.E.f; import g.*;', { C: 'a.b.C', f: 'd.E.f', 'g.*': 'g.*' }],
  ])('of %s: %s', (path, text, expected) => {
    expect(imports(path, text)).toEqual(expected);
  });

  it.each([
    ['test/a.ts', "import { a } from '../src/old.js'", [['src/old.ts', 'src/deep/new.ts']], { a: './src/deep/new#a' }],
    ['test/a.ts', "import { a } from '../src/old'", [['src/old/index.ts', 'src/new.ts']], { a: './src/new#a' }],
    ['a.py', 'from pkg.old import a', [['pkg/old.py', 'pkg/new.py']], { a: 'pkg.new#a' }],
    ['a.py', 'from pkg.old import a', [['src/pkg/old.py', 'src/pkg/sub/new.py']], { a: 'pkg.sub.new#a' }],
    ['a.py', 'from pkg.old import a', [['src/pkg/old.py', 'lib/new.py']], { a: 'pkg.old#a' }],
    ['a.py', 'import old', [['old/__init__.py', 'new.py']], { old: 'new' }],
    ['a.py', 'import old', [['other.py', 'new.py']], { old: 'old' }],
  ] as const)('of %s follow a moved file: %s', (path, text, moves, expected) => {
    expect(imports(path, text, moves)).toEqual(expected);
  });
});

it('a name that stands for something else is lost', () => {
  const before = new Map([
    ['a', 'x#a'],
    ['b', 'x#b'],
    ['c', 'x#c'],
  ]);
  const after = new Map([
    ['a', 'x#a'],
    ['b', 'y#b'],
    ['d', 'x#d'],
  ]);
  expect(lostImports(before, after)).toEqual(['b', 'c']);
});

it('paths are joined as they would be walked', () => {
  expect(joinPath('a/b', '../c/./d')).toBe('a/c/d');
  expect(joinPath('a', '../../b')).toBe('../b');
  expect(resolveJsModule('vitest', 'a.ts', new Map())).toBe('vitest');
  expect(resolvePythonModule('...a', 'b.py', new Map())).toBe('a');
});
