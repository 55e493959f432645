import { readTestList, type TestList } from '../../src/evidence/plan/test-list.ts';
import { type RefusalCode, reason } from '../../src/evidence/reasons.ts';
import { type Command, next } from '../../src/workflow/command.ts';
import type { JournalEvent } from '../../src/workflow/event.ts';
import { type EventData, RULES, type RunEventType, type RunSettings } from '../../src/workflow/event-data.ts';
import { apply, fold } from '../../src/workflow/machine.ts';
import type { RunState } from '../../src/workflow/state.ts';
import { lookup, phaseOf, targetOf } from '../../src/workflow/workflow.ts';
import { gateName, type Workflow } from '../../src/workflow/workflow-schema.ts';
import { TDD } from './built-in.ts';

/** A run told event by event, as an engine would record it. */
export interface Tale {
  readonly state: RunState;
  /** The one thing that is due, or what keeps anything from being due. */
  readonly due: Command | undefined;
  readonly events: readonly JournalEvent[];
  tell<Type extends RunEventType>(type: Type, data: EventData<Type>): Tale;
  /** An event of any kind. */
  record(event: Partial<JournalEvent>): Tale;
  /** A number that was not given before. */
  count(): number;
}

export interface Start {
  readonly workflow?: Workflow;
  readonly settings?: Partial<RunSettings>;
  readonly request?: string;
  /** Default: the present ones. */
  readonly rules?: number;
}

export const SETTINGS: RunSettings = { attempts: 4, deadline_min: 30, max_cycles: 50, approvals: [], budget: {} };

/** A run that has just been started: its baseline is due. */
export function startTale({ workflow = TDD, settings = {}, request = 'A stack', rules = RULES }: Start = {}): Tale {
  const base = { commit: hash(0), tree: 'tree-0' };
  const data = { workflow, request, branch: 'baton/r1', base, settings: { ...SETTINGS, ...settings }, rules };
  return tale([envelope(1, { type: 'run.started', data })]);
}

/** A tale that goes on from recorded events. */
export function tale(given: readonly JournalEvent[]): Tale {
  const events = [...given];
  let state = fold(events);
  let counted = events.length;
  const told: Tale = {
    get state() {
      return state;
    },
    get due() {
      return next(state)[0];
    },
    get events() {
      return events;
    },
    tell: (type, data) => told.record({ type, data }),
    record(event) {
      events.push(envelope(events.length + 1, event));
      state = apply(state, events.at(-1) as JournalEvent);
      return told;
    },
    count: () => ++counted,
  };
  return told;
}

function envelope(seq: number, event: Partial<JournalEvent>): JournalEvent {
  return {
    v: 1,
    seq,
    type: 'run.resumed',
    at: '2026-01-31T12:00:00.000Z',
    run: 'r1',
    actor: 'baton',
    data: {},
    ...event,
  };
}

/** A commit id. */
export function hash(number: number): string {
  return number.toString(16).padStart(40, '0');
}

/** The list of a plan: `x done`, `(skipped: why)` as in the file. */
export function listOf(lines: readonly string[], known?: TestList): TestList {
  const text = lines.map((line) => (line.startsWith('x ') ? `- [x] ${line.slice(2)}` : `- [ ] ${line}`)).join('\n');
  return readTestList(text, known).list as TestList;
}

export const NO_USAGE = { tokens: 0, usd: 0, ms: 0 };

export function proveBaseline(told: Tale, more: Partial<EventData<'baseline.recorded'>> = {}): Tale {
  return told.tell('baseline.recorded', { tree: told.state.base.tree, known_failing: [], ...more });
}

export function startSession(told: Tale): string {
  const session = `session-${told.count()}`;
  told.tell('phase.started', { handoff: `handoff-${session}` }).tell('session.started', { session });
  return session;
}

/** One session from its start to its end; unless told otherwise it leaves a tree of its own. */
export function playSession(told: Tale, more: Partial<EventData<'session.ended'>> = {}): Tale {
  const session = startSession(told);
  const left = (more.ended ?? 'done') === 'done' ? { candidate: `tree-of-${session}` } : {};
  return told.tell('session.ended', { session, ended: 'done', ...left, usage: NO_USAGE, ...more });
}

/** Lets gates pass on the candidate: all that are due, or those named. */
export function passGates(told: Tale, facts: Partial<EventData<'gate.passed'>> = {}, only?: readonly string[]): Tale {
  const { due } = told;
  const gates = due?.kind === 'judge' ? due.gates.map(gateName) : [];
  const tree = told.state.candidate?.tree ?? '';
  for (const gate of gates.filter((one) => only?.includes(one) ?? true)) {
    const { candidate } = told.state;
    if (gate === 'handoff' && candidate?.outcome.startsWith('@') === true) {
      told.tell('trigger.raised', raisedBy(told));
      continue;
    }
    told.tell('gate.passed', { gate, tree, ...(facts.list === undefined ? factsOf(gate, told) : {}), ...facts });
  }
  return told;
}

/** What the gate `handoff` records of the trigger that the candidate claims. */
export function raisedBy(
  { state }: Tale,
  context: Readonly<Record<string, unknown>> = {},
): EventData<'trigger.raised'> {
  const { workflow, phase: name, candidate } = state;
  const phase = phaseOf(workflow, name);
  const trigger = candidate?.outcome ?? '';
  const to = trigger === '@escalate' ? (workflow.escalate ?? 'ask') : targetOf(phase, trigger);
  const target = lookup(workflow.phases, to)?.agent ?? workflow.orchestrator ?? 'user';
  const tree = candidate?.tree ?? '';
  return {
    gate: 'handoff',
    tree,
    trigger,
    source: phase.agent,
    target,
    to,
    context: { ...context },
    filled: [],
    digest: '',
  };
}

/** What a gate would have found. A plan that says nothing of its list finds that of `LIST`, or the known one. */
function factsOf(gate: string, { state, count }: Tale): Partial<EventData<'gate.passed'>> {
  if (gate === 'scope' || gate === 'handoff') return {};
  if (gate === 'list') return planned(state.knowledge.list.items.length === 0 ? LIST : state.knowledge.list);
  const test = `stack.test.ts::test ${count()}`;
  const red = { newTests: [test], masked: [], idle: [], redFiles: ['stack.test.ts'] };
  if (gate === 'red') return { report: 'report.json', new_tests: [test], red };
  return { report: 'report.json', new_tests: [...state.knowledge.newTests] };
}

export const LIST = listOf(['push one element', 'pop it again']);

/** What the gate `list` finds in a list. */
export function planned(list: TestList): Partial<EventData<'gate.passed'>> {
  const isDone = list.items.every(({ done, skipped }) => done || skipped !== undefined);
  return { list, ...(isDone ? { outcome: 'done' } : {}) };
}

export function refuseGate(told: Tale, ...codes: readonly RefusalCode[]): Tale {
  const { due, state } = told;
  const gate = due?.kind === 'judge' ? gateName(due.gates[0] ?? 'scope') : 'final';
  const tree = state.candidate?.tree ?? state.base.tree;
  const reasons = codes.map((code) => reason(code, `It is ${code}.`, { paths: ['stack.ts'] }));
  return told.tell('gate.refused', { gate, tree, reasons });
}

/** A whole attempt that is refused. */
export function refusedAttempt(told: Tale, ...codes: readonly RefusalCode[]): Tale {
  playSession(told);
  return refuseGate(told, ...codes);
}

/** Makes the phase commit that is due. */
export function completePhase(told: Tale, more: Partial<EventData<'phase.completed'>> = {}): Tale {
  const { state, due } = told;
  const dropped = due?.kind === 'complete_phase' && due.dropped;
  const tree = dropped ? `${state.base.tree}+tick` : state.candidate?.tree;
  const common = { commit: hash(told.count()), workflow: state.workflow.name, next_phase: 'complete' };
  const left = { ...(tree === undefined ? {} : { tree }), ...(dropped ? { dropped } : {}) };
  return told.tell('phase.completed', { ...common, ...left, ...more });
}

/** A phase that goes well the first time. */
export function playPhase(told: Tale, facts: Partial<EventData<'gate.passed'>> = {}): Tale {
  playSession(told, { summary: `${told.state.phase} is done` });
  passGates(told, facts);
  return completePhase(told);
}

/** Goes well until a phase of a cycle is due. */
export function playUntil(told: Tale, phase: string, cycle = told.state.cycle): Tale {
  if (told.due?.kind === 'prove_baseline') proveBaseline(told);
  while (told.due?.kind === 'play' && (told.state.phase !== phase || told.state.cycle < cycle)) playPhase(told);
  return told;
}

/** Opens the ask that is due and gives its id. */
export function openAsk(told: Tale): string {
  const { due, state } = told;
  if (due?.kind !== 'open_ask') throw new Error(`No ask is due but ${due?.kind ?? 'nothing'}.`);
  const ask = `ask-${told.count()}`;
  const { kind, reason: why, about } = due.need;
  const tree = state.candidate?.tree;
  told.tell('ask.opened', { ask, kind, reason: why, about, ...(tree === undefined ? {} : { tree }) });
  return ask;
}

type Answer = EventData<'ask.answered'>['answer'];

/** Opens the ask that is due, if none is open, and answers it. */
export function answer(told: Tale, given: Answer): Tale {
  const ask = told.state.ask?.id ?? openAsk(told);
  return told.tell('ask.answered', { ask, answer: given });
}

export function decide(told: Tale, choice: 'retry' | 'skip' | 'rollback' | 'abort', hint?: string): Tale {
  return answer(told, { kind: 'decision', choice, ...(hint === undefined ? {} : { hint }) });
}

/** Goes back as it is due, or to a commit, and gives the commit that was put on top. */
export function rollBack(told: Tale, to?: string): string {
  const { due, state } = told;
  const target = to ?? (due?.kind === 'roll_back' ? due.to : '');
  const then = state.milestones.findLast(({ commit }) => commit === target);
  const skips = to === undefined && due?.kind === 'roll_back' && due.skip;
  const { item, list } = state.knowledge;
  const items = list.items.map((one) => (one.id === item?.id ? { ...one, skipped: 'a person said so' } : one));
  const commit = hash(told.count());
  const tree = skips ? `${then?.tree}+skip` : (then?.tree ?? 'no tree');
  told.tell('phase.rolled_back', { to: target, commit, tree, ...(skips ? { list: { ...list, items } } : {}) });
  return commit;
}

export function commitAsPerson(told: Tale): string {
  const commit = hash(told.count());
  told.tell('person.committed', { commit, tree: `tree-of-person-${commit.slice(-3)}` });
  return commit;
}
