import { isTestOf } from '../case-groups.ts';
import { languageOf } from '../code/language.ts';
import { splitTests } from '../code/split-tests.ts';
import type { TestBlock } from '../code/test-block.ts';
import { tokenize } from '../code/tokens.ts';
import { type Reason, reasonFor } from '../reasons.ts';
import type { TestCase, TestReport } from '../report.ts';
import { contraryEdits } from './expectations.ts';

/** A test file whose tests expect something else, and which tests those are. */
export interface ContraryFile {
  readonly path: string;
  readonly text: string;
  /** Ids of the tests that have to fail now, those of one piece of code together. */
  readonly altered: readonly (readonly string[])[];
}

/**
 * The file of some tests, with everything they compare with changed. If one of them still passes, then not because the
 * code is right: an assertion was replaced, equality overridden, or the answer is read from the test itself. `undefined`
 * where nothing can be changed without guessing.
 */
export function contraryFile(
  path: string,
  text: string,
  tests: readonly TestCase[],
  salt: number,
): ContraryFile | undefined {
  const language = languageOf(path);
  const tokens = language === undefined ? undefined : tokenize(text, language);
  const blocks = splitTests(path, text)?.blocks ?? [];
  if (language === undefined || tokens === undefined) return undefined;
  const altered: (readonly string[])[] = [];
  const edits = blocks.flatMap((block) => {
    const own = tests.filter((test) => isTestOf(block, path, test)).map(({ id }) => id);
    const found = own.length === 0 ? [] : contraryEdits(tokensOf(block, tokens), text, language, salt);
    if (found.length > 0) altered.push(own);
    return found;
  });
  if (edits.length === 0) return undefined;
  const changed = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end, put }) => `${now.slice(0, start)}${put}${now.slice(end)}`, text);
  return { path, text: changed, altered };
}

function tokensOf<T extends { readonly line: number }>({ words, line }: TestBlock, tokens: readonly T[]): readonly T[] {
  const end = words.at(-1)?.line ?? line;
  return tokens.filter((token) => token.line >= line && token.line <= end);
}

/** Tests that pass all the same in a run of such files. What was not seen to pass is in order: it could not. */
export function stillPassing(files: readonly ContraryFile[], report: TestReport): readonly string[] {
  const passed = new Set(report.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  return files.flatMap(({ altered }) => altered.filter((ids) => ids.every((id) => passed.has(id))).flat());
}

/** Judges what was found; `undefined` while nobody has looked. */
export function judgeContrary(passing: readonly string[] | undefined): readonly Reason[] {
  return reasonFor('expectation_ignored', 'tests', passing ?? [], (named) => {
    return `Tests pass although Baton made them expect something else: ${named}. An assertion or equality itself was replaced, or the answer is taken from the test. Make the code right instead.`;
  });
}
