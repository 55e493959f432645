import { expect } from 'vitest';
import { IS_FULL } from '../../full.ts';
import { frameworkContract } from '../contract/contract.ts';
import { stories } from '../contract/story.ts';
import { ODD_SCRIPT, ownCommandPromises } from '../own-command.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';

const driver = useDriver('tap');
const subject = { driver, base: {}, installed: false };
tableColumn(driver);

const shell = (command: string) => ({ command: ['sh', '-c', command] });
const ONE = "printf '1..1\\nok 1 - a\\n'";
const MEGABYTES = IS_FULL ? 100 : 10;
const HALF = `head -c ${MEGABYTES / 2}000000 /dev/zero`;
const NOISE = `${HALF} | tr '\\0' 'x'; echo; ${HALF} | tr '\\0' '\\n'`;

frameworkContract(
  subject,
  ownCommandPromises({
    framework: 'tap',
    command: ['sh', '-c', 'sh "./$0"', '{files}'],
    passing: '1..1\nok 1 - a',
    failing: '1..2\nok 1 - a\nnot ok 2 - b',
    empty: '1..0',
    outcomes: {
      passing: { 'a.sh::a': 'passed' },
      failing: { [`${ODD_SCRIPT}::a`]: 'passed', [`${ODD_SCRIPT}::b`]: 'failed assertion' },
    },
  }),
);

stories(subject, {
  'Perl tests are seen, under the file that the command names': {
    files: {
      't/calc.t':
        "use Test::More tests => 3;\nok(1, 'adds');\nis(1, 2, 'subtracts');\nTODO: { local $TODO = 'x'; ok(0, 'some day'); }\n",
    },
    request: { command: ['perl', 't/calc.t'] },
    shows: {
      outcomes: {
        't/calc.t::adds': 'passed',
        't/calc.t::subtracts': 'failed assertion',
        't/calc.t::some day': 'todo',
      },
      canary: 'absent',
      exitCode: 1,
    },
  },
  [`${MEGABYTES} MB of noise between the results, and results on the other stream, do not matter`]: {
    files: {},
    request: shell(`printf 'ok 1 - a'; echo not ok 2 >&2; echo; ${NOISE}; printf 'ok 2 - b\\n1..2\\n'`),
    shows: { outcomes: { 'tap::a': 'passed', 'tap::b': 'passed' }, canary: 'absent' },
  },
  'results prove nothing if a signal ended the command': {
    files: {},
    request: shell(`${ONE}; kill -9 $$`),
    shows: { outcomes: { 'tap::a': 'passed' }, canary: 'absent', incomplete: expect.stringContaining('SIGKILL') },
  },
  'results prove nothing if the deadline ended the command': {
    files: {},
    request: { ...shell(`${ONE}; sleep 60`), timeoutMs: 500 },
    shows: { outcomes: expect.anything(), canary: 'absent', incomplete: 'timeout' },
  },
  'results prove nothing without a plan': {
    files: {},
    request: shell('echo ok 1 - a'),
    shows: { outcomes: { 'tap::a': 'passed' }, canary: 'absent', incomplete: expect.stringContaining('no plan') },
  },
});
