import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, diffLists, type Edit, isSubsequence, splitLines } from './line-diff.ts';

/** The later list, made from the earlier one by the edits. */
function apply(before: readonly string[], after: readonly string[], edits: readonly Edit[]): readonly string[] {
  return edits.flatMap((edit) => {
    if (edit.kind === 'removed') return [];
    return edit.kind === 'same'
      ? before.slice(edit.before, edit.before + edit.length)
      : after.slice(edit.after, edit.after + edit.length);
  });
}

function kept(edits: readonly Edit[]): number {
  return edits.filter(({ kind }) => kind === 'same').reduce((sum, { length }) => sum + length, 0);
}

/** The length of the longest common subsequence, by the textbook table. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (const [at, right] of b.entries())
      next.push(left === right ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row[b.length] ?? 0;
}

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

describe('the difference of two lists', () => {
  it('leads from one to the other and keeps as much as can be kept', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const edits = diffLists(before, after);
        expect(apply(before, after, edits)).toEqual(after);
        expect(kept(edits)).toBe(longestCommon(before, after));
        const removed = edits.filter(({ kind }) => kind === 'removed').reduce((sum, { length }) => sum + length, 0);
        expect(removed + kept(edits)).toBe(before.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('has only additions when something was only added', () => {
    fc.assert(
      fc.property(list, list, (before, more) => {
        const after = before.flatMap((item, at) => [...more.slice(0, at % 3), item]).concat(more);
        expect(diffLists(before, after).some(({ kind }) => kind === 'removed')).toBe(false);
        expect(isSubsequence(before, after)).toBe(true);
      }),
    );
  });

  it('stays correct, if not shortest, on lists too far apart', () => {
    const before = Array.from({ length: 3000 }, (_, at) => `a${at}`);
    const after = Array.from({ length: 3000 }, (_, at) => `b${at}`);
    expect(diffLists(['x', ...before, 'y'], ['x', ...after, 'y'])).toEqual([
      { kind: 'same', before: 0, after: 0, length: 1 },
      { kind: 'removed', before: 1, after: 1, length: 3000 },
      { kind: 'added', before: 3001, after: 1, length: 3000 },
      { kind: 'same', before: 3001, after: 3001, length: 1 },
    ]);
  });
});

describe('the difference of two texts', () => {
  it('names lines by their number in the text they are in', () => {
    expect(diffLines('a\nb\nc\n', 'a\nx\ny\nc\nz\n')).toEqual({
      removed: [{ line: 2, text: 'b' }],
      added: [
        { line: 2, text: 'x' },
        { line: 3, text: 'y' },
        { line: 5, text: 'z' },
      ],
    });
  });

  it('takes no notice of line endings and a missing last one', () => {
    expect(diffLines('a\r\nb\r\n', 'a\nb')).toEqual({ removed: [], added: [] });
    expect(splitLines('')).toEqual([]);
    expect(splitLines('a\n\n')).toEqual(['a', '']);
  });
});

it.each([
  [[], [], true],
  [['a'], [], false],
  [['a', 'c'], ['a', 'b', 'c'], true],
  [['c', 'a'], ['a', 'b', 'c'], false],
])('%j within %j: %s', (part, whole, expected) => {
  expect(isSubsequence(part, whole)).toBe(expected);
});
