import { isOpen } from '../../src/evidence/plan/test-list.ts';
import type { Choice, EventData, RunEventType } from '../../src/workflow/event-data.ts';
import type { OpenAsk, RunState } from '../../src/workflow/state.ts';
import { isTargetWord, lookup, phaseOf, targetOf, wayOf } from '../../src/workflow/workflow.ts';
import type { Move } from './move.ts';

/** A session as the world saw it. */
export interface SessionSeen {
  readonly id: string;
  readonly tree: string | undefined;
  readonly gates: readonly string[];
  /** What the agent claims, and what it counts as: another trigger once a person approved it. */
  readonly claimed: string;
  readonly outcome: string;
  /** The trigger that was let through last. */
  readonly raised: string | undefined;
  /** Whether it changed what is protected. */
  readonly guarded: boolean;
  /** The phase that a person passes over after it. */
  readonly over: string | undefined;
  readonly review: boolean;
  /** Whether the agent says that its item is implemented already. */
  readonly implemented: boolean;
  readonly approved: boolean;
}

/**
 * The referee's book: what has been seen to happen, kept from events alone and never from what the machine made of them,
 * so that a machine that counts wrong is found out. Everything here is about the present phase but for what is late.
 */
export interface Book {
  readonly session: SessionSeen | undefined;
  readonly ask: Pick<OpenAsk, 'id' | 'kind' | 'tree' | 'reason'> | undefined;
  /** A session, its tree and an ask that are over. */
  readonly late: { readonly session?: string; readonly tree?: string; readonly ask?: OpenAsk['id'] };
  /** Decided and not carried out. */
  readonly decision: Choice | undefined;
  /** How often a phase of this cycle was sent back to an earlier one. */
  readonly sentBack: number;
  /** Attempts left. */
  readonly left: number;
  readonly unreadable: number;
  readonly waits: number;
  /** Tokens left, of the run and of the present phase, and attempts of the run; nothing where there is no budget. */
  readonly tokens: number | undefined;
  readonly phaseTokens: number | undefined;
  readonly attempts: number | undefined;
  readonly cycles: number;
  /** The phase whose agent was stopped, while another one sees to it. */
  readonly interrupted: string | undefined;
  /** Whether the present phase is completed: the last proof or a person comes next. */
  readonly isOver: boolean;
  /** Whether an item of the list was completed, now and at which accepted commits. */
  readonly hasShown: boolean;
  readonly shownAt: readonly string[];
  /** Whether a person confirmed, for the files as they are, that there was nothing to do. */
  readonly isConfirmed: boolean;
  /** Acts left to people. */
  readonly acts: number;
  /** How many phases have been entered, and names given. */
  readonly entries: number;
  readonly names: number;
}

export function openBook({ settings }: RunState, acts: number): Book {
  return {
    session: undefined,
    ask: undefined,
    late: {},
    decision: undefined,
    sentBack: 0,
    left: settings.attempts,
    unreadable: 0,
    waits: 0,
    tokens: settings.budget.tokens,
    phaseTokens: settings.budget.phase?.tokens,
    attempts: settings.budget.attempts,
    cycles: settings.max_cycles,
    interrupted: undefined,
    isOver: false,
    hasShown: false,
    shownAt: [],
    isConfirmed: false,
    acts,
    entries: 0,
    names: 0,
  };
}

/** The book after one move. `before` is what the move was made in; only what it has of phases and settings is believed. */
export function write(book: Book, before: RunState, { by, event }: Move): Book {
  const named = { ...book, names: book.names + 1 };
  if (by === 'misfit' || by === 'unknown') return named;
  const enter = ENTRIES[event.type as RunEventType];
  return enter === undefined ? named : (enter as Entry<'run.parked'>)(named, event.data, before);
}

type Entry<Type extends RunEventType> = (book: Book, data: EventData<Type>, before: RunState) => Book;

const ENTRIES: { readonly [Type in RunEventType]?: Entry<Type> } = {
  'baseline.recorded': (book, { refused = [], list }, before) => {
    const { workflow, milestones, knowledge } = before;
    if (refused.length > 0) return book;
    if (milestones.length === 0) return entered(book, before, workflow.start);
    if (!book.isOver) return book;
    const reopened = milestones.at(-1)?.next === 'end' && (list ?? knowledge.list).items.some(isOpen);
    return reopened ? entered(book, before, workflow.cycle ?? workflow.start) : book;
  },
  'session.started': (book, { session: id }) => ({
    ...book,
    session: { ...NEW_SESSION, id },
  }),
  'session.ended': (book, data, before) => {
    if (book.session?.tree !== undefined) return over(book);
    const waits = data.ended === 'service' ? book.waits + 1 : 0;
    const heard = { ...book, ...paid(book, data), waits };
    if (data.ended === 'failed' || data.ended === 'timed_out') return spend(over(heard));
    if (data.ended !== 'done') return over(heard);
    if (data.unreadable !== undefined && book.unreadable < 2) {
      return { ...over(heard), unreadable: book.unreadable + 1 };
    }
    if (data.status === 'blocked' && !isImplementedClaim(data, before)) {
      return blocked(over(heard), data.blocked_reason ?? 'unknown', before);
    }
    return left(heard, data, before);
  },
  'gate.passed': (book, { gate, outcome, needs_approval: guarded = [] }) => {
    const { session } = book;
    if (session === undefined) return book;
    const gates = [...new Set([...session.gates, gate])].sort();
    const isGuarded = session.guarded || guarded.length > 0;
    return { ...book, session: { ...session, gates, guarded: isGuarded, outcome: outcome ?? session.outcome } };
  },
  'trigger.raised': (book, { trigger }, before) => {
    const { session } = book;
    if (session === undefined) return book;
    if (trigger !== '@escalate') {
      const gates = [...new Set([...session.gates, 'handoff'])].sort();
      return { ...book, session: { ...session, gates, raised: trigger } };
    }
    const { escalate } = before.workflow;
    const isHelped = escalate !== undefined && escalate !== before.phase;
    return isHelped ? stopped(over(book), before, escalate) : over(book);
  },
  'gate.refused': (book, { reasons }, before) => {
    if (book.isOver) return book;
    if (isForEarlier(reasons, before)) {
      const back = { ...over(book), decision: 'rollback' as const, sentBack: book.sentBack + 1 };
      return book.sentBack < 2 ? back : over(book);
    }
    const isShown = book.session?.implemented === true && reasons.some(({ code }) => code === 'already_implemented');
    return isShown ? over(book) : spend(over(book));
  },
  'phase.completed': (book, { dropped, commit }, before) => {
    const isTick = phaseOf(before.workflow, before.phase).ticks === true && before.knowledge.item !== undefined;
    const shown = showing(book, book.hasShown || isTick, commit);
    return goTo({ ...over(shown), interrupted: undefined }, before, nextAfter(book, before, dropped === true));
  },
  'phase.rolled_back': (book, { to, list, commit }, before) => {
    const then = before.milestones.findLast(({ commit }) => commit === to);
    const next = list === undefined ? then?.next : (then?.phase ?? then?.next);
    const isDecided = book.decision !== undefined;
    const shown = showing(book, book.shownAt.includes(to), commit);
    const back = { ...cleared(shown), isConfirmed: false, acts: isDecided ? book.acts : book.acts - 1 };
    return next === undefined ? back : goTo(back, before, next);
  },
  'person.committed': (book, { commit }) => ({
    ...cleared(showing(book, book.hasShown, commit)),
    isConfirmed: false,
    left: Math.max(1, book.left),
    waits: 0,
    acts: book.acts - 1,
  }),
  'ask.opened': (book, { ask: id, kind, tree, reason }) => ({ ...book, ask: { id, kind, tree, reason } }),
  'ask.answered': (book, { answer }, before) => {
    const closed = { ...book, ask: undefined, late: { ...book.late, ...lateAsk(book) } };
    if (answer.kind === 'question') return over(closed);
    if (answer.kind === 'decision') return decided(closed, answer.choice, book.ask?.reason, before);
    if (book.ask?.reason === 'nothing_to_do') {
      return answer.approved ? { ...closed, isConfirmed: true } : entered(closed, before, planOf(before));
    }
    if (!answer.approved) return spend(over(closed));
    return closed.session === undefined ? closed : { ...closed, session: approved(closed, before, answer.skip) };
  },
  'run.resumed': (book, { settings }, before) => {
    const resumed = { ...book, waits: 0 };
    if (settings === undefined) return resumed;
    const more = settings.attempts - before.settings.attempts;
    const moreCycles = settings.max_cycles - before.settings.max_cycles;
    const isOwn = phaseOf(before.workflow, before.phase).attempts !== undefined;
    return {
      ...resumed,
      acts: book.acts - 1,
      left: isOwn || more === 0 ? book.left : Math.max(1, book.left + more),
      cycles: Math.max(Math.min(before.cycle, book.cycles), book.cycles + moreCycles),
    };
  },
  'run.completed': cleared,
  'run.aborted': cleared,
  'run.failed': cleared,
};

/** Whether something was shown by an accepted commit. */
function showing(book: Book, hasShown: boolean, commit: string): Book {
  return { ...book, hasShown, shownAt: hasShown ? [...book.shownAt, commit] : book.shownAt };
}

/** Whether a refusal is about what an earlier phase of the cycle left. */
function isForEarlier(reasons: EventData<'gate.refused'>['reasons'], { workflow, phase, milestones, cycle }: RunState) {
  const { returns = {} } = phaseOf(workflow, phase);
  const targets = new Set(reasons.map(({ code, fault }) => (fault === 'code' ? undefined : lookup(returns, code))));
  return milestones.some((one) => one.cycle === cycle && targets.has(one.next));
}

/** The phase in which a list is planned. */
function planOf({ workflow }: RunState): string {
  return Object.entries(workflow.phases).find(([, { gates }]) => gates.includes('list'))?.[0] ?? workflow.start;
}

/** Whether a run must not end before a person has confirmed that there was nothing to do. */
export function isIdle({ hasShown, isConfirmed }: Book, { workflow }: RunState): boolean {
  const phases = Object.values(workflow.phases);
  const hasList = phases.some(({ gates }) => gates.includes('list')) && phases.some(({ ticks }) => ticks === true);
  return hasList && !hasShown && !isConfirmed;
}

/** A session that left something to be judged. */
function left(book: Book, data: EventData<'session.ended'>, before: RunState): Book {
  const { candidate, status, trigger } = data;
  const { session } = book;
  if (session === undefined) return book;
  const { gates } = phaseOf(before.workflow, before.phase);
  const isJudged = trigger === '@escalate' || gates.includes('handoff');
  const outcome = trigger?.startsWith('@') === true && isJudged ? trigger : 'complete';
  const review = status === 'needs_review';
  const implemented = isImplementedClaim(data, before);
  return { ...book, session: { ...session, tree: candidate, claimed: outcome, outcome, review, implemented } };
}

/** A test agent says that there is nothing left to write a failing test for. */
function isImplementedClaim({ status, blocked_reason: reason }: EventData<'session.ended'>, before: RunState): boolean {
  const isRed = phaseOf(before.workflow, before.phase).gates.includes('red');
  return status === 'blocked' && reason === 'already_implemented' && isRed && before.knowledge.item !== undefined;
}

/** Where a phase leads, by what was seen of its session. */
export function nextAfter({ session, interrupted }: Book, { workflow, phase }: RunState, dropped: boolean): string {
  if (!dropped && session?.over !== undefined) return phaseOf(workflow, session.over).otherwise ?? 'ask';
  const outcome = dropped ? 'complete' : (session?.outcome ?? 'complete');
  const target = targetOf(phaseOf(workflow, phase), outcome);
  return target === 'back' ? (interrupted ?? 'ask') : target;
}

/** A session that a person approved: it counts as another trigger where that is said, or passes over what follows. */
function approved(book: Book, before: RunState, skip: { readonly reason: string } | undefined): SessionSeen {
  const session = { ...(book.session as SessionSeen), approved: true };
  const next = nextAfter(book, before, false);
  const otherwise = isTargetWord(next) ? undefined : phaseOf(before.workflow, next).otherwise;
  if (skip !== undefined && otherwise !== undefined) return { ...session, over: next };
  const way = wayOf(phaseOf(before.workflow, before.phase), session.outcome);
  if (way?.countsAs === undefined) return session;
  return { ...session, outcome: way.countsAs, gates: session.gates.filter((gate) => gate !== 'handoff') };
}

const NEW_SESSION: SessionSeen = {
  id: '',
  tree: undefined,
  gates: [],
  claimed: 'complete',
  outcome: 'complete',
  raised: undefined,
  guarded: false,
  over: undefined,
  review: false,
  implemented: false,
  approved: false,
};

function blocked(book: Book, reason: string, before: RunState): Book {
  const { workflow, phase } = before;
  const routed = lookup(workflow.routing ?? {}, reason);
  const target =
    lookup(phaseOf(workflow, phase).blocked ?? {}, reason) ?? (routed === phase ? 'ask' : (routed ?? 'ask'));
  return isTargetWord(target) ? book : stopped(book, before, target);
}

/** Another phase sees to it; the first one that was stopped is where the way back leads. */
function stopped(book: Book, before: RunState, target: string): Book {
  return { ...entered(book, before, target), interrupted: book.interrupted ?? before.phase };
}

/** What a person's decision grants, or leaves to be carried out. */
function decided(book: Book, choice: Choice, reason: string | undefined, before: RunState): Book {
  if (choice !== 'retry') return { ...book, decision: choice, acts: choice === 'abort' ? book.acts : book.acts - 1 };
  const { settings, workflow, phase } = before;
  const attempts = phaseOf(workflow, phase).attempts ?? settings.attempts;
  switch (reason) {
    case 'attempts':
      return { ...over(book), left: attempts };
    case 'already_implemented':
      return over(book);
    case 'sent_back':
      return { ...over(book), sentBack: 0 };
    case 'service':
      return { ...book, waits: 0 };
    case 'cycles':
      return { ...book, cycles: book.cycles + settings.max_cycles };
    case 'budget':
      return {
        ...book,
        tokens: filled(book.tokens, settings.budget.tokens),
        phaseTokens: filled(book.phaseTokens, settings.budget.phase?.tokens),
        attempts: filled(book.attempts, settings.budget.attempts),
      };
    case 'routing':
      return entered(book, before, phase);
    default:
      return book;
  }
}

/** What is left after a session. Those that a crash, a service or a person ended are no attempts. */
function paid(
  { tokens, phaseTokens, attempts }: Book,
  { usage, ended }: EventData<'session.ended'>,
): Pick<Book, 'tokens' | 'phaseTokens' | 'attempts'> {
  const without = (left: number | undefined, paid: number) => (left === undefined ? undefined : left - paid);
  return {
    tokens: without(tokens, usage.tokens),
    phaseTokens: without(phaseTokens, usage.tokens),
    attempts: without(attempts, ['done', 'failed', 'timed_out'].includes(ended) ? 1 : 0),
  };
}

function filled(left: number | undefined, budget: number | undefined): number | undefined {
  if (left === undefined || budget === undefined) return left;
  let full = left;
  while (full <= 0) full += budget;
  return full;
}

function goTo(book: Book, before: RunState, target: string): Book {
  return isTargetWord(target) ? { ...book, isOver: true } : entered(book, before, target);
}

function entered(book: Book, { workflow, settings }: RunState, phase: string): Book {
  const attempts = phaseOf(workflow, phase).attempts ?? settings.attempts;
  const phaseTokens = settings.budget.phase?.tokens;
  const sentBack = phase === workflow.cycle ? 0 : book.sentBack;
  const common = { phaseTokens, interrupted: undefined, sentBack };
  return { ...book, ...common, left: attempts, unreadable: 0, waits: 0, isOver: false, entries: book.entries + 1 };
}

function spend(book: Book): Book {
  return { ...book, left: book.left - 1 };
}

/** The session is over: what comes of it from now on is late. */
function over(book: Book): Book {
  const { session, late } = book;
  if (session === undefined) return book;
  const tree = session.tree === undefined ? {} : { tree: session.tree };
  return { ...book, session: undefined, late: { ...late, session: session.id, ...tree } };
}

/** Nothing that was under way counts any more. */
function cleared(book: Book): Book {
  return { ...over(book), ask: undefined, decision: undefined, late: { ...over(book).late, ...lateAsk(book) } };
}

function lateAsk({ ask }: Book): Book['late'] {
  return ask === undefined ? {} : { ask: ask.id };
}
