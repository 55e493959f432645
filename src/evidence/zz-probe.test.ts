import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { canonicalWords } from './code/canonical.ts';
import { splitTests } from './code/split-tests.ts';
import { NO_OPTIONS } from './list-item.ts';
import { testFileProblem } from './red-test-file.ts';
import { sampleChange } from './samples.ts';
import { compareTestFile } from './test-file.ts';

function walk(d: string): string[] {
  return readdirSync(d).flatMap((n) => {
    const p = join(d, n);
    return statSync(p).isDirectory() ? walk(p) : /\.[cm]?[jt]s$/.test(n) ? [p] : [];
  });
}
it('probe', () => {
  let same = 0,
    total = 0,
    unknown = 0,
    appended = 0,
    tests = 0;
  for (const p of walk('/tmp/fmt/src').concat(walk('/tmp/fmt/test'))) {
    const a = readFileSync(p, 'utf8');
    const b = readFileSync(p.replace('/tmp/fmt/', '/tmp/fmt2/'), 'utf8');
    const wa = canonicalWords(p, a),
      wb = canonicalWords(p, b);
    total++;
    if (!wa || !wb) {
      unknown++;
      console.log('UNKNOWN', p, !!wa, !!wb);
      continue;
    }
    if (wa.map((w) => w.text).join('\n') === wb.map((w) => w.text).join('\n')) same++;
    else {
      const i = wa.findIndex((w, k) => w.text !== wb[k]?.text);
      console.log(
        'DIFF',
        p,
        wa[i]?.line,
        wa
          .slice(i - 6, i + 6)
          .map((w) => w.text)
          .join(' '),
        '|||',
        wb
          .slice(i - 6, i + 6)
          .map((w) => w.text)
          .join(' '),
      );
    }
    if (!/\.test\.ts$/.test(p)) continue;
    tests++;
    const more = `${b}\nimport { zzz } from './zzz.ts';\nconst zzRows = [1, 2];\nfunction zzMake() { return zzz(); }\nit('a new one', () => { expect(zzMake(zzRows)).toBe(1); });\n`;
    const problem = testFileProblem(sampleChange(p, a, more), NO_OPTIONS);
    if (problem === undefined) appended++;
    else console.log('PROBLEM', p, problem);
    const blocks = splitTests(p, a)?.blocks.length ?? 0;
    if (blocks === 0) console.log('NOBLOCKS', p);
    const c = compareTestFile(sampleChange(p, a, more));
    if (c && c.kept.length !== blocks) console.log('KEPT', p, c.kept.length, blocks);
  }
  console.log({ total, same, unknown, tests, appended });
  throw new Error('show');
});
