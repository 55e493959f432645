import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import { nodeTest } from '../../src/frameworks/node-test/node-test.ts';
import { projectFiles } from '../../src/sys/project-files.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';

const projects = fileURLToPath(new URL('../projects/node-test', import.meta.url));
const cases = Object.keys(CASES).filter((name) => existsSync(projects + name));

/** From Node 22 on, tests that --test-only leaves out are not told at all. */
const leavesOut = Number(process.versions.node.split('.')[0]) >= 22;
const expected = (name: string) =>
  name === 'focused' && leavesOut ? { tests: [['only this', 'passed']] as const, focused: true } : (CASES[name] ?? {});

/** What must be the same in every run of the same tests. */
function lasting({ tests, uncollected, runErrors, focused, canary, incomplete, exitCode }: TestReport) {
  return {
    tests: tests.map(({ durationMs: _, ...test }) => test),
    uncollected,
    runErrors,
    focused,
    canary,
    incomplete,
    exitCode,
  };
}

describe('every case is told as it is', () => {
  it.each(cases)('%s', async (name) => {
    const directory = projectCopy(`node-test/${name}`);
    const before = projectFiles(directory).files.sort();
    const report = await nodeTest.run(requestFor(directory));
    expect(differences(report, expected(name))).toEqual([]);
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
    expect(projectFiles(directory).files.sort()).toEqual(before);
    expect(JSON.stringify(report.tests)).not.toContain(directory);
    expect(lasting(await nodeTest.run(requestFor(directory)))).toEqual(lasting(report));
  });
});
