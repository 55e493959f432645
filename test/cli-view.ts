import type { RunView } from '../src/engine/run/view.ts';

/** A run as commands are shown it; only what matters has to be said. */
export function viewOf(more: Partial<RunView>): RunView {
  return {
    run: 'stack-4f2a',
    workflow: 'tdd',
    state: 'stopped',
    why: undefined,
    request: 'A stack with push and pop',
    branch: 'baton/stack-4f2a',
    branchNote: undefined,
    phase: 'red',
    cycle: 2,
    attempt: 1,
    asks: [],
    commit: 'c'.repeat(40),
    test: { id: 'T2', description: 'pop gives the last value' },
    open: 1,
    done: 1,
    listChanges: [],
    nothingToDo: undefined,
    passedOver: [],
    openFindings: [],
    suspicions: [],
    unsabotaged: [],
    contained: { sessions: { all: 0, contained: 0 }, proofs: { all: 0, contained: 0 } },
    spending: { tokens: 24_600, usd: 0.08, ms: 54_000 },
    updated: '2026-01-31T12:00:00.000Z',
    ...more,
  };
}
