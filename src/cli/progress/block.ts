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
    [...place(state, columns), part(`  ${oneLine(doing)}`), part(`  ${elapsed(now - since)}`, 'dim')],
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

const WIDE_ENOUGH = 76;
const MOST_PHASES = 6;

/** The cycle, all phases with the present one in its colour, and the attempt; in a narrow terminal only the present one. */
function place(state: RunState, columns: number): Part[] {
  const { workflow, phase, cycle, spent: used, allowed } = state;
  const names = Object.keys(workflow.phases);
  const shown = columns >= WIDE_ENOUGH && names.length <= MOST_PHASES ? names : [phase];
  const phases = shown.flatMap((name, index) => [
    part(index === 0 ? '' : ' > ', 'dim'),
    name === phase ? part(name.toUpperCase(), styleOfPhase(name), 'bold') : part(name, 'dim'),
  ]);
  return [part(`cycle ${cycle}  `), ...phases, part(`  attempt ${Math.min(used + 1, allowed)} of ${allowed}`)];
}

/** How far this run is with its list; what was done before it is not counted. */
function list({ knowledge }: RunState): Part[] {
  const { done, open } = listProgress(knowledge);
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
