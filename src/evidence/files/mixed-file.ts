import { isReadable, leavesOf } from '../../code/leaves.ts';
import { examplesIn, testPartsOf } from '../../code/outline.ts';
import type { Source } from '../../code/source.ts';
import { holds, isComment, lineFinder, walk } from '../../code/syntax.ts';
import { type FileChange, isNewFile, type Sides } from '../diff.ts';

/** A source that holds its own tests: the code, the tests, and examples that are run as tests. */
export interface MixedFile {
  readonly code: readonly string[];
  readonly tests: readonly string[];
  readonly examples: readonly string[];
}

const EMPTY: MixedFile = { code: [], tests: [], examples: [] };

/** Takes such a source apart; `undefined` where it cannot be read. */
export function splitMixed(source: Source | undefined): MixedFile | undefined {
  if (source === undefined || !isReadable(source)) return undefined;
  const parts = testPartsOf(source);
  return {
    code: leavesOf([source.root], source, new Set(parts)),
    tests: leavesOf(parts, source),
    examples: examplesIn(source),
  };
}

/** The lines that tests stand on, and those of code, from 1. */
export function linesOf(source: Source): { readonly tests: ReadonlySet<number>; readonly code: ReadonlySet<number> } {
  const parts = testPartsOf(source);
  const lineOf = lineFinder(source.text);
  const tests = new Set<number>();
  const code = new Set<number>();
  for (const leaf of walk(source.root)) {
    if (leaf.children.length > 0 || isComment(leaf) || isComment(leaf.parent ?? leaf)) continue;
    const lines = parts.some((part) => holds(part, leaf)) ? tests : code;
    const [first, last] = [lineOf(leaf.start), lineOf(leaf.end)];
    for (let line = first; line <= last; line++) lines.add(line);
  }
  return { tests, code };
}

/** The two versions of a mixed source; a version that does not exist is empty, one that is not known is no version. */
export function splitMixedSides(change: FileChange): Sides<MixedFile> | undefined {
  if (change.binary || change.kind === 'typechange') return undefined;
  const before = isNewFile(change) ? EMPTY : splitMixed(change.sources?.before);
  const after = change.kind === 'deleted' ? EMPTY : splitMixed(change.sources?.after);
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** Whether examples are all still there; more of them do no harm. */
export function keepsExamples(before: MixedFile, after: MixedFile): boolean {
  const left = [...after.examples];
  return before.examples.every((example) => {
    const at = left.indexOf(example);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Whether a source that is no test file by its path has tests in its text. */
export function holdsMixedTests(path: string, text: string): boolean {
  if (text.includes('import.meta.vitest')) return true;
  return !/^\s*(?:async\s+)?def test/m.test(text) && examplesIn({ path, text }).length > 0;
}

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
