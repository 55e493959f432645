import { expect, it } from 'vitest';
import { partOf } from '../../src/code/mutants.ts';
import { sampleSource } from '../../src/testing/sample-source.ts';

/** Whether two things on one line are in the same part of it. */
function isOnePart(path: string, code: string, one: string, other: string): boolean {
  const source = sampleSource(path, code);
  const part = (found: string) => source && partOf(source, { text: code.replace(found, '~') });
  return part(one) === part(other);
}

it.each([
  ['a.js', 'if (all.length > 9) total = total - 1;', '9', '- 1', false],
  ['a.js', 'for (const one of all(2)) total += one;', '2', '+=', false],
  ['a.js', 'call(all > 9 ? total - 1 : total + 2);', '> 9', '- 1', false],
  ['a.js', 'call(all > 9 ? total - 1 : total + 2);', '- 1', '+ 2', false],
  ['a.js', 'a = 1; b = 2;', '1', '2', false],
  ['a.js', "call('a ? b : c; (', 2)", 'a ?', '2', true],
  ['a.js', 'const a = b?.c ?? 2;', 'a', '2', true],
  ['a.py', 'if len(all) > 9: total -= 1', '9', '-= 1', false],
  ['a.py', 'x = 3 if len(all) > 9 else 4', '> 9', '4', false],
])('%s: %s: %s and %s are one part: %s', (path, code, one, other, expected) => {
  expect(isOnePart(path, code, one, other)).toBe(expected);
});
