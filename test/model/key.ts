import { hash } from 'node:crypto';
import type { TestList } from '../../src/evidence/plan/test-list.ts';
import type { Knowledge, Milestone, RunState } from '../../src/workflow/state.ts';
import { lookup, phaseOf } from '../../src/workflow/workflow.ts';
import { gateName } from '../../src/workflow/workflow-schema.ts';
import type { Book } from './book.ts';
import type { Scenario } from './scenarios.ts';

/**
 * A text that is the same for two states that no later event tells apart. Left out is what nothing is decided by: counts
 * of events, words, reports, memories of tests. Names are replaced by the order in which they come, allowances by what is
 * left of them, cycles by how far back they are; accepted commits count only while people may still go back to them.
 */
export function keyOf(state: RunState, book: Book, scenario: Scenario): string {
  if (state.ended !== undefined) return `ended ${state.ended}`;
  if (state.unknown !== undefined) return 'unknown';
  const name = namer();
  const goesBack = state.decision !== undefined || canGoBack(state, book, scenario);
  const told = JSON.stringify([
    state.stage,
    state.parked !== undefined,
    state.phase,
    state.isOver,
    state.allowed - state.spent,
    state.allowedCycles - state.cycle,
    state.waits,
    state.unreadable,
    budgetsLeft(state),
    [state.settings.attempts, state.settings.max_cycles, state.settings.approvals],
    visitsOf(state.visits, state),
    name(state.base.tree),
    state.base.commit === state.milestones.at(-1)?.commit,
    candidateOf(state, book, name),
    state.need?.kind,
    state.need?.reason,
    state.ask === undefined ? 0 : [state.ask.id === book.ask?.id, state.ask.kind, name(state.ask.tree)],
    [state.decision?.choice, state.decision?.sentBack !== undefined, state.sentBack],
    state.refusedBaseline.length > 0,
    state.interrupted,
    findingsOf(state.knowledge),
    listOf(state.knowledge.list),
    state.knowledge.item?.id,
    state.knowledge.completedTests.length > 0,
    state.confirmed?.commit === state.base.commit,
    goesBack ? [book.acts, ...placesBack(state).keys()] : lastOf(state),
    bookOf(book, state, name),
  ]);
  // Short, since there are many.
  return hash('sha1', told, 'base64');
}

function budgetsLeft({ settings: { budget }, budgets, spending, phaseSpending, attemptsMade }: RunState): number[] {
  const left = (limit: number | undefined, times: number, used: number) =>
    limit === undefined ? 0 : limit * times - used;
  return [
    left(budget.tokens, budgets.run, spending.tokens),
    left(budget.phase?.tokens, budgets.phase, phaseSpending.tokens),
    left(budget.attempts, budgets.attempts, attemptsMade),
  ];
}

/** Whether people may still do what needs the accepted commits. */
export function canGoBack({ milestones, cycle }: RunState, { acts }: Book, { farthest }: Scenario): boolean {
  return acts > 0 && milestones.length <= farthest.commits && cycle <= farthest.cycle;
}

type Namer = (id: string | undefined) => number;

function namer(): Namer {
  const names = new Map<string | undefined, number>([[undefined, 0]]);
  return (id) => {
    const known = names.get(id);
    if (known === undefined) names.set(id, names.size);
    return known ?? names.size - 1;
  };
}

/** Of a phase with a bound the count matters; of others only whether they were entered. */
function visitsOf(visits: RunState['visits'], { workflow }: RunState): number[] {
  return Object.entries(workflow.phases).map(([phase, { max_visits: most }]) =>
    Math.min(lookup(visits, phase) ?? 0, most === undefined ? 1 : most + 1),
  );
}

function candidateOf({ candidate, workflow, phase }: RunState, book: Book, name: Namer): unknown {
  if (candidate === undefined) return 0;
  const {
    session,
    tree,
    passed,
    outcome,
    needsReview,
    saysImplemented,
    approved,
    list,
    raised,
    needsApproval,
    passesOver,
  } = candidate;
  const gates = phaseOf(workflow, phase).gates.map((gate) => passed.includes(gateName(gate)));
  return [
    session === book.session?.id,
    name(tree),
    gates,
    outcome,
    [needsReview, saysImplemented],
    approved,
    [raised?.trigger, needsApproval.length > 0, passesOver?.phase],
    list === undefined ? 0 : listOf(list),
  ];
}

function listOf({ items }: TestList): string[] {
  return items.map(({ id, done, skipped }) => `${id}${done ? 'x' : ''}${skipped === undefined ? '' : 's'}`);
}

function findingsOf({ findings }: Knowledge): string[] {
  return findings.map(({ sec_id: id, status }) => `${id} ${status}`);
}

/** Accepted commits by what going back to them comes to; of those that come to the same, the last. */
export function placesBack(state: RunState): ReadonlyMap<string, Milestone> {
  const places = new Map<string, Milestone>();
  for (const milestone of state.milestones) {
    const place = placeOf(milestone, state);
    places.delete(place);
    places.set(place, milestone);
  }
  return places;
}

function placeOf(milestone: Milestone, now: RunState): string {
  const { cycle, visits, knowledge } = milestone;
  const shown = knowledge.completedTests.length > 0;
  const known = [shown, knowledge.item?.id, ...listOf(knowledge.list), ...findingsOf(knowledge)];
  return [...followed(milestone), cycle - now.cycle, visitsOf(visits, now), known].join(' ');
}

/** What matters of the last accepted commit where nobody goes back any more. */
function lastOf(state: RunState): unknown {
  const last = state.milestones.at(-1);
  return last === undefined ? 0 : [...followed(last), ...findingsOf(last.knowledge)];
}

function followed({ phase, next }: Milestone): unknown[] {
  return [phase, next];
}

/** What is late is left out: whatever it is called, it is not what is under way. */
function bookOf(book: Book, { candidate, cycle }: RunState, name: Namer): unknown {
  const { session, ask, decision, left, unreadable, waits, cycles, isOver } = book;
  return [
    session === undefined ? 0 : [{ ...session, id: session.id === candidate?.session, tree: name(session.tree) }],
    ask === undefined ? 0 : [ask.kind, name(ask.tree), ask.reason],
    [
      decision,
      book.sentBack,
      left,
      unreadable,
      waits,
      cycles - cycle,
      isOver,
      book.interrupted,
      book.hasShown,
      book.isConfirmed,
    ],
    [book.tokens, book.phaseTokens, book.attempts],
  ];
}
