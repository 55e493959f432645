import { BatonError } from './error.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

export interface JsonLimits {
  /** Deepest nesting that is carried. */
  readonly depth: number;
  /** Most characters in all keys and strings together. */
  readonly characters: number;
}

/** Generous for a handoff, small enough that no later step can be made to overflow or hang. */
export const JSON_LIMITS: JsonLimits = { depth: 64, characters: 4_000_000 };

/** Assigning these would reach the prototype instead of the object. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__']);

/**
 * A deep, frozen, plain copy of anything JSON can carry. Dates and other values with `toJSON` become what they
 * serialise to and `undefined` properties vanish, as in `JSON.stringify`; whatever JSON would silently lose or choke on
 * (functions, symbols, big integers, NaN, cycles, `__proto__`) is refused with its place.
 */
export function copyJson(value: unknown, what: string, limits: JsonLimits = JSON_LIMITS): JsonValue {
  return copyAt(value, { what, limits, characters: 0, open: new Set(), path: [] });
}

/** `JSON.stringify` with sorted keys: equal values give equal text, whatever order they were built in. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
}

/** `['context', 'files', 0]` as a person writes it: `context.files[0]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

/** A value as it may stand in an error message: short, on one line. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value instanceof Date) return 'a Date';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Copying {
  readonly what: string;
  readonly limits: JsonLimits;
  readonly path: PropertyKey[];
  /** Objects between the root and here: meeting one again is a cycle. */
  readonly open: Set<object>;
  characters: number;
}

function copyAt(given: unknown, copying: Copying): JsonValue {
  const value = hasToJson(given) ? given.toJSON() : given;
  switch (typeof value) {
    case 'string':
      countCharacters(value.length, copying);
      return value;
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) refuse(copying, `${value} is not a JSON number`);
      // JSON has no negative zero; adding 0 takes its sign away.
      return value + 0;
    case 'object':
      return value === null ? null : copyInside(value, copying);
    default:
      return refuse(copying, `a ${typeof value} cannot be carried as JSON`);
  }
}

function copyInside(value: object, copying: Copying): JsonValue {
  if (copying.open.has(value)) refuse(copying, 'the value contains itself');
  if (copying.path.length >= copying.limits.depth) refuse(copying, `nested deeper than ${copying.limits.depth} levels`);
  copying.open.add(value);
  const copy = Array.isArray(value) ? copyList(value, copying) : copyEntries(value, copying);
  copying.open.delete(value);
  return Object.freeze(copy);
}

function copyList(list: readonly unknown[], copying: Copying): JsonValue[] {
  const copy: JsonValue[] = [];
  for (let index = 0; index < list.length; index++) {
    copying.path.push(index);
    copy.push(copyAt(list[index] ?? null, copying));
    copying.path.pop();
  }
  return copy;
}

function copyEntries(value: object, copying: Copying): { [key: string]: JsonValue } {
  const copy: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(value)) {
    const entry = (value as Record<string, unknown>)[key];
    if (entry === undefined) continue;
    copying.path.push(key);
    if (FORBIDDEN_KEYS.has(key)) refuse(copying, 'this key is not allowed');
    countCharacters(key.length, copying);
    copy[key] = copyAt(entry, copying);
    copying.path.pop();
  }
  return copy;
}

function countCharacters(length: number, copying: Copying): void {
  copying.characters += length;
  if (copying.characters > copying.limits.characters) {
    refuse(copying, `the whole is larger than ${copying.limits.characters.toLocaleString('en')} characters`);
  }
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

function refuse(copying: Copying, why: string): never {
  const field = formatPath(copying.path.slice(0, 8)) || '(the value itself)';
  throw new BatonError('not_json', `Invalid ${copying.what}: ${field}: ${why}.`, { data: { field } });
}
