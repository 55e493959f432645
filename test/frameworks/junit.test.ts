import { appendFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { junit } from '../../src/frameworks/junit.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';

const projects = fileURLToPath(new URL('../projects/vitest', import.meta.url));
const COMMAND = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=junit', '--outputFile={report}', '--passWithNoTests', '--bail=0'];

describe.each(readdirSync(projects).filter((name) => name in CASES))('the case %s', (name) => {
  test('is seen as in every other framework', async () => {
    const report = await junit.run(requestFor(projectCopy(`vitest/${name}`), { command: COMMAND }));
    appendFileSync('/tmp/fx/junit.json', name + ' ' + JSON.stringify({ ...report, output: report.output.slice(-1000) }, null, 1) + '\n');
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.incomplete, report.strength]).toEqual([null, 'strong']);
  });
});
