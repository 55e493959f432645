import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import { vitest } from '../../src/frameworks/vitest/vitest.ts';
import { projectFiles } from '../../src/sys/project-files.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';

const projects = fileURLToPath(new URL('../projects/vitest', import.meta.url));
const cases = Object.keys(CASES).filter((name) => existsSync(projects + name));

/** Where names alone do not tell tests apart. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  deep: ['test/math.test.js::arithmetic > of numbers > adding > works'],
  'same-name': ['test/math.test.js::twin', 'test/math.test.js::twin#2'],
};

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
    const [directory, copy] = [projectCopy(`vitest/${name}`), projectCopy(`vitest/${name}`)];
    const before = projectFiles(directory).files;
    const [report, again] = await Promise.all([vitest.run(requestFor(directory)), vitest.run(requestFor(copy))]);
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
    expect(lasting(again)).toEqual(lasting(report));
    expect(report.tests.map(({ id }) => id)).toEqual(IDS[name] ?? expect.anything());
    expect(projectFiles(directory).files).toEqual(before);
  });
});
