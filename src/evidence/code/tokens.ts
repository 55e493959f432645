import type { Language } from './language.ts';
import { literalEnd } from './literals.ts';

/** The smallest piece of code that means something. `note`: a comment that tools obey. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'regex' | 'mark' | 'note';
  readonly text: string;
  /** Line it begins on, from 1. */
  readonly line: number;
  /** Whether a line break stands between it and the token before. */
  readonly afterBreak: boolean;
  /** Of the first token on a line: its indentation, a tab counting up to the next multiple of eight. */
  readonly column: number;
}

/**
 * Takes code apart, without white space and comments. `undefined` where a literal or comment is never closed: then
 * nothing can be said. Knows enough of each language not to take a comment for code or code for a comment; where a
 * text mixes markup and code (JSX), comments are kept, for they cannot be told from shown text.
 */
export function tokenize(text: string, language: Language): readonly Token[] | undefined {
  const tokens = text.length > LONGEST_TEXT ? undefined : readTokens(text, language);
  if (tokens === undefined || (language === 'js' && hasMarkup(tokens))) return tokens;
  let afterBreak = false;
  return tokens.flatMap((token) => {
    const begins = token.afterBreak || afterBreak;
    const isDropped = token.kind === 'note' && !isObeyed(token.text, language);
    afterBreak = isDropped && (begins || token.text.includes('\n'));
    return isDropped ? [] : [{ ...token, afterBreak: begins }];
  });
}

/** Whether something looks like a closing tag, in code or in what may be a comment or shown text. */
function hasMarkup(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }, at) => {
    if (kind === 'note') return /<\/|\/>/.test(text);
    const next = tokens[at + 1]?.text;
    return kind === 'mark' && ((text === '<' && next?.startsWith('/') === true) || (text === '/' && next === '>'));
  });
}

/** All tokens, comments among them. */
function readTokens(text: string, language: Language): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let last: Token | undefined;
  let line = 1;
  let lineStart = 0;
  let lineEnd = text.indexOf('\n');
  let afterBreak = true;
  let at = 0;
  const advance = (end: number) => {
    for (; lineEnd >= 0 && lineEnd < end; lineEnd = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = lineEnd + 1;
    }
    at = end;
  };
  while (at < text.length) {
    const blank = blankEnd(text, at, language);
    if (blank > at) {
      // A backslash at the end of a line joins it with the next one.
      if (text[at] !== '\\' && text.slice(at, blank).includes('\n')) afterBreak = true;
      advance(blank);
      continue;
    }
    const comment = commentEnd(text, at, language);
    const piece = typeof comment === 'number' ? { kind: 'note' as const, end: comment } : comment;
    const found = piece ?? readPiece(text, at, language, last);
    if (found === 'broken') return undefined;
    const column = afterBreak ? columnOf(text.slice(lineStart, at)) : 0;
    const token = { kind: found.kind, text: text.slice(at, found.end), line, afterBreak, column };
    tokens.push(token);
    if (token.kind !== 'note') last = token;
    afterBreak = false;
    advance(found.end);
  }
  return tokens;
}

const LONGEST_TEXT = 4_000_000;

function columnOf(before: string): number {
  let column = 0;
  for (const character of before) column = character === '\t' ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  return column;
}

const BLANK = /[\s\uFEFF]+/y;
const JOINED_LINES = /\\\r?\n/y;

function blankEnd(text: string, at: number, language: Language): number {
  BLANK.lastIndex = at;
  if (BLANK.test(text)) return BLANK.lastIndex;
  JOINED_LINES.lastIndex = at;
  return language === 'python' && JOINED_LINES.test(text) ? JOINED_LINES.lastIndex : at;
}

function commentEnd(text: string, at: number, language: Language): number | 'broken' | undefined {
  const isLine = language === 'python' ? text[at] === '#' : text.startsWith('//', at);
  if (isLine || (at === 0 && text.startsWith('#!') && language === 'js')) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (language === 'python' || !text.startsWith('/*', at)) return undefined;
  if (language === 'rust') return nestedEnd(text, at);
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? 'broken' : end + 2;
}

function nestedEnd(text: string, at: number): number | 'broken' {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = at;
  let depth = 0;
  for (let found = edge.exec(text); found !== null; found = edge.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return 'broken';
}

/** Comments that change what code or tests do. In Rust, documentation holds tests. */
function isObeyed(comment: string, language: Language): boolean {
  if (language === 'rust' && /^\/(?:\/[/!]|\*[*!])/.test(comment)) return true;
  return /@(?:jest|vitest|ts|jsx|babel|flow)|^\/\/(?:go:|export |\s*\+build)|^#!|coding[:=]|type:\s*ignore/.test(
    comment,
  );
}

interface Piece {
  readonly kind: Token['kind'];
  readonly end: number;
}

const WORD = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const MARK = /=>|===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\*\*|::|->|<-|:=|\.\.\.|[\s\S]/uy;

function readPiece(text: string, at: number, language: Language, last: Token | undefined): Piece | 'broken' {
  const literal = literalEnd(text, at, language);
  if (literal === 'broken') return 'broken';
  if (literal !== undefined) return { kind: 'string', end: literal };
  for (const [kind, pattern] of [
    ['word', WORD],
    ['number', NUMBER],
  ] as const) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return { kind, end: pattern.lastIndex };
  }
  if (language === 'js' && text[at] === '/') {
    const end = mayBeginValue(last) ? regexEnd(text, at) : undefined;
    if (end !== undefined) return { kind: 'regex', end };
    // After `)` or `}` a pattern may begin as well; where that would turn code into a comment, nothing can be said.
    if ((last?.text === ')' || last?.text === '}') && COMMENT_ON_LINE.test(lineFrom(text, at + 1))) return 'broken';
  }
  MARK.lastIndex = at;
  MARK.test(text);
  return { kind: 'mark', end: MARK.lastIndex };
}

const COMMENT_ON_LINE = /\/[/*]/;

function lineFrom(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? text.length : end);
}

/** After a value a `/` divides; after anything else it begins a pattern. */
function mayBeginValue(last: Token | undefined): boolean {
  if (last === undefined) return true;
  if (last.kind === 'word') return VALUE_FOLLOWS.has(last.text);
  return last.kind === 'mark' && !')]}'.includes(last.text);
}

const VALUE_FOLLOWS: ReadonlySet<string> = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await'.split(' '),
);

function regexEnd(text: string, at: number): number | undefined {
  let inClass = false;
  for (let next = at + 1; next < text.length && text[next] !== '\n'; next++) {
    const character = text[next];
    if (character === '\\') next++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return flagsEnd(text, next + 1);
  }
  return undefined;
}

function flagsEnd(text: string, at: number): number {
  let end = at;
  while (/[a-z]/.test(text[end] ?? '')) end++;
  return end;
}
