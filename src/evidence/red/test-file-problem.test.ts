import { expect, it } from 'vitest';
import { sampleSource } from '../../testing/sample-source.ts';
import { NO_OPTIONS } from '../plan/list-item.ts';
import { mayRemoveTest, usesAny } from './test-file-problem.ts';

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
  const source = sampleSource(path, text);
  const test = source?.found.tests[0];
  expect(test !== undefined && source !== undefined && usesAny(test, source, imported)).toBe(expected);
});

it('a test whose name is computed goes only with its file', () => {
  const test = sampleSource('a.ts', 'it(name, f)')?.found.tests[0];
  const may = (name: string) => test !== undefined && mayRemoveTest(test, 'a.ts', { ...NO_OPTIONS, removes: [name] });
  expect([may('a.ts'), may('name')]).toEqual([true, false]);
});
