import { expect, it } from 'vitest';
import { frameworkContract } from '../contract/contract.ts';
import { isRefused, runFiles, stories, storiesInOneRun } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { goPromises, MODULE, passing, test } from './promises.ts';

const driver = useDriver('go');
const subject = { driver, base: MODULE, installed: false };
tableColumn(driver);
frameworkContract(subject, goPromises);

const TYPO = 'got := Add(1, 2)\n\tif gto != 3 {\n\t\tt.Error(got)\n\t}';

storiesInOneRun(subject, 'a Go package that cannot be built', {
  'is missing something when a test calls a function that does not exist yet, and masks its files alone': {
    files: {
      'stack/stack.go': 'package stack\n\ntype Stack struct{}\n',
      'stack/old_test.go': passing('stack', 'Old'),
      'stack/new_test.go': test('stack', 'New', 's := NewStack()\n\ts.Push(1)\n\tvar q Stack\n\tq.peek()'),
      'other/other_test.go': passing('other', 'Other'),
    },
    shows: {
      outcomes: { 'other/other_test.go::TestOther': 'passed' },
      uncollected: { 'stack/new_test.go': 'missing', 'stack/old_test.go': 'missing' },
      failures: {
        'stack/new_test.go': {
          diagnostics: [
            { what: 'undefined', name: 'NewStack', file: 'stack/new_test.go', line: 8, ours: true },
            { what: 'member', name: 'Stack.peek', file: 'stack/new_test.go', line: 11, ours: true },
          ],
        },
      },
    },
  },
  'is not missing anything when a test has a typo': {
    files: {
      'sum/sum.go': 'package sum\n\nfunc Add(a, b int) int { return a + b }\n',
      'sum/sum_test.go': test('sum', 'Adds', TYPO),
    },
    shows: {
      uncollected: { 'sum/sum_test.go': 'other' },
      failures: {
        'sum/sum_test.go': {
          diagnostics: [{ what: 'other', name: 'undefined: gto', file: 'sum/sum_test.go', line: 9 }],
        },
      },
    },
  },
  'is not only missing something when a test has a typo too': {
    files: { 'calc/calc_test.go': test('calc', 'Adds', TYPO) },
    shows: {
      uncollected: { 'calc/calc_test.go': 'other' },
      failures: {
        'calc/calc_test.go': {
          diagnostics: [
            { what: 'undefined', name: 'Add' },
            { what: 'other', name: 'undefined: gto' },
          ],
        },
      },
    },
  },
  'is missing the package that only has tests so far': {
    files: {
      'queue/queue_test.go':
        'package queue_test\n\nimport (\n\t"testing"\n\n\t"example.com/tiny/queue"\n)\n\nfunc TestNew(t *testing.T) { queue.New() }\n',
    },
    shows: {
      uncollected: { 'queue/queue_test.go': 'missing' },
      failures: {
        'queue/queue_test.go': {
          diagnostics: [
            { what: 'module', name: 'example.com/tiny/queue', file: 'queue/queue_test.go', line: 6, ours: true },
          ],
        },
      },
    },
  },
});

stories(subject, {
  'a package is broken as the package is that it needs': {
    files: {
      'calc/calc.go': 'package calc\n\nfunc Add(a, b int) int { return a + }\n',
      'app/app_test.go':
        'package app\n\nimport (\n\t"testing"\n\n\t"example.com/tiny/calc"\n)\n\nfunc TestAdds(t *testing.T) { calc.Add(1, 2) }\n',
    },
    shows: {
      uncollected: expect.objectContaining({ 'app/app_test.go': 'syntax' }),
      failures: { 'app/app_test.go': { location: { file: 'calc/calc.go', line: 3 } } },
      canary: expect.anything(),
    },
  },
});

storiesInOneRun(subject, 'a Go test', {
  'is seen to end though it prints no line break': {
    files: { 'print/print_test.go': test('print', 'A', 'print("no break")') },
    shows: { outcomes: { 'print/print_test.go::TestA': 'passed' } },
  },
  'that fails by itself is told beside its parts': {
    files: {
      'parts/parts_test.go': test('parts', 'A', 't.Run("sub", func(t *testing.T) {})\n\tt.Error("by itself")'),
    },
    shows: {
      outcomes: { 'parts/parts_test.go::TestA': 'failed assertion', 'parts/parts_test.go::TestA > sub': 'passed' },
    },
  },
  'that panics beside others is told apart from them': {
    files: {
      'beside/beside.go': 'package beside\n\nfunc Stub() int { panic("not implemented") }\n',
      'beside/beside_test.go': test(
        'beside',
        'A',
        'for _, name := range []string{"x", "y", "z"} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tt.Parallel()\n\t\t\tStub()\n\t\t})\n\t}',
      ),
      'beside/tagged_test.go': `//go:build never\n\n${passing('beside', 'B')}`,
    },
    shows: { outcomes: { 'beside/beside_test.go::TestA > x': 'failed other' } },
  },
});

it('a TestMain that turns failures around hides no failing test', async () => {
  const main = 'func TestMain(m *testing.M) {\n\tif m.Run() != 0 {\n\t\tprintln("PASS")\n\t}\n\tos.Exit(0)\n}\n';
  const report = await runFiles(subject, { 'x_test.go': `${test('x', 'A', 't.Error("no")', ['os'])}\n${main}` });
  const told = report.tests.map(({ outcome }) => outcome);
  expect(report.canary === 'missing' || told.includes('failed')).toBe(true);
});

it('a project without a module is a person’s to mend', () =>
  isRefused({ ...subject, base: {} }, { files: { 'x_test.go': passing('x', 'A') }, message: /there is no go\.mod/ }));
