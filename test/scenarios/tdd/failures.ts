import { CODE, FIRST_TEST, ITEMS, LOOP, ONE_TEST, type Session, TEST, ZERO } from './sum.ts';

/** One way for a run to go wrong, and what becomes of it. */
export interface Failure {
  /** The row of the table of failures, and the requirements it shows. */
  readonly title: string;
  /** What the agents do instead of what they should. */
  readonly sessions: (beside: string) => readonly Session[];
  readonly flags?: readonly string[];
  readonly code: number;
  /** Every phase that took more than one session, and how it ended: see `story`. */
  readonly story: readonly string[];
  /** Texts in the package of the session that came after the failure. */
  readonly told?: {
    readonly phase: string;
    readonly cycle: number;
    readonly attempt: number;
    readonly texts: readonly string[];
    /** Texts that must not be there. */
    readonly without?: readonly string[];
  };
  /** Whether the first refusal came after a run of the tests, or on the diff alone. */
  readonly refusedOn?: 'proof' | 'diff';
  /** Texts that the person is shown. */
  readonly shown?: readonly string[];
}

const [NOTHING] = ITEMS;
const ONE = 'export const sum = () => 1;\n';
const COMPLETE = { status: 'complete', summary: 'All tests pass.' };

const PASSES_AT_ONCE = `import assert from 'node:assert/strict';
import { test } from 'node:test';

test('${NOTHING}', () => {
  assert.equal([].reduce((total, number) => total + number, 0), 0);
});
`;

/** Says no once, then yes: an agent has no other memory than a file beside the checkout. */
const oncePerFlag = (flag: string, code: number) =>
  `test -e ${flag} || { touch ${flag}; echo Overloaded >&2; exit ${code}; }`;

export const FAILURES: readonly Failure[] = [
  {
    title: 'a test that does not compile is tried again with the error in the package [R001-08] [R001-43] [R001-48]',
    sessions: () => [
      ONE_TEST,
      { phase: 'red', attempt: 1, write: { [TEST]: `${FIRST_TEST}\ntest('half', () => {` }, result: COMPLETE },
      { phase: 'red', attempt: 2, run: [`grep -q half ${TEST}`], write: { [TEST]: FIRST_TEST } },
    ],
    code: 0,
    story: ['red 1.1 refused: not_collected', 'red 1.2 completed'],
    told: {
      phase: 'red',
      cycle: 1,
      attempt: 2,
      texts: ['not_collected', TEST, 'Unexpected end of input', 'attempt 2'],
    },
  },
  {
    title: 'a test that passes at once is tried again, told to check its assertions [R001-42] [R001-44]',
    sessions: () => [ONE_TEST, { phase: 'red', attempt: 1, write: { [TEST]: PASSES_AT_ONCE }, result: COMPLETE }],
    code: 0,
    story: ['red 1.1 refused: test_passes_before_implementation', 'red 1.2 completed'],
    told: { phase: 'red', cycle: 1, attempt: 2, texts: [NOTHING, 'assert'] },
  },
  {
    title:
      'an implementation that breaks other tests goes back to red, with the list of them [R000-21] [R001-45] [R001-48]',
    sessions: () => [
      { phase: 'green', cycle: 2, attempt: 1, write: { [CODE]: 'export const sum = () => 3;\n' }, result: COMPLETE },
      { phase: 'green', cycle: 2, attempt: 2, run: [`grep -q 'return 0' ${CODE}`], write: { [CODE]: LOOP } },
    ],
    code: 0,
    story: ['green 2.1 refused: regression', 'green 2.2 completed'],
    refusedOn: 'proof',
    told: {
      phase: 'green',
      cycle: 2,
      attempt: 2,
      texts: [
        `${TEST}::${NOTHING}`,
        'were taken back',
        '## How it failed in the last attempt\n',
        `${TEST}::${NOTHING}\nAssertionError: Expected values to be strictly equal:\n\n3 !== 0\n`,
        `at ${TEST}:6`,
      ],
      without: ['## How they fail', '0 !== 3'],
    },
  },
  {
    title: 'a refactoring that breaks tests goes back to green and is tried again [R001-46]',
    sessions: () => [
      ONE_TEST,
      { phase: 'refactor', attempt: 1, write: { [CODE]: ONE }, result: COMPLETE },
      { phase: 'refactor', attempt: 2, run: [`grep -q 'return 0' ${CODE}`] },
    ],
    code: 0,
    story: ['refactor 1.1 refused: still_failing', 'refactor 1.2 completed'],
    told: { phase: 'refactor', cycle: 1, attempt: 2, texts: [`${TEST}::${NOTHING}`, 'were taken back'] },
  },
  {
    title: 'a refactoring that never passes is dropped, and the run goes on from green [R001-46] [R001-47]',
    sessions: () => [ONE_TEST, { phase: 'refactor', write: { [CODE]: ONE }, result: COMPLETE }],
    code: 0,
    story: [
      'refactor 1.1 refused: still_failing',
      'refactor 1.2 refused: still_failing',
      'refactor 1.3 refused: still_failing',
      'refactor 1.4 refused: still_failing',
      'refactor 1.4 completed without its work',
    ],
  },
  {
    title: 'a change out of scope goes back and is tried again with its path and the rule [R000-07] [R001-17]',
    sessions: () => [
      ONE_TEST,
      // What it may not change it may read: a session without package.json would fail here.
      {
        phase: 'red',
        attempt: 1,
        run: ['grep -q tiny package.json'],
        write: { [TEST]: FIRST_TEST, [CODE]: ZERO },
        result: COMPLETE,
      },
      { phase: 'red', attempt: 2, run: [`test ! -e ${CODE} -a ! -e ${TEST}`], write: { [TEST]: FIRST_TEST } },
    ],
    code: 0,
    story: ['red 1.1 refused: out_of_scope', 'red 1.2 completed'],
    told: { phase: 'red', cycle: 1, attempt: 2, texts: ['out_of_scope', CODE, 'Only add tests'] },
  },
  {
    title: 'tampering with a test goes back and is tried again with its path and the rule [R001-09] [R001-20]',
    sessions: () => [
      ONE_TEST,
      { phase: 'green', attempt: 1, run: [`sed -i 's/, 0)/, 1)/' ${TEST}`], write: { [CODE]: ONE }, result: COMPLETE },
      { phase: 'green', attempt: 2, run: [`grep -q ', 0)' ${TEST}`], write: { [CODE]: ZERO } },
    ],
    code: 0,
    story: ['green 1.1 refused: tests_changed_after_red', 'green 1.2 completed'],
    refusedOn: 'diff',
    told: {
      phase: 'green',
      cycle: 1,
      attempt: 2,
      texts: [TEST, 'Change anything but tests', '## How they failed in red, before any code\n'],
    },
  },
  {
    title: 'an overloaded service is waited for and uses up no attempt [R001-41] [R001-49]',
    sessions: (beside) => [
      ONE_TEST,
      { phase: 'red', run: [oncePerFlag(`${beside}/asked`, 75)], write: { [TEST]: FIRST_TEST } },
    ],
    flags: ['--sandbox', 'off', '--attempts', '1'],
    code: 0,
    story: ['red 1.1 service', 'red 1.1 completed'],
  },
  {
    title: 'an agent that is not set up stops the run at once and says why [R001-41]',
    sessions: () => [ONE_TEST, { phase: 'red', run: ['echo "Set MODEL_KEY to a key." >&2; exit 78'] }],
    code: 2,
    story: ['red 1.1 unavailable'],
    shown: ['Set MODEL_KEY to a key.', 'baton resume sum'],
  },
  {
    title: 'a program that the agent cannot find stops the run at once and says so',
    sessions: () => [ONE_TEST, { phase: 'red', run: ['no-such-model --now'] }],
    code: 2,
    story: ['red 1.1 unavailable'],
    shown: ['no-such-model', 'baton resume sum'],
  },
  {
    title: 'an agent that hangs is ended with all it started when its time is up, and that counts as an attempt',
    sessions: () => [
      ONE_TEST,
      { phase: 'red', attempt: 1, run: ['setsid sleep 600 & echo hanging'], wait_ms: 600_000 },
      { phase: 'red', attempt: 2, write: { [TEST]: FIRST_TEST } },
    ],
    flags: ['--deadline-min', '0.05', '--attempts', '2', '--sandbox', 'off'],
    code: 0,
    story: ['red 1.1 timed_out', 'red 1.2 completed'],
    told: { phase: 'red', cycle: 1, attempt: 2, texts: ['its time of 3 s was up'] },
  },
  {
    title: 'an unreadable result is sent back twice with the error, then the evidence alone decides [R002-12]',
    sessions: () => [ONE_TEST, { phase: 'red', write: { [TEST]: FIRST_TEST }, result: '{ "status": "finished" }' }],
    flags: ['--attempts', '1'],
    code: 0,
    story: ['red 1.3 completed'],
    told: { phase: 'red', cycle: 1, attempt: 3, texts: ['Your result could not be read', 'needs_review'] },
  },
  {
    title: 'a failed program counts as an attempt, and the next one is told what it printed [R001-39]',
    sessions: () => [ONE_TEST, { phase: 'red', attempt: 1, run: ['echo "Stack overflow" >&2; exit 3'] }],
    code: 0,
    story: ['red 1.1 failed', 'red 1.2 completed'],
    told: { phase: 'red', cycle: 1, attempt: 2, texts: ['exit code 3', 'Stack overflow'] },
  },
  {
    title: 'attempts that are used up let the run wait for a person [R001-50]',
    sessions: () => [ONE_TEST, { phase: 'red', write: { [TEST]: PASSES_AT_ONCE } }],
    flags: ['--attempts', '2'],
    code: 4,
    story: ['red 1.1 refused: test_passes_before_implementation', 'red 1.2 refused: test_passes_before_implementation'],
    shown: ['waits for a person (decision)', 'retry', 'skip', 'rollback', 'abort'],
  },
  {
    title: 'a budget that is used up lets the run wait for a person',
    sessions: () => [],
    flags: ['--budget-minutes', '0.000001'],
    code: 4,
    story: [],
    shown: ['The budget is used up', 'waits for a person (decision)'],
  },
];
