import { listProgress } from '../../workflow/list-progress.ts';
import type { RunState } from '../../workflow/state.ts';
import { burnDown, elapsed, spent } from '../../workflow/story/amounts.ts';
import { type Paint, type Style, styleOfPhase } from '../paint.ts';
import { cut, oneLine, widthOf } from '../plain-text.ts';
import type { RunModel } from './model.ts';

/** How the block is drawn. */
export interface Drawing {
  readonly now: number;
  /** When the command that draws it began. */
  readonly began: number;
  readonly columns: number;
  readonly paint: Paint;
  /** What a person may press now. */
  readonly hint: string;
}

/** The lines that are drawn again and again below the story while a run moves. None is wider than the terminal. */
export function renderBlock({ state, doing, since }: RunModel, drawing: Drawing): string[] {
  if (state === undefined) return [];
  const { now, began, columns } = drawing;
  const { item } = state.knowledge;
  const lines: Part[][] = [
    firstLine(state, oneLine(doing), elapsed(now - since), columns - 1),
    item === undefined ? [] : [part(`${item.id} ${oneLine(item.description)}`)],
    [...list(state), part([`${elapsed(now - began)} in all`, ...spent(state.spending)].join('   '))],
    [part(drawing.hint, 'dim')],
  ];
  return lines.filter((line) => line.length > 0).map((line) => draw(line, drawing));
}

interface Part {
  readonly text: string;
  readonly styles: readonly Style[];
}

function part(text: string, ...styles: readonly Style[]): Part {
  return { text, styles };
}

const MAX_PHASES = 6;
const MAX_PHASE_NAME = 24;
/** Below this, what is being done now says nothing any more. */
const LEAST_DOING = 12;

/**
 * The cycle, all phases with the present one in its colour, the attempt, what is being done and for how long. Where not
 * all of it fits, only the present phase is shown, then what is being done is cut: the time stays.
 */
function firstLine(state: RunState, doing: string, time: string, room: number): Part[] {
  const names = Object.keys(state.workflow.phases);
  const end = part(`  ${time}`, 'dim');
  const whole = [...place(state, names), part(`  ${doing}`), end];
  if (names.length <= MAX_PHASES && widthOfParts(whole) <= room) return whole;
  const short = place(state, [state.phase]);
  const left = room - widthOfParts([...short, end]) - 2;
  return left < LEAST_DOING ? [...short, end] : [...short, part(`  ${cut(doing, left)}`), end];
}

function place({ phase, cycle, spent: used, allowed }: RunState, names: readonly string[]): Part[] {
  const phases = names.flatMap((name, index) => [
    part(index === 0 ? '' : ' > ', 'dim'),
    name === phase
      ? part(cut(name.toUpperCase(), MAX_PHASE_NAME), styleOfPhase(name), 'bold')
      : part(cut(name, MAX_PHASE_NAME), 'dim'),
  ]);
  return [part(`cycle ${cycle}  `), ...phases, part(`  attempt ${Math.min(used + 1, allowed)} of ${allowed}`)];
}

function widthOfParts(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** How far this run is with its list; what was done before it is not counted. */
function list(state: RunState): Part[] {
  const { done, open } = listProgress(state);
  return done + open === 0 ? [] : [part(burnDown(done, done + open), 'bold'), part('   ')];
}

/** One column stays free: some terminals break a line that fills the last one. */
function draw(parts: readonly Part[], { columns, paint }: Drawing): string {
  let room = columns - 1;
  let line = '';
  for (const { text, styles } of parts) {
    const shown = cut(text, room);
    line += paint(shown, ...styles);
    room -= widthOf(shown);
    if (shown !== text) break;
  }
  return line;
}
