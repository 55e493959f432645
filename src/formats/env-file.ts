import type { JsonObject } from '../base/json.ts';
import { splitLines } from '../base/line-diff.ts';
import { readSections } from './json.ts';

/** `.env`: the `variables` it sets. */
export function readEnvFile(text: string): JsonObject | undefined {
  return readSections(
    splitLines(text).flatMap((line) => {
      const [, name, value = ''] = /^\s*(?:export\s+)?([\w.]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined ? [] : [['variables', name, value] as const];
    }),
  );
}
