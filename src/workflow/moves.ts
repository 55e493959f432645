import { EMPTY_LIST, nextItem, type TestList } from '../evidence/plan/test-list.ts';
import { withoutFound } from './findings.ts';
import { ownItems } from './list-changes.ts';
import { isIdle, nothingDone } from './list-progress.ts';
import type { Candidate, Knowledge, Need, Retelling, RunState, Spending } from './state.ts';
import { count } from './story/amounts.ts';
import { doubtsWith } from './suspicions.ts';
import { isTargetWord, lookup, phaseOf, targetOf } from './workflow.ts';
import type { Phase } from './workflow-schema.ts';

export const NOTHING_TOLD: Retelling = {
  reasons: [],
  trouble: undefined,
  hint: undefined,
  question: undefined,
  answer: undefined,
  repair: undefined,
};

export const NOTHING_KNOWN: Knowledge = {
  list: EMPTY_LIST,
  completedTests: [],
  ownItems: [],
  item: undefined,
  red: undefined,
  newTests: [],
  knownFailing: [],
  reportAt: 0,
  said: undefined,
  saidBefore: [],
  decisions: [],
  handoff: undefined,
  findings: [],
  criteria: [],
  passedOver: [],
  suspicions: [],
  unsabotaged: [],
};

export const NOTHING_SPENT: Spending = { tokens: 0, usd: 0, ms: 0 };

/** Goes where an outcome leads: to a phase, to the last proof, or to a person. What did nothing does not end unseen. */
export function proceed(state: RunState, target: string): RunState {
  const over = { ...state, isOver: true };
  if (target === 'end') return isIdle(over) ? asking(over, nothingDone(over)) : { ...over, stage: 'closing' };
  if (target === 'ask' || target === 'back')
    return asking(over, { kind: 'decision', reason: 'routing', about: 'What comes next?' });
  return enter(state, target, cycleOf(state, target));
}

/** Where the present phase leads once it is completed with a candidate, or given up without one. */
export function leadsTo(state: RunState, candidate: Candidate | undefined): string {
  const { workflow, phase, interrupted = 'ask' } = state;
  const over = candidate?.passesOver;
  if (over !== undefined) return phaseOf(workflow, over.phase).otherwise ?? 'ask';
  return goesBack(state, candidate) ? interrupted : targetOf(phaseOf(workflow, phase), outcomeOf(candidate));
}

/** Whether it leads back to the phase whose agent was blocked. */
export function goesBack({ workflow, phase }: RunState, candidate: Candidate | undefined): boolean {
  return candidate?.passesOver === undefined && targetOf(phaseOf(workflow, phase), outcomeOf(candidate)) === 'back';
}

/** The phase that an approval may pass over: the one the run would go to, if it says where else to go. */
export function passable(state: RunState): string | undefined {
  const target = leadsTo(state, state.candidate);
  const isPhase = state.candidate !== undefined && !isTargetWord(target);
  return isPhase && phaseOf(state.workflow, target).otherwise !== undefined ? target : undefined;
}

function outcomeOf(candidate: Candidate | undefined): string {
  return candidate?.outcome ?? 'complete';
}

/** The cycle of a phase that is entered now. The phase that begins cycles begins the next one when it is entered again. */
function cycleOf({ workflow, visits, cycle }: RunState, target: string): number {
  const isAgain = target === workflow.cycle && (lookup(visits, target) ?? 0) > 0;
  return isAgain ? cycle + 1 : Math.max(1, cycle);
}

/** Begins a phase, unless it has to be a person's matter. */
export function enter(before: RunState, name: string, cycle: number): RunState {
  const state = withoutFound(before);
  const phase = phaseOf(state.workflow, name);
  const isFresh = name === state.workflow.cycle;
  return limited({
    ...state,
    stage: 'ready',
    phase: name,
    interrupted: undefined,
    stuck: undefined,
    isOver: false,
    cycle,
    attempt: 1,
    spent: 0,
    allowed: phase.attempts ?? state.settings.attempts,
    visits: { ...state.visits, [name]: (lookup(state.visits, name) ?? 0) + 1 },
    waits: 0,
    retryAfterMs: undefined,
    unreadable: 0,
    phaseSpending: NOTHING_SPENT,
    budgets: { ...state.budgets, phase: 1 },
    candidate: undefined,
    told: NOTHING_TOLD,
    sentBack: isFresh ? 0 : state.sentBack,
    knowledge: isFresh ? { ...state.knowledge, item: undefined, red: undefined, newTests: [] } : state.knowledge,
  });
}

/** Too many cycles or visits are a person's matter. */
export function limited(state: RunState): RunState {
  const { cycle, phase: name, visits, allowedCycles } = state;
  const phase = phaseOf(state.workflow, name);
  if (cycle > allowedCycles && !isLastLook(state, phase)) {
    return asking(state, {
      kind: 'decision',
      reason: 'cycles',
      about: `${cycle - 1} ${cycle === 2 ? 'cycle is' : 'cycles are'} done.`,
    });
  }
  if (phase.max_visits !== undefined && (lookup(visits, name) ?? 0) > phase.max_visits) {
    return asking(state, { kind: 'decision', reason: 'visits', about: `${name} was visited too often.` });
  }
  return state;
}

/** Seeing that nothing is left on the list ends a run and is no cycle of its own. */
function isLastLook({ knowledge: { list } }: RunState, { gates, on }: Phase): boolean {
  return gates.includes('list') && on.done === 'end' && list.items.length > 0 && nextItem(list) === undefined;
}

/** An attempt is used up: the next one is told why, or what happens when there is none. */
export function refuse(before: RunState, told: Retelling): RunState {
  const state = { ...before, spent: before.spent + 1, told: withWords(told, before.told) };
  if (state.spent < state.allowed) return again(state, state.told);
  if (phaseOf(state.workflow, state.phase).exhausted === 'keep') return { ...state, stage: 'dropped' };
  const last = told.trouble ?? told.reasons.map(({ message }) => message).join(' ');
  const about = `${state.phase} of cycle ${state.cycle} did not pass in ${count(state.attempt, 'attempt')}. The last time: ${last}`;
  return asking(state, { kind: 'decision', reason: 'attempts', about });
}

export function again(state: RunState, told: Retelling): RunState {
  const words = withWords(told, state.told);
  return { ...withoutFound(state), stage: 'ready', attempt: state.attempt + 1, told: words, candidate: undefined };
}

/** What people said in a phase holds for all its sessions. */
function withWords(told: Retelling, { hint, question, answer }: Retelling): Retelling {
  return { ...told, hint: told.hint ?? hint, ...(told.answer === undefined ? { question, answer } : {}) };
}

export function asking(state: RunState, need: Need): RunState {
  return { ...state, stage: 'asking', need };
}

/** Without its open ask and whatever waited for it. */
export function unasked(state: RunState): RunState {
  return { ...withoutFound(state), ask: undefined, need: undefined, decision: undefined, candidate: undefined };
}

/** What is known once a phase is completed. Work that was given up taught nothing. */
export function learn(state: RunState): Knowledge {
  const phase = phaseOf(state.workflow, state.phase);
  const { candidate } = state;
  const { knowledge } = candidate === undefined ? withoutFound(state) : state;
  const list = candidate?.list ?? knowledge.list;
  const known: Knowledge = {
    ...knowledge,
    list,
    ownItems: ownItems(knowledge.ownItems, knowledge.list, list),
    item: candidate?.list === undefined ? knowledge.item : nextItem(list),
    red: candidate?.red ?? knowledge.red,
    newTests: candidate?.newTests ?? knowledge.newTests,
    reportAt: candidate?.reportAt ?? knowledge.reportAt,
    said: candidate === undefined ? undefined : saidIn(state.phase, phase.agent, candidate),
    saidBefore: heardBefore(state.phase, knowledge),
    decisions: [
      ...knowledge.decisions,
      ...(candidate?.decisions ?? []).map((one) => ({ ...one, phase: state.phase, agent: phase.agent })),
    ].slice(-MAX_DECISIONS),
    handoff: candidate?.raised ?? (goesBack(state, candidate) ? state.stuck?.handoff : undefined),
    passedOver:
      candidate?.passesOver === undefined ? knowledge.passedOver : [...knowledge.passedOver, candidate.passesOver],
    ...doubtsWith(state, candidate),
  };
  if (phase.ticks !== true || known.item === undefined) return known;
  const done = { ...known.item, done: true };
  return { ...known, list: withItem(list, done), completedTests: [...known.completedTests, done] };
}

function saidIn(phase: string, agent: string, { summary, context, files }: Candidate): Knowledge['said'] {
  const isSilent = summary === undefined && context === undefined && files.length === 0;
  return isSilent ? undefined : { phase, agent, text: summary, context, files };
}

const MAX_DECISIONS = 20;
const MAX_SAID = 4;

/** What was said in the phases before one that is completed now; of each phase only the last. */
function heardBefore(phase: string, { said, saidBefore }: Knowledge): Knowledge['saidBefore'] {
  const others = saidBefore.filter((one) => one.phase !== phase && one.phase !== said?.phase);
  return [...others, ...(said === undefined || said.phase === phase ? [] : [said])].slice(-MAX_SAID);
}

function withItem(list: TestList, item: TestList['items'][number]): TestList {
  return { ...list, items: list.items.map((one) => (one.id === item.id ? item : one)) };
}
