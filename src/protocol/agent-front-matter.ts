import { isObject, type JsonObject, showValue } from '../base/json.ts';
import { misplaced, readYaml, type YamlText } from './yaml-text.ts';

/** The checked keys above a markdown text, where they stand in the file, and the text. */
export interface FrontMatter extends Pick<YamlText, 'positionOf' | 'keyPositionOf'> {
  readonly keys: JsonObject;
  readonly body: string;
  /** The line of the file at which the text begins. */
  readonly bodyLine: number;
}

/** Looking for a key twice takes time with the square of their number. */
const MOST_CHARACTERS = 30_000;

/** Takes a markdown file apart: keys between two lines `---` at its start, text below. */
export function readFrontMatter(text: string, file: string): FrontMatter {
  const { front, ...below } = split(text, file);
  const { value, positionOf, keyPositionOf } = readYaml(front, file, quoteValues);
  if (!isObject(value)) {
    const problem = `the front matter is ${showValue(value)} (expected keys such as "description: ...")`;
    throw misplaced(file, positionOf([]), problem);
  }
  return { keys: value as JsonObject, ...below, positionOf, keyPositionOf };
}

/** Whether a text has front matter at all. */
export function hasFrontMatter(text: string): boolean {
  return OPENING.test(text);
}

const OPENING = /^\uFEFF?---[ \t]*(?:\r?\n|$)/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;
const START = { line: 1, column: 1 };

/** The opening line stays as an empty one, so that lines are counted as in the file. */
function split(text: string, file: string): Pick<FrontMatter, 'body' | 'bodyLine'> & { readonly front: string } {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) {
    const problem = 'no front matter (expected a line "---", keys such as "description: ...", a line "---")';
    throw misplaced(file, START, problem);
  }
  const rest = text.slice(opening.length).replaceAll('\r\n', '\n');
  const closing = CLOSING.exec(rest);
  if (closing === null) {
    throw misplaced(file, START, 'the front matter is never closed (expected another line "---")');
  }
  if (closing.index > MOST_CHARACTERS) {
    const problem = `the front matter is ${closing.index} characters (expected at most ${MOST_CHARACTERS})`;
    throw misplaced(file, START, problem);
  }
  const front = `\n${rest.slice(0, closing.index)}`;
  const body = rest.slice(closing.index + closing[0].length).replace(/^\n+/, '');
  return { front, body, bodyLine: front.split('\n').length + 1 };
}

/** Many files have a description with a colon in it: no YAML, but what is meant is clear, and other programs read it. */
function quoteValues(front: string): string {
  return front.replace(UNQUOTED, (_, key, value) => `${key}: ${JSON.stringify(value.trimEnd())}`);
}

const UNQUOTED = /^([A-Za-z][\w-]*):[ \t]+([^\s"'[{|>&*!#].*:(?:[ \t].*)?)$/gm;
