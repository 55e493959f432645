import { BatonError } from '../../base/error.ts';
import { applyEdits, lineEndOf, type TextEdit } from './text-edits.ts';
import { type TomlStatement, tomlStatements } from './toml-statements.ts';

type Value = string | number | readonly string[];

/**
 * A TOML file with the table of a server in it, `[section.name]`. A new one comes to the end. Of one that is there and
 * starts a program, only the values that differ are written; one that does not is written anew, in its place. Whatever is
 * not the entry stays as it is. A form in which the entry cannot be put without moving other things is refused.
 */
export function putTomlEntry(
  before: string | undefined,
  [section, name]: readonly [section: string, name: string],
  entry: Readonly<Record<string, Value>>,
): string {
  const text = before ?? '';
  const statements = tomlStatements(text);
  refuseOtherForms(statements, section, name);
  const at = statements.findIndex(({ kind, path }) => kind === 'table' && isName(path, section, name));
  const header = statements[at];
  if (header === undefined) return appended(text, [`[${section}.${name}]`, ...pairLines(entry)]);
  const rest = statements.slice(at + 1);
  const next = rest.findIndex(({ kind }) => kind !== 'pair');
  const pairs = next === -1 ? rest : rest.slice(0, next);
  const edits = pairs.some(isCalled('command'))
    ? setPairs(text, header, pairs, entry)
    : [writtenAnew(text, header, pairs, entry)];
  return applyEdits(text, edits);
}

function isName(path: readonly string[], section: string, name: string): boolean {
  return path.length === 2 && path[0] === section && path[1] === name;
}

/** A table can be added or written anew only where tables have headers, and this one not more than one. */
function refuseOtherForms(statements: readonly TomlStatement[], section: string, name: string): void {
  const headers = statements.filter(({ kind, path }) => kind === 'table' && isName(path, section, name));
  const others = statements.filter((one) => one.path[0] === section && isOtherForm(one, name));
  if (headers.length < 2 && others.length === 0) return;
  throw new BatonError(
    'invalid_input',
    `"${name}" cannot be put into it safely, since "${section}" is written there in a form of its own`,
  );
}

function isOtherForm({ kind, path, parts }: TomlStatement, name: string): boolean {
  const isEntry = path[1] === name;
  if (kind === 'list') return path.length < 3;
  if (kind === 'table') return isEntry && HTTP_TABLES.has(path[2] ?? '');
  // At the top of the file, or below `[section]`: a list, an inline table, or keys with dots.
  const above = path.length - parts;
  return above === 0 || (above === 1 && isEntry);
}

/** Tables that an entry for a server behind an address has, and that one for a program must not have. */
const HTTP_TABLES: ReadonlySet<string> = new Set(['http_headers', 'env_http_headers', 'oauth']);

const isCalled = (key: string) => (pair: TomlStatement) => pair.parts === 1 && pair.path.at(-1) === key;

/** What is missing comes behind the last pair, what differs is written in its place. */
function setPairs(
  text: string,
  header: TomlStatement,
  pairs: readonly TomlStatement[],
  entry: Readonly<Record<string, Value>>,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const missing: string[] = [];
  for (const [key, value] of Object.entries(entry)) {
    const there = pairs.find(isCalled(key))?.value;
    if (there === undefined) missing.push(`${key} = ${valueText(value)}`);
    else if (JSON.stringify(there.known) !== JSON.stringify(value)) {
      edits.push({ offset: there.start, length: there.end - there.start, text: valueText(value) });
    }
  }
  edits.sort((a, b) => a.offset - b.offset);
  if (missing.length === 0) return edits;
  const end = lineEndAfter(text, pairs.at(-1)?.end ?? header.end);
  return [...edits, { offset: end, length: 0, text: missing.map((line) => lineEndOf(text) + line).join('') }];
}

/** The end of the line that a place is on: a comment behind a value stays behind it. */
function lineEndAfter(text: string, offset: number): number {
  const found = text.slice(offset).search(/\r?\n/);
  return found === -1 ? text.length : offset + found;
}

function writtenAnew(
  text: string,
  header: TomlStatement,
  pairs: readonly TomlStatement[],
  entry: Readonly<Record<string, Value>>,
): TextEdit {
  const lines = ['', ...pairLines(entry)].join(lineEndOf(text));
  const end = pairs.at(-1)?.end;
  // Without a pair the header alone stays, with what may stand behind it.
  if (end === undefined) return { offset: lineEndAfter(text, header.end), length: 0, text: lines };
  return { offset: header.end, length: end - header.end, text: lines };
}

/** A file that did not end with a line end does not end with one afterwards. */
function appended(text: string, lines: readonly string[]): string {
  const lineEnd = lineEndOf(text);
  const isBlank = text.replace('\u{feff}', '').trim() === '';
  const added = lines.join(lineEnd);
  if (isBlank) return `${text}${added}${lineEnd}`;
  return text.endsWith('\n') ? `${text}${lineEnd}${added}${lineEnd}` : `${text}${lineEnd}${lineEnd}${added}`;
}

function pairLines(entry: Readonly<Record<string, Value>>): readonly string[] {
  return Object.entries(entry).map(([key, value]) => `${key} = ${valueText(value)}`);
}

/** The texts of TOML can say all that those of JSON can, in the same words, but for one character. */
function valueText(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
  return `[${value.map(valueText).join(', ')}]`;
}
