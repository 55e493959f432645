import { isReadable } from '../../code/leaves.ts';
import type { Source } from '../../code/source.ts';
import { linesOf } from './mixed-file.ts';

/**
 * One version of a mixed source with the tests of another: what its tests show of other code than their own. Lines are
 * moved as a whole; `undefined` where tests and code share one, or where a version cannot be read.
 */
export function withTestsOf(code: Source | undefined, tests: Source | undefined): string | undefined {
  const old = testLines(code);
  const now = testLines(tests);
  if (code === undefined || tests === undefined || old === undefined || now === undefined) return undefined;
  const lines = (text: string, own: ReadonlySet<number>, isTest: boolean) =>
    text.split('\n').filter((_, at) => own.has(at + 1) === isTest);
  return [...lines(code.text, old, false), ...lines(tests.text, now, true), ''].join('\n');
}

/** The lines on which the tests of a source stand, with those between that hold no code: empty ones and comments. */
function testLines(source: Source | undefined): ReadonlySet<number> | undefined {
  if (source === undefined || !isReadable(source)) return undefined;
  const { tests, code } = linesOf(source);
  const all = new Set(tests);
  const last = Math.max(0, ...tests);
  for (let line = Math.min(last, ...tests); line <= last; line++) {
    if (!code.has(line) && (all.has(line - 1) || tests.has(line))) all.add(line);
  }
  return [...code].some((line) => all.has(line)) ? undefined : all;
}
