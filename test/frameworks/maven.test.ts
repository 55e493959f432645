import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { maven } from '../../src/frameworks/maven.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';
import { appendFileSync } from 'node:fs';

const projects = fileURLToPath(new URL('../projects/maven', import.meta.url));

describe.each(readdirSync(projects).filter((name) => name in CASES))('the case %s', (name) => {
  test('is seen as in every other framework', async () => {
    const report = await maven.run(requestFor(projectCopy(`maven/${name}`)));
    appendFileSync('/tmp/fx/maven.json', name + ' ' + JSON.stringify({ ...report, output: report.output.slice(-3000) }, null, 1) + '\n');
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.incomplete, report.strength]).toEqual([null, 'strong']);
  });
});
