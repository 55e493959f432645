import { expect, it } from 'vitest';
import { frameworkContract } from '../contract/contract.ts';
import { runFiles } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { BASE, mavenPromises } from './promises.ts';

const driver = useDriver('maven');
const subject = { driver, base: BASE, installed: false };
tableColumn(driver);
frameworkContract(subject, mavenPromises);

it('a shell that does not find Maven is told as a missing program', async () => {
  const output = 'sh: 1: mvn: not found';
  const start = async () => ({ exitCode: 127, signal: null, timedOut: false, output, wallMs: 1 });
  await expect(runFiles(subject, {}, { start })).rejects.toMatchObject({ code: 'missing_program' });
});

it('a line that only announces what is wrong is followed by what is', async () => {
  const output = `[INFO] Scanning for projects...
[ERROR] [ERROR] Some problems were encountered while processing the POMs:
[FATAL] Non-resolvable parent POM for example:app:1.0: Cannot access central in offline mode @ line 6, column 11
[ERROR] For more information about the errors, re-run Maven`;
  const start = async () => ({ exitCode: 1, signal: null, timedOut: false, output, wallMs: 1 });
  await expect(runFiles(subject, {}, { start })).rejects.toMatchObject({
    message: expect.stringMatching(/processing the POMs: Non-resolvable parent POM .*dependency:go-offline/),
  });
});
