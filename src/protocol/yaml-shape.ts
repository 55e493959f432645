import type { z } from 'zod';
import { describeIssue } from '../base/check.ts';
import { formatPath } from '../base/json.ts';
import { nearest } from './nearest.ts';
import { misplaced, readYaml, type YamlText } from './yaml-text.ts';

const MOST_CHARACTERS = 200_000;

/** A YAML file as a checked value and where its parts stand. */
export interface ShapedYaml<Value> extends Pick<YamlText, 'positionOf' | 'keyPositionOf'> {
  readonly value: Value;
}

/** Reads a YAML file that has to have a shape; an error names file, line, column, key and the nearest known one. */
export function readShaped<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
): ShapedYaml<z.infer<Schema>> {
  if (text.length > MOST_CHARACTERS) {
    throw misplaced(file, { line: 1, column: 1 }, `the file is larger than ${MOST_CHARACTERS} characters`);
  }
  const { value, positionOf, keyPositionOf } = readYaml(text, file);
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, positionOf, keyPositionOf };
  const issues = result.error.issues;
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) throw unknownKey(unknown, schema, file, keyPositionOf);
  const [issue] = issues as [z.core.$ZodIssue];
  throw misplaced(file, positionOf(issue.path), describeIssue(issue, value));
}

/** Tells a key nobody knows with the known one that is nearest: most of them are misspelt. */
function unknownKey(
  { keys: [key = ''], path: round }: z.core.$ZodIssueUnrecognizedKeys,
  schema: unknown,
  file: string,
  keyPositionOf: YamlText['keyPositionOf'],
) {
  const path = [...round, key];
  const known = keysAt(schema, round);
  const near = nearest(key, known);
  const hint = near === undefined && known.length > 0 ? `. Known keys: ${known.join(', ')}` : '';
  return misplaced(file, keyPositionOf(path), `unknown key ${formatPath(path)}${hint}`, near);
}

/** The keys a schema knows at a place. */
function keysAt(root: unknown, path: readonly PropertyKey[]): string[] {
  let schema = root;
  for (const step of path) {
    const inner = unwrap(schema);
    schema = inner.def?.shape?.[step as string] ?? inner.def?.valueType;
  }
  return Object.keys(unwrap(schema).def?.shape ?? {});
}

interface AnySchema {
  readonly def?: {
    readonly innerType?: unknown;
    readonly options?: readonly unknown[];
    readonly shape?: Readonly<Record<string, z.ZodType>>;
    readonly valueType?: unknown;
  };
}

/** What is inside of optional, and the object among several that a value may be. */
function unwrap(schema: unknown): AnySchema {
  let inner = schema as AnySchema;
  while (inner?.def?.innerType !== undefined || inner?.def?.options !== undefined) {
    const { innerType, options = [] } = inner.def;
    inner = (innerType ?? options.find((one) => (one as AnySchema).def?.shape !== undefined) ?? {}) as AnySchema;
  }
  return inner ?? {};
}
