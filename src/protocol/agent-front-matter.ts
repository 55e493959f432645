import { type Document, isCollection, isMap, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { BatonError } from '../base/error.ts';
import { copyJson, type JsonObject, showValue } from '../base/json.ts';

/** The checked keys above a markdown text, and the text. */
export interface FrontMatter {
  readonly keys: JsonObject;
  readonly body: string;
  /** The line of the file at which a key or entry stands, or the nearest one round it. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Looking for a key twice takes time with the square of their number. */
const MOST_CHARACTERS = 30_000;
const DEEPEST = 32;

/** Takes a markdown file apart: keys between two lines `---` at its start, text below. */
export function readFrontMatter(text: string, file: string): FrontMatter {
  const { front, body } = split(text, file);
  const { document, lines } = parseFront(front, file);
  const lineAt = (node: Node | null | undefined) => (node?.range ? lines.linePos(node.range[0]).line : undefined);
  refuseUncarried(document, (node, problem) => {
    throw invalid(`${file}:${lineAt(node) ?? 1}: ${problem}.`);
  });
  const value = document.toJS() ?? {};
  if (document.contents !== null && !isMap(document.contents)) {
    throw invalid(`${file}:2: the front matter is ${showValue(value)} (expected keys such as "description: ...").`);
  }
  return {
    keys: copyJson(value, file) as JsonObject,
    body,
    lineOf: (path) => {
      const nodes = path.map((_, at) => document.getIn(path.slice(0, path.length - at), true) as Node | undefined);
      return nodes.map(lineAt).find((line) => line !== undefined) ?? 1;
    },
  };
}

/** Whether a text has front matter at all. */
export function hasFrontMatter(text: string): boolean {
  return OPENING.test(text);
}

const OPENING = /^\uFEFF?---[ \t]*(?:\r?\n|$)/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;

/** The opening line stays as an empty one, so that lines are counted as in the file. */
function split(text: string, file: string): { readonly front: string; readonly body: string } {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) {
    throw invalid(`${file}:1: no front matter (expected a line "---", keys such as "description: ...", a line "---").`);
  }
  const rest = text.slice(opening.length).replaceAll('\r\n', '\n');
  const closing = CLOSING.exec(rest);
  if (closing === null) throw invalid(`${file}:1: the front matter is never closed (expected another line "---").`);
  if (closing.index > MOST_CHARACTERS) {
    throw invalid(`${file}:1: the front matter is ${closing.index} characters (expected at most ${MOST_CHARACTERS}).`);
  }
  const body = rest.slice(closing.index + closing[0].length).replace(/^\n+/, '');
  return { front: `\n${rest.slice(0, closing.index)}`, body };
}

interface Parsed {
  readonly document: Document;
  readonly lines: LineCounter;
}

/** Many files have a description with a colon in it: no YAML, but what is meant is clear, and other programs read it. */
function parseFront(front: string, file: string): Parsed {
  const plain = parseYaml(front);
  const [problem] = plain.document.errors;
  if (problem === undefined) return plain;
  const quoted = parseYaml(front.replace(UNQUOTED, quoteValue));
  if (quoted.document.errors.length === 0) return quoted;
  const { line, col } = plain.lines.linePos(problem.pos[0]);
  throw invalid(`${file}:${line}:${col}: ${problem.message.split('\n')[0]?.replace(/:? at line.*/, '')}.`);
}

function parseYaml(text: string): Parsed {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, logLevel: 'error' }), lines };
}

const UNQUOTED = /^([A-Za-z][\w-]*):[ \t]+([^\s"'[{|>&*!#].*:(?:[ \t].*)?)$/gm;

function quoteValue(_: string, key: string, value: string): string {
  return `${key}: ${JSON.stringify(value.trimEnd())}`;
}

/** Tells what YAML can say and JSON cannot, or what could unfold into something huge or reach a prototype. */
function refuseUncarried(document: Document, refuse: (node: Node | undefined, problem: string) => never): void {
  visit(document, {
    Alias: (_, node) => refuse(node, 'aliases (*name) are not allowed (write the value again)'),
    Pair: (_, { key }) => {
      if (!isScalar(key)) refuse(key as Node, 'a key is a list or an object (expected a word)');
      if (key.value === '__proto__') refuse(key, 'the key __proto__ is not allowed');
    },
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        refuse(node, `${node.value} is no number here`);
    },
    Collection: (_, node, path) => {
      if (path.filter(isCollection).length >= DEEPEST) refuse(node, `nested deeper than ${DEEPEST} levels`);
    },
  });
}

function invalid(message: string): BatonError {
  return new BatonError('invalid_input', message);
}
