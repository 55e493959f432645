import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
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

/** YAML of which some parts could not be taken. They are empty in the value. */
export interface PartlyRead extends YamlText {
  readonly problems: readonly UncarriedProblem[];
}

/** What could not be taken, and which value it would have been. */
interface UncarriedProblem extends PlacedProblem {
  readonly path: readonly PropertyKey[];
}

/**
 * Reads YAML that may say what JSON can say and no more; an error names file, line and column. `mend` may put right what
 * many people write and YAML does not allow; the first error is told where that does not help either.
 */
export function readYaml(text: string, file: string, mend?: (text: string) => string): YamlText {
  const { problems, ...yaml } = readPartly(text, file, mend);
  if (problems.length > 0) throw misplacedAll(file, problems);
  return yaml;
}

/** The same for those who have more to say about the file: what JSON cannot say is told beside the rest. */
export function readPartly(text: string, file: string, mend: (text: string) => string = (same) => same): PartlyRead {
  const { document, lines, repeated } = parseMended(text, file, mend);
  const positionAt = (node: Node | null | undefined): Position | undefined => {
    if (!node?.range) return undefined;
    const { line, col } = lines.linePos(node.range[0]);
    return { line, column: col };
  };
  const problems: UncarriedProblem[] = repeated.map((one) => ({ ...one, path: [] }));
  takeOutUncarried(document, (node, path, problem) => {
    problems.push({ position: positionAt(node) ?? START, path, problem });
  });
  const positionOf = (path: readonly PropertyKey[]): Position => {
    const nodes = path.map((_, at) => document.getIn(path.slice(0, path.length - at), true) as Node | undefined);
    return nodes.map(positionAt).find((found) => found !== undefined) ?? positionAt(document.contents) ?? START;
  };
  return {
    value: copyJson(document.toJS() ?? {}, file),
    positionOf,
    keyPositionOf: (path) => positionAt(keyNode(document, path)) ?? positionOf(path),
    problems,
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
  /** Keys that are there twice, with which the rest can still be read. */
  readonly repeated: readonly PlacedProblem[];
}

function parseMended(text: string, file: string, mend: (text: string) => string): Parsed {
  const plain = parseYaml(text);
  const [problem] = plain.document.errors.filter(({ code }) => code !== 'DUPLICATE_KEY');
  if (problem === undefined) return plain;
  const mended = parseYaml(mend(text));
  if (mended.document.errors.length === 0) return mended;
  const { line, col } = plain.lines.linePos(problem.pos[0]);
  const message = problem.message.split('\n')[0]?.replace(/:? at line.*/, '') ?? problem.code;
  throw misplaced(file, { line, column: col }, message);
}

function parseYaml(text: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  const repeated = document.errors.flatMap(({ code, pos: [start] }) => {
    if (code !== 'DUPLICATE_KEY') return [];
    const { line, col } = lines.linePos(start);
    return { position: { line, column: col }, problem: `the key ${KEY.exec(text.slice(start))?.[0]} is there twice` };
  });
  return { document, lines, repeated };
}

/**
 * Takes out what YAML can say and JSON cannot, or what could unfold into something huge or reach a prototype, and tells
 * each. In its place stands nothing.
 */
function takeOutUncarried(
  document: Document,
  tell: (node: Node, path: readonly PropertyKey[], problem: string) => void,
): void {
  const takeOut = (node: Node, path: readonly unknown[], problem: string) => {
    tell(node, pathOf([...path, node]), problem);
    return document.createNode(null);
  };
  visit(document, {
    Alias: (_, node, path) => takeOut(node, path, 'aliases (*name) are not allowed (write the value again)'),
    Pair: (_, { key }, path) => {
      const isWord = isScalar(key);
      if (isWord && key.value !== '__proto__') return undefined;
      const problem = isWord ? 'the key __proto__ is not allowed' : 'a key is a list or an object (expected a word)';
      tell(key as Node, pathOf(path), problem);
      return visit.REMOVE;
    },
    Scalar: (_, node, path) => {
      const tag = tagProblem(node);
      if (tag !== undefined) return takeOut(node, path, tag);
      if (typeof node.value !== 'number' || Number.isFinite(node.value)) return undefined;
      return takeOut(node, path, `${keyOf(path)} must be a finite number, got ${node.source ?? node.value}`);
    },
    Collection: (_, node, path) => {
      const isDeep = path.filter(isCollection).length >= DEEPEST;
      const problem = tagProblem(node) ?? (isDeep ? `nested deeper than ${DEEPEST} levels` : undefined);
      return problem === undefined ? undefined : takeOut(node, path, problem);
    },
  });
}

/** The keys and places in lists that lead to the last of these nodes, each of which holds the next. */
function pathOf(nodes: readonly unknown[]): PropertyKey[] {
  return nodes.flatMap((node, at): PropertyKey[] => {
    if (isPair(node)) return isScalar(node.key) ? [String(node.key.value)] : [];
    return isSeq(node) && at + 1 < nodes.length ? [node.items.indexOf(nodes[at + 1])] : [];
  });
}

/** A tag asks for a type. Only those of JSON's own types change nothing that could surprise. */
function tagProblem(node: Node): string | undefined {
  const { tag } = node as { tag?: string };
  if (tag === undefined || PLAIN_TAGS.has(tag)) return undefined;
  return `the tag ${tag.replace(/^tag:yaml\.org,2002:/, '!!')} is not allowed (write a plain value)`;
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
