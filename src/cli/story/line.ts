import { MARKS, type StoryLine } from '../../workflow/story/story-line.ts';
import { localClock } from '../local-time.ts';
import { type Paint, type Style, styleOfPhase } from '../paint.ts';
import { oneLine, plainLines, widthOf, wrap } from '../plain-text.ts';

const STYLES: Readonly<Record<keyof typeof MARKS, Style>> = { ok: 'green', no: 'red', ask: 'yellow', look: 'yellow' };

/** Where a line stands and how it is drawn. */
export interface LinePlace {
  readonly at: string;
  readonly phase: string | undefined;
  readonly columns: number;
  readonly paint: Paint;
}

/** A line of the story as it is printed: time, phase, and the sentence, wrapped below itself. */
export function renderLine(
  { mark, text, more = [] }: StoryLine,
  { at, phase = 'run', columns, paint }: LinePlace,
): string[] {
  const time = columns < WIDE_ENOUGH ? '' : `${localClock(at)}  `;
  const indent = ' '.repeat(time.length + PHASE_WIDTH + 1);
  const sign = mark === undefined ? '' : `${MARKS[mark]} `;
  const room = Math.max(NARROWEST, columns - widthOf(indent) - sign.length);
  const [first = '', ...rest] = wrap(oneLine(text), room);
  const head = `${paint(time, 'dim')}${paint(phase.padEnd(PHASE_WIDTH), styleOfPhase(phase))} `;
  const signed = mark === undefined ? '' : `${paint(MARKS[mark], STYLES[mark], 'bold')} `;
  return [
    `${head}${signed}${first}`,
    ...rest.map((line) => `${indent}${' '.repeat(sign.length)}${line}`),
    ...more.flatMap(plainLines).map((line) => `${indent}${' '.repeat(sign.length)}  ${line}`.trimEnd()),
  ];
}

const PHASE_WIDTH = 8;
const NARROWEST = 20;
/** A narrower terminal has no room for times. */
const WIDE_ENOUGH = 60;
