import { expect, it } from 'vitest';
import { frameworkContract } from '../contract/contract.ts';
import { runFiles, stories } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { BAD, config, mochaPromises, USE } from './promises.ts';

const driver = useDriver('mocha');
const subject = { driver, base: {}, installed: true };
tableColumn(driver);
frameworkContract(subject, mochaPromises);

const NODE_OPTION = {
  '.mocharc.json': config({ 'node-option': ['import=./first.mjs'], spec: 'checks/*.check.js' }),
  'first.mjs': 'globalThis.first = 1;\n',
};

stories(subject, {
  'retries, bail and skips in the tests themselves are told as what they are': {
    files: {
      'test/a.js': `${USE}let times = 0;
describe('again', function () { this.retries(2); it('flickers', () => { times += 1; assert.equal(times, 2); }); });
describe('stops', function () { this.bail(true); it('breaks', () => { assert.equal(1, 2); }); it('next', () => {}); });
describe('group', () => { it('on the way', function () { this.skip(); }); xit('crossed out', () => {}); it('not yet'); });
describe.skip('none', () => { it('inside', () => {}); });\n`,
    },
    shows: {
      outcomes: {
        'test/a.js::again > flickers': 'failed assertion',
        'test/a.js::stops > breaks': 'failed assertion',
        'test/a.js::stops > next': 'errored other',
        'test/a.js::group > on the way': 'skipped',
        'test/a.js::group > crossed out': 'skipped',
        'test/a.js::group > not yet': 'todo',
        'test/a.js::none > inside': 'skipped',
      },
    },
  },
  'options of node in the configuration are followed without a test': { files: NODE_OPTION, shows: {} },
  'options of node in the configuration are followed with tests': {
    files: {
      ...NODE_OPTION,
      'checks/a.check.js': `${USE}it('has it', () => { assert.equal(globalThis.first, 1); });\n`,
    },
    shows: { outcomes: { 'checks/a.check.js::has it': 'passed' } },
  },
  'the other interfaces and --delay are seen as well': {
    files: {
      '.mocharc.json': config({ delay: true, ui: 'tdd' }),
      'test/a.js': `${USE}setTimeout(() => { suite('group', () => { test('late', () => {}); test.skip('never', () => {}); test('some day'); }); run(); }, 50);\n`,
    },
    shows: {
      outcomes: {
        'test/a.js::group > late': 'passed',
        'test/a.js::group > never': 'skipped',
        'test/a.js::group > some day': 'todo',
      },
    },
  },
  'a test that leaves in peace crashes all that had not ended': {
    files: {
      'test/a.js': "it('one', () => {});\n",
      'test/b.js': "it('leaves', () => { process.exit(0); });\nit('next', () => {});\n",
      'test/c.js': "it('last', () => {});\n",
    },
    shows: {
      outcomes: {
        'test/a.js::one': 'passed',
        'test/b.js::leaves': 'errored crash',
        'test/b.js::next': 'errored crash',
        'test/c.js::last': 'errored crash',
      },
      incomplete: 'the run ended before its report did',
    },
  },
  'files that cannot be loaded give the run its exit code': {
    files: { 'test/a.cjs': "require('./nowhere.js');\n", 'test/b.cjs': "require('./nowhere.js');\n" },
    shows: { uncollected: { 'test/a.cjs': 'missing', 'test/b.cjs': 'missing' }, exitCode: 2 },
  },
  'a group marked `only` is told without losing the canary': {
    files: {
      'test/a.js': "describe.only('group', () => { it('one', () => {}); });\nit('two', () => {});\n",
      'test/b.js': BAD,
    },
    shows: {
      outcomes: {
        'test/a.js::group > one': 'passed',
        'test/a.js::two': 'skipped',
        'test/b.js::breaks': 'skipped',
      },
      focused: true,
    },
  },
});

it('an error after a test has passed is told, and of the tests that it keeps from running', async () => {
  const report = await runFiles(subject, {
    'test/a.js':
      "it('one', (done) => { setImmediate(() => { throw new Error('too late'); }); done(); });\nit('two', (done) => { setTimeout(done, 50); });\n",
  });
  expect(JSON.stringify([report.runErrors, report.tests])).toContain('too late');
  expect(report.canary).toBe('seen');
  expect(report.tests.every(({ outcome }) => outcome === 'passed')).toBe(false);
});
