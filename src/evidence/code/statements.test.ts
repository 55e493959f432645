import { describe, expect, it } from 'vitest';
import { canonicalWords } from './canonical.ts';
import { languageOf } from './language.ts';
import { isDefinition, statementsIn } from './statements.ts';

function split(path: string, text: string) {
  const statements = statementsIn(canonicalWords(path, text) ?? [], languageOf(path) ?? 'js');
  return statements.map((words) =>
    words
      .filter(({ kind }) => kind !== 'layout')
      .map((word) => word.text)
      .join(' '),
  );
}

describe('statements are told apart in', () => {
  it.each([
    [
      'a.ts',
      'const a = 1; f(); if (x) { g() } else { h() }',
      ['const a = 1', 'f ( )', 'if ( x ) { g ( ) } else { h ( ) }'],
    ],
    [
      'a.ts',
      'export async function f() { g() }\nlet b\nb = 2',
      ['export async function f ( ) { g ( ) }', 'let b', 'b = 2'],
    ],
    ['a.py', 'x = 1\n@mark\ndef f():\n    g()\n    h()\ny = 2\n', ['x = 1', '@ mark def f ( ) : g ( ) h ( )', 'y = 2']],
    [
      'a.go',
      'var a = 1\nfunc f() {\n\tg()\n}\nfunc h() {}\n',
      ['var a = 1 ;', 'func f ( ) { g ( ) }', 'func h ( ) { }'],
    ],
    ['a.rs', 'use a; fn f() {} fn g() {}', ['use a ;', 'fn f ( ) { }', 'fn g ( ) { }']],
  ])('%s: %s', (path, text, expected) => {
    expect(split(path, text)).toEqual(expected);
  });
});

it.each([
  ['a.ts', 'const a = 1', true],
  ['a.ts', 'export default class A {}', true],
  ['a.ts', 'f()', false],
  ['a.ts', 'a.b = 1', false],
  ['a.py', 'x = 1\n', true],
  ['a.py', '@fixture\ndef f(): pass\n', true],
  ['a.py', 'f()\n', false],
  ['a.go', 'func f() {}\n', true],
])('%s: %s defines something: %s', (path, text, expected) => {
  const [first = []] = statementsIn(canonicalWords(path, text) ?? [], languageOf(path) ?? 'js');
  expect(isDefinition(first)).toBe(expected);
});
