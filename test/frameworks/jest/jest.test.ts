import { frameworkContract } from '../contract/contract.ts';
import { stories, storiesInOneRun } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { config, GOOD, jestPromises } from './promises.ts';

const driver = useDriver('jest');
const subject = { driver, base: { 'package.json': '{"name":"tiny"}' }, installed: true };
tableColumn(driver);
frameworkContract(subject, jestPromises);

stories(subject, {
  'the same file in two projects is two tests': {
    files: {
      'jest.config.js': config("projects: [{ displayName: 'b' }, { displayName: 'a' }]"),
      'a.test.js': GOOD,
    },
    shows: { outcomes: { 'a.test.js::holds': 'passed', 'a.test.js::holds#2': 'passed' } },
  },
});

storiesInOneRun(subject, 'in Jest', {
  'a snapshot that nobody has written fails and stays unwritten': {
    files: { 'snapshot.test.js': "it('looks', () => { expect({ a: 1 }).toMatchSnapshot(); });\n" },
    shows: { outcomes: { 'snapshot.test.js::looks': 'failed other' } },
  },
  'an error that comes when no test runs is one of the run': {
    files: { 'early.test.js': `${GOOD}Promise.reject(new Error('nobody listens'));\n` },
    shows: { outcomes: { 'early.test.js::holds': 'passed' }, runErrors: [/nobody listens/] },
  },
  'an error that comes after a test fails that test': {
    files: {
      'late.test.js':
        "it('holds', () => { setTimeout(() => { throw new Error('too late'); }, 1); });\nafterAll(() => new Promise((go) => setTimeout(go, 50)));\n",
    },
    shows: { outcomes: { 'late.test.js::holds': 'failed other' } },
  },
});

const modules = {
  driver,
  base: {
    'package.json': JSON.stringify({
      name: 'tiny',
      type: 'module',
      scripts: { test: 'NODE_OPTIONS=--experimental-vm-modules jest' },
    }),
    'math.js': 'export const add = (a, b) => a + b;\n',
  },
  installed: true,
};

storiesInOneRun(modules, 'ES modules in Jest', {
  'have a module that does not exist as missing': {
    files: { 'module.test.js': `import { multiply } from './nothing.js';\n${GOOD}` },
    shows: {
      uncollected: { 'module.test.js': 'missing' },
      failures: { 'module.test.js': { diagnostics: [{ what: 'module', name: './nothing.js', ours: true }] } },
    },
  },
  'have a name that a module does not have as missing': {
    files: { 'name.test.js': `import { multiply } from './math.js';\n${GOOD}` },
    shows: {
      uncollected: { 'name.test.js': 'missing' },
      failures: {
        'name.test.js': { diagnostics: [{ what: 'export', name: 'multiply', from: './math.js', ours: true }] },
      },
    },
  },
  'have a package that is not installed as an import that fails': {
    files: { 'package.test.js': `import multiply from 'nobody-has';\n${GOOD}` },
    shows: {
      uncollected: { 'package.test.js': 'import' },
      failures: { 'package.test.js': { diagnostics: [{ what: 'module', ours: false }] } },
    },
  },
});
