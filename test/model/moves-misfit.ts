import type { EventData } from '../../src/workflow/event-data.ts';
import { gateName } from '../../src/workflow/workflow-schema.ts';
import { hash, NO_USAGE } from '../workflow/tale.ts';
import type { Mint, Move } from './move.ts';
import type { Place } from './moves.ts';
import { FINDING, HANDOFF } from './moves-due.ts';

/** Events that come late, twice, out of place or about something else. None of them may move a run. */
export function misfits(place: Place, make: Mint): readonly Move[] {
  return [
    ...lateResults(place, make),
    ...idleHandoffs(place, make),
    ...lateAnswers(place, make),
    ...outOfPlace(place, make),
    ...notices(make),
  ];
}

/** Results of a session that is over, or of one that never was, and verdicts on what is not judged now. */
function lateResults({ state, book }: Place, { move }: Mint): Move[] {
  const { session = 'session-of-nobody', tree = 'tree-of-nobody' } = book.late;
  const end = { session, ended: 'done' as const, candidate: tree, usage: NO_USAGE };
  const trees = new Set([tree, 'tree-of-nobody', state.base.tree, state.candidate?.tree ?? tree]);
  return [
    move('misfit', 'an earlier session ends late', 'session.ended', end),
    move('misfit', 'an earlier session is lost late', 'session.ended', { ...end, ended: 'lost' }),
    ...[...trees].flatMap((one) => lateVerdicts(one, { state, book }, move)),
  ];
}

/** Verdicts on files, but for those that are just what the run waits for: equal files get equal verdicts. */
function lateVerdicts(tree: string, { state, book }: Pick<Place, 'state' | 'book'>, move: Mint['move']): Move[] {
  const { stage, base, candidate, workflow, phase } = state;
  const verdict = { gate: gateName(workflow.phases[phase]?.gates[0] ?? 'scope'), tree };
  const isJudged = stage === 'judging' && tree === candidate?.tree;
  const isProved = stage === 'closing' && tree === base.tree;
  const isSettled = stage === 'settled' && tree === candidate?.tree;
  const completed = { commit: hash(book.names), tree, workflow: workflow.name, next_phase: 'complete' };
  const refused = { ...verdict, reasons: [] };
  return [
    ...(isJudged ? [] : [move('misfit', 'a gate passes other work', 'gate.passed', verdict)]),
    ...(isJudged && book.session?.implemented === true
      ? [move('misfit', 'red passes a test that is said to pass', 'gate.passed', { gate: 'red', tree })]
      : []),
    ...(isJudged || isProved ? [] : [move('misfit', 'a gate refuses other work', 'gate.refused', refused)]),
    ...(isSettled ? [] : [move('misfit', 'other work is completed', 'phase.completed', completed)]),
  ];
}

/** Triggers that nobody raised, or not on this work; a trigger that another event lets through; findings out of place. */
function idleHandoffs({ state }: Place, { move }: Mint): Move[] {
  const { stage, candidate } = state;
  const isJudged = stage === 'judging';
  const tree = candidate?.tree ?? 'tree-of-nobody';
  const isClaimed = candidate?.outcome.startsWith('@') === true;
  const isOpen = state.knowledge.findings.some(({ status }) => status === 'open');
  const finding = { finding: FINDING, criteria: [] };
  const closed = { sec_id: FINDING.sec_id, reason: 'so' };
  const raised = { ...HANDOFF, tree, trigger: candidate?.outcome ?? '@escalate' };
  return [
    move('misfit', 'a trigger nobody claimed is let through', 'trigger.raised', { ...raised, trigger: '@unclaimed' }),
    move('misfit', 'a trigger on other work is let through', 'trigger.raised', { ...raised, tree: 'tree-of-nobody-2' }),
    ...(isJudged && isClaimed
      ? [move('misfit', 'a trigger passes like any gate', 'gate.passed', { gate: 'handoff', tree })]
      : [move('misfit', 'a trigger is let through out of place', 'trigger.raised', raised)]),
    ...(isJudged && !isOpen ? [] : [move('misfit', 'something is found out of place', 'finding.opened', finding)]),
    ...(isJudged && isOpen ? [] : [move('misfit', 'a finding is closed out of place', 'finding.closed', closed)]),
  ];
}

type Answer = EventData<'ask.answered'>['answer'];

const ANSWERS: readonly Answer[] = [
  { kind: 'approval', approved: true },
  { kind: 'question', text: 'Yes.' },
  { kind: 'decision', choice: 'retry' },
  { kind: 'decision', choice: 'abort' },
];

/** Second answers, answers to what has changed meanwhile, and answers of another kind than the open ask wants. */
function lateAnswers({ state, book }: Place, { move }: Mint): Move[] {
  const { ask: late = 'ask-of-nobody' } = book.late;
  const open = state.ask;
  const say = (label: string, ask: string, answer: Answer) =>
    move('misfit', `${label} (${answer.kind})`, 'ask.answered', { ask, answer });
  return [
    ...ANSWERS.map((answer) => say('an ask that is over is answered', late, answer)),
    ...ANSWERS.filter(({ kind }) => open !== undefined && kind !== open.kind).map((answer) =>
      say('the ask is answered by what it does not ask', open?.id ?? '', answer),
    ),
    ...(open?.kind === 'decision' && state.knowledge.item === undefined
      ? [say('a person skips nothing', open.id, { kind: 'decision', choice: 'skip' })]
      : []),
  ];
}

/** What some other stage waits for. */
function outOfPlace({ state, book }: Place, { move }: Mint): Move[] {
  const { stage, base, candidate, milestones } = state;
  const session = candidate?.session ?? 'session-of-nobody';
  const baseline = { tree: stage === 'baseline' ? 'tree-of-nobody' : base.tree, known_failing: [] };
  const ask = { ask: `ask-${book.names}`, about: 'something' };
  const back = { commit: hash(book.names), tree: 'tree-of-nobody' };
  const to = milestones.at(-1)?.commit ?? hash(0);
  const moves = [
    move('misfit', 'a baseline comes out of place', 'baseline.recorded', baseline),
    move('misfit', 'the run goes back to a commit nobody accepted', 'phase.rolled_back', {
      to: 'f'.repeat(40),
      ...back,
    }),
    move('misfit', 'the run goes back to other files', 'phase.rolled_back', { to, ...back }),
    ...(['approval', 'question', 'decision'] as const)
      .filter((kind) => stage !== 'asking' || kind !== state.need?.kind)
      .map((kind) => move('misfit', `an ask nobody needs is opened (${kind})`, 'ask.opened', { ...ask, kind })),
  ];
  const mine = { ...ask, kind: 'approval' as const, tree: 'tree-of-nobody' };
  if (state.need?.kind === 'approval') moves.push(move('misfit', 'other work is shown', 'ask.opened', mine));
  if (stage !== 'ready') {
    moves.push(move('misfit', 'a session is briefed twice', 'phase.started', { handoff: 'handoff-again' }));
    moves.push(move('misfit', 'a second session starts', 'session.started', { session: 'session-again' }));
    moves.push(move('misfit', 'the budget is exceeded out of place', 'budget.exceeded', { what: 'all' }));
  }
  if (stage !== 'playing') {
    const end = { session, ended: 'done' as const, candidate: 'tree-again', usage: { ...NO_USAGE, tokens: 1 } };
    moves.push(move('misfit', 'a session ends twice', 'session.ended', end));
  }
  if (stage !== 'closing') moves.push(move('misfit', 'the run is completed out of place', 'run.completed', {}));
  return moves;
}

/** What is recorded for people and decides nothing. */
function notices({ strange }: Mint): Move[] {
  return ['handoff.expired', 'suspicion.raised', 'redaction.made'].map((type) =>
    strange('misfit', `${type} is noted`, { type }),
  );
}
