import { copyJson, isObject, type JsonObject, type JsonValue } from '../base/json.ts';

/** Files of projects can be large, lock files above all, but never deep. */
const LIMITS = { depth: 64, characters: 100_000_000 };

/** The object that a reader finds; `undefined` if it finds none, fails, or what it finds cannot be carried safely. */
export function plainObject(read: () => unknown): JsonObject | undefined {
  try {
    const value = copyJson(read(), 'file', LIMITS);
    return isObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** The object in a JSON file. */
export function readJson(text: string): JsonObject | undefined {
  return plainObject(() => JSON.parse(withoutMark(text)));
}

/** The same, where comments and a comma after the last item are allowed. */
export function readJsonc(text: string): JsonObject | undefined {
  return plainObject(() => JSON.parse(withoutComments(withoutMark(text))));
}

/** The entries of an object; of anything else, none. */
export function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? (Object.entries(value) as [string, JsonValue][]) : [];
}

/** What the lines of a file say, by section and key; a key that stands twice says both, one below the other. */
export function readSections(
  lines: Iterable<readonly [section: string, key: string, value: string]>,
): JsonObject | undefined {
  const sections = new Map<string, Map<string, string>>();
  for (const [section, key, value] of lines) {
    const keys = sections.get(section) ?? new Map<string, string>();
    sections.set(section, keys.set(key, keys.has(key) ? `${keys.get(key)}\n${value}` : value));
  }
  return plainObject(() => Object.fromEntries([...sections].map(([name, keys]) => [name, Object.fromEntries(keys)])));
}

/** Text without the mark of its byte order. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** A text without comments and without commas before a closing bracket: what is left has to be JSON. */
function withoutComments(text: string): string {
  const plain = text.replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string = ' ') => string);
  return plain.replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string = '') => string);
}
