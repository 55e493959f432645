import { BatonError } from '../base/error.ts';
import { nearest } from '../protocol/nearest.ts';

/** The error for an agent that there is not, with the nearest one that there is. */
export function unknownAgent(name: string, known: readonly string[]): BatonError {
  const near = nearest(name, known);
  const hint = near === undefined ? `Known agents: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return new BatonError('not_found', `There is no agent ${JSON.stringify(name)}. ${hint}`, { data: { name, known } });
}
