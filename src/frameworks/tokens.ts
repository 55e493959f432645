/** The smallest piece of code that means something, for reading what a compiler or a stack points at. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'mark';
  readonly text: string;
  /** Where it begins in the text. */
  readonly start: number;
  /** Line it begins on, from 1. */
  readonly line: number;
  /** Whether a line break stands between it and the token before. */
  readonly afterBreak: boolean;
}

const BLANK = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const WORD = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const MARK = /=>|===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\*\*|::|->|<-|:=|\.\.\.|[\s\S]/uy;
const STRING = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** In Rust a lone `'` begins a lifetime, and strings go over lines. */
const RUST_STRING = /[bc]?r(#*)"[\s\S]*?"\1|[bc]?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\[^'\n]+|\\')'/y;

/** Takes code of JavaScript, Java or Rust apart, without white space and comments. */
export function tokenize(text: string, isRust = false): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let afterBreak = true;
  for (let at = 0; at < text.length; ) {
    const [kind, end] = pieceAt(text, at, isRust, tokens.at(-1));
    const piece = text.slice(at, end);
    if (kind === 'blank') afterBreak ||= piece.includes('\n');
    else {
      tokens.push({ kind, text: piece, start: at, line, afterBreak });
      afterBreak = false;
    }
    line += piece.split('\n').length - 1;
    at = end;
  }
  return tokens;
}

function pieceAt(
  text: string,
  at: number,
  isRust: boolean,
  last: Token | undefined,
): [Token['kind'] | 'blank', number] {
  const endOf = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = at;
    return pattern.test(text) && pattern.lastIndex > at ? pattern.lastIndex : undefined;
  };
  const blank = endOf(BLANK);
  if (blank !== undefined) return ['blank', blank];
  const string = text[at] === '`' ? templateEnd(text, at) : endOf(isRust ? RUST_STRING : STRING);
  if (string !== undefined) return ['string', string];
  const word = endOf(WORD);
  if (word !== undefined) return ['word', word];
  const number = endOf(NUMBER);
  if (number !== undefined) return ['number', number];
  // After a value a `/` divides; after anything else it begins a pattern.
  const isValue = last !== undefined && (last.kind !== 'mark' || /^[)\]}]$/.test(last.text));
  const pattern = text[at] === '/' && !isRust && !isValue ? endOf(PATTERN) : undefined;
  return pattern === undefined ? ['mark', endOf(MARK) ?? at + 1] : ['string', pattern];
}

/** The end of a template literal with everything in its holes; the end of the text if it is never closed. */
function templateEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
    else if (text.startsWith('${', at)) {
      let depth = 1;
      for (at += 2; depth > 0 && at < text.length; at++) {
        if (text[at] === '`') at = templateEnd(text, at) - 1;
        else if (text[at] === '{') depth++;
        else if (text[at] === '}') depth--;
      }
      at--;
    }
  }
  return text.length;
}

/** The brace that closes the first body after a place; the place of a semicolon that comes before one. */
export function bodyEnd(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const { text, kind } = tokens[at] as Token;
    if (kind !== 'mark') continue;
    if (text === ';' && depth === 0) return at;
    if ('([{'.includes(text)) depth++;
    if (')]}'.includes(text) && --depth === 0 && text === '}') return at;
  }
  return tokens.length - 1;
}
