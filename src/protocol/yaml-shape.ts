import type { z } from 'zod';
import { describeIssue } from '../base/check.ts';
import { formatPath, type JsonValue } from '../base/json.ts';
import { nearest } from './nearest.ts';
import { misplaced, misplacedAll, type PlacedProblem, readPartly, type YamlText } from './yaml-text.ts';

const MOST_CHARACTERS = 200_000;

/** A YAML file as a checked value and where its parts stand. */
export interface ShapedYaml<Value> extends Pick<YamlText, 'positionOf' | 'keyPositionOf'> {
  readonly value: Value;
}

/** Something wrong with a value, or with the key it has. */
export interface PathProblem {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
  readonly suggestion?: string | undefined;
  readonly isKey?: boolean | undefined;
}

/**
 * What is wrong with a file beside its shape. The value has not been checked; `broken` is where its shape is wrong, and
 * nothing where it is right.
 */
export type MoreProblems = (value: JsonValue, broken: readonly (readonly PropertyKey[])[]) => readonly PathProblem[];

/**
 * Reads a YAML file that has to have a shape. One error tells everything wrong with it, a line each: file, line, column, key
 * and the nearest known one. `removed` says why keys that once were known are not any more; `more` finds what a shape
 * cannot say.
 */
export function readShaped<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
  { removed = {}, more = () => [] }: { readonly removed?: Readonly<Record<string, string>>; more?: MoreProblems } = {},
): ShapedYaml<z.infer<Schema>> {
  if (text.length > MOST_CHARACTERS) {
    throw misplaced(file, { line: 1, column: 1 }, `the file is larger than ${MOST_CHARACTERS} characters`);
  }
  const yaml = readPartly(text, file);
  const { value, positionOf, keyPositionOf } = yaml;
  const result = schema.safeParse(value);
  const issues = (result.error?.issues ?? [])
    .flatMap(withoutUnions)
    .filter(({ path }) => !yaml.problems.some((one) => one.path.length > 0 && isWithin(path, one.path)));
  const broken = [...yaml.problems.map(({ path }) => path), ...issues.flatMap(brokenPaths)];
  const others = more(value, broken).map(({ path, problem, suggestion, isKey = false }) => {
    return { position: isKey ? keyPositionOf(path) : positionOf(path), problem, suggestion };
  });
  const problems = [...yaml.problems, ...problemsOf(issues, schema, yaml, removed), ...others];
  if (result.success && problems.length === 0) return { value: result.data, positionOf, keyPositionOf };
  throw misplacedAll(file, problems);
}

function isWithin(path: readonly PropertyKey[], round: readonly PropertyKey[]): boolean {
  return round.every((step, at) => path[at] === step);
}

function brokenPaths(issue: z.core.$ZodIssue): (readonly PropertyKey[])[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

/** What is wrong with a value that may have several forms, as the form that fits it best sees it. */
function withoutUnions(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inner = issue.errors.map((issues) =>
    issues.map((one) => ({ ...one, path: [...issue.path, ...one.path] }) as z.core.$ZodIssue),
  );
  const best = inner.find((issues) => !issues.some((one) => isOtherType(one, issue.path.length)));
  return best === undefined ? [issue] : best.flatMap(withoutUnions);
}

function isOtherType({ code, path }: z.core.$ZodIssue, depth: number): boolean {
  return code === 'invalid_type' && path.length === depth;
}

function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  schema: unknown,
  { value, positionOf, keyPositionOf }: YamlText,
  removed: Readonly<Record<string, string>>,
): PlacedProblem[] {
  const unknown = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    return issue.keys.map((key) =>
      unknownKey([...issue.path, key], keysAt(schema, issue.path), keyPositionOf, removed),
    );
  });
  // A key that is missing only because it is misspelt is told once.
  const meant = new Set(unknown.map(({ meant }) => meant));
  const others = issues
    .filter((issue) => issue.code !== 'unrecognized_keys' && !meant.has(formatPath(issue.path)))
    .map((issue) => ({ position: positionOf(issue.path), problem: describeIssue(issue, value) }));
  return [...unknown, ...others];
}

/** A key nobody knows, with the known one that is nearest: most of them are misspelt. */
function unknownKey(
  path: readonly PropertyKey[],
  known: readonly string[],
  keyPositionOf: YamlText['keyPositionOf'],
  removed: Readonly<Record<string, string>>,
): PlacedProblem & { readonly meant: string | undefined } {
  const name = formatPath(path);
  const why = Object.hasOwn(removed, name) ? removed[name] : undefined;
  const near = why === undefined ? nearest(String(path.at(-1)), known) : undefined;
  const others = near === undefined && known.length > 0 ? `. Known keys: ${known.join(', ')}` : '';
  return {
    position: keyPositionOf(path),
    problem: `unknown key ${name}${why === undefined ? others : ` (${why})`}`,
    suggestion: near,
    meant: near === undefined ? undefined : formatPath([...path.slice(0, -1), near]),
  };
}

/** The keys a schema knows at a place. */
function keysAt(root: unknown, path: readonly PropertyKey[]): string[] {
  let schema = root;
  for (const step of path) {
    const inner = unwrap(schema, typeof step === 'number');
    schema = inner.def?.shape?.[step as string] ?? inner.def?.element ?? inner.def?.valueType;
  }
  return Object.keys(unwrap(schema).def?.shape ?? {});
}

interface AnySchema {
  readonly def?: {
    readonly innerType?: unknown;
    readonly options?: readonly unknown[];
    readonly shape?: Readonly<Record<string, z.ZodType>>;
    readonly valueType?: unknown;
    readonly element?: unknown;
  };
}

/** What is inside of optional, and the object, or the list, among several that a value may be. */
function unwrap(schema: unknown, isList = false): AnySchema {
  let inner = schema as AnySchema;
  while (inner?.def?.innerType !== undefined || inner?.def?.options !== undefined) {
    const { innerType, options = [] } = inner.def;
    const fits = ({ def }: AnySchema) => (isList ? def?.element : def?.shape) !== undefined;
    inner = (innerType ?? options.find((one) => fits(one as AnySchema)) ?? {}) as AnySchema;
  }
  return inner ?? {};
}
