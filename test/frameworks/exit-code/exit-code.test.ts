import { describe, expect, it } from 'vitest';
import { frameworkContract } from '../contract/contract.ts';
import { runFiles } from '../contract/story.ts';
import { ownCommandPromises } from '../own-command.ts';
import { useDriver } from '../programs.ts';
import { NOT_IN_TABLE } from '../table/columns.ts';

const subject = { driver: useDriver('exit-code'), base: {}, installed: false };

frameworkContract(
  subject,
  ownCommandPromises({
    framework: 'exit-code',
    command: ['sh', '-c', 'sh "./$0"', '{files}'],
    passing: 'fine',
    failing: 'fine too',
    empty: '',
    outcomes: { passing: {}, failing: {} },
  }),
);

const notApplicable = NOT_IN_TABLE['exit-code'];
const columns = [{ grid: 'case', framework: 'exit-code', rows: [], notApplicable }] as const;

describe('an exit code', { meta: { columns } }, () => {
  it('is weak evidence and names no test', async () => {
    const ran = (command: string) => runFiles(subject, {}, { command: ['sh', '-c', command] });
    expect(await ran('echo fine')).toMatchObject({
      strength: 'weak',
      exitCode: 0,
      tests: [],
      runErrors: [],
      canary: 'absent',
      incomplete: null,
      output: 'fine\n',
    });
    expect(await ran('exit 2')).toMatchObject({ exitCode: 2, runErrors: [expect.stringContaining('exit code 2')] });
  });
});
