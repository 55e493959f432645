import type { Language } from './language.ts';
import { literalEnd } from './literals.ts';

const BLANK = /[\s\uFEFF]+/y;
const JOINED_LINES = /\\\r?\n/y;

/** Where the white space that begins here ends; the place itself if there is none. */
export function blankEnd(text: string, at: number, language: Language): number {
  BLANK.lastIndex = at;
  if (BLANK.test(text)) return BLANK.lastIndex;
  JOINED_LINES.lastIndex = at;
  return language === 'python' && JOINED_LINES.test(text) ? JOINED_LINES.lastIndex : at;
}

/** Where the comment that begins here ends. */
export function commentEnd(text: string, at: number, language: Language): number | 'broken' | undefined {
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

export type TokenKind = 'word' | 'number' | 'string' | 'regex' | 'mark' | 'note';

interface Last {
  readonly kind: TokenKind;
  readonly text: string;
}

export interface Piece {
  readonly kind: TokenKind;
  readonly end: number;
}

const WORD = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const MARK = /=>|===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\*\*|::|->|<-|:=|\.\.\.|[\s\S]/uy;

/** The literal, word, number or mark that begins here. What came last tells a pattern from a division. */
export function readPiece(text: string, at: number, language: Language, last: Last | undefined): Piece | 'broken' {
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
function mayBeginValue(last: Last | undefined): boolean {
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
