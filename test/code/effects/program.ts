import type { SwitchMode } from '../../../src/code/switches.ts';
import type { Program } from '../switched-program.ts';

/** Functions that do something in place of returning it, in one language, and what is seen of that from outside. */
export interface EffectProgram extends Program {
  /** Shows that its programs are here. */
  readonly needs: readonly [string, ...string[]];
  /** What it prints if nothing is sabotaged. */
  readonly plain: string;
  /** A function, how it is sabotaged, and what is printed then. */
  readonly rows: readonly (readonly [name: string, mode: SwitchMode, printed: string])[];
  /** What is recorded of how calls of a function end. */
  readonly ends?: readonly (readonly [name: string, given: RegExp, end: RegExp])[];
}

/** What most programs print. */
export const PLAIN = '2 4|5|7 milk|refused must be positive|language';
const put = (part: number, text: string) => PLAIN.split('|').with(part, text).join('|');

/** What every language has in common. */
export const COMMON: EffectProgram['rows'] = [
  ['each', 'effect', put(0, '3 5')],
  ['each', 'acted', 'crashed'],
  ['each', 'none', PLAIN],
  ['restock', 'effect', put(1, '6')],
  ['restock', 'acted', 'crashed'],
  ['add', 'effect', put(2, '8 njml njml')],
  ['add', 'acted', 'crashed'],
  ['check', 'message', put(3, 'refused nvtu cf qptjujwf')],
  ['check', 'kind', put(3, 'other must be positive')],
];

/** Functions of which nothing can be seen, changed or said otherwise: what is altered of them is nothing. */
export const NOTHING: EffectProgram['rows'] = [
  ['ring', 'effect', PLAIN],
  ['ring', 'acted', PLAIN],
  ['look', 'effect', PLAIN],
  ['look', 'acted', PLAIN],
  ['keep', 'effect', PLAIN],
  ['keep', 'acted', PLAIN],
  ['check', 'effect', PLAIN],
  ['check', 'acted', PLAIN],
  ['parse', 'message', PLAIN],
  ['parse', 'kind', PLAIN],
  ['each', 'message', PLAIN],
  ['restock', 'kind', PLAIN],
];
