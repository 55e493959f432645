import { describe, expect, it } from 'vitest';
import { sampleChange } from '../../testing/evidence-samples.ts';
import { judgeSnapshots } from './snapshots.ts';

const FILE = 'test/a.test.ts';
const SNAP = 'test/__snapshots__/a.test.ts.snap';
const codes = (text: string, stored?: string, before?: string) =>
  judgeSnapshots(
    [sampleChange(FILE, before, text), ...(stored === undefined ? [] : [sampleChange(SNAP, '', stored)])],
    (path) => path.endsWith('.test.ts'),
  ).map(({ code }) => code);
const uses = (name: string) => `describe('g', () => { it(${name}, () => { expect(f()).toMatchSnapshot() }) })`;

describe('a new test finds its snapshot', () => {
  it.each([
    ['of Jest', uses("'draws'"), 'exports[`g draws 1`] = `1`;'],
    ['of Vitest', uses("'draws'"), 'exports[`g > draws 1`] = `1`;'],
    ['by its own name', uses("'draws'"), 'exports[`draws 1`] = `1`;'],
    ['with parameters', uses("'draws %s'"), 'exports[`g draws a box 1`] = `1`;'],
    ['under a computed name, if there is any', uses('name'), 'exports[`x 1`] = `1`;'],
    ['inline', "it('a', () => { expect(f()).toMatchInlineSnapshot(`1`) })", undefined],
    ['not needed', "it('a', () => { expect(f()).toBe(1) })", undefined],
  ])('%s', (_, text, stored) => {
    expect(codes(text, stored)).toEqual([]);
  });

  it('and an old test needs none', () => {
    expect(codes(`${uses("'draws'")}\n`, undefined, uses("'draws'"))).toEqual([]);
  });
});

describe('a new test lacks its snapshot', () => {
  it.each([
    ['where none is stored', uses("'draws'"), undefined, undefined],
    ['where others are stored', uses("'draws'"), 'exports[`g other 1`] = `1`;', undefined],
    ['under a computed name', uses('name'), undefined, undefined],
    ['in an old file', `${uses("'draws'")}\n${uses("'paints'")}`, undefined, uses("'draws'")],
    ['inline', "it('a', () => { expect(f()).toMatchInlineSnapshot() })", undefined, undefined],
  ])('%s', (_, text, stored, before) => {
    expect(codes(text, stored, before)).toEqual(['missing_snapshot']);
  });
});

it('nothing is said of files that cannot be read or are gone', () => {
  const changes = [
    sampleChange('test/b.test.ts', undefined, undefined, { kind: 'added', modeAfter: '100644', binary: true }),
    sampleChange('test/c.test.ts', 'a', '"'),
    sampleChange('test/d.test.ts', 'a', undefined),
    sampleChange(SNAP, 'a', undefined),
  ];
  expect(judgeSnapshots(changes, (path) => path.endsWith('.test.ts'))).toEqual([]);
});
