import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import { mocha } from '../../src/frameworks/mocha/mocha.ts';
import { projectFiles } from '../../src/sys/project-files.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';

const projects = fileURLToPath(new URL('../projects/mocha', import.meta.url));
const cases = Object.keys(CASES).filter((name) => existsSync(projects + name));

/** All tests share one process: when one of them ends it, nobody knows what the others would have shown. */
const INCOMPLETE: Readonly<Record<string, string>> = { exit: 'the run ended before its report did' };

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
    const directory = projectCopy(`mocha/${name}`);
    const before = projectFiles(directory).files.sort();
    const report = await mocha.run(requestFor(directory));
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.canary, report.incomplete]).toEqual(['seen', INCOMPLETE[name] ?? null]);
    expect(projectFiles(directory).files.sort()).toEqual(before);
    expect(JSON.stringify(report.tests)).not.toContain(directory);
    expect(lasting(await mocha.run(requestFor(directory)))).toEqual(lasting(report));
  });
});
