import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rolesByGlobs } from '../../../src/evidence/file-roles.ts';
import { NO_OPTIONS } from '../../../src/evidence/plan/list-item.ts';
import { judgeRed } from '../../../src/evidence/red/judge-red.ts';
import type { TestReport } from '../../../src/evidence/report.ts';
import { loadFramework } from '../../../src/frameworks/registry.ts';
import { sampleChange } from '../../../src/testing/evidence-samples.ts';
import { once } from '../contract/story.ts';
import { type Driver, useDriver } from '../programs.ts';
import { projectCopy } from '../request.ts';
import { COMPILED } from './compiled.ts';

for (const compiled of COMPILED) {
  describe(`a new test in a language that is compiled: ${compiled.framework}`, () => {
    const driver = useDriver(compiled.framework);
    const before = once(() => driver.run(projectCopy(`${compiled.framework}/passing`)));
    const judged = async (text: string) => judge(driver, compiled.file, text, await before());

    it('is red for a function that does not exist yet, and masks the tests that go with it', async () => {
      const { verdict, facts } = await judged(compiled.missing);
      expect([verdict, [...facts.masked].sort(), [...facts.redFiles].sort()]).toEqual([
        'passed',
        compiled.masked,
        compiled.redFiles,
      ]);
    });

    it('is not red for a typo of its own', async () => {
      const { verdict, reasons } = await judged(compiled.typo);
      expect([verdict, new Set(reasons.map(({ code }) => code))]).toEqual(['refused', new Set(['not_collected'])]);
    });
  });
}

/** The verdict on red for a new test file in a project that passes, by what its real runs show. */
async function judge({ name, run }: Driver, file: string, text: string, before: TestReport) {
  const { testFiles: tests, supportFiles: support, configFiles: config } = await loadFramework(name);
  const directory = projectCopy(`${name}/passing`);
  writeFileSync(join(directory, file), text);
  const after = await run(directory);
  return judgeRed({
    before,
    after,
    repeat: after,
    changes: [sampleChange(file, undefined, text)],
    roles: rolesByGlobs({ tests, support, config }),
    item: NO_OPTIONS,
    knownFailing: [],
  });
}
