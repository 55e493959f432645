import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { viewOf } from '../../test/cli-view.ts';
import type { RunView } from '../engine/run/view.ts';
import { exitCodeOfRun, tellEnd, tellStanding } from './run-end.ts';
import { describeRun } from './run-words.ts';

const STATES: readonly RunView['state'][] = [
  'completed',
  'waiting',
  'parked',
  'stopped',
  'running',
  'aborted',
  'failed',
];

describe('the end of a command that moved a run', () => {
  it('gives the shell one number for each way it can end', () => {
    expect(STATES.map((state) => exitCodeOfRun(viewOf({ state }), false))).toEqual([0, 4, 2, 1, 1, 1, 1]);
    expect(exitCodeOfRun(viewOf({ state: 'parked' }), true)).toBe(130);
    expect(exitCodeOfRun(viewOf({ state: 'completed' }), true)).toBe(0);
    expect(exitCodeOfRun(viewOf({ state: 'waiting' }), true)).toBe(4);
  });

  it('always says what to type next', () => {
    for (const state of STATES.filter((one) => one !== 'waiting' && one !== 'aborted')) {
      expect(tellStanding(viewOf({ state })).join('\n')).toMatch(/baton \w+ /);
    }
  });

  it.each(['parked', 'stopped'] as const)(
    'sends nobody to the command line for a run that a chat plays (%s)',
    (state) => {
      const told = tellStanding(viewOf({ state, attached: true })).join('\n');
      expect(told).toContain('run_resume');
      expect(told).not.toContain('baton resume');
    },
  );

  it('shows an ask with every way to answer it', () => {
    const ask = {
      id: 'ask-1',
      kind: 'decision' as const,
      about: 'green did not pass',
      reason: 'attempts',
      tree: undefined,
    };
    const told = tellStanding(viewOf({ state: 'waiting', asks: [ask] })).join('\n');
    expect(told).toContain('ask-1 waits for a person (decision):\n  green did not pass');
    for (const choice of ['retry', 'skip', 'rollback', 'abort']) expect(told).toContain(`baton decide ask-1 ${choice}`);
    expect(told).toContain('baton resume stack-4f2a');
  });

  it('says why a run is parked, line by line and harmless', () => {
    const told = tellStanding(viewOf({ state: 'parked', why: 'set MY_KEY\n\u001b[2Jor log in' }));
    expect(told).toEqual([
      'stack-4f2a is parked:',
      '  set MY_KEY',
      '   [2Jor log in',
      'To go on: baton resume stack-4f2a',
    ]);
  });

  it('says that the branch waits where it is checked out', () => {
    const told = tellStanding(viewOf({ state: 'completed', branchNote: 'baton/x is checked out in /here' }));
    expect(told).toContain('But baton/x is checked out in /here.');
  });
});

it('a run that ends with findings open says so, in its last words and where it is shown', () => {
  const finding = {
    sec_id: 'SEC-001',
    severity: 'HIGH' as const,
    category: 'A02:2021',
    description: 'The word that signs\nstands in the source',
    location: 'src/jwt.js:3',
    recommendation: 'Use the environment',
    status: 'open' as const,
  };
  const line = 'SEC-001 (HIGH, A02:2021) in src/jwt.js:3: The word that signs stands in the source';
  const view = viewOf({ state: 'completed', openFindings: [finding] });
  expect(tellStanding(view)).toContain(`Still open: ${line}`);
  expect(describeRun(view)).toContain(`open      ${line}`);
});

describe('a run that is completed with suspicions', () => {
  const suspicion = {
    phase: 'green',
    cycle: 1,
    code: 'retries',
    message: 'A test\n is retried',
    path: 'a.js',
    line: 3,
  };
  const LINE = '  green of cycle 1: retries in a.js:3: A test is retried';
  const suspected = (count: number, more: Partial<RunView> = {}) =>
    viewOf({ state: 'completed', suspicions: Array.from({ length: count }, () => suspicion), ...more });

  it('says so first, and lists a few of them', () => {
    expect(tellStanding(suspected(1)).slice(0, 3)).toEqual([
      'stack-4f2a is completed, with 1 suspicion:',
      LINE,
      'Done: 1 test of the list, on branch baton/stack-4f2a at cccccccccccc.',
    ]);
    expect(tellStanding(suspected(7)).slice(0, 7)).toEqual([
      'stack-4f2a is completed, with 7 suspicions:',
      ...Array.from({ length: 5 }, () => LINE),
      '  and 2 more: baton show stack-4f2a',
    ]);
    expect(describeRun(suspected(7), 100)).toEqual(expect.arrayContaining(['suspicions  7']));
    expect(describeRun(suspected(7), 100).filter((line) => line === LINE)).toHaveLength(7);
  });

  it('ends with an error only where it is strict, and says why', () => {
    expect(exitCodeOfRun(suspected(1), false)).toBe(0);
    expect(exitCodeOfRun(suspected(1, { strict: true }), false)).toBe(1);
    expect(exitCodeOfRun(suspected(0, { strict: true }), false)).toBe(0);
    expect(exitCodeOfRun(suspected(1, { strict: true, state: 'merged' }), false)).toBe(0);
    expect(tellEnd(suspected(1, { strict: true })).at(-1)).toMatch(/^Exit code 1: the run is strict/);
    expect(tellEnd(suspected(1))).toEqual(tellStanding(suspected(1)));
  });

  it('tells evidence that is weaker, unless that is one of its suspicions', () => {
    const unsabotaged = [{ phase: 'green', cycle: 1, why: 'no function was written' }];
    const told = 'Strength of evidence: unsabotaged in green of cycle 1: no function was written.';
    expect(tellStanding(viewOf({ state: 'completed', unsabotaged }))).toContain(told);
    const both = viewOf({
      state: 'completed',
      unsabotaged,
      suspicions: [{ ...suspicion, code: 'unsabotaged' }],
    });
    expect(tellStanding(both)).not.toContain(told);
  });
});

it('a run is described by its place, its list, what it cost and the local time', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(describeRun(viewOf({})).slice(0, 9)).toEqual([
    'run       stack-4f2a',
    'request   A stack with push and pop',
    'workflow  tdd',
    'state     stopped: red, cycle 2, attempt 1',
    'test      T2 pop gives the last value',
    'list      [#####.....] 1 of 2',
    'branch    baton/stack-4f2a at cccccccccccc',
    "spent     0:54 of agents' time, 24,600 tokens, $0.08",
    'updated   2026-01-31 13:00 +01:00',
  ]);
});
