// biome-ignore-all lint/suspicious/noThenProperty: a word of the language; nobody awaits a workflow.
import type { RunSettings } from '../../src/workflow/event-data.ts';
import { readWorkflow } from '../../src/workflow/workflow.ts';
import type { Workflow } from '../../src/workflow/workflow-schema.ts';
import { TDD } from '../workflow/built-in.ts';

/** A small run, and how far its world goes: all that is left out of an exploration is said here. */
export interface Scenario {
  readonly name: string;
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  /** What a person may change the settings to. */
  readonly other?: Partial<RunSettings>;
  /** Most items a test list may have. */
  readonly items: number;
  /** How often in a run people commit, go back, skip or change the settings. */
  readonly acts: number;
  /** With more accepted commits, or in a later cycle, they do so no more. */
  readonly farthest: { readonly commits: number; readonly cycle: number };
  /** Whether sessions also end by services that fail. */
  readonly services: boolean;
  /** Whether the list begins with an item that was done before. */
  readonly doneBefore?: boolean;
  /** Whether agents escalate. */
  readonly escalates?: boolean;
}

const SETTINGS: RunSettings = { attempts: 2, deadline_min: 30, max_cycles: 2, approvals: [], budget: {} };

/** Routing by reason, triggers, bounded loops, work that may be given up. */
const DESK = readWorkflow({
  name: 'desk',
  description: 'build, and have it looked at',
  start: 'build',
  cycle: 'build',
  phases: {
    build: {
      agent: 'builder',
      writes: 'anything',
      gates: ['scope', 'green', 'handoff'],
      on: { complete: 'look', '@unsure': 'ask' },
      blocked: { test_failures: 'build', out_of_scope: 'look' },
      max_visits: 2,
      commit: 'feat',
    },
    look: {
      agent: 'reviewer',
      writes: 'nothing',
      gates: ['handoff'],
      on: { complete: 'end', '@fix': 'build', '@unsure': 'ask' },
      blocked: { unknown: 'build' },
      attempts: 1,
      exhausted: 'keep',
      commit: 'docs',
    },
  },
});

/** Triggers that a person approves, reviews that may be passed over, agents that are stuck and helped, findings. */
const HOUSE = readWorkflow({
  name: 'house',
  description: 'build, have it looked at, and be helped',
  start: 'build',
  orchestrator: 'boss',
  escalate: 'help',
  routing: { unknown: 'help' },
  phases: {
    build: {
      agent: 'builder',
      writes: 'anything',
      gates: ['handoff'],
      on: { '@look': { approval: true, then: '@review' }, '@review': 'review' },
      max_visits: 2,
      commit: 'feat',
    },
    review: {
      agent: 'reviewer',
      writes: 'nothing',
      gates: ['findings', 'handoff'],
      on: { '@fix': 'build', '@good': 'end' },
      max_visits: 2,
      otherwise: 'end',
      commit: 'docs',
    },
    help: {
      agent: 'boss',
      writes: 'nothing',
      with_approval: ['CLAUDE.md'],
      gates: ['scope'],
      on: { complete: 'back' },
      max_visits: 2,
      commit: 'docs',
    },
  },
});

/** Who is helped by a phase without gates, which may be stuck as well. */
const AID = readWorkflow({
  name: 'aid',
  description: 'work, and be helped',
  start: 'work',
  phases: {
    work: {
      agent: 'worker',
      writes: 'anything',
      gates: ['scope'],
      on: { complete: 'end' },
      blocked: { unknown: 'aid', out_of_scope: 'second' },
      approval: true,
      commit: 'feat',
    },
    aid: {
      agent: 'helper',
      writes: 'nothing',
      gates: [],
      on: { complete: 'back' },
      blocked: { unknown: 'second' },
      max_visits: 2,
      commit: 'docs',
    },
    second: { agent: 'other', writes: 'nothing', gates: [], on: { complete: 'back' }, max_visits: 2, commit: 'docs' },
  },
});

/** A list, and one phase that completes its items. */
const ERRAND = readWorkflow({
  name: 'errand',
  description: 'plan a list, and do what is on it',
  start: 'plan',
  cycle: 'plan',
  phases: {
    plan: {
      agent: 'planner',
      writes: 'test_list',
      gates: ['list'],
      on: { complete: 'do', done: 'end' },
      commit: 'plan',
    },
    do: { agent: 'doer', writes: 'anything', gates: ['scope'], on: { complete: 'plan' }, commit: 'feat', ticks: true },
  },
});

const NOTE = readWorkflow({
  name: 'note',
  description: 'one phase',
  start: 'note',
  phases: { note: { agent: 'a', writes: 'anything', gates: ['scope'], on: { complete: 'end' }, commit: 'docs' } },
});

export const SCENARIOS = {
  tdd: {
    name: 'tdd: a list of two tests, two attempts, two cycles',
    workflow: TDD,
    settings: SETTINGS,
    other: { max_cycles: 1 },
    items: 2,
    acts: 1,
    farthest: { commits: 6, cycle: 2 },
    services: false,
  },
  errand: {
    name: 'errand: a list that was done before, and people who say whether there is nothing to do',
    workflow: ERRAND,
    settings: { ...SETTINGS, attempts: 1 },
    items: 2,
    acts: 1,
    farthest: { commits: 5, cycle: 3 },
    services: false,
    doneBefore: true,
  },
  tddStrict: {
    name: 'tdd: one cycle, approvals of red and refactor, budgets of run and phase',
    workflow: TDD,
    settings: {
      ...SETTINGS,
      max_cycles: 1,
      approvals: ['red', 'refactor'],
      budget: { tokens: 3, phase: { tokens: 2 } },
    },
    items: 2,
    acts: 0,
    farthest: { commits: 0, cycle: 0 },
    services: false,
  },
  desk: {
    name: 'desk: routing by reason, triggers, bounded visits, approvals',
    workflow: DESK,
    settings: { ...SETTINGS, max_cycles: 1, approvals: ['look'] },
    other: { attempts: 1, max_cycles: 2, approvals: ['build'] },
    items: 0,
    acts: 1,
    farthest: { commits: 2, cycle: 2 },
    services: false,
  },
  house: {
    name: 'house: triggers a person approves, a review that may be passed over, escalations, findings',
    workflow: HOUSE,
    settings: { ...SETTINGS, attempts: 1 },
    items: 0,
    acts: 1,
    farthest: { commits: 2, cycle: 1 },
    services: false,
    escalates: true,
  },
  aid: {
    name: 'aid: agents that are stuck and helped, and helpers that are stuck, with an approval',
    workflow: AID,
    settings: { ...SETTINGS, attempts: 1 },
    items: 0,
    acts: 1,
    farthest: { commits: 3, cycle: 1 },
    services: false,
  },
  note: {
    name: 'note: one phase, failing services, changed settings, budgets of tokens and attempts',
    workflow: NOTE,
    settings: { ...SETTINGS, budget: { tokens: 2, attempts: 3 } },
    other: { attempts: 3, approvals: ['note'], max_cycles: 1 },
    items: 0,
    acts: 2,
    farthest: { commits: 3, cycle: 1 },
    services: true,
  },
} as const satisfies Record<string, Scenario>;
