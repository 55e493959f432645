import { copyJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';

/** Lock files are large, but never deep. */
const LIMITS = { depth: 64, characters: 100_000_000 };

/** The object in a JSON file; of a file that does not exist, an empty one; `undefined` if it cannot be read. */
export function readJson(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return {};
  try {
    const value = copyJson(JSON.parse(text.replace(/^\uFEFF/, '')), 'manifest', LIMITS);
    return isObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** The same, where comments and a comma after the last item are allowed. */
export function readJsonWithComments(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return {};
  const plain = text.replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string = '') => string);
  return readJson(plain.replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string = '') => string));
}

/** The entries of an object; of anything else, none. */
export function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? (Object.entries(value) as [string, JsonValue][]) : [];
}
