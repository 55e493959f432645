// biome-ignore-all lint/suspicious/noThenProperty: a word of the language; nobody awaits a workflow.
import { readWorkflow } from '../../src/workflow/workflow.ts';
import { TDD } from './built-in.ts';
import type { Start } from './tale.ts';

/** With everything a workflow can have: routing, triggers, bounds, a phase without gates, work that is given up. */
const RICH = readWorkflow({
  name: 'rich',
  description: 'all there is',
  start: 'brief',
  cycle: 'plan',
  escalate: 'help',
  phases: {
    brief: { agent: 'a', writes: 'nothing', gates: [], on: { complete: 'plan' }, commit: 'docs' },
    plan: {
      agent: 'b',
      writes: 'test_list',
      gates: ['scope', 'list', 'handoff'],
      on: { complete: 'build', done: 'end', '@fix': 'brief' },
      commit: 'plan',
    },
    build: {
      agent: 'c',
      writes: ['src/**'],
      gates: ['scope', 'green', 'handoff'],
      on: { complete: 'plan', '@fix': 'build', '@unsure': 'ask', '@look': { approval: true, then: '@fix' } },
      blocked: { unknown: 'plan', test_failures: 'build', missing_requirements: 'help' },
      attempts: 1,
      exhausted: 'keep',
      max_visits: 3,
      ticks: true,
      commit: 'feat',
    },
    help: {
      agent: 'd',
      writes: 'nothing',
      gates: ['scope', 'handoff'],
      on: { complete: 'back', '@fix': 'build' },
      max_visits: 2,
      otherwise: 'plan',
      commit: 'docs',
    },
  },
});

/** A workflow that may give its last phase up. */
const SHORT = readWorkflow({
  name: 'short',
  description: 'one phase, tried once',
  start: 'tidy',
  phases: {
    tidy: {
      agent: 'a',
      writes: 'anything',
      gates: ['scope'],
      on: { complete: 'end' },
      exhausted: 'keep',
      commit: 'chore',
    },
  },
});

/** Runs with little of everything, so that limits are met soon. */
export const STARTS: readonly Start[] = [
  { workflow: TDD, settings: { attempts: 2, max_cycles: 2 } },
  {
    workflow: TDD,
    settings: {
      attempts: 2,
      max_cycles: 2,
      approvals: ['red', 'refactor'],
      budget: { tokens: 400, phase: { tokens: 90 } },
    },
  },
  {
    workflow: RICH,
    settings: { attempts: 2, max_cycles: 2, approvals: ['brief'], budget: { tokens: 300, attempts: 9 } },
  },
  { workflow: TDD, settings: { attempts: 1, max_cycles: 1 } },
  { workflow: RICH, settings: { attempts: 2, max_cycles: 3 } },
  { workflow: SHORT, settings: { attempts: 1 } },
];
