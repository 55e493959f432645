import { parse } from 'smol-toml';
import type { JsonObject } from '../base/json.ts';
import { plainObject, withoutMark } from './json.ts';

/** The tables of a TOML file as JSON; `undefined` if it is not TOML, or TOML that no project needs. */
export function readToml(text: string): JsonObject | undefined {
  return plainObject(() => toJson(parse(withoutMark(text), { integersAsBigInt: true, maxDepth: 64 })));
}

/** What JSON has no form for stays distinct from all it has one for: 1.0 from 1, a date from its text. */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : ['integer', String(value)];
  if (typeof value === 'number')
    return Number.isFinite(value) && !Number.isInteger(value) ? value : ['float', `${value}`];
  if (value instanceof Date) return ['date', value.toISOString()];
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toJson(entry)]));
}
