import { describe, expect, it } from 'vitest';
import { strykerMutants } from './stryker.ts';

const TEXT = `export function sum(numbers: readonly number[]): number {
  if (numbers.length > 2) return 3;
  return numbers.reduce((total, n) => total + n, 0);
}
`;

describe('wrong versions by StrykerJS', () => {
  it('are whole files with one thing changed on the wanted lines', async () => {
    const mutants = await strykerMutants('src/sum.ts', TEXT, [3]);
    expect(mutants?.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '3 (total, n) => total + n became () => undefined',
      '3 total + n became total - n',
    ]);
    expect(mutants?.[1]?.text).toBe(TEXT.replace('total + n', 'total - n'));
    expect(mutants?.every(({ path }) => path === 'src/sum.ts')).toBe(true);
  });

  it('are none for other languages and for what cannot be read', async () => {
    expect(await strykerMutants('sum.py', 'def sum(): return 0\n', [1])).toBeUndefined();
    expect(await strykerMutants('sum.js', 'export function (\n', [1])).toBeUndefined();
    expect(await strykerMutants('sum.js', 'export const a = 1;\n', [])).toEqual([]);
  });
});
