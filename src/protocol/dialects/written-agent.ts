import { stringify } from 'yaml';
import type { Agent } from '../agent-schema.ts';

/** Something an agent has that a program cannot be told, and what becomes of it. */
export interface Loss {
  readonly key: string;
  readonly why: string;
}

/** An agent as a file for a program. */
export interface WrittenAgent {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly text: string;
  readonly losses: readonly Loss[];
}

/** What one program can be told, and what it cannot. */
export interface Carried<Value> {
  readonly carried: Value;
  readonly losses: readonly Loss[];
}

/**
 * A copy says so in its first line: it is made from another file, which counts as long as it is there. Without that, a
 * copy for a program that knows less would take the place of the agent it was made from.
 */
const COPY_LINE = 'written by `baton agents export`. Take this line out to make the copy count for Baton.';

/** Whether a text is a copy that an export made. */
export function isCopy(text: string): boolean {
  const [, second = ''] = text.split('\n', 2);
  return second.startsWith('# Copy of ') && second.trimEnd().endsWith(COPY_LINE);
}

/** The text of an agent file: keys, then the prompt. Keys without a value are left out. */
export function agentText({ name, source, body }: Agent, keys: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(keys).filter(([, value]) => value !== undefined);
  const front = given.length === 0 ? '' : stringify(Object.fromEntries(given), { lineWidth: 0 });
  const origin = source === 'built-in' ? `the built-in agent ${name}` : source.replaceAll(/\s+/g, ' ');
  return `---\n# Copy of ${origin}, ${COPY_LINE}\n${front}---\n\n${body}`;
}

/** Losses of keys that a program has no word for. */
export function lostKeys(keys: Readonly<Record<string, unknown>>, program: string): Loss[] {
  return Object.entries(keys)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([key]) => ({ key, why: `${program} has no such key` }));
}

/** The keys whose names are listed, in that order, and the others. */
export function partKeys(
  keys: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { readonly known: Record<string, unknown>; readonly unknown: Record<string, unknown> } {
  const known = names.filter((name) => Object.hasOwn(keys, name)).map((name) => [name, keys[name]]);
  const unknown = Object.entries(keys).filter(([name]) => !names.includes(name));
  return { known: Object.fromEntries(known), unknown: Object.fromEntries(unknown) };
}
