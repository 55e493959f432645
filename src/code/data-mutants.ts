import type { Mutant } from './mutants.ts';

const DATA = /\.(?:json|jsonc|json5|ya?ml|toml|csv|tsv|ini|properties)$/i;

/** Keys in quotes; and values: truths, numbers, text in quotes, and what else stands behind a colon, `=` or dash. */
const KEYS = /"[^"\\]*"\s*[:=]|'[^'\\]*'\s*[:=]/;
const VALUES =
  /\b(?:true|false)\b|(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])|"[^"\\]*"|'[^'\\]*'|(?<=(?:[:=]|^\s*-)\s+)[A-Za-z][^\s,#"'[\]{}:]*$/;
const PARTS = new RegExp(`(${KEYS.source})|${VALUES.source}`, 'g');

/** Wrong versions of a file of data, each with one value of the given lines (from 1) changed; none of other files. */
export function dataMutantsOf(path: string, text: string, lines: readonly number[]): readonly Mutant[] {
  if (!DATA.test(path)) return [];
  const all = text.split('\n');
  return lines.flatMap((line) => {
    const own = all[line - 1] ?? '';
    if (/^\s*(?:#|\/\/|;)/.test(own)) return [];
    const values = [...own.matchAll(PARTS)].filter(([, key]) => key === undefined);
    return values.map(({ 0: value, index }) => {
      const put = otherValue(value);
      const changed = `${own.slice(0, index)}${put}${own.slice(index + value.length)}`;
      return { path, line, what: `${value} became ${put}`, text: all.with(line - 1, changed).join('\n') };
    });
  });
}

function otherValue(value: string): string {
  if (value === 'true' || value === 'false') return value === 'true' ? 'false' : 'true';
  const [whole] = /^-?\d+/.exec(value) ?? [];
  if (whole !== undefined) return `${BigInt(whole) + 1n}${value.slice(whole.length)}`;
  return /["']$/.test(value) ? `${value.slice(0, -1)}~${value.slice(-1)}` : `${value}~`;
}
