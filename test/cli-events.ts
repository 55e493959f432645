import type { JournalEvent } from '../src/workflow/event.ts';
import { TDD } from './workflow/built-in.ts';

/** An event of a run as a journal would hold it; only its meaning has to be said. */
export type MadeUp = Pick<JournalEvent, 'type'> & Partial<JournalEvent>;

export const RUN = 'stack-4f2a';

const hex = (digit: string) => digit.repeat(40);

export const COMMITS = { start: hex('a'), plan: hex('b'), red: hex('c') } as const;

const ITEMS = ['push keeps a value', 'pop gives the last value'].map((description, index) => ({
  id: `T${index + 1}`,
  description,
  done: false,
  changes: [],
  removes: [],
  needs: [],
}));

const LIST = { items: ITEMS, highest: 2 };

/** Events in order, each a second after the one before it. */
export function madeUp(events: readonly MadeUp[]): JournalEvent[] {
  return events.map((event, index) => ({
    v: 1,
    seq: index + 1,
    at: new Date(Date.UTC(2026, 0, 31, 12, 0, index)).toISOString(),
    run: RUN,
    actor: 'baton',
    data: {},
    ...event,
  }));
}

/** The same as entries of a journal. */
export function recorded(events: readonly MadeUp[]) {
  return madeUp(events).map((event) => ({
    id: `${event.seq}`.padStart(40, 'e'),
    event,
    attachments: event.type === 'phase.started' ? { 'prompt.md': hex('9') } : {},
    anchor: undefined,
  }));
}

export const STARTED: MadeUp = {
  type: 'run.started',
  actor: 'person',
  data: {
    workflow: TDD,
    request: 'A stack with push and pop',
    branch: `baton/${RUN}`,
    base: { commit: COMMITS.start, tree: hex('1') },
    settings: { attempts: 4, deadline_min: 30, max_cycles: 50, approvals: [], budget: {} },
  },
};

export const BASELINE: MadeUp = {
  type: 'baseline.recorded',
  data: { tree: hex('1'), known_failing: [], totals: { passed: 12 } },
};

/** A phase from its start to its session's end. */
export function session(phase: string, agent: string, more: Partial<JournalEvent> = {}): MadeUp[] {
  const place = { phase, cycle: 1, attempt: 1, ...more };
  const id = `s-${phase}-${place.attempt}`;
  return [
    { type: 'phase.started', ...place, data: { handoff: 'h', agent, tokens: 812 } },
    { type: 'session.started', ...place, data: { session: id, agent } },
    {
      type: 'session.ended',
      ...place,
      actor: agent,
      data: {
        session: id,
        ended: 'done',
        candidate: hex('2'),
        status: 'complete',
        summary: 'Did it.',
        usage: { tokens: 12_300, usd: 0.04, ms: 27_000 },
      },
    },
  ];
}

/** Plan, played and accepted: two tests are on the list. */
export const PLANNED: readonly MadeUp[] = [
  ...session('plan', 'test-list-agent'),
  { type: 'gate.passed', phase: 'plan', data: { gate: 'scope', tree: hex('2') } },
  { type: 'gate.passed', phase: 'plan', data: { gate: 'list', tree: hex('2'), list: LIST } },
  completed('plan', COMMITS.plan, 'red', null),
];

/** Red, played and accepted. */
export const SEEN_RED: readonly MadeUp[] = [
  ...session('red', 'test-agent'),
  { type: 'gate.passed', phase: 'red', data: { gate: 'scope', tree: hex('2') } },
  {
    type: 'gate.passed',
    phase: 'red',
    data: {
      gate: 'red',
      tree: hex('2'),
      new_tests: ['stack.test.ts::push'],
      red: { newTests: ['stack.test.ts::push'], masked: [], idle: [], redFiles: [] },
    },
  },
  completed('red', COMMITS.red, 'green', 'FAIL'),
];

export const REFUSED_GREEN: MadeUp = {
  type: 'gate.refused',
  phase: 'green',
  cycle: 1,
  attempt: 1,
  data: {
    gate: 'green',
    tree: hex('2'),
    reasons: [{ code: 'still_failing', message: 'stack.test.ts::push still fails: expected 1 but got undefined.' }],
  },
};

export const APPROVAL: MadeUp = {
  type: 'ask.opened',
  phase: 'red',
  cycle: 1,
  attempt: 1,
  data: {
    ask: 'ask-1f0c2a3b',
    kind: 'approval',
    about: 'May red of cycle 1 be accepted?',
    binding: { phase: 'red', base: COMMITS.plan },
    tree: hex('2'),
    change: ' test/stack.test.js | 9 +++++++++\n',
  },
};

function completed(phase: string, commit: string, next: string, result: string | null): MadeUp {
  return {
    type: 'phase.completed',
    phase,
    cycle: 1,
    attempt: 1,
    data: {
      commit,
      tree: hex('2'),
      workflow: 'tdd',
      next_phase: next,
      test_result: result,
      current_test: { id: 'T1', description: 'push keeps a value', test_file: 'stack.test.ts', impl_file: null },
      pending_tests: ITEMS.map(({ description }) => description),
      completed_tests: [],
      agent: 'test-agent',
    },
  };
}
