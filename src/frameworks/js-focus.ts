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
  /\b(?:it|test|describe|suite|context|specify|bench)(?:\s*\.\s*\w+)*\s*\.\s*only\b|(?:^|[^.\w$])(?:fit|fdescribe|ftest)\s*[.(`]|\bonly\s*:\s*true\b/;

const COMPUTED = /\[\s*(['"`])only\1\s*\]/;

/** The source without comments and without what is in quotes. Quotes end with their line: a pattern with one in it harms no more. */
function withoutTexts(source: string): string {
  return source.replace(TEXTS, (text) => (text.startsWith('/') ? ' ' : `${text[0]}${text[0]}`));
}

const TEXTS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
