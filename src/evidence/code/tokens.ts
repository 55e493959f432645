import type { Language } from './language.ts';
import { blankEnd, commentEnd, readPiece, type TokenKind } from './pieces.ts';

/** The smallest piece of code that means something. `note`: a comment that tools obey. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where it begins in the text. */
  readonly start: number;
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
  let printed = 0;
  return tokens.flatMap((token) => {
    const begins = token.afterBreak || afterBreak;
    if (token.kind === 'note' && isPrinted(token, printed, language)) printed = token.line;
    const isDropped = token.kind === 'note' && printed !== token.line && !isObeyed(token.text, language);
    afterBreak = isDropped && (begins || token.text.includes('\n'));
    return isDropped ? [] : [{ ...token, afterBreak: begins }];
  });
}

/** Go's examples say in a comment what they print, on as many lines as it takes: there a comment is an assertion. */
function isPrinted({ text, line }: Token, lastPrinted: number, language: Language): boolean {
  if (language !== 'go') return false;
  return /^\/[/*]\s*(?:unordered )?output:/i.test(text) || (lastPrinted > 0 && line === lastPrinted + 1);
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
    const token = { kind: found.kind, text: text.slice(at, found.end), start: at, line, afterBreak, column };
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

/** Comments that change what code or tests do. In Rust, documentation holds tests. */
function isObeyed(comment: string, language: Language): boolean {
  if (language === 'rust' && /^\/(?:\/[/!]|\*[*!])/.test(comment)) return true;
  return /@(?:jest|vitest|ts|jsx|babel|flow)|^\/\/(?:go:|export |\s*\+build)|^#!|coding[:=]|type:\s*ignore/.test(
    comment,
  );
}
