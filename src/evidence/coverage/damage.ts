import { BatonError } from '../../base/error.ts';

/** Most characters of a report of coverage that are read. */
export const MOST_COVERAGE = 64 * 1024 * 1024;

/** A report of coverage that cannot be what its program wrote. */
export function damaged(format: string, why: string): BatonError {
  return new BatonError('invalid_input', `The ${format} report of coverage cannot be read: ${why}.`);
}

/** JSON text of a report. */
export function parseJson(text: string, format: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(format, (error as SyntaxError).message.replace(/\s+/g, ' '));
  }
}
