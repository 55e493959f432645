import { BatonError } from '../base/error.ts';
import { formatPath, type JsonObject, type JsonValue } from '../base/json.ts';
import { type CredentialName, credentialName, holdsSecret } from './secret-names.ts';
import { findSecrets } from './secret-rules.ts';
import { type Finding, redactedMark } from './secret-values.ts';

/** That something was taken out: what sort of secret, and where it stood. Never the secret. */
export interface Redaction {
  readonly kind: string;
  readonly field: string;
}

export interface RedactOptions {
  /** `refuse` throws `secret_found` instead of taking anything out. */
  readonly mode?: 'redact' | 'refuse' | undefined;
  /** Where the value stands in something larger, as `formatPath` writes it. */
  readonly at?: string | undefined;
}

/**
 * `value` with every known secret replaced by `[redacted: kind]`: the whole of what stands under a key named like a
 * credential, and the secret stretch of any other text. Parts without a secret are returned as they are, uncopied.
 */
export function redact(
  value: JsonValue,
  options: RedactOptions = {},
): { readonly value: JsonValue; readonly redactions: readonly Redaction[] } {
  const walk: Walk = { path: options.at === undefined ? [] : [options.at], redactions: [] };
  const clean = redactAt(value, undefined, walk);
  if (options.mode === 'refuse' && walk.redactions.length > 0) refuse(walk.redactions);
  return { value: clean, redactions: Object.freeze(walk.redactions) };
}

/** Plain text with every known secret replaced; a redaction's field is its line, such as `line 3`. */
export function redactText(text: string): { readonly text: string; readonly redactions: readonly Redaction[] } {
  const found = findSecrets(text);
  let line = 1;
  let at = 0;
  const redactions = found.map(({ kind, start }) => {
    for (at = text.indexOf('\n', at); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line++;
    if (at < 0) at = text.length;
    return Object.freeze({ kind, field: `line ${line}` });
  });
  return { text: replace(text, found), redactions: Object.freeze(redactions) };
}

interface Walk {
  readonly path: PropertyKey[];
  readonly redactions: Redaction[];
}

function redactAt(value: JsonValue, name: CredentialName | undefined, walk: Walk): JsonValue {
  if (name !== undefined && holdsSecret(value, name)) return takeOut(name.kind, walk);
  if (typeof value === 'string') return redactStretches(value, walk);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? redactList(value, name, walk) : redactEntries(value as JsonObject, walk);
}

function takeOut(kind: string, walk: Walk): string {
  note(kind, walk);
  return redactedMark(kind);
}

function redactList(list: readonly JsonValue[], name: CredentialName | undefined, walk: Walk): readonly JsonValue[] {
  let copy: JsonValue[] | undefined;
  for (const [index, item] of list.entries()) {
    walk.path.push(index);
    const clean = redactAt(item, name, walk);
    walk.path.pop();
    if (clean !== item) copy ??= list.slice();
    if (copy !== undefined) copy[index] = clean;
  }
  return copy === undefined ? list : Object.freeze(copy);
}

function redactEntries(object: JsonObject, walk: Walk): JsonObject {
  let copy: Record<string, JsonValue> | undefined;
  for (const key of Object.keys(object)) {
    const entry = object[key] as JsonValue;
    const cleanKey = redactKey(key, walk);
    walk.path.push(cleanKey);
    const clean = redactAt(entry, credentialName(cleanKey), walk);
    walk.path.pop();
    if (clean !== entry || cleanKey !== key) copy ??= entriesBefore(key, object);
    if (copy !== undefined) copy[freeKey(cleanKey, copy, walk)] = clean;
  }
  return copy === undefined ? object : Object.freeze(copy);
}

/** A key can hold a secret too, and it is also what the fields below it are called by. */
function redactKey(key: string, walk: Walk): string {
  const found = findSecrets(key);
  if (found.length === 0) return key;
  const clean = replace(key, found);
  walk.path.push(clean);
  for (const { kind } of found) note(kind, walk);
  walk.path.pop();
  return clean;
}

function entriesBefore(key: string, object: JsonObject): Record<string, JsonValue> {
  const keys = Object.keys(object);
  return Object.fromEntries(keys.slice(0, keys.indexOf(key)).map((before) => [before, object[before] as JsonValue]));
}

/** Two keys may become the same text; none may be lost. */
function freeKey(key: string, taken: JsonObject, walk: Walk): string {
  let free = key;
  for (let count = walk.redactions.length; Object.hasOwn(taken, free); count++) free = `${key} (${count})`;
  return free;
}

function redactStretches(text: string, walk: Walk): string {
  const found = findSecrets(text);
  for (const { kind } of found) note(kind, walk);
  return replace(text, found);
}

function note(kind: string, walk: Walk): void {
  walk.redactions.push(Object.freeze({ kind, field: formatPath(walk.path) || 'the value' }));
}

function replace(text: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return text;
  let clean = '';
  let at = 0;
  for (const { kind, start, end } of findings) {
    clean += text.slice(at, start) + redactedMark(kind);
    at = end;
  }
  return clean + text.slice(at);
}

function refuse(redactions: readonly Redaction[]): never {
  const named = redactions.slice(0, MOST_NAMED).map(({ field, kind }) => `${field} (${kind})`);
  const more = redactions.length - named.length;
  const tail = more > 0 ? ` and ${more} more` : '';
  throw new BatonError(
    'secret_found',
    `Refused, because it holds what looks like a secret: ${named.join(', ')}${tail}. Take the secret out or name where it is kept, such as an environment variable, and try again.`,
    { data: { redactions } },
  );
}

const MOST_NAMED = 5;
