import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isObject, type JsonValue, layoutOf, valueText } from './json-layout.ts';
import { applyEdits, type TextEdit, unreadable } from './text-edits.ts';

/**
 * A JSON file with the entry of a server in it, under a section and the server's name. Comments and commas at the end of
 * lists may stand in it, as the clients let them. Whatever is not the entry stays as it is, byte by byte; so does an entry
 * that says the same already, and what else a person wrote into one.
 */
export function putJsonEntry(
  before: string | undefined,
  [section, name]: readonly [section: string, name: string],
  entry: Readonly<Record<string, JsonValue>>,
): string {
  if (before === undefined || before.trim() === '') return `${newFile({ [section]: { [name]: entry } })}\n`;
  const found = find(before, [section, name]);
  const startsProgram = found?.type === 'object' && member(found, 'command') !== undefined;
  const wanted: readonly (readonly [readonly string[], JsonValue])[] = startsProgram
    ? Object.entries(entry).map(([key, value]) => [[section, name, key], value])
    : [[[section, name], entry]];
  return wanted.reduce(
    (text, [path, value]) => (isSame(find(text, path), value) ? text : set(text, path, value)),
    before,
  );
}

function newFile(value: JsonValue): string {
  return valueText(value, { isSpread: true, lineEnd: '\n', indent: '', outer: '', unit: '  ' });
}

/** The value at a path, if it is there. A way to it that does not lead through objects is refused. */
function find(text: string, path: readonly string[]): Node | undefined {
  let node: Node | undefined = rootOf(text);
  for (const key of path) {
    if (node === undefined) return undefined;
    if (node.type !== 'object') throw unreadable(text, node.offset, `an object is expected here, to hold "${key}"`);
    refuseTwice(text, node, key);
    node = member(node, key);
  }
  return node;
}

/** Programs differ in which of two members of the same name counts. */
function refuseTwice(text: string, parent: Node, key: string): void {
  const second = membersCalled(parent, key)[1];
  if (second !== undefined) throw unreadable(text, second.offset, `"${key}" is here a second time`);
}

function member(parent: Node, key: string): Node | undefined {
  return membersCalled(parent, key)[0]?.children?.[1];
}

function membersCalled(parent: Node, key: string): readonly Node[] {
  return (parent.children ?? []).filter(({ children }) => children?.[0]?.value === key);
}

/** Whether a value is the wanted one; of an object, whether it has all that is wanted. */
function isSame(node: Node | undefined, wanted: JsonValue): boolean {
  if (node === undefined) return false;
  if (isObject(wanted)) {
    return node.type === 'object' && Object.entries(wanted).every(([key, one]) => isSame(member(node, key), one));
  }
  if (!Array.isArray(wanted)) return node.value === wanted;
  const items = node.type === 'array' ? (node.children ?? []) : undefined;
  return items?.length === wanted.length && wanted.every((one, index) => items[index]?.value === one);
}

/** Puts a value at a path; objects on the way that are not there yet come into being. */
function set(text: string, path: readonly string[], value: JsonValue): string {
  let parent = rootOf(text);
  for (const [index, key] of path.entries()) {
    const there = member(parent, key);
    const deeper = path.slice(index + 1);
    if (there !== undefined && deeper.length > 0) {
      parent = there;
      continue;
    }
    const whole = deeper.reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), value);
    const edits = there === undefined ? insertion(text, parent, key, whole) : [replacement(text, parent, there, whole)];
    return applyEdits(text, edits);
  }
  return text;
}

function replacement(text: string, parent: Node, { offset, length }: Node, value: JsonValue): TextEdit {
  return { offset, length, text: valueText(value, layoutOf(text, parent)) };
}

/**
 * A new member behind the last one of an object, in the layout of the others. What stands between the last one and the
 * brace, comments above all, stays in front of it: a comment belongs to the line it was written on.
 */
function insertion(text: string, parent: Node, key: string, value: JsonValue): TextEdit[] {
  const layout = layoutOf(text, parent);
  const last = parent.children?.at(-1);
  const lastEnd = last === undefined ? parent.offset + 1 : last.offset + last.length;
  const { hasComma, end, brace } = behind(text, lastEnd);
  const comma = last === undefined || hasComma ? '' : ',';
  const start = layout.isSpread ? layout.lineEnd + layout.indent : ' ';
  const closing = layout.isSpread && !/[\r\n]/.test(text.slice(end, brace)) ? layout.lineEnd + layout.outer : '';
  const added = `${start}${JSON.stringify(key)}: ${valueText(value, layout)}${closing}`;
  return [
    { offset: lastEnd, length: 0, text: comma },
    { offset: end, length: 0, text: added },
  ];
}

/** What follows the last member of an object: whether a comma, where the last thing ends, and where the brace is. */
function behind(text: string, lastEnd: number) {
  const scanner = createScanner(text);
  scanner.setPosition(lastEnd);
  let hasComma = false;
  let end = lastEnd;
  for (let token = scanner.scan(); token !== CLOSE_BRACE; token = scanner.scan()) {
    if (token === COMMA) hasComma = true;
    if (token === COMMA || token === LINE_COMMENT || token === BLOCK_COMMENT) {
      end = scanner.getTokenOffset() + scanner.getTokenLength();
    }
  }
  return { hasComma, end, brace: scanner.getTokenOffset() };
}

// The parser's own names for these are a `const enum`, which a compiler that sees one file at a time cannot read.
const CLOSE_BRACE = 2;
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;

const BYTE_ORDER_MARK = '\u{feff}';

/** The object that a file holds. */
function rootOf(text: string): Node {
  const errors: ParseError[] = [];
  const root = parsed(text.startsWith(BYTE_ORDER_MARK) ? ` ${text.slice(1)}` : text, errors);
  const [error] = errors;
  if (error !== undefined) throw unreadable(text, error.offset, REASONS[printParseErrorCode(error.error)] ?? 'no JSON');
  if (root?.type === 'object') return root;
  throw unreadable(text, root?.offset ?? 0, 'an object is expected here');
}

function parsed(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw unreadable(text, 0, 'it is nested too deeply');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a name in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing brace is expected here',
  CloseBracketExpected: 'a closing bracket is expected here',
  EndOfFileExpected: 'the file should have ended here',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a text is not closed',
};
