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
import type { ProofInput } from '../proof.ts';
import type { Uncollected } from '../report.ts';
import { judgeRed } from './judge-red.ts';
import { judgeRepeat } from './repeat.ts';

const FILE = 'test/stack.test.ts';
const OLD =
  "import { test, expect } from 'vitest';\nimport { Stack } from '../src/stack.ts';\n\ntest('is empty', () => {\n  expect(new Stack().size).toBe(0);\n});\n";
const NEW = `${OLD}\ntest('pushes', () => {\n  expect(new Stack().push(1).size).toBe(1);\n});\n`;
const BEFORE = sampleReport([passed(FILE, 'is empty'), passed('test/other.test.ts', 'works')]);
const KEPT = [passed(FILE, 'is empty'), passed('test/other.test.ts', 'works')];

/** An honest red, with some of it changed. */
function red(more: Partial<ProofInput> = {}): ProofInput {
  const after = more.after ?? sampleReport([...KEPT, failed(FILE, 'pushes')]);
  return {
    before: BEFORE,
    after,
    repeat: after,
    stubbed: { noticing: [], smoke: [] },
    changes: [sampleChange(FILE, OLD, NEW)],
    roles: SAMPLE_ROLES,
    item: NO_OPTIONS,
    knownFailing: [],
    ...more,
  };
}

const result = (more: Partial<ProofInput>) => judgeRed(red(more));
/** The codes of a refusal; a wish for more runs is told apart from passing. */
const codes = (more: Partial<ProofInput>) => {
  const { verdict, reasons } = result(more);
  return verdict === 'rerun' ? ['rerun'] : reasons.map(({ code }) => code);
};
const withNew = (...tests: Parameters<typeof sampleReport>[0] & object) => sampleReport([...KEPT, ...tests]);

describe('new tests that pass beside one that fails', () => {
  const [first, second] = [`${FILE}::refuses`, `${FILE}::gives nothing`];
  const after = withNew(failed(FILE, 'pushes'), passed(FILE, 'refuses'), passed(FILE, 'gives nothing'));
  const judged = (stubbed?: ProofInput['stubbed'], report = after) => {
    const { stubbed: _, ...input } = red({ after: report });
    return judgeRed(stubbed === undefined ? input : { ...input, stubbed });
  };

  it('are to be tried first', () => {
    expect(judged()).toMatchObject({ verdict: 'rerun', reasons: [], facts: { passing: [first, second] } });
  });

  it('are fine where a stub is the reason, and are remembered', () => {
    expect(judged({ noticing: [first], smoke: [second] })).toMatchObject({
      verdict: 'passed',
      facts: { passing: [first], smoke: [second] },
    });
  });

  it('are refused where it is not', () => {
    const reasons = [{ code: 'test_passes_before_implementation', tests: [second] }];
    expect(judged({ noticing: [first], smoke: [] })).toMatchObject({ verdict: 'refused', reasons });
  });

  it('are refused at once where none fails for the right reason', () => {
    const refused = (report: typeof after) => judged(undefined, report).reasons.map(({ code }) => code);
    expect(refused(withNew(passed(FILE, 'refuses')))).toEqual(['test_passes_before_implementation']);
    const broken = sampleTest('failed', FILE, 'pushes', { failure: { kind: 'syntax', message: 'x' } });
    expect(refused(withNew(broken, passed(FILE, 'refuses')))).toContain('test_passes_before_implementation');
  });
});

const missing = (file: string, more: Partial<Uncollected> = {}): Uncollected => ({
  file,
  failure: {
    kind: 'missing',
    message: "Cannot find module '../src/queue.ts'",
    diagnostics: [{ what: 'module', name: '../src/queue.ts', file, ours: true }],
  },
  ...more,
});

describe('red passes with', () => {
  it('a new test that fails by an assertion, twice [R001-07]', () => {
    expect(result({})).toEqual({
      verdict: 'passed',
      reasons: [],
      facts: expect.objectContaining({
        strength: 'strong',
        newTests: [`${FILE}::pushes`],
        masked: [],
        redFiles: [],
        removed: [],
        flaky: [],
        rerun: [],
        repeat: false,
        before: expect.objectContaining({ executed: 2 }),
        after: expect.objectContaining({ executed: 3, failed: 1 }),
      }),
    });
  });

  it('a new method that does not exist yet', () => {
    const failure = {
      kind: 'missing' as const,
      diagnostics: [{ what: 'member' as const, name: 'stack.push', file: FILE }],
    };
    expect(result({ after: withNew(failed(FILE, 'pushes', failure)) }).verdict).toBe('passed');
  });

  it('a first test whose module does not exist yet', () => {
    const file = 'test/queue.test.ts';
    const verdict = result({
      before: sampleReport(),
      after: sampleReport([], { uncollected: [missing(file)] }),
      changes: [
        sampleChange(
          file,
          undefined,
          "import { q } from '../src/queue.ts';\ntest('is empty', () => { expect(q()).toEqual([]) })",
        ),
      ],
    });
    expect(verdict).toMatchObject({ verdict: 'passed', facts: { newTests: [], redFiles: [file], masked: [] } });
  });

  it('a test file that cannot be loaded yet: its old tests are masked', () => {
    const after = sampleReport([passed('test/other.test.ts', 'works')], { uncollected: [missing(FILE)] });
    const before = sampleReport([
      ...KEPT,
      sampleTest('skipped', FILE, 'later'),
      sampleTest('passed', FILE, 'odd', { expectedToFail: true }),
    ]);
    expect(result({ before, after })).toMatchObject({
      verdict: 'passed',
      facts: {
        masked: [`${FILE}::is empty`],
        idle: [`${FILE}::later`, `${FILE}::odd`],
        redFiles: [FILE],
        newTests: [],
      },
    });
  });

  it('a Go package that does not compile yet, masked as a whole', () => {
    const failure = {
      kind: 'missing' as const,
      message: 'undefined: NewStack',
      diagnostics: [{ what: 'undefined' as const, name: 'NewStack', file: 'stack_test.go', line: 3 }],
    };
    const verdict = result({
      before: sampleReport([passed('old_test.go', 'TestOld')]),
      after: sampleReport([], { uncollected: [{ file: 'stack_test.go', failure, hides: 'directory' }] }),
      changes: [
        sampleChange(
          'stack_test.go',
          undefined,
          'package a\n\nfunc TestNew(t *testing.T) { if NewStack() == nil { t.Fatal() } }\n',
        ),
      ],
    });
    expect(verdict).toMatchObject({ verdict: 'passed', facts: { masked: ['old_test.go::TestOld'] } });
  });

  it('one failing case of a test with parameters', () => {
    const text = `${OLD}test.each([[1], [0]])('pushes %i', (n) => { expect(f(n)).toBe(0) });\n`;
    const after = withNew(passed(FILE, 'pushes 0'), failed(FILE, 'pushes 1'));
    expect(result({ after, changes: [sampleChange(FILE, OLD, text)] })).toMatchObject({
      verdict: 'passed',
      facts: { newTests: [`${FILE}::pushes 0`, `${FILE}::pushes 1`] },
    });
  });

  it('one failing case of a test of pytest', () => {
    const after = sampleReport([passed('test_a.py', 'test_adds[0]'), failed('test_a.py', 'test_adds[1]')]);
    const changes = [sampleChange('test_a.py', undefined, 'def test_adds(n):\n    assert n == 0\n')];
    expect(result({ before: sampleReport(), after, changes }).verdict).toBe('passed');
  });

  it('a case added to a table', () => {
    const before = `${OLD}test.each([[1, 1]])('adds %i', (a, b) => { expect(f(a)).toBe(b) });\n`;
    const after = sampleReport([...KEPT, passed(FILE, 'adds 1'), failed(FILE, 'adds 2')]);
    const changes = [sampleChange(FILE, before, before.replace('[[1, 1]]', '[\n  [1, 1],\n  [2, 2],\n]'))];
    expect(result({ before: sampleReport([...KEPT, passed(FILE, 'adds 1')]), after, changes }).verdict).toBe('passed');
  });

  it('a changed import line in an existing test file', () => {
    const text = NEW.replace('{ Stack }', '{ Queue, Stack }').replace(
      "import { test, expect } from 'vitest'",
      'import { expect, test, vi } from "vitest"',
    );
    expect(codes({ changes: [sampleChange(FILE, OLD, text)] })).toEqual([]);
  });

  it('a todo, or a test that is skipped, beside it', () => {
    for (const outcome of ['todo', 'skipped'] as const)
      expect(result({ after: withNew(failed(FILE, 'pushes'), sampleTest(outcome, FILE, 'pops')) })).toMatchObject({
        reasons: [],
        facts: { newTests: [`${FILE}::pushes`] },
      });
  });

  it('a todo that is written', () => {
    const before = `${OLD}test.todo('pushes');\n`;
    expect(
      codes({
        before: sampleReport([...KEPT, sampleTest('todo', FILE, 'pushes')]),
        changes: [sampleChange(FILE, before, NEW)],
      }),
    ).toEqual([]);
  });

  it('CRLF in place of LF, and comments', () => {
    const text = NEW.replace("test('is", "// old\ntest('is").replaceAll('\n', '\r\n');
    expect(codes({ changes: [sampleChange(FILE, OLD, text)] })).toEqual([]);
  });

  it('a new helper, a fixture and a snapshot', () => {
    const snap = 'test/__snapshots__/stack.test.ts.snap';
    const changes = [
      sampleChange(FILE, OLD, NEW.replace('.toBe(1)', '.toMatchSnapshot()')),
      sampleChange('test/helpers/make.ts', undefined, 'export const make = 1;'),
      sampleChange('test/fixtures/a.bin', undefined, undefined, { kind: 'added', modeAfter: '100644', binary: true }),
      sampleChange(snap, 'exports[`a 1`] = `1`;\n', 'exports[`a 1`] = `1`;\n\nexports[`pushes 1`] = `2`;\n'),
    ];
    expect(codes({ changes })).toEqual([]);
  });

  it('a changed assertion that the list item names, and only that [R000-22]', () => {
    const changes = [sampleChange(FILE, OLD, OLD.replace('toBe(0)', 'toBe(1)'))];
    const after = sampleReport([failed(FILE, 'is empty'), passed('test/other.test.ts', 'works')]);
    const item = { ...NO_OPTIONS, changes: [FILE] };
    for (const other of [NO_OPTIONS, { ...NO_OPTIONS, changes: ['test/other.test.ts'] }]) {
      expect(codes({ changes, after, item: other })).toContain('existing_test_changed');
    }
    expect(result({ changes, after, item })).toMatchObject({
      verdict: 'passed',
      facts: { newTests: [`${FILE}::is empty`] },
    });
  });

  it('a changed and renamed test that the list item names', () => {
    const changes = [
      sampleChange(FILE, OLD, OLD.replace('is empty', 'is empty at first').replace('toBe(0)', 'toBe(1)')),
    ];
    const after = sampleReport([failed(FILE, 'is empty at first'), passed('test/other.test.ts', 'works')]);
    expect(result({ changes, after, item: { ...NO_OPTIONS, changes: ['test/**'] } }).verdict).toBe('passed');
  });

  it('a removed test that the list item names, and only that [R000-22]', () => {
    const changes = [sampleChange(FILE, OLD, NEW), sampleChange('test/other.test.ts', "test('works', f)", undefined)];
    const after = sampleReport([passed(FILE, 'is empty'), failed(FILE, 'pushes')]);
    for (const other of [NO_OPTIONS, { ...NO_OPTIONS, removes: ['is empty'] }]) {
      expect(codes({ changes, after, item: other })).toContain('existing_test_removed');
    }
    expect(result({ changes, after, item: { ...NO_OPTIONS, removes: ['works'] } })).toMatchObject({
      verdict: 'passed',
      facts: { removed: ['test/other.test.ts::works'] },
    });
  });

  it('a new test in the place of one that the list lets go', () => {
    const text = OLD.replace('is empty', 'is gone').replace('toBe(0)', 'toBeUndefined()');
    expect(
      codes({
        changes: [sampleChange(FILE, OLD, text)],
        after: sampleReport([failed(FILE, 'is gone'), passed('test/other.test.ts', 'works')]),
        item: { ...NO_OPTIONS, removes: ['is empty'] },
      }),
    ).toEqual([]);
  });

  it('a removed test, with what only it used', () => {
    const old = `import { legacy } from '../src/legacy.ts';\n${OLD}describe('legacy', () => {\n  const made = 1;\n  test('is old', () => { expect(legacy(made)).toBe(1) });\n});\n`;
    const judge = (text: string, removes: readonly string[]) =>
      codes({
        before: sampleReport([...KEPT, passed(FILE, ['legacy', 'is old'])]),
        changes: [sampleChange(FILE, old, text)],
        item: { ...NO_OPTIONS, removes },
      });
    expect(judge(NEW, ['legacy > is old'])).toEqual([]);
    expect(judge(NEW, ['is old'])).toEqual([]);
    expect(judge(NEW, ['legacy'])).toEqual([]);
    expect(judge(NEW, [])).toEqual(['existing_test_changed', 'existing_test_removed']);
    expect(judge(NEW.replace('{ Stack }', '{ Pile as Stack }'), ['is old'])).toEqual(['existing_test_changed']);
  });

  it('a removed test, but not with what others use', () => {
    const old = `${OLD.replace('new Stack()', 'new Stack(made)')}const made = 1;\ntest('is old', () => { expect(made).toBe(1) });\n`;
    const text = NEW.replace('new Stack()', 'new Stack(made)');
    const before = sampleReport([...KEPT, passed(FILE, 'is old')]);
    expect(
      codes({ before, changes: [sampleChange(FILE, old, text)], item: { ...NO_OPTIONS, removes: ['is old'] } }),
    ).toEqual(['existing_test_changed']);
  });

  it('a changed import in Rust and in Java', () => {
    const rust = [
      'use calc::add;\n#[test]\nfn adds() { assert_eq!(add(), 1); }\n',
      '#[test]\nfn subs() { assert_eq!(sub(), 1); }\n',
    ];
    const java = ['import a.B;\nclass ATest { @Test void x() { eq(1, B.x()); } }\n'];
    expect(
      codes({
        changes: [
          sampleChange(FILE, OLD, NEW),
          sampleChange('tests/a.rs', rust[0], `${rust.join('')}`.replace('calc::add', 'calc::{add, sub}')),
          sampleChange('ATest.java', java[0], `import a.C;\n${java[0]}`),
        ],
      }),
    ).toEqual([]);
    expect(
      codes({
        changes: [
          sampleChange(FILE, OLD, NEW),
          sampleChange('tests/a.rs', rust[0], rust[0]?.replace('calc::add', 'fake::add')),
        ],
      }),
    ).toEqual(['existing_test_changed']);
  });

  it('a known failing test that still fails', () => {
    const broken = failed('test/other.test.ts', 'broken');
    expect(
      codes({
        before: sampleReport([...KEPT, broken]),
        after: withNew(broken, failed(FILE, 'pushes')),
        knownFailing: ['test/other.test.ts::broken'],
      }),
    ).toEqual([]);
  });

  it('a file that could not be loaded before either', () => {
    const odd: Uncollected = { file: 'test/odd.test.ts', failure: { kind: 'syntax', message: 'x' } };
    const before = sampleReport(KEPT, { uncollected: [odd] });
    expect(codes({ before, after: { ...withNew(failed(FILE, 'pushes')), uncollected: [odd] } })).toEqual([]);
  });

  it('errors of the run and a restriction that were there before', () => {
    const more = { runErrors: ['old'], focused: true };
    expect(codes({ before: { ...BEFORE, ...more }, after: { ...withNew(failed(FILE, 'pushes')), ...more } })).toEqual(
      [],
    );
  });
});

it('files that cannot be loaded for the same reason are refused in one sentence', () => {
  const failure = { kind: 'syntax', message: 'Unexpected token' } as const;
  const files = ['test/a.test.ts', 'test/b.test.ts', FILE];
  const after = sampleReport([], { uncollected: files.map((file) => ({ file, failure })) });
  const unloaded = result({ after }).reasons.filter(({ message }) => message.includes('Unexpected token'));
  expect(unloaded).toMatchObject([
    {
      code: 'not_collected',
      paths: files,
      message: expect.stringContaining(`${files.join(', ')} could not be loaded`),
    },
  ]);
});

describe('red is refused with', () => {
  const syntax: Uncollected = { file: FILE, failure: { kind: 'syntax', message: 'Unexpected token' } };
  it.each<[string, Partial<ProofInput>, readonly string[]]>([
    ['no new test', { after: sampleReport(KEPT) }, ['no_new_test']],
    ['a test that passes at once', { after: withNew(passed(FILE, 'pushes')) }, ['test_passes_before_implementation']],
    [
      'a todo that passes once written',
      {
        before: sampleReport([...KEPT, sampleTest('todo', FILE, 'pushes')]),
        after: withNew(passed(FILE, 'pushes')),
        changes: [sampleChange(FILE, `${OLD}test.todo('pushes');`, NEW)],
      },
      ['test_passes_before_implementation'],
    ],
    [
      'one of two new tests that passes at once',
      { after: withNew(failed(FILE, 'pushes'), passed(FILE, 'and another')) },
      ['test_passes_before_implementation'],
    ],
    ['a skipped new test', { after: withNew(sampleTest('skipped', FILE, 'pushes')) }, ['newly_skipped']],
    ['a todo', { after: withNew(sampleTest('todo', FILE, 'pushes')) }, ['newly_skipped']],
    [
      'a test that is expected to fail',
      { after: withNew(sampleTest('passed', FILE, 'pushes', { expectedToFail: true })) },
      ['newly_expected_to_fail'],
    ],
    [
      'a test that dies of something else',
      { after: withNew(failed(FILE, 'pushes', { kind: 'other', message: 'ReferenceError: x is not defined' })) },
      ['wrong_failure_reason'],
    ],
    ['a test that takes too long', { after: withNew(failed(FILE, 'pushes', { kind: 'timeout' })) }, ['timeout']],
    [
      'a test that gives no reason',
      { after: withNew(sampleTest('errored', FILE, 'pushes')) },
      ['wrong_failure_reason'],
    ],
    [
      'a snapshot that is not written',
      { after: withNew(failed(FILE, 'pushes', { kind: 'other', message: 'New snapshot was not written in CI' })) },
      ['missing_snapshot'],
    ],
    [
      'a snapshot that is not there',
      { changes: [sampleChange(FILE, OLD, NEW.replace('.toBe(1)', '.toMatchSnapshot()'))] },
      ['missing_snapshot'],
    ],
    [
      'an inline snapshot that is empty',
      { changes: [sampleChange(FILE, OLD, NEW.replace('.toBe(1)', '.toMatchInlineSnapshot()'))] },
      ['missing_snapshot'],
    ],
    [
      'a file that cannot be parsed',
      { after: sampleReport([passed('test/other.test.ts', 'works')], { uncollected: [syntax] }) },
      ['not_collected'],
    ],
    [
      'an assertion outside a test',
      {
        after: sampleReport([passed('test/other.test.ts', 'works')], {
          uncollected: [{ file: FILE, failure: { kind: 'assertion', message: 'x' } }],
        }),
      },
      ['not_collected'],
    ],
    [
      'a file that nobody touched and that cannot be loaded',
      { after: { ...withNew(failed(FILE, 'pushes')), uncollected: [missing('test/far.test.ts')] } },
      ['suite_broken'],
    ],
    [
      'a file without a test in it',
      {
        before: sampleReport(),
        after: sampleReport([], { uncollected: [missing('test/q.test.ts')] }),
        changes: [sampleChange('test/q.test.ts', undefined, "import { q } from '../src/queue.ts';\n")],
      },
      ['no_new_test'],
    ],
    [
      'a broken test',
      {
        after: sampleReport([failed(FILE, 'is empty'), passed('test/other.test.ts', 'works'), failed(FILE, 'pushes')]),
        reruns: [sampleReport([failed(FILE, 'is empty')]), sampleReport([passed(FILE, 'is empty')])],
      },
      ['regression'],
    ],
    [
      'a vanished test',
      { after: sampleReport([passed(FILE, 'is empty'), failed(FILE, 'pushes')]) },
      ['existing_test_removed'],
    ],
    [
      'a renamed test',
      {
        after: sampleReport([
          passed(FILE, 'is empty now'),
          passed('test/other.test.ts', 'works'),
          failed(FILE, 'pushes'),
        ]),
      },
      ['existing_test_changed'],
    ],
    [
      'a skipped test',
      {
        after: sampleReport([
          sampleTest('skipped', FILE, 'is empty'),
          passed('test/other.test.ts', 'works'),
          failed(FILE, 'pushes'),
        ]),
      },
      ['newly_skipped'],
    ],
    [
      'a test that is now expected to fail',
      {
        after: sampleReport([
          sampleTest('passed', FILE, 'is empty', { expectedToFail: true }),
          passed('test/other.test.ts', 'works'),
          failed(FILE, 'pushes'),
        ]),
      },
      ['newly_expected_to_fail'],
    ],
    ['a focus', { after: { ...withNew(failed(FILE, 'pushes')), focused: true } }, ['newly_focused']],
    [
      'no canary',
      { after: { ...withNew(failed(FILE, 'pushes')), canary: 'missing', incomplete: 'x' } },
      ['canary_missing'],
    ],
    [
      'a report that is not whole',
      { after: { ...withNew(failed(FILE, 'pushes')), incomplete: 'cut off' } },
      ['incomplete_report'],
    ],
    [
      'a run that was ended',
      { after: { ...withNew(failed(FILE, 'pushes')), signal: 'SIGKILL' } },
      ['incomplete_report'],
    ],
    [
      'a run that took too long',
      { after: { ...withNew(failed(FILE, 'pushes')), incomplete: 'timeout: ended after 60 s', canary: 'missing' } },
      ['timeout'],
    ],
    [
      'errors outside tests',
      { after: { ...withNew(failed(FILE, 'pushes')), runErrors: ['unhandled rejection'] } },
      ['suite_broken'],
    ],
    ['a test that passes the second time', { repeat: withNew(passed(FILE, 'pushes')) }, ['flaky']],
    [
      'a test that fails in another way the second time',
      { repeat: withNew(failed(FILE, 'pushes', { kind: 'other' })) },
      ['flaky'],
    ],
    ['a test that has another name the second time', { repeat: withNew(failed(FILE, 'pushes 17')) }, ['flaky']],
    [
      'a file that can be loaded the second time',
      {
        after: sampleReport([passed('test/other.test.ts', 'works')], { uncollected: [missing(FILE)] }),
        repeat: withNew(failed(FILE, 'pushes')),
      },
      ['flaky'],
    ],
    [
      'a second run that is not whole',
      { repeat: { ...withNew(failed(FILE, 'pushes')), incomplete: 'x' } },
      ['incomplete_report'],
    ],
    [
      'a changed assertion',
      { changes: [sampleChange(FILE, OLD, NEW.replace('toBe(0)', 'toBe(1)'))] },
      ['existing_test_changed'],
    ],
    [
      'a return put into an existing test',
      {
        changes: [
          sampleChange(FILE, OLD, NEW.replace('  expect(new Stack().size)', '  return;\n  expect(new Stack().size)')),
        ],
      },
      ['existing_test_changed'],
    ],
    [
      'an import that points elsewhere',
      { changes: [sampleChange(FILE, OLD, NEW.replace('../src/stack.ts', './helpers/fake.ts'))] },
      ['existing_test_changed'],
    ],
    [
      'a module mocked for existing tests',
      { changes: [sampleChange(FILE, OLD, NEW.replace("\ntest('is", "\nvi.mock('../src/stack.ts');\ntest('is"))] },
      ['existing_test_changed'],
    ],
    [
      'code outside tests taken away',
      { changes: [sampleChange(FILE, `${OLD}const x = 1;\n`, NEW)] },
      ['existing_test_changed'],
    ],
    [
      'a deleted test file',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('test/other.test.ts', 'x', undefined)] },
      ['existing_test_removed'],
    ],
    ['a moved test file', { changes: [sampleMove(FILE, 'test/new.test.ts', OLD, NEW)] }, ['existing_test_changed']],
    [
      'a test file made executable',
      { changes: [sampleChange(FILE, OLD, NEW, { modeAfter: '100755' })] },
      ['existing_test_changed'],
    ],
    [
      'a changed line in a language not known',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('a_spec.rb', 'a\nb', 'a\nc')] },
      ['existing_test_changed'],
    ],
    [
      'a changed helper',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('test/helpers/a.ts', 'a', 'b')] },
      ['existing_test_changed'],
    ],
    [
      'a deleted fixture',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('test/fixtures/a', 'a', undefined)] },
      ['existing_test_changed'],
    ],
    [
      'a changed snapshot',
      {
        changes: [
          sampleChange(FILE, OLD, NEW),
          sampleChange('test/__snapshots__/stack.test.ts.snap', 'exports[`a 1`] = `1`;', 'exports[`a 1`] = `2`;'),
        ],
      },
      ['existing_test_changed'],
    ],
    [
      'changed configuration',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('vitest.config.ts', 'a', 'b')] },
      ['test_config_changed'],
    ],
    [
      'a new conftest',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('test/conftest.py', undefined, 'x')] },
      ['test_config_changed'],
    ],
    [
      'a sitecustomize',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('sitecustomize.py', undefined, 'x')] },
      ['test_config_changed'],
    ],
    [
      'a changed manifest',
      { changes: [sampleChange(FILE, OLD, NEW), sampleChange('package.json', '{}', '{"a":1}')] },
      ['test_config_changed'],
    ],
  ])('%s [R001-07] [R001-08]', (_, more, expected) => {
    expect(codes(more)).toEqual(expected);
    expect(result(more).verdict).toBe('refused');
  });

  it('masked tests whose file hides more than was to be seen', () => {
    const odd: Uncollected = { file: 'test/odd', failure: { kind: 'syntax', message: 'x' } };
    const before = sampleReport([...KEPT, passed('test/odd/a.test.ts', 'x')], { uncollected: [odd] });
    const after = { ...withNew(failed(FILE, 'pushes')), uncollected: [odd] };
    expect(codes({ before, after })).toEqual(['fewer_tests_executed']);
  });

  it('messages that say what to do', () => {
    const message = result({ changes: [sampleChange(FILE, OLD, NEW.replace('toBe(0)', 'toBe(1)'))] }).reasons[0]
      ?.message;
    expect(message).toBe(
      `Existing tests were changed in ${FILE}: the test "is empty" (line 4) is not what it was. Put them back and add new tests beside them. If the behaviour they describe is to change, the list item has to say (changes: ${FILE}).`,
    );
  });
});

describe('red asks for', () => {
  it('a second run', () => {
    const { repeat: _, ...input } = red();
    expect(judgeRed(input)).toMatchObject({ verdict: 'rerun', reasons: [], facts: { repeat: true, rerun: [] } });
  });

  it('two more runs of a test that nobody touched', () => {
    const after = sampleReport([
      passed(FILE, 'is empty'),
      failed('test/other.test.ts', 'works'),
      failed(FILE, 'pushes'),
    ]);
    const flaky = 'test/other.test.ts::works';
    expect(result({ after })).toMatchObject({ verdict: 'rerun', facts: { rerun: [flaky] } });
    const good = sampleReport([passed('test/other.test.ts', 'works')]);
    expect(result({ after, reruns: [good] })).toMatchObject({ verdict: 'rerun' });
    expect(result({ after, reruns: [good, good] })).toMatchObject({
      verdict: 'passed',
      facts: { flaky: [flaky], rerun: [] },
    });
    expect(codes({ after, reruns: [good, { ...good, incomplete: 'x' }] })).toEqual(['regression']);
  });

  it('them as well if it fails only in the second run', () => {
    const repeat = sampleReport([
      passed(FILE, 'is empty'),
      failed('test/other.test.ts', 'works'),
      failed(FILE, 'pushes'),
    ]);
    expect(result({ repeat })).toMatchObject({ verdict: 'rerun', facts: { rerun: ['test/other.test.ts::works'] } });
  });

  it('and tells a test that takes too long by itself', () => {
    const slow = sampleReport([failed('test/other.test.ts', 'works', { kind: 'timeout' })]);
    const after = sampleReport([
      passed(FILE, 'is empty'),
      failed('test/other.test.ts', 'works', { kind: 'timeout' }),
      failed(FILE, 'pushes'),
    ]);
    expect(codes({ after, reruns: [slow, slow] })).toEqual(['timeout']);
  });
});

describe('red of sources that hold their tests', () => {
  const source =
    'pub fn add() -> u8 { 1 }\n#[cfg(test)]\nmod tests {\n  use super::*;\n  #[test]\n  fn adds() { assert_eq!(add(), 1); }\n}\n';
  const file = 'src/lib.rs';
  const before = sampleReport([passed(file, ['tests', 'adds'])]);
  const after = sampleReport([passed(file, ['tests', 'adds']), failed(file, ['tests', 'subs'])]);
  const more = source.replace(/\}\n$/, '  #[test]\n  fn subs() { assert_eq!(add(), 2); }\n}\n');
  const judge = (text: string | undefined, old: string | undefined = source) =>
    codes({ before, after, changes: [sampleChange(file, old, text)] });

  it('lets tests be added', () => expect(judge(more)).toEqual([]));
  it('keeps the code as it is', () => expect(judge(more.replace('{ 1 }', '{ 2 }'))).toEqual(['out_of_scope']));
  it('keeps the tests as they are', () =>
    expect(judge(more.replace('add(), 1', 'add(), 9'))).toEqual(['existing_test_changed']));
  it('says nothing of what cannot be read', () =>
    expect(judge(' '.repeat(1_000_001), source)).toEqual(['existing_test_changed']));
});

describe('red on an exit code alone', () => {
  const weak = (exitCode: number | null, more = {}) =>
    sampleReport([], {
      strength: 'weak',
      canary: 'absent',
      exitCode,
      runErrors: exitCode === 0 ? [] : ['failed'],
      ...more,
    });
  const judge = (more: Partial<ProofInput> = {}) =>
    judgeRed(red({ before: weak(0), after: weak(1), repeat: weak(1), ...more }));

  it('passes, and says that it is weak', () => {
    expect(judge()).toMatchObject({
      verdict: 'passed',
      facts: { strength: 'weak', newTests: [], masked: [], redFiles: [] },
    });
  });

  it('asks for a second run', () => {
    const { repeat: _, ...input } = red({ before: weak(0), after: weak(1) });
    expect(judgeRed(input)).toMatchObject({ verdict: 'rerun', facts: { repeat: true } });
  });

  it.each<[string, Partial<ProofInput>, string]>([
    ['the command succeeds', { after: weak(0), repeat: weak(0) }, 'test_passes_before_implementation'],
    ['it failed before', { before: weak(2) }, 'wrong_failure_reason'],
    ['it succeeds the second time', { repeat: weak(0) }, 'flaky'],
    ['no test was written', { changes: [] }, 'no_new_test'],
    ['it took too long', { after: weak(null, { incomplete: 'timeout' }) }, 'timeout'],
  ])('is refused when %s', (_, more, code) => {
    expect(judge(more).reasons.map((one) => one.code)).toContain(code);
  });
});

describe('additions round existing tests', () => {
  const judge = (before: string, after: string, more: Partial<ProofInput> = {}) =>
    codes({ changes: [sampleChange(FILE, before, after)], ...more });

  it('may be a helper, a hook and a group', () => {
    const more = 'function make() {\n  return new Stack();\n}\nlet made;\nbeforeEach(() => {\n  made = make();\n});\n';
    const text = NEW.replace("\ntest('is", `\n${more}\ntest('is`)
      .replace("test('pushes'", "describe('more', () => {\n  const n = 1;\n  test('pushes'")
      .concat('});\n');
    expect(judge(OLD, text, { after: sampleReport([...KEPT, failed(FILE, ['more', 'pushes'])]) })).toEqual([]);
  });

  it('may be a row of a table', () => {
    const old = `${OLD}const rows = [[1, 1]];\nfor (const [a, b] of rows) test('adds ' + a, () => { expect(a).toBe(b) });\n`;
    const before = sampleReport([...KEPT, passed(FILE, 'adds 1')]);
    const after = sampleReport([...KEPT, passed(FILE, 'adds 1'), failed(FILE, 'adds 2')]);
    expect(judge(old, old.replace('[1, 1]', '[1, 1], [2, 3]'), { before, after })).toEqual([]);
  });

  it('may define a name that existing tests define for themselves', () => {
    const old = OLD.replace('expect(new Stack().size)', 'const stack = new Stack();\n  expect(stack.size)');
    expect(judge(old, `${old}const stack = new Stack();\n${NEW.slice(OLD.length)}`)).toEqual([]);
  });

  it.each([
    ['inside a helper', `${OLD}function check(x) {\n  expect(x).toBe(1);\n}\n`, 'expect(x)', 'return;\n  expect(x)'],
    ['inside an expression', `${OLD}const limit = 1;\n`, 'limit = 1', 'limit = 1 + 1'],
    ['that define what existing tests use', OLD, "\ntest('is", "\nglobalThis.Stack = class {};\ntest('is"],
    ['that declare what existing tests use', OLD, "\ntest('is", "\nfunction expect() {}\ntest('is"],
    ['that mean another thing', `${OLD}const x = require('a').b;\n`, "require('a').b", "require('a').c"],
  ])('may be nothing %s', (_, before, from, to) => {
    const after = `${before.replace(from, to)}${NEW.slice(OLD.length)}`;
    expect(judge(before, after)).toEqual(['existing_test_changed']);
  });
});

it('new tests of the same name in two groups are judged apart', () => {
  const text = `${OLD}describe('a', () => { test('x', () => { expect(1).toBe(2) }) });\ndescribe('b', () => { test('x', () => { expect(1).toBe(1) }) });\n`;
  const after = withNew(failed(FILE, ['a', 'x']), passed(FILE, ['b', 'x']));
  expect(codes({ after, changes: [sampleChange(FILE, OLD, text)] })).toEqual(['test_passes_before_implementation']);
});

describe('a new file that no pattern for test files names', () => {
  const FOUND = 'checks/stack.js';
  const unproved = { changes: [sampleChange(FOUND, undefined, NEW)], unproved: [FOUND] };

  it('is a test file if a test ran in it', () => {
    expect(codes({ ...unproved, after: withNew(failed(FOUND, 'pushes')) })).toEqual([]);
  });

  it('is out of scope if none did', () => {
    expect(codes({ ...unproved, after: withNew(failed(FILE, 'pushes')) })).toContain('out_of_scope');
  });
});

it('cases of a test may panic in another order the second time, but not fail otherwise', () => {
  const again = (kind: 'other' | 'assertion') => {
    const raised = (name: string) => sampleReport([failed(FILE, ['area', name], { kind })]);
    return judgeRepeat(raised('circle'), raised('square').tests, [], sampleReport()).map(({ code }) => code);
  };
  expect(again('other')).toEqual([]);
  expect(again('assertion')).toEqual(['flaky']);
});
