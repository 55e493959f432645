import { appendFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tap } from '../../src/frameworks/tap.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';

const projects = fileURLToPath(new URL('../projects/node-test', import.meta.url));

describe.each(readdirSync(projects).filter((name) => name in CASES))('the case %s', (name) => {
  test('is seen as in every other framework', async () => {
    const report = await tap.run(requestFor(projectCopy(`node-test/${name}`), { command: ['node', '--test', '--test-reporter=tap'] }));
    appendFileSync('/tmp/fx/tap.json', name + ' ' + JSON.stringify({ ...report, output: report.output.slice(-1000) }, null, 1) + '\n');
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.incomplete, report.strength]).toEqual([null, 'strong']);
  });
});
