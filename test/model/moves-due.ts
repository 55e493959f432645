import { NO_OPTIONS } from '../../src/evidence/plan/list-item.ts';
import { isOpen, type TestList } from '../../src/evidence/plan/test-list.ts';
import { type RefusalCode, reason } from '../../src/evidence/reasons.ts';
import type { Command } from '../../src/workflow/command.ts';
import type { EventData } from '../../src/workflow/event-data.ts';
import { lookup, phaseOf } from '../../src/workflow/workflow.ts';
import { gateName } from '../../src/workflow/workflow-schema.ts';
import { hash, NO_USAGE } from '../workflow/tale.ts';
import type { Mint, Move } from './move.ts';
import type { Place } from './moves.ts';

/** What the engine may append for the command that is due: one move for each way it can come out. */
export function dueMoves(place: Place, make: Mint): readonly Move[] {
  return place.commands.flatMap((command) => carriedOut(command, place, make));
}

function carriedOut(command: Command, place: Place, make: Mint): readonly Move[] {
  const { move } = make;
  switch (command.kind) {
    case 'prove_baseline':
      return baselines(place, make);
    case 'play':
      return play(place, make);
    case 'recover_session':
      return sessionEnds(place, make);
    case 'judge':
      return judge(command.gates.map(gateName), place, make);
    case 'complete_phase':
      return complete(command.dropped, place, make);
    case 'open_ask':
      return openAsk(command.need, place, make);
    case 'roll_back':
      return goBack(command, place, make);
    case 'close_run':
      return close(place, make);
    case 'exceed_budget':
      return [move('due', 'the budget is seen to be used up', 'budget.exceeded', { what: command.what })];
    case 'abort':
      return [move('due', 'the decision to abort is carried out', 'run.aborted', {})];
    case 'fail_run':
      return [move('due', 'the run fails on its baseline', 'run.failed', { reason: command.reason })];
  }
}

function baselines({ state, scenario }: Place, { move }: Mint): Move[] {
  const { tree } = state.base;
  const isStart = state.milestones.length === 0;
  const first = isStart && scenario.doneBefore === true ? { list: DONE_BEFORE } : {};
  const data = { tree, known_failing: [], ...first };
  const { list } = state.knowledge;
  const longer = list.items.length > 0 && list.items.length < scenario.items ? [withItem(list)] : [];
  return [
    move('due', 'the baseline is green', 'baseline.recorded', data),
    move('due', 'the baseline is red', 'baseline.recorded', { ...data, refused: ['old.test.ts::old'] }),
    ...longer.map((more) =>
      move('due', "the baseline is green, and a person's list is longer", 'baseline.recorded', { ...data, list: more }),
    ),
    ...(isStart ? [move('due', 'the tests cannot be run to an end', 'run.failed', { reason: 'incomplete' })] : []),
  ];
}

const DONE_BEFORE: TestList = {
  items: [{ id: 'T1', description: 'test 1', done: true, ...NO_OPTIONS }],
  highest: 1,
};

/** Baton may die between the two events: then the session is briefed again. */
function play({ book, state }: Place, { move }: Mint): Move[] {
  const id = `session-${book.names}`;
  const who = `${state.phase} (cycle ${state.cycle}, attempt ${state.attempt})`;
  return [
    move('due', `${who} is briefed, then Baton dies`, 'phase.started', { handoff: `handoff-${book.names}` }),
    move('due', `a session of ${who} starts`, 'session.started', { session: id }),
  ];
}

function sessionEnds({ state, book, scenario }: Place, { move }: Mint): Move[] {
  const session = state.candidate?.session ?? '';
  const { budget } = state.settings;
  const usage = { ...NO_USAGE, tokens: (budget.tokens ?? budget.phase?.tokens) === undefined ? 0 : 1 };
  const tree = `tree-${book.names}`;
  const end = (label: string, data: Partial<EventData<'session.ended'>>) =>
    move('due', label, 'session.ended', { session, ended: 'done', usage, ...data });
  const done = (label: string, data: Partial<EventData<'session.ended'>>) =>
    end(`the session is done${label}`, { candidate: tree, ...data });
  const { on, gates, blocked = {} } = phaseOf(state.workflow, state.phase);
  const routed = Object.keys(state.workflow.routing ?? {});
  const own = gates.includes('red') ? ['already_implemented'] : [];
  const reasons = [...new Set([...Object.keys(blocked), ...routed, ...own, 'missing_requirements', 'constructor'])];
  const named = Object.keys(on).filter((outcome) => outcome.startsWith('@'));
  const triggers = [...named, ...(scenario.escalates === true ? ['@escalate'] : []), '@nowhere', 'done'];
  return [
    end('Baton dies, and the session is lost', { ended: 'lost', usage: NO_USAGE }),
    end('the session is interrupted', { ended: 'interrupted' }),
    end('the agent cannot work here', { ended: 'unavailable' }),
    end('the program fails', { ended: 'failed' }),
    end('the session takes too long', { ended: 'timed_out' }),
    ...(scenario.services ? [end('the service fails', { ended: 'service', retry_after_ms: 10 })] : []),
    done('', {}),
    done(' and left no tree', { candidate: undefined }),
    done(' and changed nothing', { candidate: state.base.tree }),
    done(', and wants a review', { status: 'needs_review' }),
    done(', and its result cannot be read', { unreadable: 'no JSON' }),
    ...reasons.map((reason) => done(`: blocked, ${reason}`, { status: 'blocked', blocked_reason: reason })),
    ...triggers.map((trigger) => done(` and raises ${trigger}`, { trigger })),
  ];
}

function judge(gates: readonly string[], place: Place, { move }: Mint): Move[] {
  const { candidate } = place.state;
  const [gate] = gates;
  const lost = { session: candidate?.session ?? '', ended: 'lost' as const, usage: NO_USAGE };
  const gone = move('due', 'the candidate is not here', 'session.ended', lost);
  if (candidate?.tree === undefined || gate === undefined) return [gone];
  const { tree } = candidate;
  if (gate === 'handoff' && candidate.outcome.startsWith('@'))
    return [gone, ...handOn(candidate.outcome, place, { move })];
  if (gate === 'red' && candidate.saysImplemented) {
    const shown = { gate, tree, reasons: [reason('already_implemented', 'It passes.')] };
    return [
      gone,
      move('due', 'the test of the claim fails', 'gate.refused', { gate, tree, reasons: [] }),
      move('due', 'the test of the claim passes on the existing code', 'gate.refused', shown),
    ];
  }
  return [
    gone,
    ...(gate === 'findings' ? review(place, { move }) : []),
    move('due', `the gate ${gate} refuses`, 'gate.refused', { gate, tree, reasons: [] }),
    ...sentBack(gate, place, { move }),
    ...findings(gate, place).map(([how, found]) =>
      move('due', `the gate ${gate} passes${how}`, 'gate.passed', { gate, tree, ...found }),
    ),
  ];
}

/** The gate refuses for something that an earlier phase has to repair. */
function sentBack(gate: string, { state }: Place, { move }: Pick<Mint, 'move'>): Move[] {
  const [code] = Object.keys(phaseOf(state.workflow, state.phase).returns ?? {}) as RefusalCode[];
  if (gate === 'scope' || code === undefined) return [];
  const data = { gate, tree: state.candidate?.tree ?? '', reasons: [reason(code, 'It is too weak.')] };
  return [move('due', `the gate ${gate} refuses for an earlier phase`, 'gate.refused', data)];
}

/** The gate lets a trigger through that the phase has, and refuses all others. */
function handOn(trigger: string, { state }: Place, { move }: Pick<Mint, 'move'>): Move[] {
  const tree = state.candidate?.tree ?? '';
  const refused = move('due', 'the gate handoff refuses', 'gate.refused', { gate: 'handoff', tree, reasons: [] });
  const isLegal = trigger === '@escalate' || lookup(phaseOf(state.workflow, state.phase).on, trigger) !== undefined;
  if (!isLegal) return [refused];
  const raised = { ...HANDOFF, tree, trigger };
  return [refused, move('due', `${trigger} is let through`, 'trigger.raised', raised)];
}

export const HANDOFF = {
  gate: 'handoff' as const,
  source: 'a',
  target: 'b',
  to: 'somewhere',
  context: {},
  filled: [],
  digest: '',
};

/** A review opens its finding, or closes it. */
function review({ state }: Place, { move }: Pick<Mint, 'move'>): Move[] {
  const isOpenNow = state.knowledge.findings.some(({ status }) => status === 'open');
  return [
    isOpenNow
      ? move('due', 'the finding is closed', 'finding.closed', { sec_id: FINDING.sec_id, reason: 'verified' })
      : move('due', 'something is found', 'finding.opened', { finding: FINDING, criteria: ['it is gone'] }),
  ];
}

export const FINDING = {
  sec_id: 'SEC-1',
  severity: 'HIGH' as const,
  category: 'a',
  description: 'b',
  location: 'c',
  recommendation: 'd',
};

type Finding = readonly [how: string, found: Partial<EventData<'gate.passed'>>];

/** What the gate `list` may find in a list of so many items: it stays, grows, or nothing on it is open. */
function findings(gate: string, { state, scenario }: Place): readonly Finding[] {
  const { with_approval: guarded } = phaseOf(state.workflow, state.phase);
  if (gate === 'scope' && guarded !== undefined) {
    return [
      ['', {}],
      [' and something protected was changed', { needs_approval: guarded }],
    ];
  }
  if (gate !== 'list') return [['', {}]];
  const { list } = state.knowledge;
  const found: Finding[] = [];
  if (list.items.some(isOpen)) found.push([' on the same list', { list }]);
  if (list.items.length < scenario.items) found.push([' on a longer list', { list: withItem(list) }]);
  const kept = { ...list, items: list.items.filter((item) => !isOpen(item)) };
  if (list.items.length > 0) found.push([' on a list that is done', { list: kept, outcome: 'done' }]);
  return found;
}

function withItem(list: TestList): TestList {
  const highest = list.items.length + 1;
  const item = { id: `T${highest}`, description: `test ${highest}`, done: false, ...NO_OPTIONS };
  return { items: [...list.items, item], highest };
}

function complete(dropped: boolean, { state, book }: Place, { move }: Mint): Move[] {
  const { candidate, workflow, phase, base } = state;
  const common = { commit: hash(book.names), workflow: workflow.name, next_phase: 'complete' };
  const tree = dropped ? `${base.tree}+` : (candidate?.tree ?? '');
  const data = { ...common, tree, ...(dropped ? { dropped } : {}) };
  const completed = move('due', dropped ? `${phase} is given up` : `${phase} is completed`, 'phase.completed', data);
  if (dropped) return [completed];
  const lost = { session: candidate?.session ?? '', ended: 'lost' as const, usage: NO_USAGE };
  return [completed, move('due', 'the candidate is not here', 'session.ended', lost)];
}

function openAsk({ kind, reason, about }: NonNullable<Place['state']['need']>, place: Place, { move }: Mint): Move[] {
  const { book, state } = place;
  const tree = state.candidate?.tree;
  const data = { ask: `ask-${book.names}`, kind, reason, about, ...(tree === undefined ? {} : { tree }) };
  return [move('due', `a person is asked: ${kind}, ${reason}`, 'ask.opened', data)];
}

function goBack(command: Command & { kind: 'roll_back' }, { state, book }: Place, { move }: Mint): Move[] {
  const { to, skip } = command;
  const { item, list } = state.knowledge;
  const then = state.milestones.findLast(({ commit }) => commit === to);
  const commit = hash(book.names);
  if (!skip) return [move('due', 'the run goes back', 'phase.rolled_back', { to, commit, tree: then?.tree ?? '' })];
  const items = list.items.map((one) => (one.id === item?.id ? { ...one, skipped: 'a person said so' } : one));
  const skipped = { to, commit, tree: `tree-${book.names}`, list: { ...list, items } };
  return [move('due', `${item?.id ?? 'nothing'} is skipped`, 'phase.rolled_back', skipped)];
}

function close({ state }: Place, { move }: Mint): Move[] {
  const { tree } = state.base;
  return [
    move('due', 'the last proof is green', 'run.completed', {}),
    move('due', 'the last proof is not green', 'gate.refused', { gate: 'final', tree, reasons: [] }),
  ];
}
