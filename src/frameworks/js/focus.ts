/**
 * Whether a test file's source singles tests out (`it.only`, `fit`, `{ only: true }`). Frameworks do not report it: what
 * was left out looks skipped. A call of `only` on some other name counts if tests of the file were skipped.
 */
export function isFocused(source: string, anySkipped: boolean): boolean {
  if (!/only|\bfit\b|\bfdescribe\b|\bftest\b/.test(source)) return false;
  const code = withoutTexts(source);
  return FOCUSED.test(code) || (anySkipped && (/\.\s*only\b\s*[(.`]/.test(code) || COMPUTED.test(source)));
}

const FOCUSED =
  /\b(?:it|test|describe|suite|context|specify|bench)(?:\s{0,99}\.\s{0,99}\w{1,99}){0,6}\s{0,99}\.\s{0,99}only\b|(?:^|[^.\w$])(?:fit|fdescribe|ftest)\s*[.(`]|\bonly\s*:\s*true\b/;

const COMPUTED = /\[\s*(['"`])only\1\s*\]/;

/** The source without comments and without what is in quotes. Quotes end with their line, as far as a lone one may harm. */
function withoutTexts(source: string): string {
  let code = '';
  for (let at = 0; at < source.length; ) {
    const [from, to] = nextText(source, at);
    code += `${source.slice(at, from)} `;
    at = to;
  }
  return code;
}

/** Where the next comment or quoted text begins and ends. */
function nextText(source: string, at: number): readonly [from: number, to: number] {
  TEXT_START.lastIndex = at;
  const start = TEXT_START.exec(source);
  if (start === null) return [source.length, source.length];
  const [opening] = start;
  const from = start.index;
  if (opening === '//') return [from, endOf(source, '\n', from)];
  if (opening === '/*') return [from, endOf(source, '*/', from + 2)];
  for (let i = from + 1; i < source.length; i += 1) {
    const letter = source[i];
    if (letter === '\\') i += 1;
    else if (letter === opening) return [from, i + 1];
    else if (letter === '\n' && opening !== '`') return [from, i];
  }
  return [from, source.length];
}

const TEXT_START = /\/\/|\/\*|['"`]/g;

function endOf(source: string, closing: string, from: number): number {
  const at = source.indexOf(closing, from);
  return at < 0 ? source.length : at + closing.length;
}
