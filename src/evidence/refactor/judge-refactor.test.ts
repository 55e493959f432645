import { describe, expect, it } from 'vitest';
import {
  failed,
  passed,
  SAMPLE_ROLES,
  sampleChange,
  sampleMove,
  sampleReport,
  sampleTest,
} from '../../testing/evidence-samples.ts';
import { NO_OPTIONS } from '../plan/list-item.ts';
import { judgeRefactor, type RefactorInput } from './judge-refactor.ts';
import { callsToTry, droppedCalls, type Kept, type NamedCall, otherAnswers, strictModesFor } from './kept.ts';

const FILE = 'test/stack.test.ts';
const TEXT = `import { test, expect } from 'vitest';
import { Stack } from '../src/stack.ts';

test('is empty', () => {
  expect(new Stack().size).toBe(0);
});

test('pushes', () => {
  const stack = new Stack().push(1);
  expect(stack.size).toBe(1);
});
`;
const EMPTY = `${FILE}::is empty`;
const PUSHES = `${FILE}::pushes`;
const GREEN = sampleReport([passed(FILE, 'is empty'), passed(FILE, 'pushes')]);

function refactor(more: Partial<RefactorInput> = {}): RefactorInput {
  return {
    before: GREEN,
    after: GREEN,
    changes: [sampleChange('src/stack.ts', 'a', 'b')],
    roles: SAMPLE_ROLES,
    item: NO_OPTIONS,
    knownFailing: [],
    contrary: [],
    kept: { touched: [], broken: [], lost: [], dropped: [], answers: [], unproved: [], removed: [] },
    newTests: [PUSHES],
    ...more,
  };
}

const result = (more: Partial<RefactorInput>) => judgeRefactor(refactor(more));
/** The codes of a refusal; a wish for more runs is told apart from passing. */
const codes = (more: Partial<RefactorInput>) => {
  const { verdict, reasons } = result(more);
  return verdict === 'rerun' ? ['rerun'] : reasons.map(({ code }) => code);
};
const edit = (after: string, before = TEXT) => ({ changes: [sampleChange(FILE, before, after)] });
const KEPT: Kept = { touched: [], broken: [], lost: [], dropped: [], answers: [], unproved: [], removed: [] };
const touched = (more: Partial<Kept> = {}) => ({
  ...edit(TEXT.replace('toBe(1)', 'toBe(2)')),
  kept: { ...KEPT, touched: [FILE], ...more },
});

/** Before any experiment. */
const UNTRIED = { kept: undefined } as unknown as Partial<RefactorInput>;

describe('experiments', () => {
  it('are wanted wherever something but the list was changed', () => {
    expect(result(UNTRIED)).toMatchObject({ verdict: 'rerun', facts: { experiments: true } });
    expect(result({ ...UNTRIED, changes: [sampleChange('test-list.md', 'a', 'b')] })).toMatchObject({
      verdict: 'passed',
      facts: { experiments: false },
    });
  });

  it('let a refactoring pass that keeps what tests notice', () => {
    expect(codes({ kept: KEPT })).toEqual([]);
    expect(codes(touched())).toEqual([]);
  });

  it.each<[string, Partial<Kept>, string, string]>([
    [
      'a sabotage that is noticed no more',
      { lost: [{ name: 'add', path: 'src/add.ts', mode: 'below' }] },
      'refactored_test_is_hollow',
      'add (src/add.ts) returned a little less; now none does',
    ],
    ['an example that is tried no more', { dropped: ['add(1, 2)'] }, 'refactored_test_is_hollow', 'add(1, 2)'],
    ['a test that failed as it was', { broken: [PUSHES] }, 'existing_test_changed', PUSHES],
    ['nothing that could be tried', { untried: 'it is not known' }, 'refactored_test_is_hollow', 'it is not known'],
    ['another answer', { answers: ['add(1) gave 1, now 2'] }, 'answers_differently', 'add(1) gave 1, now 2'],
    ['new code that nobody notices', { unproved: ['add'] }, 'out_of_scope', 'add'],
    ['a name that is gone', { removed: ['add'] }, 'export_removed', 'add'],
  ])('refuse %s', (_, more, code, words) => {
    expect(codes(touched(more))).toEqual([code]);
    expect(result(touched(more)).reasons[0]?.message).toContain(words);
  });

  it('allow tests to notice less where the list item says so, but not the code to do something else', () => {
    const item = { ...NO_OPTIONS, changes: [FILE] };
    const less = { broken: [PUSHES], dropped: ['add(1)'], untried: 'x' };
    expect(codes({ ...touched(less), item })).toEqual([]);
    expect(codes({ ...touched({ answers: ['add(1) gave 1, now 2'] }), item })).toEqual(['answers_differently']);
  });

  it('say nothing against code that could not be tried while tests stay', () => {
    expect(codes({ kept: { ...KEPT, untried: 'no function' } })).toEqual([]);
  });

  it('decide whether tests under other names stand for those that are gone', () => {
    const after = sampleReport([passed(FILE, 'is empty'), passed(FILE, 'something else entirely')]);
    expect(codes({ ...touched(), after })).toEqual([]);
    expect(codes({ ...touched({ dropped: ['add(1)'] }), after })).toContain('existing_test_removed');
    expect(codes({ ...touched({ untried: 'x' }), after })).toContain('existing_test_removed');
    expect(codes({ kept: KEPT, after: sampleReport([passed(FILE, 'is empty')]) })).toEqual(['existing_test_removed']);
  });
});

const call = (name: string, given: string, returned?: string): NamedCall => ({ name, given, returned });

describe('calls', () => {
  it('are dropped when none is made like them, or fewer where they are counted', () => {
    const before = [call('add', '[1, 2]'), call('add', '[1, 2]'), call('add', '(3, 4,)')];
    const after = [call('add', '[1, 2]')];
    expect(droppedCalls(before, after, false)).toEqual(['add(3, 4)']);
    expect(droppedCalls(before, after, true)).toEqual(['add(1, 2)', 'add(3, 4)']);
  });

  it('answer differently when their one answer is another', () => {
    const before = [call('add', '[1]', '1'), call('add', '[2]', '2'), call('next', '[]', '1'), call('next', '[]', '2')];
    const after = [call('add', '[1]', '1'), call('add', '[2]', '3'), call('next', '[]', '5')];
    expect(otherAnswers(before, after, false)).toEqual(['add(2) gave 2, now 3']);
  });

  it('of methods, and with nothing given, are not compared where tests changed', () => {
    const before = [call('Stack.pop', '[1]', '1'), call('now', '[]', '1')];
    const after = [call('Stack.pop', '[1]', '2'), call('now', '[]', '2')];
    expect(otherAnswers(before, after, true)).toEqual([]);
    expect(otherAnswers(before, after, false)).toHaveLength(2);
  });

  it('answer differently when their error is another, or what they leave of what they were given', () => {
    const before = [call('take', '[1]', 'the error KeyError: 1'), { ...call('sort', '[[2, 1]]'), left: '[[2, 1]]' }];
    const after = [call('take', '[1]', 'the error KeyError: one'), { ...call('sort', '[[2, 1]]'), left: '[[1, 2]]' }];
    expect(otherAnswers(before, after, true)).toEqual([
      'take(1) gave the error KeyError: 1, now the error KeyError: one',
      'sort([2, 1]) gave back [[2, 1]], now back [[1, 2]]',
    ]);
    expect(otherAnswers(before, [call('take', '[1]', '2')], true)).toHaveLength(1);
    expect(droppedCalls([{ ...call('sort', '[[2, 1]]'), left: '[]' }], [], true)).toEqual([]);
  });

  it('answer the same when the language raises an error in place of the code, or the other way round', () => {
    const [raised, own] = [call('take', '[1]', 'an error'), call('take', '[1]', 'the error KeyError: 1')];
    expect(otherAnswers([raised], [own], true)).toEqual([]);
    expect(otherAnswers([own], [raised], true)).toEqual([]);
    expect(otherAnswers([raised], [call('take', '[1]', '2')], true)).toHaveLength(1);
  });
});

describe('the sabotages that show how strict tests are', () => {
  const node = { type: 'x', field: undefined, isNamed: true, parent: undefined, children: [], start: 0, end: 0 };
  const modes = (isVoid: boolean, ...calls: readonly Partial<NamedCall>[]) =>
    strictModesFor(
      { results: isVoid ? [] : [node] },
      calls.map((one) => ({ given: '[1]', ...one })),
    );

  it('are only those that can make a difference', () => {
    expect(modes(false, {}, { returned: '2' }, { left: '[1]' })).toEqual([
      'near',
      'below',
      'far',
      'form',
      'length',
      'empty',
    ]);
    expect(modes(true, {})).toEqual(['effect', 'empty']);
    expect(modes(true, { returned: 'the error Error: no' })).toEqual(['effect', 'message', 'kind', 'empty']);
    expect(modes(false, { left: '[2]' })).toContain('effect');
    expect(modes(false, { returned: 'an error' })).not.toContain('message');
  });

  it('change one call at a time where a function is called in several ways', () => {
    const functions = [
      { name: 'add', results: [node] },
      { name: 'log', results: [] },
      { name: 'once', results: [node] },
    ];
    const calls = [call('add', '[1]'), call('add', '[1]', '-2.5'), call('add', '[2]'), call('add', '[1]')];
    const others = [call('log', '[1]'), call('log', '[2]'), call('once', '[1]'), call('once', '[1]')];
    expect(callsToTry(functions, [...calls, ...others])).toMatchObject([
      { name: 'add', given: '[1]', mode: 'near' },
      { name: 'add', given: '[2]', mode: 'near' },
      { name: 'add', given: '[2]', mode: 'length' },
    ]);
    const many = Array.from({ length: 20 }, (_, at) => call('add', `[${at}]`));
    expect(callsToTry(functions, many)).toHaveLength(16);
  });
});

describe('refactor is refused when', () => {
  it.each<[string, Partial<RefactorInput>, readonly string[]]>([
    [
      'a test of the cycle fails',
      { after: sampleReport([passed(FILE, 'is empty'), failed(FILE, 'pushes')]) },
      ['still_failing'],
    ],
    [
      'another test fails',
      {
        after: sampleReport([failed(FILE, 'is empty'), passed(FILE, 'pushes')]),
        reruns: [sampleReport(), sampleReport()],
      },
      ['regression'],
    ],
    ['a test vanishes', { after: sampleReport([passed(FILE, 'pushes')]) }, ['existing_test_removed']],
    [
      'a test is skipped',
      { after: sampleReport([sampleTest('skipped', FILE, 'is empty'), passed(FILE, 'pushes')]) },
      ['newly_skipped'],
    ],
    [
      'a file cannot be loaded',
      { after: sampleReport([], { uncollected: [{ file: FILE, failure: { kind: 'syntax', message: 'x' } }] }) },
      ['suite_broken', 'no_tests_executed'],
    ],
    ['the canary is missing', { after: { ...GREEN, canary: 'missing' } }, ['canary_missing']],
    ['a fixture changes', { changes: [sampleChange('test/fixtures/a.json', '1', '2')] }, ['tests_changed_after_red']],
    ['a helper changes', { changes: [sampleChange('test/helpers/a.ts', 'a', 'b')] }, ['tests_changed_after_red']],
    [
      'a helper is added',
      { changes: [sampleChange('test/helpers/a.ts', undefined, 'b')] },
      ['tests_changed_after_red'],
    ],
    [
      'a helper changes its mode',
      { changes: [sampleChange('test/helpers/a.ts', 'b', 'b', { modeAfter: '100755' })] },
      ['tests_changed_after_red'],
    ],
    [
      'a helper is moved out',
      { changes: [sampleMove('test/helpers/a.ts', 'src/a.ts', 'b')] },
      ['tests_changed_after_red'],
    ],
    [
      'a fixture without text changes',
      {
        changes: [
          sampleChange('test/fixtures/a', undefined, undefined, {
            kind: 'modified',
            modeBefore: '100644',
            modeAfter: '100644',
            binary: true,
          }),
        ],
      },
      ['tests_changed_after_red'],
    ],
    ['configuration changes', { changes: [sampleChange('vitest.config.ts', '1', '2')] }, ['test_config_changed']],
    [
      'a renamed test is not run',
      { after: sampleReport([passed(FILE, 'is empty'), sampleTest('skipped', FILE, 'pushes one')]) },
      ['newly_skipped'],
    ],
  ])('%s [R001-10]', (_, more, expected) => {
    expect(codes(more)).toEqual(expected);
    expect(result(more).verdict).toBe('refused');
  });

  it('a test is hidden by what could not be loaded before either', () => {
    const odd = { file: 'test', failure: { kind: 'syntax' as const, message: 'x' } };
    const before = { ...GREEN, uncollected: [odd] };
    expect(codes({ before, after: sampleReport([passed(FILE, 'pushes')], { uncollected: [odd] }) })).toEqual([
      'fewer_tests_executed',
    ]);
  });
});

it('a test may vanish when the list item says so', () => {
  const after = sampleReport([passed(FILE, 'pushes')]);
  expect(result({ after, item: { ...NO_OPTIONS, removes: ['is empty'] } })).toMatchObject({
    verdict: 'passed',
    facts: { vanished: [EMPTY] },
  });
});

it('a support file may change when the list item says so', () => {
  expect(
    codes({
      changes: [sampleChange('test/fixtures/a.json', '1', '2')],
      item: { ...NO_OPTIONS, changes: ['test/fixtures/**'] },
    }),
  ).toEqual([]);
});

it('a known failing test is known under its new name too', () => {
  const broken = failed('test/old.test.ts', 'broken');
  const before = sampleReport([...GREEN.tests, broken]);
  const after = sampleReport([...GREEN.tests, failed('test/new.test.ts', 'broken')]);
  const text = "test('broken', () => { expect(1).toBe(2) });";
  expect(
    codes({
      before,
      after,
      changes: [sampleMove('test/old.test.ts', 'test/new.test.ts', text)],
      knownFailing: ['test/old.test.ts::broken', 'gone'],
    }),
  ).toEqual([]);
});

it('an exit code alone is weak evidence here too', () => {
  const weak = (exitCode: number) => sampleReport([], { strength: 'weak', canary: 'absent', exitCode });
  expect(result({ before: weak(0), after: weak(0) })).toMatchObject({
    verdict: 'passed',
    facts: { strength: 'weak', experiments: false },
  });
  expect(codes({ before: weak(0), after: weak(1) })).toEqual(['still_failing']);
});

describe('a file among the tests without tests of its own', () => {
  const SHARED = "export function shared() { it('x', () => { expect(1).toBe(2) }) }\n";
  it('may be laid out anew and moved', () => {
    expect(codes({ changes: [sampleChange('test/shared.test.ts', SHARED, `// now\n${SHARED}`)] })).toEqual([]);
    expect(codes({ changes: [sampleMove('test/shared.test.ts', 'test/common.test.ts', SHARED)] })).toEqual([]);
  });

  it('may not change: which tests use it cannot be told', () => {
    const after = SHARED.replace('expect(1).toBe(2)', '');
    expect(codes({ changes: [sampleChange('test/shared.test.ts', SHARED, after)] })).toEqual([
      'tests_changed_after_red',
    ]);
    expect(codes({ changes: [sampleChange('test/shared.test.ts', SHARED, undefined)] })).toEqual([
      'tests_changed_after_red',
    ]);
  });
});
