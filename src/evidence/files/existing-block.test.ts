import { expect, it } from 'vitest';
import { splitTests } from '../code/split-tests.ts';
import { NO_OPTIONS } from '../plan/list-item.ts';
import { mayRemoveBlock, usesAny } from './existing-block.ts';

it.each([
  ['a.ts', "it('a', () => { add(1) })", ['add'], true],
  ['a.ts', "it('a', () => { add(1) })", ['sub'], false],
  ['a.ts', "it('a', () => { add(1) })", ["'./setup'"], true],
  ['a.go', 'func TestA(t *T) { calc.Add() }', ['"example.com/calc"'], true],
  ['a.go', 'func TestA(t *T) { calc.Add() }', ['"example.com/other"'], false],
  ['a.go', 'func TestA(t *T) { Add() }', ['.'], true],
  ['test_a.py', 'def test_a():\n  pkg.add()', ['pkg.sub'], true],
  ['a.rs', '#[test] fn a() { add(); }', ['calc::*'], true],
  ['a.ts', "it('a', () => {})", [''], false],
])('%s: %s uses %j: %s', (path, text, imported, expected) => {
  const block = splitTests(path, text)?.blocks[0];
  expect(block !== undefined && usesAny(block, imported)).toBe(expected);
});

it('a test whose name is computed goes only with its file', () => {
  const block = splitTests('a.ts', 'it(name, f)')?.blocks[0];
  const may = (name: string) =>
    block !== undefined && mayRemoveBlock(block, 'a.ts', { ...NO_OPTIONS, removes: [name] });
  expect([may('a.ts'), may('name')]).toEqual([true, false]);
});
