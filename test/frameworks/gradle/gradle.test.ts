import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProgramResult, RunRequest } from '../../../src/frameworks/framework.ts';
import { gradle } from '../../../src/frameworks/jvm/gradle.ts';
import { requestFor } from '../request.ts';
import { NOT_IN_TABLE } from '../table/columns.ts';
import { writtenProject } from '../written-project.ts';

const TEST = 'src/test/java/example/CalcTest.java';
const PROJECT = {
  'build.gradle': "plugins { id 'java' }\n",
  'src/main/java/example/Calc.java': 'package example;\nclass Calc {}\n',
  [TEST]: 'package example;\nimport org.junit.jupiter.api.Test;\nclass CalcTest {}\n',
};

/** Gradle as it was seen to behave: what it prints and the XML it writes, for the project's classes and the canary. */
function recorded(
  directory: string,
  told: { readonly output?: string; readonly exitCode?: number; readonly cases?: string; readonly canary?: boolean },
): RunRequest['start'] {
  return async (): Promise<ProgramResult> => {
    const folder = join(directory, 'build/test-results/test');
    mkdirSync(folder, { recursive: true });
    const write = (name: string, cases: string, failures: number) => {
      const tests = cases.split('<testcase').length - 1;
      const head = `<testsuite name="example.${name}" tests="${tests}" skipped="0" failures="${failures}" errors="0" time="0.02">`;
      writeFileSync(
        join(folder, `TEST-example.${name}.xml`),
        `<?xml version="1.0" encoding="UTF-8"?>\n${head}${cases}</testsuite>`,
      );
    };
    if (told.cases !== undefined) write('CalcTest', told.cases, told.cases.split('<failure').length - 1);
    const [planted] = readdirSync(dirname(join(directory, TEST))).filter((file) => file.startsWith('Baton'));
    if (planted !== undefined && told.canary !== false) {
      const name = planted.replace('.java', '');
      const nonce = /"([0-9a-f]{24})"/.exec(readFileSync(join(directory, dirname(TEST), planted), 'utf8'))?.[1];
      const failure = `<failure type="org.opentest4j.AssertionFailedError" message="${nonce} ==&gt; expected: &lt;0&gt; but was: &lt;24&gt;">x</failure>`;
      const made = (test: string, body: string) =>
        `<testcase name="${test}()" classname="example.${name}">${body}</testcase>`;
      write(name, made('stands', '') + made('falls', failure), 1);
    }
    return { exitCode: told.exitCode ?? 1, signal: null, timedOut: false, output: told.output ?? FAILED, wallMs: 1 };
  };
}

const FAILED =
  "* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report at: file:///x\n\n";
const PASSED = '<testcase name="adds()" classname="example.CalcTest" time="0.01"/>';

function run(told: Parameters<typeof recorded>[1]) {
  const directory = writtenProject(PROJECT, { installed: false });
  return gradle.run(requestFor(directory, { start: recorded(directory, told) }));
}

const columns = (['case', 'rule'] as const).map((grid) => ({
  grid,
  framework: 'gradle' as const,
  rows: [],
  notApplicable: NOT_IN_TABLE.gradle,
}));

describe('Gradle, as recorded since it is not here', { meta: { columns } }, () => {
  it('tests are seen without the canary, whose failing is not that of the run', async () => {
    const report = await run({ cases: PASSED });
    expect(report.tests.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([`${TEST}::adds() passed`]);
    expect([report.canary, report.incomplete, report.runErrors]).toEqual(['seen', null, []]);
    expect(report.command.slice(-2)).toEqual(['cleanTest', 'test']);
  });

  it('a canary that was not run is found out', async () => {
    const report = await run({ cases: PASSED, canary: false });
    expect([report.canary, report.incomplete]).toEqual(['missing', expect.stringContaining('not seen')]);
  });

  it('what cannot be compiled hides all tests, and the canary', async () => {
    const at = '/src/test/java/example/CalcTest.java';
    const directory = writtenProject(PROJECT, { installed: false });
    const output = `${directory}${at}:9: error: cannot find symbol\n    Calc.multiply(2, 3);\n        ^\n  symbol:   method multiply(int,int)\n  location: class Calc\n1 error\n`;
    const start = recorded(directory, { output, canary: false });
    const report = await gradle.run(requestFor(directory, { start }));
    expect(report.uncollected).toMatchObject([
      {
        file: TEST,
        hides: 'all',
        failure: { kind: 'missing', diagnostics: [{ what: 'member', name: 'Calc.multiply', ours: true }] },
      },
    ]);
    expect([report.canary, report.incomplete]).toEqual(['absent', null]);
  });

  it('a build that cannot start is a person’s to mend', async () => {
    const output =
      "* What went wrong:\nCould not resolve all files for configuration ':testCompileClasspath'.\n> No cached version of org.junit.jupiter:junit-jupiter:5.11.4 available for offline mode.\n\n";
    await expect(run({ output, canary: false })).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringContaining('tests.setup'),
    });
  });
});
