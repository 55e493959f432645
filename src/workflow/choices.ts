import { CHOICES, type Choice } from './event-data.ts';
import { chosenAt } from './going-back.ts';
import type { RunState } from './state.ts';

/** What a person can decide now: a test can only be skipped where one is chosen. */
export function possibleChoices(state: RunState): readonly Choice[] {
  return CHOICES.filter((choice) => choice !== 'skip' || chosenAt(state) !== undefined);
}
