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
