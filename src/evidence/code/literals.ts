import type { Language } from './language.ts';

/**
 * Where the literal that begins at a place ends. `undefined`: none begins there. `'broken'`: it is never closed, so
 * nothing after it can be trusted.
 */
export type LiteralEnd = number | 'broken' | undefined;

/** Where a text or character literal ends, by the rules of the language. */
export function literalEnd(text: string, at: number, language: Language, depth = 0): LiteralEnd {
  if (depth > DEEPEST) return 'broken';
  switch (language) {
    case 'js':
      return text[at] === '`' ? templateEnd(text, at, depth) : quotedEnd(text, at, JS_QUOTES);
    case 'python':
      return pythonEnd(text, at, depth);
    case 'go':
      return text[at] === '`' ? closedBy(text, at + 1, '`') : quotedEnd(text, at, JS_QUOTES);
    case 'rust':
      return rustEnd(text, at);
    case 'java':
      return text.startsWith('"""', at) ? tripleEnd(text, at) : quotedEnd(text, at, JS_QUOTES);
  }
}

const JS_QUOTES = '\'"';
const DEEPEST = 50;

/** A literal on one line, closed by the quote that opened it; a backslash keeps the next character from closing it. */
function quotedEnd(text: string, at: number, quotes: string, manyLines = false): LiteralEnd {
  const quote = text[at];
  if (quote === undefined || !quotes.includes(quote)) return undefined;
  for (let next = at + 1; next < text.length; next++) {
    const character = text[next];
    if (character === '\\') next++;
    else if (character === quote) return next + 1;
    else if (character === '\n' && !manyLines) return 'broken';
  }
  return 'broken';
}

function closedBy(text: string, from: number, close: string): LiteralEnd {
  const found = text.indexOf(close, from);
  return found < 0 ? 'broken' : found + close.length;
}

function tripleEnd(text: string, at: number): LiteralEnd {
  const quotes = text.slice(at, at + 3);
  for (let next = at + 3; next < text.length; next++) {
    if (text[next] === '\\') next++;
    else if (text.startsWith(quotes, next)) return next + 3;
  }
  return 'broken';
}

/** A template literal with everything in its holes. */
function templateEnd(
  text: string,
  at: number,
  depth: number,
  onHole?: (start: number, end: number) => void,
): LiteralEnd {
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === '\\') next++;
    else if (text[next] === '`') return next + 1;
    else if (text.startsWith('${', next)) {
      const end = holeEnd(text, next + 2, 'js', depth + 1);
      if (typeof end !== 'number') return 'broken';
      onHole?.(next, end);
      next = end - 1;
    }
  }
  return 'broken';
}

/** A template literal as text and code by turns: what stands between its holes, and what is in them. */
export function templateParts(template: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  templateEnd(template, 0, 0, (start, end) => {
    parts.push(template.slice(from, start), template.slice(start + 2, end - 1));
    from = end;
  });
  return [...parts, template.slice(from)];
}

/** The end of the code in a hole, after its closing brace. Literals in it may hold braces and, in turn, holes. */
function holeEnd(text: string, from: number, language: Language, depth: number): LiteralEnd {
  let open = 1;
  for (let next = from; next < text.length; ) {
    const literal = literalEnd(text, next, language, depth);
    if (literal === 'broken') return 'broken';
    if (literal !== undefined) {
      next = literal;
      continue;
    }
    const character = text[next++];
    if (character === '{') open++;
    else if (character === '}' && --open === 0) return next;
  }
  return 'broken';
}

const PYTHON_START = /([A-Za-z]{0,2})('''|"""|'|")/y;
const PYTHON_PREFIX = /^(?:|[rbuft]|br|rb|fr|rf|tr|rt)$/i;

function pythonEnd(text: string, at: number, depth: number): LiteralEnd {
  PYTHON_START.lastIndex = at;
  const [, prefix = '', quotes = ''] = PYTHON_START.exec(text) ?? [];
  if (quotes === '' || !PYTHON_PREFIX.test(prefix)) return undefined;
  const start = at + prefix.length;
  if (/[ft]/i.test(prefix)) return formattedEnd(text, start, quotes, depth);
  return quotes.length === 3 ? tripleEnd(text, start) : quotedEnd(text, start, quotes);
}

/** An f-string: since Python 3.12 its holes may hold the very quotes that close it. */
function formattedEnd(text: string, start: number, quotes: string, depth: number): LiteralEnd {
  for (let next = start + quotes.length; next < text.length; next++) {
    if (text[next] === '\\') next++;
    else if (text.startsWith(quotes, next)) return next + quotes.length;
    else if (text[next] === '\n' && quotes.length === 1) return 'broken';
    else if (text.startsWith('{{', next)) next++;
    else if (text[next] === '{') {
      const end = holeEnd(text, next + 1, 'python', depth + 1);
      if (typeof end !== 'number') return 'broken';
      next = end - 1;
    }
  }
  return 'broken';
}

const RUST_RAW = /(?:br|cr|r)(#*)"/y;
const RUST_PREFIXED = /[bc]?(["'])/y;
const RUST_CHARACTER = /b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|.)|[^\\'\n])'/uy;

/** A lone `'` begins a lifetime, which is a word like any other. */
function rustEnd(text: string, at: number): LiteralEnd {
  RUST_RAW.lastIndex = at;
  const raw = RUST_RAW.exec(text);
  if (raw !== null) return closedBy(text, at + raw[0].length, `"${raw[1]}`);
  RUST_CHARACTER.lastIndex = at;
  const character = RUST_CHARACTER.exec(text);
  if (character !== null) return at + character[0].length;
  RUST_PREFIXED.lastIndex = at;
  const quoted = RUST_PREFIXED.exec(text);
  if (quoted?.[1] !== '"') return undefined;
  return quotedEnd(text, at + quoted[0].length - 1, '"', true);
}
