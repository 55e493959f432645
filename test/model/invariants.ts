import { isOpen } from '../../src/evidence/plan/test-list.ts';
import type { Command } from '../../src/workflow/command.ts';
import type { EventData } from '../../src/workflow/event-data.ts';
import type { RunState } from '../../src/workflow/state.ts';
import { lookup, phaseOf, wayOf } from '../../src/workflow/workflow.ts';
import { gateName } from '../../src/workflow/workflow-schema.ts';
import { type Book, isIdle, nextAfter } from './book.ts';
import { isEqual } from './equality.ts';
import type { Move } from './move.ts';

/** One step of the machine, with the referee's book before and after it. */
export interface Passage {
  readonly before: RunState;
  readonly move: Move;
  readonly after: RunState;
  readonly commands: readonly Command[];
  readonly book: Book;
  readonly bookAfter: Book;
}

/** What must hold of every step. Each says the rule by its name and looks at one step alone. */
export const INVARIANTS: Readonly<Record<string, (passage: Passage) => boolean>> = {
  'no phase completes but on the tree that passed all its gates': ({ before, after, move, book }) => {
    if (!isCompletion(before, after, move) || isDropped(move)) return true;
    const { gates } = phaseOf(before.workflow, before.phase);
    const { session } = book;
    if (session?.tree === undefined || session.tree !== move.event.data.tree) return false;
    const isRaised =
      !session.outcome.startsWith('@') || session.over !== undefined || session.raised === session.outcome;
    return isRaised && gates.every((gate) => session.gates.includes(gateName(gate)));
  },
  'no phase completes because its agent says that it was done already': ({ before, after, move, book }) =>
    !isCompletion(before, after, move) || isDropped(move) || book.session?.implemented !== true,
  'no phase completes without the approval it needs': ({ before, after, move, book }) => {
    if (!isCompletion(before, after, move) || isDropped(move)) return true;
    const { session } = book;
    const phase = phaseOf(before.workflow, before.phase);
    const ways = [session?.claimed, session?.outcome].map((outcome) => outcome && wayOf(phase, outcome));
    const isDeclared = phase.approval === true || ways.some((way) => typeof way === 'object' && way.approval);
    const isWanted = session?.review === true || before.settings.approvals.includes(before.phase);
    return !(isWanted || isDeclared || session?.guarded === true) || session?.approved === true;
  },
  'work is given up only where it may be, and when no attempt is left': ({ before, after, move, book }) => {
    if (!isCompletion(before, after, move) || !isDropped(move)) return true;
    return phaseOf(before.workflow, before.phase).exhausted === 'keep' && book.left <= 0;
  },
  'a completed phase leads where the workflow says': ({ before, after, move, book, bookAfter }) => {
    if (!isCompletion(before, after, move)) return true;
    const target = nextAfter(book, before, isDropped(move));
    if (target === 'end') return isIdle(bookAfter, before) ? asksWhetherDone(after) : after.stage === 'closing';
    return target === 'ask' ? after.need?.reason === 'routing' : after.phase === target;
  },
  'a run with a list completes once an item is completed, or on the word of a person': ({ before, after, book }) =>
    after.ended !== 'completed' || before.ended !== undefined || !isIdle(book, before),
  'a person is asked whether there is nothing to do if nothing was done, and only then': ({ after, bookAfter }) =>
    !asksWhetherDone(after) || isIdle(bookAfter, after),
  'an agent that is blocked or escalates completes nothing': ({ before, after, move }) => {
    if (move.event.type !== 'trigger.raised' && move.event.type !== 'session.ended') return true;
    return after.milestones === before.milestones && after.base === before.base;
  },
  'who was stopped is known while another one sees to it, and nobody else': ({ after, bookAfter }) =>
    after.ended !== undefined || after.unknown !== undefined || after.interrupted === bookAfter.interrupted,
  'a phase is passed over because a person said so, and that is kept': ({ before, after, move, book }) => {
    if (!isCompletion(before, after, move)) return true;
    const over = isDropped(move) ? undefined : book.session?.over;
    const { passedOver } = before.knowledge;
    const expected = over === undefined ? passedOver.length : passedOver.length + 1;
    return (
      after.knowledge.passedOver.length === expected &&
      (over === undefined || after.knowledge.passedOver.at(-1)?.phase === over)
    );
  },
  'what a session found counts once its phase is completed': ({ after }) => {
    const accepted = after.milestones.at(-1)?.knowledge.findings ?? [];
    return after.candidate !== undefined || isEqual(after.knowledge.findings, accepted);
  },
  'an answer applies once, and only to the open ask': ({ before, after, move, book }) => {
    if (move.event.type !== 'ask.answered') return true;
    const { ask, answer } = move.event.data as EventData<'ask.answered'>;
    return (book.ask?.id === ask && book.ask.kind === answer.kind) || isSame(before, after);
  },
  'a decision is carried out, once': ({ after, commands, bookAfter }) => {
    const due = commands.some(({ kind }) => kind === 'roll_back' || kind === 'abort');
    return due === (bookAfter.decision !== undefined && isFree(after));
  },
  'a finished run never moves': ({ before, after, commands }) =>
    before.ended === undefined || (isSame(before, after) && commands.length === 0),
  'an event that does not fit changes nothing but the count of events': ({ before, after, move }) =>
    move.by !== 'misfit' || isSame(before, after),
  'an event nobody knows stops the run and does nothing else': ({ before, after, move, commands }) =>
    move.by !== 'unknown' ||
    (after.unknown !== undefined && commands.length === 0 && isSame({ ...before, unknown: after.unknown }, after)),
  'no session is due without an attempt left': ({ commands, bookAfter }) => !plays(commands) || bookAfter.left > 0,
  'attempts are spent by refusals, failures, deadlines and a no, and by nothing else': ({ after, bookAfter }) =>
    !ATTEMPTED.has(after.stage) || bookAfter.isOver || after.allowed - after.spent === bookAfter.left,
  'no session is due once the budget is spent': ({ commands, bookAfter }) =>
    !plays(commands) || !isSpent(bookAfter.tokens),
  'no session is due once the budget of its phase is spent': ({ commands, bookAfter }) =>
    !plays(commands) || !isSpent(bookAfter.phaseTokens),
  'no session is due once the attempts of the run are spent': ({ commands, bookAfter }) =>
    !plays(commands) || !isSpent(bookAfter.attempts),
  'no budget is exceeded of which there is some left': ({ commands, bookAfter }) =>
    !commands.some(({ kind }) => kind === 'exceed_budget') ||
    [bookAfter.tokens, bookAfter.phaseTokens, bookAfter.attempts].some(isSpent),
  'no session is due beyond the cycles that are allowed': ({ commands, after, bookAfter }) =>
    !plays(commands) || after.cycle <= bookAfter.cycles || isLastLook(after),
  'no session is due beyond the visits that are allowed': ({ commands, after }) => {
    const { max_visits: most = Infinity } = phaseOf(after.workflow, after.phase);
    return !plays(commands) || (lookup(after.visits, after.phase) ?? 0) <= most;
  },
  'a service that fails eight times in a row is a person matter': ({ commands, bookAfter }) =>
    !plays(commands) || bookAfter.waits < 8,
  'one thing is due, or it is known who must act': ({ after, commands }) =>
    commands.length === (isFree(after) && after.ask === undefined ? 1 : 0),
  'who waits for a person has asked': ({ after }) =>
    after.stage !== 'waiting' || after.ask !== undefined || after.decision !== undefined,
  'attempt and cycle never go down but for a new phase or by going back': ({
    before,
    after,
    move,
    book,
    bookAfter,
  }) => {
    if (move.event.type === 'phase.rolled_back') return true;
    const isEntered = bookAfter.entries > book.entries;
    return after.cycle >= before.cycle && (after.attempt >= before.attempt || (isEntered && after.attempt === 1));
  },
  'a cycle is counted when its first phase is entered again, once': ({ before, after, move, book, bookAfter }) => {
    if (move.event.type === 'phase.rolled_back') return true;
    const { cycle, visits, workflow } = before;
    const isEntered = bookAfter.entries > book.entries;
    const isAgain = isEntered && after.phase === workflow.cycle && (lookup(visits, after.phase) ?? 0) > 0;
    const isRouted = move.event.type === 'ask.answered';
    return after.cycle - cycle === (isAgain && !isRouted ? 1 : 0);
  },
  'commits of a person complete no phase': ({ before, after, move, book, bookAfter }) => {
    if (move.by === 'misfit' || move.event.type !== 'baseline.recorded' || before.milestones.length === 0) return true;
    return book.isOver || bookAfter.entries > book.entries || after.phase === before.phase;
  },
  'commits of a person void whatever was under way': ({ after, move }) => {
    if (move.by === 'misfit' || move.event.type !== 'person.committed') return true;
    return after.stage === 'baseline' && after.candidate === undefined && !hasAsk(after);
  },
};

/** Stages in which attempts may still be spent. */
const ATTEMPTED: ReadonlySet<RunState['stage']> = new Set(['baseline', 'ready', 'playing', 'judging', 'settled']);

function isCompletion(before: RunState, after: RunState, { event }: Move): boolean {
  return event.type === 'phase.completed' && after.milestones !== before.milestones;
}

function asksWhetherDone({ stage, need }: RunState): boolean {
  return stage === 'asking' && need?.kind === 'approval' && need.reason === 'nothing_to_do';
}

function isSpent(left: number | undefined): boolean {
  return left !== undefined && left <= 0;
}

function isDropped({ event }: Move): boolean {
  return event.data.dropped === true;
}

function plays(commands: readonly Command[]): boolean {
  return commands.some(({ kind }) => kind === 'play');
}

/** Whether nothing but the run itself keeps it from moving. */
function isFree({ unknown, ended, parked }: RunState): boolean {
  return unknown === undefined && ended === undefined && parked === undefined;
}

function hasAsk({ ask, need, decision }: RunState): boolean {
  return ask !== undefined || need !== undefined || decision !== undefined;
}

function isLastLook({ workflow, phase, knowledge: { list } }: RunState): boolean {
  const { gates, on } = phaseOf(workflow, phase);
  return gates.includes('list') && on.done === 'end' && list.items.length > 0 && !list.items.some(isOpen);
}

/** Whether two states differ in the count of events alone. */
function isSame(before: RunState, after: RunState): boolean {
  for (const key in before) {
    if (key !== 'seq' && before[key as keyof RunState] !== after[key as keyof RunState]) return false;
  }
  return true;
}
