import { MARKS, type StoryLine } from '../../workflow/story/story-line.ts';
import { localClock } from '../local-time.ts';
import { type Paint, type Style, styleOfPhase } from '../paint.ts';
import { cut, oneLine, plainLines, widthOf, wrap } from '../plain-text.ts';

const STYLES: Readonly<Record<keyof typeof MARKS, Style>> = { ok: 'green', no: 'red', ask: 'yellow', look: 'yellow' };

/** Where a line stands and how it is drawn. */
export interface LinePlace {
  /** Columns of the phase, where the names of all phases are known; a longer name is cut. */
  readonly phaseWidth?: number | undefined;
  readonly at: string;
  readonly phase: string | undefined;
  readonly columns: number;
  readonly paint: Paint;
}

/** A line of the story as it is printed: time, phase, and the sentence, wrapped below itself. */
export function renderLine(
  { mark, text, more = [] }: StoryLine,
  { at, phase = 'run', columns, paint, phaseWidth = PHASE_WIDTH }: LinePlace,
): string[] {
  const time = columns < WIDE_ENOUGH ? '' : `${localClock(at)}  `;
  const indent = ' '.repeat(time.length + phaseWidth + 1);
  const sign = mark === undefined ? '' : `${MARKS[mark]} `;
  const room = Math.max(NARROWEST, columns - widthOf(indent) - sign.length);
  const [first = '', ...rest] = wrap(oneLine(text), room);
  const shown = cut(phase, phaseWidth);
  const name = `${shown}${' '.repeat(Math.max(0, phaseWidth - widthOf(shown)))}`;
  const head = `${paint(time, 'dim')}${paint(name, styleOfPhase(phase))} `;
  const signed = mark === undefined ? '' : `${paint(MARKS[mark], STYLES[mark], 'bold')} `;
  return [
    `${head}${signed}${first}`,
    ...rest.map((line) => `${indent}${' '.repeat(sign.length)}${line}`),
    ...more.flatMap(plainLines).map((line) => `${indent}${' '.repeat(sign.length)}  ${line}`.trimEnd()),
  ];
}

const PHASE_WIDTH = 8;
const WIDEST_PHASE = 20;

/** As many columns as the phases of a workflow need, within reason: names of projects' own can be long. */
export function phaseWidthOf(phases: readonly string[]): number {
  return Math.min(WIDEST_PHASE, Math.max(PHASE_WIDTH, ...phases.map(widthOf)));
}
const NARROWEST = 20;
/** A narrower terminal has no room for times. */
const WIDE_ENOUGH = 60;
