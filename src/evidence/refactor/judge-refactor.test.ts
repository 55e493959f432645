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
import type { HollowCheck } from './hollow.ts';
import { judgeRefactor, type RefactorInput } from './judge-refactor.ts';

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
const changed = (more: Partial<RefactorInput>) => result(more).facts.changedTests;
const edit = (after: string, before = TEXT) => ({ changes: [sampleChange(FILE, before, after)] });

describe('a test is not changed by', () => {
  const snapshot = 'test/__snapshots__';
  it.each<[string, Partial<RefactorInput>]>([
    ['nothing at all', { changes: [] }],
    [
      'layout and comments',
      edit(
        TEXT.replaceAll("'", '"')
          .replaceAll(';', '')
          .replace("test('push", "// now\n\ntest('push")
          .replaceAll('\n', '\r\n'),
      ),
    ],
    [
      'another order',
      edit(
        `${TEXT.slice(0, TEXT.indexOf("test('is"))}${TEXT.slice(TEXT.indexOf("test('push"))}\n${TEXT.slice(TEXT.indexOf("test('is"), TEXT.indexOf("test('push"))}`,
      ),
    ],
    ['imports in another order', edit(TEXT.replace(/(import .*\n)(import .*\n)/, '$2$1'))],
    [
      'a renamed source',
      {
        changes: [
          sampleMove('src/stack.ts', 'src/lifo.ts', 'x'),
          sampleChange(FILE, TEXT, TEXT.replace('../src/stack.ts', '../src/lifo.ts')),
        ],
      },
    ],
    ['an import that nobody used before', edit(TEXT.replace('{ Stack }', '{ Queue, Stack }'))],
    ['a helper that nobody used and that is gone', edit(TEXT, `${TEXT}const limit = 1;\n`)],
    ['a helper that it does not use', edit(`${TEXT}\nfunction makeQueue() {\n  return [];\n}\n`)],
    [
      'a helper between others',
      edit(`${TEXT}const a = 1;\nconst b = 2;\nconst c = 3;\n`, `${TEXT}const a = 1;\nconst c = 3;\n`),
    ],
    [
      'another name of its group',
      {
        ...edit(`describe('lifo', () => {${TEXT}})`, `describe('stack', () => {${TEXT}})`),
        before: sampleReport([passed(FILE, ['stack', 'is empty']), passed(FILE, ['stack', 'pushes'])]),
        after: sampleReport([passed(FILE, ['lifo', 'is empty']), passed(FILE, ['lifo', 'pushes'])]),
      },
    ],
    [
      'support that is only laid out anew',
      { changes: [sampleChange('test/helpers/a.ts', "const a = 'x'", 'const a = "x";\n')] },
    ],
    [
      'a helper among the tests that is only laid out anew',
      { changes: [sampleChange('test/make.test.ts', 'export const a = 1', 'export const a = 1;\n')] },
    ],
    ['support that is moved', { changes: [sampleMove(`${snapshot}/a.snap`, `${snapshot}/b.snap`, 'x')] }],
    [
      'a file in a language not known that is only renamed',
      {
        changes: [sampleMove('a_spec.rb', 'b_spec.rb', 'x')],
        before: sampleReport([passed('a_spec.rb', 'x')]),
        after: sampleReport([passed('b_spec.rb', 'x')]),
        newTests: [],
      },
    ],
  ])('%s', (_, more) => {
    expect(result(more)).toMatchObject({ verdict: 'passed', reasons: [], facts: { changedTests: [], check: [] } });
  });

  it('another name of its file', () => {
    const after = sampleReport([passed('test/lifo.test.ts', 'is empty'), passed('test/lifo.test.ts', 'pushes')]);
    expect(result({ changes: [sampleMove(FILE, 'test/lifo.test.ts', TEXT)], after })).toMatchObject({
      verdict: 'passed',
      facts: { changedTests: [], newTests: ['test/lifo.test.ts::pushes'] },
    });
  });

  it('another folder of its file, where its imports follow', () => {
    const moved = TEXT.replace('../src', '../../src');
    const after = sampleReport([
      passed('test/unit/stack.test.ts', 'is empty'),
      passed('test/unit/stack.test.ts', 'pushes'),
    ]);
    const judge = (text: string) =>
      changed({ changes: [sampleMove(FILE, 'test/unit/stack.test.ts', TEXT, text)], after });
    expect(judge(moved)).toEqual([]);
    expect(judge(TEXT).length).toBe(2);
  });

  it('a move to another file, where everything it uses means the same', () => {
    const [head = '', first = '', second = ''] = TEXT.split(/(?=^test\()/m);
    const more = (to: string, from = head + first) => ({
      changes: [sampleChange(FILE, TEXT, from), sampleChange('test/push.test.ts', undefined, to)],
      after: sampleReport([passed(FILE, 'is empty'), passed('test/push.test.ts', 'pushes')]),
    });
    expect(result(more(head + second))).toMatchObject({
      verdict: 'passed',
      facts: { newTests: ['test/push.test.ts::pushes'], changedTests: [] },
    });
    expect(changed(more(head.replace('../src/stack.ts', './fake.ts') + second))).toEqual(['test/push.test.ts::pushes']);
    expect(changed(more(`${head}const stack = 1;\n${second}`))).toEqual(['test/push.test.ts::pushes']);
    expect(changed(more(`${head}beforeEach(() => x());\n${second}`))).toEqual(['test/push.test.ts::pushes']);
    expect(changed(more('"'))).toEqual(['test/push.test.ts::pushes']);
  });

  it('a move into an existing file', () => {
    const [head = '', first = '', second = ''] = TEXT.split(/(?=^test\()/m);
    const other = `${head}test('works', () => { expect(new Stack()).toBeDefined(); });\n`;
    const more = {
      changes: [sampleChange(FILE, TEXT, head + first), sampleChange('test/other.test.ts', other, other + second)],
      before: sampleReport([...GREEN.tests, passed('test/other.test.ts', 'works')]),
      after: sampleReport([
        passed(FILE, 'is empty'),
        passed('test/other.test.ts', 'works'),
        passed('test/other.test.ts', 'pushes'),
      ]),
    };
    expect(result(more)).toMatchObject({ verdict: 'passed', facts: { changedTests: [] } });
  });
});

describe('a test is changed by', () => {
  it.each<[string, Partial<RefactorInput>, readonly string[]]>([
    ['another word in it', edit(TEXT.replace('toBe(1)', 'toBe(2)')), [PUSHES]],
    [
      'a row more in it',
      edit(
        `${TEXT}const x = 1;`.replace('push(1)', 'push([1, 2])'),
        `${TEXT}const x = 1;`.replace('push(1)', 'push([1])'),
      ),
      [PUSHES],
    ],
    ['a hook in its file', edit(TEXT.replace("test('is", "beforeEach(() => {});\ntest('is")), [EMPTY, PUSHES]],
    ['a declaration that it uses', edit(`${TEXT}\nfunction expect() {}\n`), [EMPTY, PUSHES]],
    ['a statement in its file', edit(`${TEXT}\nglobalThis.x = 1;\n`), [EMPTY, PUSHES]],
    ['a hook taken away from its file', edit(TEXT, `${TEXT}afterEach(() => check());\n`), [EMPTY, PUSHES]],
    ['a statement taken away from its file', edit(TEXT, `${TEXT}install();\n`), [EMPTY, PUSHES]],
    ['an import that points elsewhere', edit(TEXT.replace('../src/stack.ts', './fake.ts')), [EMPTY, PUSHES]],
    ['a file that cannot be read any more', edit(`${TEXT}${' '.repeat(1_000_000)}`), [EMPTY, PUSHES]],
    ['a name the file does not show', edit(TEXT.slice(0, TEXT.indexOf("test('push"))), [PUSHES]],
  ])('%s', (_, more, expected) => {
    expect(result(more).facts.changedTests).toEqual(expected);
    expect(result(more)).toMatchObject({ verdict: 'rerun', facts: { check: expected } });
  });

  it('another name', () => {
    const after = sampleReport([passed(FILE, 'is empty'), passed(FILE, 'pushes one')]);
    expect(changed({ ...edit(TEXT.replace("'pushes'", "'pushes one'")), after })).toEqual([`${FILE}::pushes one`]);
  });

  it('other words in a source that holds its tests', () => {
    const source = 'fn a() {}\n#[cfg(test)]\nmod tests {\n  fn helper() {}\n  #[test] fn x() { assert!(y()); }\n}\n';
    const report = sampleReport([passed('src/lib.rs', ['tests', 'x'])]);
    const judge = (after: string) =>
      changed({ changes: [sampleChange('src/lib.rs', source, after)], before: report, after: report, newTests: [] });
    expect(judge(source.replace('fn a() {}', 'fn a() { b() }'))).toEqual([]);
    expect(judge(source.replace('y()', 'z()'))).toEqual(['src/lib.rs::tests > x']);
    expect(judge(source.replace('fn helper() {}', 'fn helper() { c() }'))).toEqual(['src/lib.rs::tests > x']);
  });
});

describe('a changed test', () => {
  const more = edit(TEXT.replace('toBe(1)', 'toBeDefined()'));
  const check = (result: HollowCheck) => ({ ...more, hollow: { [PUSHES]: result } });

  it.each<[HollowCheck]>([['asserted'], ['mutant_caught']])('passes when it is shown to notice: %s', (how) => {
    expect(result(check(how))).toMatchObject({ verdict: 'passed', facts: { changedTests: [PUSHES], check: [] } });
  });

  it.each<[HollowCheck, string]>([
    ['passed', 'no longer fail where they first had to'],
    ['mutant_missed', 'do not notice'],
    ['failed_otherwise', 'cannot be shown'],
    ['unknown', 'cannot be shown'],
  ])('is hollow when %s', (how, words) => {
    const { reasons } = result(check(how));
    expect(reasons).toEqual([expect.objectContaining({ code: 'refactored_test_is_hollow', tests: [PUSHES] })]);
    expect(reasons[0]?.message).toContain(words);
  });

  it('asks for something else when it fails as it was, on the code as it is', () => {
    expect(codes(check('behaviour_changed'))).toEqual(['existing_test_changed']);
  });

  it('passes when the list item or a person says so', () => {
    expect(codes({ ...check('behaviour_changed'), item: { ...NO_OPTIONS, changes: [FILE] } })).toEqual([]);
    expect(codes({ ...check('passed'), item: { ...NO_OPTIONS, changes: [FILE] } })).toEqual([]);
    expect(codes({ ...check('passed'), approved: [PUSHES] })).toEqual([]);
  });
});

describe('refactor is refused when [R001-10]', () => {
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
      ['no_tests_executed', 'suite_broken'],
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
  ])('%s', (_, more, expected) => {
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

it('a test may vanish when the list item or a person says so', () => {
  const after = sampleReport([passed(FILE, 'pushes')]);
  expect(result({ after, item: { ...NO_OPTIONS, removes: ['is empty'] } })).toMatchObject({
    verdict: 'passed',
    facts: { removed: [EMPTY] },
  });
  expect(codes({ after, approved: [EMPTY] })).toEqual([]);
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
    facts: { strength: 'weak', changedTests: [] },
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
