import { splitMixed } from './mixed-file.ts';

/**
 * One version of a mixed source with the tests of another: what its tests show of other code than their own. Lines are
 * moved as a whole; `undefined` where tests and code share one, or where a version cannot be read.
 */
export function withTestsOf(path: string, code: string, tests: string): string | undefined {
  const old = testLines(path, code);
  const now = testLines(path, tests);
  if (old === undefined || now === undefined) return undefined;
  const lines = (text: string, own: ReadonlySet<number>, isTest: boolean) =>
    text.split('\n').filter((_, at) => own.has(at + 1) === isTest);
  return [...lines(code, old, false), ...lines(tests, now, true), ''].join('\n');
}

/** The lines on which the tests of a source stand, from 1. */
function testLines(path: string, text: string): ReadonlySet<number> | undefined {
  const parts = splitMixed(path, text);
  if (parts === undefined) return undefined;
  const own = new Set<number>();
  for (const { line, text: word } of parts.tests) {
    for (let at = line; at < line + word.split('\n').length; at++) own.add(at);
  }
  const spread = fillGaps(own, new Set(parts.code.map(({ line }) => line)));
  return parts.code.some(({ line }) => spread.has(line)) ? undefined : spread;
}

/** With the lines between that hold no code: empty ones and comments. */
function fillGaps(own: ReadonlySet<number>, code: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(own);
  const last = Math.max(0, ...own);
  for (let line = Math.min(last, ...own); line <= last; line++) {
    if (!code.has(line) && (all.has(line - 1) || own.has(line))) all.add(line);
  }
  return all;
}
