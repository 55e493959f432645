import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { junitAt } from '../../../src/frameworks/junit/junit.ts';
import { frameworkContract } from '../contract/contract.ts';
import { projectWith, stories } from '../contract/story.ts';
import { told } from '../contract/told.ts';
import { ownCommandPromises } from '../own-command.ts';
import { useDriver } from '../programs.ts';
import { requestFor } from '../request.ts';
import { tableColumn } from '../table/column.ts';

const driver = useDriver('junit');
const subject = { driver, base: {}, installed: false };
tableColumn(driver);

const PASSING = '<testsuite name="s" tests="1"><testcase classname="c" name="adds"/></testsuite>';
const FAILING =
  '<testsuite name="s" tests="1" failures="1"><testcase classname="c" name="adds"><failure>no</failure></testcase></testsuite>';
const PASSED = { 'c::s > adds': 'passed' };
const FAILED = { 'c::s > adds': 'failed assertion' };

frameworkContract(
  subject,
  ownCommandPromises({
    framework: 'junit',
    command: ['sh', '-c', 'sh "./$1" > "$0"', '{report}', '{files}'],
    passing: PASSING,
    failing: FAILING,
    empty: '<testsuites/>',
    outcomes: { passing: PASSED, failing: FAILED },
  }),
);

const shell = (command: string) => ({ command: ['sh', '-c', command] });
const damaged = (text: string) => ({
  files: { 'a.txt': PASSING, 'b.txt': text },
  request: shell('mkdir test-results; cp a.txt test-results/a.xml; cp b.txt test-results/b.xml'),
  shows: {
    outcomes: PASSED,
    canary: 'absent' as const,
    incomplete: expect.stringContaining('test-results/b.xml'),
  },
});

stories(subject, {
  'reports about other things are passed over': {
    files: { 'a.txt': '<coverage/>', 'b.txt': PASSING },
    request: shell('mkdir test-results; cp a.txt test-results/coverage.xml; cp b.txt test-results/t.xml'),
    shows: { outcomes: PASSED, canary: 'absent' },
  },
  'a report that ends in the middle makes the whole incomplete': damaged(PASSING.slice(0, 40)),
  'a report that is empty makes the whole incomplete': damaged(''),
  'a report with a document type makes the whole incomplete': damaged(`<!DOCTYPE x [<!ENTITY a "b">]>${PASSING}`),
  'a failing command is explained by a failing test': {
    files: { 'a.txt': FAILING },
    request: shell('cp a.txt junit.xml; exit 3'),
    shows: { outcomes: FAILED, canary: 'absent', exitCode: 3 },
  },
  'a report proves nothing if a signal ended the command': {
    files: { 'a.txt': PASSING },
    request: shell('cp a.txt junit.xml; kill -9 $$'),
    shows: { outcomes: PASSED, canary: 'absent', incomplete: expect.stringContaining('SIGKILL') },
  },
  'a report proves nothing if the deadline ended the command': {
    files: { 'a.txt': PASSING },
    request: { ...shell('cp a.txt junit.xml; sleep 60'), timeoutMs: 500 },
    shows: { outcomes: expect.anything(), canary: 'absent', incomplete: 'timeout' },
  },
});

it('reports in the project are found at the usual places, or where the project says', async () => {
  const command = ['sh', '-c', 'mkdir -p out/junit odd && cp a.txt out/junit/a.xml && cp b.txt odd/b.xml'];
  const directory = () => projectWith(subject, { 'a.txt': PASSING, 'b.txt': FAILING });
  const usual = await driver.run(directory(), { command });
  const own = await junitAt(['odd/*.xml']).run(requestFor(directory(), { command }));
  expect([told(usual), told(own)]).toMatchObject([
    { outcomes: PASSED, incomplete: null },
    { outcomes: FAILED, incomplete: null },
  ]);
});

it('reports from before the run are not believed, whatever date they carry', async () => {
  const directory = projectWith(subject, {});
  mkdirSync(join(directory, 'test-results'));
  writeFileSync(join(directory, 'test-results/old.xml'), PASSING);
  const future = new Date(Date.now() + 1_000_000);
  utimesSync(join(directory, 'test-results/old.xml'), future, future);
  const report = await driver.run(directory, { command: ['true'] });
  expect([report.tests, report.incomplete]).toEqual([[], expect.stringContaining('no report was written')]);
  const again = await driver.run(directory, { command: ['touch', 'test-results/old.xml'] });
  expect(again.tests).toHaveLength(1);
});
