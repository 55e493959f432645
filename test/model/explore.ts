import { next } from '../../src/workflow/command.ts';
import type { JournalEvent } from '../../src/workflow/event.ts';
import { fold, step } from '../../src/workflow/machine.ts';
import type { RunState } from '../../src/workflow/state.ts';
import { startTale } from '../workflow/tale.ts';
import { openBook, write } from './book.ts';
import { frozen, isEqual } from './equality.ts';
import { INVARIANTS, type Passage } from './invariants.ts';
import { keyOf } from './key.ts';
import type { Move } from './move.ts';
import { movesFrom, type Place } from './moves.ts';
import { deadEnd, type Graph } from './reach.ts';
import type { Scenario } from './scenarios.ts';

export type Step = typeof step;

export interface Limits {
  /** Events from the start. */
  readonly depth?: number;
  readonly states?: number;
  /** Whether the first violation ends it. */
  readonly stopsEarly?: boolean;
  /** The machine; default: the real one. */
  readonly machine?: Step;
}

/** A rule that was broken, and the shortest way there. */
export interface Violation {
  readonly rule: string;
  readonly trace: readonly Told[];
}

/** One event of a trace and what the run was after it. */
export interface Told {
  readonly label: string;
  readonly state: RunState;
}

export interface Exploration {
  readonly scenario: Scenario;
  readonly states: number;
  readonly transitions: number;
  /** The longest of the shortest ways to a state. */
  readonly depth: number;
  /** Whether nothing was left to explore. */
  readonly isWhole: boolean;
  readonly violations: readonly Violation[];
}

/** How a state was first reached. */
interface Arrival {
  readonly from: number;
  readonly move: Move | undefined;
  readonly depth: number;
}

export const TOTAL = 'the machine never throws, and changes no state it was given';
export const DETERMINISTIC = 'the same event in the same state gives the same';
export const AFRESH = 'a journal that is read afresh tells the same';
export const REACHES_END = 'from every state the run can come to its end without being aborted';

/** Every so many states their whole journal is folded again: what a Baton sees that resumes the run after a crash. */
const AFRESH_EVERY = 97;

/** Goes through all states a run can come to, nearest first, and holds every step to the invariants. */
export function explore(scenario: Scenario, limits: Limits = {}): Exploration {
  const { depth: deepest = Infinity, states: most = Infinity, stopsEarly = false, machine = step } = limits;
  const first = firstPlace(scenario);
  const arrivals: Arrival[] = [{ from: -1, move: undefined, depth: 0 }];
  const known = new Map([[keyOf(first.place.state, first.place.book, scenario), 0]]);
  const graph: Graph = { from: [], to: [], ends: new Set() };
  const broken = new Map<string, Violation>();
  const places: (Place | undefined)[] = [first.place];
  let transitions = 0;

  const traceTo = (index: number): Move[] => {
    const moves: Move[] = [];
    for (let at = arrivals[index]; at?.move !== undefined; at = arrivals[at.from]) moves.push(at.move);
    return moves.reverse();
  };
  const breaks = (rule: string, index: number, ...last: readonly Move[]) => {
    if (!broken.has(rule))
      broken.set(rule, { rule, trace: retell(first.event, [...traceTo(index), ...last], machine) });
  };

  let isWhole = true;
  for (let index = 0; index < places.length && !(stopsEarly && broken.size > 0); index++) {
    const place = places[index] as Place;
    const { depth } = arrivals[index] as Arrival;
    places[index] = undefined;
    if (place.state.ended !== undefined || place.state.unknown !== undefined) graph.ends.add(index);
    if (depth >= deepest || places.length > most) {
      isWhole = false;
      graph.ends.add(index);
      continue;
    }
    for (const move of movesFrom(place)) {
      transitions++;
      const passage = pass(place, move, machine);
      if (typeof passage === 'string') {
        breaks(passage, index, move);
        continue;
      }
      const rule = RULES.find(([, holds]) => !holds(passage))?.[0];
      if (rule !== undefined) breaks(rule, index, move);
      if (move.by === 'misfit') continue;
      const { after: state, commands, bookAfter: book } = passage;
      const key = keyOf(state, book, scenario);
      const seen = known.get(key);
      const target = seen ?? places.length;
      if (seen === undefined) {
        known.set(key, target);
        places.push({ state: frozen(state), commands, book, scenario });
        arrivals.push({ from: index, move, depth: depth + 1 });
        if (machine === step && target % AFRESH_EVERY === 0 && !isAfresh(first.event, traceTo(target), state)) {
          breaks(AFRESH, target);
        }
      }
      if (COOPERATIVE.has(move.by)) {
        graph.from.push(index);
        graph.to.push(target);
      }
    }
  }
  const dead = broken.size > 0 && stopsEarly ? undefined : deadEnd(graph, places.length);
  if (dead !== undefined) breaks(REACHES_END, dead);
  const depth = arrivals.at(-1)?.depth ?? 0;
  return { scenario, states: places.length, transitions, depth, isWhole, violations: [...broken.values()] };
}

const RULES = Object.entries(INVARIANTS);

/** Moves by which a run should be able to come to its end: nobody acts unasked, and nobody gives up. */
const COOPERATIVE: ReadonlySet<Move['by']> = new Set(['due', 'answer', 'resume']);

function firstPlace(scenario: Scenario): { readonly event: JournalEvent; readonly place: Place } {
  const { workflow, settings, acts } = scenario;
  const { state, events } = startTale({ workflow, settings });
  const place = { state: frozen(state), commands: next(state), book: openBook(state, acts), scenario };
  return { event: events[0] as JournalEvent, place };
}

/** One step, or the rule that it broke by itself. */
function pass({ state: before, book }: Place, move: Move, machine: Step): Passage | string {
  // What must change nothing is compared by its own rule.
  const isMisfit = move.by === 'misfit';
  try {
    const stepped = machine(before, isMisfit ? move.event : frozen(move.event));
    if (!isMisfit && !isEqual(machine(before, move.event), stepped)) return DETERMINISTIC;
    return {
      before,
      move,
      after: stepped.state,
      commands: stepped.commands,
      book,
      bookAfter: write(book, before, move),
    };
  } catch {
    return TOTAL;
  }
}

function isAfresh(first: JournalEvent, moves: readonly Move[], state: RunState): boolean {
  const journal = JSON.parse(JSON.stringify([first, ...moves.map(({ event }) => event)])) as JournalEvent[];
  return isEqual(fold(journal), state);
}

/** The states along a trace; where the machine throws, the last one it gave. */
function retell(first: JournalEvent, moves: readonly Move[], machine: Step): Told[] {
  let state = fold([first]);
  return moves.map(({ label, event }) => {
    try {
      state = machine(state, event).state;
    } catch {
      return { label: `${label}: it throws`, state };
    }
    return { label, state };
  });
}
