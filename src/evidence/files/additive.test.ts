import { describe, expect, it } from 'vitest';
import { sampleChange, sampleMove } from '../../testing/evidence-samples.ts';
import { additiveProblem, isImportLine } from './additive.ts';

describe('a change only adds', () => {
  it.each([
    ['a new file', sampleChange('a', undefined, 'x')],
    ['a copy', sampleChange('a', undefined, 'x', { kind: 'copied', from: 'b' })],
    ['lines', sampleChange('a', 'x\ny\n', 'x\nnew\ny\nend\n')],
    ['other line endings', sampleChange('a', 'x\r\ny\r\n', 'x\ny\nz\n')],
    ['a changed import', sampleChange('a', "import { a } from 'x';\ny\n", "import { a, b } from 'x';\ny\n")],
    ['a blank line less', sampleChange('a', 'x\n\ny\n', 'x\ny\n')],
  ])('with %s', (_, change) => {
    expect(additiveProblem(change)).toBeUndefined();
  });

  it.each([
    ['deleted', sampleChange('a', 'x', undefined), 'deleted'],
    ['moved', sampleMove('b', 'a', 'x'), 'moved from b'],
    ['another thing', sampleChange('a', 'x', 'y', { kind: 'typechange', modeAfter: '120000' }), 'became'],
    ['executable', sampleChange('a', 'x', 'x', { modeAfter: '100755' }), 'mode'],
    ['no text', sampleChange('a', 'x', 'x', { binary: true }), 'no text'],
    ['unknown', sampleChange('a', undefined, 'x', { kind: 'modified', modeBefore: '100644' }), 'no text'],
    ['changed', sampleChange('a', 'x\ny\n', 'x\nz\n'), 'a line was changed or taken away, the first at line 2'],
    ['changed much', sampleChange('a', 'x\ny\n', 'z\n'), '2 lines were changed or taken away, the first at line 1'],
  ])('no more when it is %s', (_, change, words) => {
    expect(additiveProblem(change)).toContain(words);
  });
});

it.each([
  ["import a from 'b'", true],
  ['import a.b.C;', true],
  ['from a.b import c', true],
  ["const { a } = require('b')", true],
  ["} from './x';", true],
  ['use a::{b, c};', true],
  ['#include <a.h>', true],
  ["require_relative 'a'", true],
  ['', true],
  ['import(x)', false],
  ['import.meta.x', false],
  ['const a = 1', false],
  ['expect(a)', false],
])('%s is an import line: %s', (line, expected) => {
  expect(isImportLine(line)).toBe(expected);
});
