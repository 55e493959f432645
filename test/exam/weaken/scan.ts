/** A place in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How strings and comments are written. */
export interface Spelling {
  /** Longer quotes first. */
  readonly quotes: readonly string[];
  readonly comment: '//' | '#';
  readonly hasRegex?: true;
  /** `'x'` is a character, and a lone `'` is something else. */
  readonly hasCharacters?: true;
}

/** The bracket that closes the one at a place. */
export function closeOf(text: string, open: number, spelling: Spelling): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const past = pastWord(text, at, spelling);
    if (past > at) {
      at = past - 1;
      continue;
    }
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    if (')]}'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`No closing bracket for ${text.slice(open, open + 40)}`);
}

/** Pieces between commas, or whatever separates them, outside of brackets and strings. */
export function splitTop(text: string, separator: string, spelling: Spelling): string[] {
  const pieces: string[] = [];
  let [from, at] = [0, 0];
  while (at < text.length) {
    const past = pastWord(text, at, spelling);
    if (past > at) at = past;
    else if (text.startsWith(separator, at)) {
      pieces.push(text.slice(from, at));
      at += separator.length;
      from = at;
    } else if ('([{'.includes(text[at] ?? '')) at = closeOf(text, at, spelling) + 1;
    else at += 1;
  }
  return [...pieces, text.slice(from)].map((piece) => piece.trim());
}

/** Behind the string, comment or regular expression that starts at a place; the place itself where none does. */
function pastWord(text: string, at: number, { quotes, comment, hasRegex, hasCharacters }: Spelling): number {
  if (text.startsWith(comment, at)) return lineEnd(text, at);
  if (comment === '//' && text.startsWith('/*', at)) return text.indexOf('*/', at) + 2;
  if (hasCharacters && text[at] === "'") {
    const character = /^'(?:\\.[^']*|[^'\\])'/.exec(text.slice(at, at + 12));
    return character === null ? at : at + character[0].length;
  }
  if (hasRegex && text[at] === '/' && /[(,=:[!&|?{};]\s*$/.test(text.slice(Math.max(0, at - 20), at))) {
    const regex = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/\w*/.exec(text.slice(at));
    return regex === null ? at : at + regex[0].length;
  }
  const quote = quotes.find((one) => text.startsWith(one, at));
  if (quote === undefined) return at;
  for (let end = at + quote.length; end < text.length; end++) {
    if (text[end] === '\\') end += 1;
    else if (text.startsWith(quote, end)) return end + quote.length;
  }
  return text.length;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** The text with spans replaced; they do not overlap. */
export function replaceSpans<One extends Span>(
  text: string,
  spans: readonly One[],
  by: (span: One, words: string) => string,
): string {
  const last = [...spans].sort((a, b) => b.start - a.start);
  return last.reduce(
    (whole, span) =>
      `${whole.slice(0, span.start)}${by(span, whole.slice(span.start, span.end))}${whole.slice(span.end)}`,
    text,
  );
}

/** Where a pattern whose last character is an opening bracket matches: from its start to behind the closing one. */
export function bracketed(
  text: string,
  pattern: RegExp,
  spelling: Spelling,
): (Span & { open: number; match: RegExpExecArray })[] {
  return [...text.matchAll(pattern)].map((match) => {
    const open = match.index + match[0].length - 1;
    return { start: match.index, end: closeOf(text, open, spelling) + 1, open, match };
  });
}
