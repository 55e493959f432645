import { contraryEdits } from '../../code/expectations.ts';
import type { Source } from '../../code/source.ts';
import { isTestOf } from '../case-groups.ts';
import { nameSome, type Reason, reasonFor } from '../reasons.ts';
import type { TestCase, TestReport } from '../report.ts';

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
export function contraryFile(source: Source, tests: readonly TestCase[], salt: number): ContraryFile | undefined {
  const altered: (readonly string[])[] = [];
  const edits = source.found.tests.flatMap((written) => {
    const own = tests.filter((test) => isTestOf(written, source, test)).map(({ id }) => id);
    const found = own.length === 0 ? [] : contraryEdits(written.nodes, source, salt);
    if (found.length > 0) altered.push(own);
    return found;
  });
  if (edits.length === 0) return undefined;
  const text = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end, put }) => `${now.slice(0, start)}${put}${now.slice(end)}`, source.text);
  return { path: source.path, text, altered };
}

/** Tests that pass all the same in a run of such files. What was not seen to pass is in order: it could not. */
export function stillPassing(files: readonly ContraryFile[], report: TestReport): readonly string[] {
  const passed = new Set(report.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  return files.flatMap(({ altered }) => altered.filter((ids) => ids.every((id) => passed.has(id))).flat());
}

/** The same refusal where such tests notice nothing of the code either: whoever wrote them has to repair them. */
export function blameTests(one: Reason): Reason {
  const message = `Tests pass although Baton made them expect something else, and whatever the code does: ${nameSome(one.tests ?? [])}. Let them compare what they get from the code with the value that is right.`;
  return { ...one, message, fault: 'tests' };
}

/** Judges what was found; `undefined` while nobody has looked. */
export function judgeContrary(passing: readonly string[] | undefined): readonly Reason[] {
  return reasonFor('expectation_ignored', 'tests', passing ?? [], (named) => {
    return `Tests pass although Baton made them expect something else: ${named}. An assertion or equality itself was replaced, or the answer is taken from the test. Make the code right instead.`;
  });
}
