import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { checkShape } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson, formatPath } from '../base/json.ts';
import { type Config, configSchema } from './config-schema.ts';

const MOST_CHARACTERS = 200_000;

/** A configuration file's text as a checked value, or an error that names the line, the key and the nearest known one. */
export function parseConfig(text: string, file = 'baton.yaml'): Config {
  if (text.length > MOST_CHARACTERS) throw invalid(`${file} is larger than ${MOST_CHARACTERS} characters.`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw invalid(`${file}:${line}:${col}: ${problem.message.split('\n')[0]?.replace(/ at line.*/, '')}.`);
  }
  const value = copyJson(plainValue(document, file), file);
  refuseUnknownKeys(value, file, (path) => {
    const node = document.getIn(path.slice(0, -1), true) as
      | { items?: { key: { value: unknown; range: number[] } }[] }
      | undefined;
    const at = node?.items?.find(({ key }) => key.value === path.at(-1))?.key.range[0];
    return at === undefined ? file : `${file}:${lines.linePos(at).line}`;
  });
  return checkShape(configSchema, value, file, 'invalid_input');
}

/** Aliases could make a small file unfold into a huge value, and no configuration needs them. */
function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (cause) {
    throw new BatonError('invalid_input', `${file} uses YAML aliases (*name), which are not allowed.`, { cause });
  }
}

/** Tells a key nobody knows with the known one that is nearest: most of them are misspelt. */
function refuseUnknownKeys(value: unknown, file: string, place: (path: readonly PropertyKey[]) => string): void {
  const result = configSchema.safeParse(value);
  const unknown = result.error?.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown === undefined) return;
  const [key = ''] = unknown.keys;
  const path = [...unknown.path, key];
  const near = nearest(key, keysAt(unknown.path));
  const hint = near === undefined ? `Known keys: ${keysAt(unknown.path).join(', ')}` : `Did you mean ${near}?`;
  throw invalid(`${place(path)}: unknown key ${formatPath(path)} in ${file}. ${hint}`);
}

/** The keys the schema knows at a place. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = configSchema;
  for (const step of path) {
    const inner = unwrap(schema);
    schema = inner.def?.shape?.[step as string] ?? inner.def?.valueType;
  }
  return Object.keys(unwrap(schema).def?.shape ?? {});
}

interface AnySchema {
  readonly def?: {
    readonly innerType?: unknown;
    readonly shape?: Readonly<Record<string, z.ZodType>>;
    readonly valueType?: unknown;
  };
}

function unwrap(schema: unknown): AnySchema {
  let inner = schema as AnySchema;
  while (inner?.def?.innerType !== undefined) inner = inner.def.innerType as AnySchema;
  return inner ?? {};
}

/** The candidate that takes the fewest changes of a letter, if it takes few. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates.map((candidate) => ({ candidate, distance: distance(word, candidate) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, word.length / 3) ? best.candidate : undefined;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function invalid(message: string): BatonError {
  return new BatonError('invalid_input', message);
}
