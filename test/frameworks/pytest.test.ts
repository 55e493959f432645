import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import { pytest } from '../../src/frameworks/pytest.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';

const shown = readdirSync(fileURLToPath(new URL('../projects/pytest', import.meta.url)));

describe('pytest', () => {
  it.each(shown.filter((name) => name in CASES))('shows the case %s', async (name) => {
    const directory = projectCopy(`pytest/${name}`);
    const report = await pytest.run(requestFor(directory));
    if (process.env.SHOW) console.log(JSON.stringify(report, null, 1));
    expect(differences(inWords(report), CASES[name] ?? {})).toEqual([]);
  });
});

/** Names as the table has them: pytest's own are Python names with a prefix and parameters in brackets. */
function inWords(report: TestReport): TestReport {
  const words = (name: string) => name.replace(/^test_/, '').replace(/\[(.*)\]$/, ' $1').replaceAll('_', ' ');
  return { ...report, tests: report.tests.map((test) => ({ ...test, path: test.path.map(words) })) };
}
