import { NO_OPTIONS } from '../../src/evidence/plan/list-item.ts';
import { isOpen, type TestList } from '../../src/evidence/plan/test-list.ts';
import { REFUSAL_CODES, type RefusalCode, reason } from '../../src/evidence/reasons.ts';
import type { Command } from '../../src/workflow/command.ts';
import { SESSION_ENDS } from '../../src/workflow/event-data.ts';
import type { RunState } from '../../src/workflow/state.ts';
import { phaseOf } from '../../src/workflow/workflow.ts';
import { gateName } from '../../src/workflow/workflow-schema.ts';
import {
  answer,
  commitAsPerson,
  completePhase,
  hash,
  NO_USAGE,
  openAsk,
  planned,
  proveBaseline,
  raisedBy,
  rollBack,
  startSession,
  type Tale,
} from './tale.ts';

/** A number below another: all that happens by chance comes from here. */
export type Chance = (below: number) => number;

/** What one session left and what was found on it, as the player itself saw it. */
interface Ledger {
  readonly session: string;
  readonly tree: string;
  readonly passed: Set<string>;
  readonly needsReview: boolean;
  approvedTree?: string;
}

export interface Played {
  /** How many commands were carried out. */
  readonly steps: number;
  /** Phases that were completed on what did not pass, or was not approved. Must be empty. */
  readonly wrong: readonly string[];
}

export interface Limits {
  readonly steps: number;
  /** How often people act: answer, commit, roll back, resume. */
  readonly acts: number;
}

/** A tiny engine without git: carries out what is due, and leaves to chance what comes of it. */
export function playByChance(told: Tale, chance: Chance, limits: Limits): Played {
  const wrong: string[] = [];
  let acts = limits.acts;
  let last: Ledger | undefined;
  let steps = 0;
  while (steps < limits.steps) {
    if (acts > 0 && chance(12) === 0) {
      acts--;
      interfere(told, chance);
    }
    const { due } = told;
    if (due === undefined) {
      if (acts === 0 || !wakes(told, chance, last)) break;
      acts--;
      continue;
    }
    steps++;
    if (due.kind === 'play') last = playOnce(told, chance, acts > 0);
    else if (due.kind === 'judge') judge(told, due.gates.map(gateName), chance, last);
    else if (due.kind === 'complete_phase') wrong.push(...complete(told, due.dropped, chance, last));
    else carryOut(told, due, chance);
  }
  return { steps, wrong };
}

/** What people do while nobody asked them. */
function interfere(told: Tale, chance: Chance): void {
  const { milestones, settings, phase } = told.state;
  const to = milestones[chance(Math.max(1, milestones.length))]?.commit;
  const other = { ...settings, attempts: 1 + chance(3), approvals: [phase] };
  const ways = [
    () => commitAsPerson(told),
    () => rollBack(told, to ?? hash(0)),
    () => told.tell('run.parked', { reason: 'interrupted' }),
    () => told.tell('run.resumed', chance(2) === 0 ? {} : { settings: other }),
    () => told.tell('ask.answered', { ask: 'ask-1', answer: { kind: 'approval', approved: true } }),
  ];
  ways[chance(ways.length)]?.();
}

/** What people do when a run rests; false where nothing can wake it. */
function wakes(told: Tale, chance: Chance, last: Ledger | undefined): boolean {
  const { state } = told;
  if (state.ended !== undefined || state.unknown !== undefined) return false;
  if (state.parked !== undefined) {
    told.tell('run.resumed', {});
    return true;
  }
  const { ask } = state;
  if (ask === undefined) return false;
  if (ask.kind === 'question') answer(told, { kind: 'question', text: 'Yes.' });
  if (ask.kind === 'decision') {
    const choice = (['retry', 'retry', 'skip', 'rollback', 'retry', 'abort'] as const)[chance(6)] ?? 'retry';
    answer(told, { kind: 'decision', choice, ...(chance(2) === 0 ? { hint: 'Smaller steps.' } : {}) });
  }
  if (ask.kind === 'approval') {
    const approved = chance(3) > 0;
    if (approved && last !== undefined && ask.tree !== undefined) last.approvedTree = ask.tree;
    answer(told, { kind: 'approval', approved, ...(chance(3) === 0 ? { skip: { reason: 'No time.' } } : {}) });
  }
  return true;
}

const ENDS = [...SESSION_ENDS, 'done', 'done', 'done', 'done', 'done', 'done'] as const;
const TRIGGERS = [
  '@fix',
  '@unsure',
  '@look',
  '@escalate',
  'done',
  'end',
  'toString',
  '@constructor',
  undefined,
  undefined,
];
const STATUSES = ['complete', 'complete', 'complete', 'complete', 'blocked', 'needs_review', undefined] as const;
const REASONS = ['unknown', 'missing_requirements', 'test_failures', 'constructor'];

/** A session; those that nobody needs to hear of end only while people are about, so that every play comes to an end. */
function playOnce(told: Tale, chance: Chance, peopleAct: boolean): Ledger {
  const session = startSession(told);
  const drawn = ENDS[chance(ENDS.length)] ?? 'done';
  const ended = !peopleAct && (drawn === 'lost' || drawn === 'interrupted') ? 'done' : drawn;
  // Trees may come again: two sessions can leave the same files.
  const tree = chance(4) === 0 ? 'tree-again' : `tree-of-${session}`;
  const status = STATUSES[chance(STATUSES.length)];
  const trigger = TRIGGERS[chance(TRIGGERS.length)];
  told.tell('session.ended', {
    session,
    ended,
    usage: { ...NO_USAGE, tokens: chance(50) },
    ...(ended === 'done' ? { candidate: tree } : {}),
    ...(status === undefined ? {} : { status }),
    ...(status === 'blocked' ? { blocked_reason: REASONS[chance(REASONS.length)] } : {}),
    ...(trigger === undefined ? {} : { trigger }),
    ...(chance(8) === 0 ? { unreadable: 'no JSON' } : {}),
    ...(chance(3) === 0 ? { learnt: ['something'] } : {}),
  });
  return { session, tree, passed: new Set(), needsReview: status === 'needs_review' };
}

const CODES = Object.keys(REFUSAL_CODES) as RefusalCode[];

function judge(told: Tale, gates: readonly string[], chance: Chance, last: Ledger | undefined): void {
  const { candidate } = told.state;
  if (candidate?.tree === undefined || last === undefined || chance(15) === 0) {
    told.tell('session.ended', { session: candidate?.session ?? '', ended: 'lost', usage: NO_USAGE });
    return;
  }
  for (const gate of gates) {
    if (chance(5) === 0) {
      const reasons = [reason(CODES[chance(CODES.length)] ?? 'timeout', 'It is so.')];
      told.tell('gate.refused', { gate, tree: last.tree, reasons });
      return;
    }
    const elsewhere = chance(10) === 0;
    if (elsewhere) told.tell('gate.passed', { gate, tree: 'another tree' });
    if (gate === 'handoff' && candidate.outcome.startsWith('@')) {
      told.tell('trigger.raised', { ...raisedBy(told), tree: last.tree });
    } else {
      told.tell('gate.passed', { gate, tree: last.tree, ...found(gate, told.state, chance) });
    }
    last.passed.add(gate);
  }
}

function found(gate: string, { knowledge }: RunState, chance: Chance): object {
  if (gate === 'list') return planned(moreItems(knowledge.list, chance));
  const test = `a.test.ts::${chance(1000)}`;
  if (gate === 'red') {
    return { report: 'report.json', new_tests: [test], red: { newTests: [test], masked: [], idle: [], redFiles: [] } };
  }
  return gate === 'scope' || gate === 'handoff' ? {} : { report: 'report.json' };
}

/** A list with more tests now and then, and always with some at first. */
function moreItems(list: TestList, chance: Chance): TestList {
  if (list.items.length > 0 && (list.items.some(isOpen) || chance(2) === 0)) return list;
  const ids = Array.from({ length: 1 + chance(3) }, (_, index) => list.highest + 1 + index);
  const items = ids.map((id) => ({ id: `T${id}`, description: `test ${id}`, done: false, ...NO_OPTIONS }));
  return { items: [...list.items, ...items], highest: list.highest + ids.length };
}

/** Completes the phase, now and then after trying another tree, and says what should not have been. */
function complete(told: Tale, dropped: boolean, chance: Chance, last: Ledger | undefined): string[] {
  const { state } = told;
  if (!dropped && chance(10) === 0) {
    told.tell('session.ended', { session: last?.session ?? '', ended: 'lost', usage: NO_USAGE });
    return [];
  }
  if (!dropped && chance(4) === 0) completePhase(told, { tree: 'another tree' });
  if (told.state.stage !== state.stage) return [`another tree was let through in ${state.phase}`];
  const before = told.state.milestones.length;
  completePhase(told, dropped || last === undefined ? {} : { tree: last.tree });
  const accepted = told.state.milestones.length > before;
  if (!accepted) return [`${state.phase} was not completed`];
  return dropped ? [] : faults(state, last);
}

/** What is missing on exactly the tree that was committed. */
function faults({ workflow, phase, settings }: RunState, last: Ledger | undefined): string[] {
  if (last === undefined) return [`${phase} was completed without a session`];
  const missing = phaseOf(workflow, phase)
    .gates.map(gateName)
    .filter((gate) => !last.passed.has(gate));
  const wanted = last.needsReview || settings.approvals.includes(phase);
  const unapproved = wanted && last.approvedTree !== last.tree;
  return [
    ...missing.map((gate) => `${phase} was completed without ${gate}`),
    ...(unapproved ? [`${phase} was completed without an approval of its tree`] : []),
  ];
}

function carryOut(told: Tale, due: Command, chance: Chance): void {
  switch (due.kind) {
    case 'prove_baseline':
      proveBaseline(told, chance(10) === 0 ? { refused: ['a.test.ts::old'] } : {});
      return;
    case 'recover_session':
      told.tell('session.ended', { session: told.state.candidate?.session ?? '', ended: 'lost', usage: NO_USAGE });
      return;
    case 'open_ask':
      openAsk(told);
      return;
    case 'roll_back':
      rollBack(told);
      return;
    case 'exceed_budget':
      told.tell('budget.exceeded', { what: due.what });
      return;
    case 'abort':
      told.tell('run.aborted', { reason: due.reason });
      return;
    case 'fail_run':
      told.tell('run.failed', { reason: due.reason });
      return;
    case 'close_run':
      if (chance(3) > 0) told.tell('run.completed', {});
      else told.tell('gate.refused', { gate: 'final', tree: told.state.base.tree, reasons: [] });
      return;
    default:
      throw new Error(`${due.kind} is carried out elsewhere.`);
  }
}
