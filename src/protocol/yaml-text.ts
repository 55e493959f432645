import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { BatonError } from '../base/error.ts';
import { copyJson, type JsonValue } from '../base/json.ts';

/** A place in a file, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** YAML as a plain value, and where its parts stand. */
export interface YamlText {
  readonly value: JsonValue;
  /** Where a value stands, or the nearest one round it. */
  positionOf(path: readonly PropertyKey[]): Position;
  /** Where the key of a value stands, or else the value. */
  keyPositionOf(path: readonly PropertyKey[]): Position;
}

const DEEPEST = 32;

/**
 * Reads YAML that may say what JSON can say and no more; an error names file, line and column. `mend` may put right what
 * many people write and YAML does not allow; the first error is told where that does not help either.
 */
export function readYaml(text: string, file: string, mend: (text: string) => string = (same) => same): YamlText {
  const { document, lines } = parseMended(text, file, mend);
  const positionAt = (node: Node | null | undefined): Position | undefined => {
    if (!node?.range) return undefined;
    const { line, col } = lines.linePos(node.range[0]);
    return { line, column: col };
  };
  refuseUncarried(document, (node, problem) => {
    throw misplaced(file, positionAt(node) ?? START, problem);
  });
  const positionOf = (path: readonly PropertyKey[]): Position => {
    const nodes = path.map((_, at) => document.getIn(path.slice(0, path.length - at), true) as Node | undefined);
    return nodes.map(positionAt).find((found) => found !== undefined) ?? positionAt(document.contents) ?? START;
  };
  return {
    value: copyJson(document.toJS() ?? {}, file),
    positionOf,
    keyPositionOf: (path) => positionAt(keyNode(document, path)) ?? positionOf(path),
  };
}

const START: Position = { line: 1, column: 1 };

/** An error about a place in a file. What is wrong and where stand in its data too, for those who collect problems. */
export function misplaced(file: string, { line, column }: Position, problem: string, suggestion?: string): BatonError {
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return new BatonError('invalid_input', `${file}:${line}:${column}: ${problem}.${hint}`, {
    data: { file, line, column, problem, ...(suggestion === undefined ? {} : { suggestion }) },
  });
}

/** A key as it is written, at the beginning of a text. */
const KEY = /^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s:,{}[\]](?:[^:\n]*[^\s:])?)/;

/** Something wrong at a place in a file. */
export interface PlacedProblem {
  readonly position: Position;
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/** One error about everything wrong with a file, in the order of places, a line each; its data hold the first, and all. */
export function misplacedAll(file: string, problems: readonly PlacedProblem[]): BatonError {
  const sorted = [...problems].sort(({ position: a }, { position: b }) => a.line - b.line || a.column - b.column);
  const errors = sorted.map(({ position, problem, suggestion }) => misplaced(file, position, problem, suggestion));
  const [first = misplaced(file, START, 'something is wrong')] = errors;
  if (errors.length <= 1) return first;
  const lines = errors.slice(0, MAX_PROBLEMS).map(({ message }) => message);
  const more = errors.length > MAX_PROBLEMS ? [`and ${errors.length - MAX_PROBLEMS} more`] : [];
  const data = { ...first.data, problems: errors.map((error) => error.data) };
  return new BatonError('invalid_input', [...lines, ...more].join('\n'), { data });
}

const MAX_PROBLEMS = 50;

interface Parsed {
  readonly document: Document;
  readonly lines: LineCounter;
}

function parseMended(text: string, file: string, mend: (text: string) => string): Parsed {
  const plain = parseYaml(text);
  const [problem] = plain.document.errors;
  if (problem === undefined) return plain;
  const mended = parseYaml(mend(text));
  if (mended.document.errors.length === 0) return mended;
  const { line, col } = plain.lines.linePos(problem.pos[0]);
  const message = problem.message.split('\n')[0]?.replace(/:? at line.*/, '') ?? problem.code;
  const key = problem.code === 'DUPLICATE_KEY' ? KEY.exec(text.slice(problem.pos[0]))?.[0] : undefined;
  throw misplaced(file, { line, column: col }, key === undefined ? message : `the key ${key} is there twice`);
}

function parseYaml(text: string): Parsed {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, logLevel: 'error' }), lines };
}

/** Tells what YAML can say and JSON cannot, or what could unfold into something huge or reach a prototype. */
function refuseUncarried(document: Document, refuse: (node: Node | undefined, problem: string) => never): void {
  visit(document, {
    Alias: (_, node) => refuse(node, 'aliases (*name) are not allowed (write the value again)'),
    Pair: (_, { key }) => {
      if (!isScalar(key)) refuse(key as Node, 'a key is a list or an object (expected a word)');
      if (key.value === '__proto__') refuse(key, 'the key __proto__ is not allowed');
    },
    Scalar: (_, node, path) => {
      refuseTag(node, refuse);
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        refuse(node, `${keyOf(path)} must be a finite number, got ${node.source ?? node.value}`);
    },
    Collection: (_, node, path) => {
      refuseTag(node, refuse);
      if (path.filter(isCollection).length >= DEEPEST) refuse(node, `nested deeper than ${DEEPEST} levels`);
    },
  });
}

/** A tag asks for a type. Only those of JSON's own types change nothing that could surprise. */
function refuseTag(node: Node, refuse: (node: Node, problem: string) => never): void {
  const { tag } = node as { tag?: string };
  if (tag === undefined || PLAIN_TAGS.has(tag)) return;
  refuse(node, `the tag ${tag.replace(/^tag:yaml\.org,2002:/, '!!')} is not allowed (write a plain value)`);
}

const PLAIN_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** The key of the value that is being looked at, with those above it. */
function keyOf(path: readonly unknown[]): string {
  const keys = path.filter(isPair).map(({ key }) => (isScalar(key) ? String(key.value) : '?'));
  return keys.length === 0 ? 'the value' : keys.join('.');
}

function keyNode(document: Document, path: readonly PropertyKey[]): Node | undefined {
  const round = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(round)) return undefined;
  return round.items.map(({ key }) => key).find((key) => isScalar(key) && String(key.value) === String(path.at(-1))) as
    | Node
    | undefined;
}
