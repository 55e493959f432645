import { unreadable } from './text-edits.ts';

/** A value with where it stands. What it is, is known of texts, numbers and lists of them only. */
export interface TomlValue {
  readonly start: number;
  readonly end: number;
  readonly known: string | number | readonly unknown[] | undefined;
}

const DEEPEST = 100;

/** Reads the words of TOML (1.0, and what 1.1 added to it) one after the other. */
export function tomlReader(text: string) {
  let at = text.startsWith('\u{feff}') ? 1 : 0;

  const refuse = (why: string) => unreadable(text, at, why);

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function take(word: string): boolean {
    const isThere = text.startsWith(word, at);
    if (isThere) at += word.length;
    return isThere;
  }

  const space = () => void match(SPACE);

  /** Past everything that says nothing: white space, comments and the ends of lines. */
  const skip = () => {
    while (match(SPACE) || match(COMMENT) !== undefined || match(LINE_END) !== undefined);
  };

  function expect(word: string): void {
    space();
    if (!take(word)) throw refuse(`${JSON.stringify(word)} is expected here`);
  }

  function endLine(): void {
    space();
    match(COMMENT);
    if (at < text.length && match(LINE_END) === undefined) throw refuse('the line should have ended here');
  }

  function key(): readonly string[] {
    const parts: string[] = [];
    do {
      space();
      const part = match(BARE_KEY) ?? oneLineText();
      if (part === undefined) throw refuse('a name is expected here');
      parts.push(part);
      space();
    } while (take('.'));
    return parts;
  }

  function oneLineText(): string | undefined {
    const start = at;
    if (take("'")) return closed(start, match(LITERAL), "'");
    return take('"') ? plain(start, closed(start, match(BASIC), '"')) : undefined;
  }

  function longText(): string | undefined {
    const start = at;
    const quotes = ['"""', "'''"].find(take);
    if (quotes === undefined) return undefined;
    let end = text.indexOf(quotes, at);
    while (quotes === '"""' && end !== -1 && isEscaped(text, end)) end = text.indexOf(quotes, end + 1);
    if (end === -1) throw unreadable(text, start, 'a text is not closed');
    const inner = text.slice(at, end);
    at = end + quotes.length;
    match(quotes === '"""' ? MORE_DOUBLE : MORE_SINGLE);
    return quotes === '"""' ? plain(start, inner.replaceAll(/\\[ \t]*\r?\n\s*/g, '')) : inner;
  }

  function closed(start: number, inner: string | undefined, quote: string): string {
    if (!take(quote)) throw unreadable(text, start, 'a text is not closed');
    return inner ?? '';
  }

  function plain(start: number, inner: string): string {
    return inner.replaceAll(
      /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|([\s\S]?))/g,
      (_, u, big, x, one) => {
        const code = u ?? big ?? x;
        const character = code === undefined ? ESCAPES[one] : characterOf(Number.parseInt(code, 16));
        if (character === undefined)
          throw unreadable(text, start, 'a text has an escape in it that TOML does not know');
        return character;
      },
    );
  }

  function value(depth = 0): TomlValue {
    if (depth > DEEPEST) throw refuse('it is nested too deeply');
    const start = at;
    const known = take('[') ? list(depth) : take('{') ? inlineTable(depth) : (longText() ?? oneLineText() ?? scalar());
    return { start, end: at, known };
  }

  function list(depth: number): readonly unknown[] {
    const items: unknown[] = [];
    for (skip(); !take(']'); skip()) {
      items.push(value(depth + 1).known);
      skip();
      if (!take(',') && !text.startsWith(']', at)) throw refuse('a comma or a closing bracket is expected here');
    }
    return items;
  }

  function inlineTable(depth: number): undefined {
    for (skip(); !take('}'); skip()) {
      key();
      expect('=');
      skip();
      value(depth + 1);
      skip();
      if (!take(',') && !text.startsWith('}', at)) throw refuse('a comma or a closing brace is expected here');
    }
  }

  function scalar(): number | undefined {
    const word = match(SCALAR);
    if (word === undefined) throw refuse('a value is expected here');
    return /^[+-]?\d[\d_]*$/.test(word) ? Number(word.replaceAll('_', '')) : undefined;
  }

  return { at: () => at, atEnd: () => at >= text.length, take, space, skip, expect, endLine, key, value };
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, offset: number): boolean {
  let count = 0;
  while (text[offset - 1 - count] === '\\') count++;
  return count % 2 === 1;
}

function characterOf(code: number): string | undefined {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? undefined : String.fromCodePoint(code);
}

const SPACE = /[ \t]*/y;
const COMMENT = /#[^\r\n]*/y;
const LINE_END = /\r?\n/y;
const BARE_KEY = /[\w-]+/y;
const LITERAL = /[^'\r\n]*/y;
const BASIC = /(?:[^"\\\r\n]+|\\[^\r\n])*/y;
const MORE_DOUBLE = /"{0,2}/y;
const MORE_SINGLE = /'{0,2}/y;
const SCALAR =
  /(?:true|false|\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?|[+-]?(?:inf|nan)|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?)(?![\w.+:-])/y;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001b',
  '"': '"',
  '\\': '\\',
};
