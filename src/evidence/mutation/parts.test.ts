import { expect, it } from 'vitest';
import { partOf } from './parts.ts';

/** The part in which something is replaced on the second line of a file. */
const part = (code: string, found: string, put: string) => {
  const text = `first\n${code}\nlast\n`;
  return partOf(text, { text: text.replace(found, put), line: 2 });
};

it.each([
  ['  if (numbers.length > 9) total = total - 1;', '9', '10', 0],
  ['  if (numbers.length > 9) total = total - 1;', '- 1', '+ 1', 1],
  ['for (const number of all(numbers)) total += number;', '+=', '-=', 1],
  ['return numbers.length > 9 ? total - 1 : total + 2;', '> 9', '<= 9', 0],
  ['return numbers.length > 9 ? total - 1 : total + 2;', '- 1', '+ 1', 1],
  ['return numbers.length > 9 ? total - 1 : total + 2;', '+ 2', '- 2', 2],
  ['a = 1; b = 2;', '2', '3', 1],
  ["call('a ? b : c; (', 2)", '2', '3', 0],
  ['const a = b?.c ?? 2;', '2', '3', 0],
  ['for (let at = 0; at < 3; at += 1) add(2);', '2', '3', 1],
  ['for (let at = 0; at < 3; at += 1) add(2);', '3', '4', 0],
  ['    if len(numbers) > 9: total -= 1', '-= 1', '+= 1', 1],
  ['    return 3 if len(numbers) > 9 else 4', '> 9', '<= 9', 1],
  ['    return 3 if len(numbers) > 9 else 4', '4', '5', 2],
  ['    total += number', '+=', '-=', 0],
])('%s: %s became %s', (code, found, put, expected) => {
  expect(part(code, found, put)).toBe(expected);
});
