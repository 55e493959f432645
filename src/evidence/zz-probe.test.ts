import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { parseAst } from 'vitest/node';
import { sameWords } from './code/canonical.ts';

function walk(d: string): string[] {
  return readdirSync(d).flatMap((n) => {
    const p = join(d, n);
    return statSync(p).isDirectory() ? walk(p) : /\.ts$/.test(n) ? [p] : [];
  });
}
function ast(t: string): string | undefined {
  try {
    return JSON.stringify(parseAst(t, { lang: 'ts', preserveParens: false } as never), (k, v) =>
      k === 'start' || k === 'end' || k === 'raw' || k === 'range' || k === 'loc'
        ? undefined
        : typeof v === 'bigint'
          ? String(v)
          : v && typeof v === 'object' && /^TS(Union|Intersection)Type$/.test(v.type) && v.types.length === 1
            ? v.types[0]
            : v,
    )
      .replace(/\{"type":"EmptyStatement"\},?/g, '')
      .replace(/,\]/g, ']');
  } catch {
    return undefined;
  }
}
let seed = 991;
const rnd = (n: number) => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed % n;
};
const BITS = [
  '\n',
  ' ',
  ';',
  ',',
  '(',
  ')',
  '/',
  '//',
  '/*',
  '*/',
  "'",
  '"',
  '`',
  '+',
  '++',
  '-',
  '=',
  '!',
  '?',
  ':',
  '|',
  '&',
  '[',
  ']',
  '{',
  '}',
  '.',
  'return ',
  'async ',
  'x',
  '1',
  '=>',
  '<',
  '>',
  '\\',
  '${',
];
it('probe', () => {
  const files = walk('/tmp/fmt/src').filter((p) => readFileSync(p, 'utf8').length < 6000);
  let tried = 0,
    parsed = 0,
    same = 0;
  const bad: string[] = [];
  const t0 = Date.now();
  while (Date.now() - t0 < 120_000) {
    const p = files[rnd(files.length)] as string;
    const all = readFileSync(p, 'utf8').split('\n\n');
    const text = all[rnd(all.length)] as string;
    if (text.length < 20) continue;
    const a = ast(text);
    if (a === undefined) continue;
    let b = text;
    const edits = 1 + rnd(3);
    for (let e = 0; e < edits; e++) {
      const at = rnd(b.length);
      const how = rnd(4);
      if (how === 0) b = b.slice(0, at) + BITS[rnd(BITS.length)] + b.slice(at);
      else if (how === 1) b = b.slice(0, at) + b.slice(at + 1);
      else if (how === 2) b = b.slice(0, at) + BITS[rnd(BITS.length)] + b.slice(at + 1);
      else {
        const to = rnd(b.length);
        const bit = b.slice(at, at + 1 + rnd(4));
        b = b.slice(0, to) + bit + b.slice(to);
      }
    }
    tried++;
    const bb = ast(b);
    if (bb === undefined) continue;
    parsed++;
    if (!sameWords('a.ts', text, b)) continue;
    same++;
    if (a !== bb) {
      bad.push(JSON.stringify([text, b]));
      if (bad.length > 40) break;
    }
  }
  console.log(JSON.stringify({ tried, parsed, same, bad: bad.length }));
  const seen = new Set<string>();
  for (const one of bad) {
    const [x, y] = JSON.parse(one) as [string, string];
    let i = 0;
    while (x[i] === y[i]) i++;
    const k = y.slice(i - 1, i + 3);
    if (seen.has(k)) continue;
    seen.add(k);
    const lx = x.split('\n'),
      ly = y.split('\n');
    console.log(
      'BAD',
      JSON.stringify(lx.filter((l) => !ly.includes(l))),
      '|||',
      JSON.stringify(ly.filter((l) => !lx.includes(l))),
    );
  }
  throw new Error('show');
}, 400_000);
