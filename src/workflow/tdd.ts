import { readWorkflow } from './workflow.ts';

/** Test-driven development with four restricted agents: one test at a time, seen to fail, made to pass, cleaned up. */
export const TDD = readWorkflow(
  {
    name: 'tdd',
    description: 'plan a test, see it fail, make it pass, clean up; again until the list is done',
    start: 'plan',
    cycle: 'plan',
    phases: {
      plan: {
        agent: 'test-list-agent',
        writes: 'test_list',
        gates: ['scope', 'list'],
        on: { complete: 'red', done: 'end' },
        commit: 'plan',
      },
      red: {
        agent: 'test-agent',
        writes: 'tests',
        gates: ['scope', 'red'],
        on: { complete: 'green' },
        commit: 'test',
      },
      green: {
        agent: 'implementing-agent',
        writes: 'implementation',
        gates: ['scope', 'green'],
        on: { complete: 'refactor' },
        commit: 'feat',
      },
      refactor: {
        agent: 'refactor-agent',
        writes: 'refactoring',
        gates: ['scope', 'refactor'],
        on: { complete: 'plan' },
        exhausted: 'keep',
        commit: 'refactor',
        ticks: true,
      },
    },
  },
  'workflow tdd',
);
