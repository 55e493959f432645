import type { Source } from '../../../code/source.ts';
import { type StubKind, stubKind, withNothingReturned } from '../../../code/stubs.ts';
import type { SwitchMode } from '../../../code/switches.ts';
import { namesIn } from '../../../code/tests.ts';
import { isTestOf } from '../../../evidence/case-groups.ts';
import type { Stubbed } from '../../../evidence/proof.ts';
import type { TestCase, TestReport } from '../../../evidence/report.ts';
import { editTree } from '../../../sys/git/tree-edit.ts';
import type { Judged } from '../judge.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { isUnsteady, MAX_FUNCTIONS, readSources, sourceFiles, withSwitches, wordsIn } from './switched-tree.ts';

/**
 * Which of some tests pass only because of a stub. Those that notice it fail as soon as a function that raises at every call
 * does nothing, or one that always gives the same gives something else: a test of what is there already does not. Others only
 * look whether a stub is there: `smoke`.
 */
export async function passingByStub(
  ids: readonly string[],
  accepted: TestReport,
  { tree }: Judged,
  { state }: Turn,
  around: Surroundings,
): Promise<Stubbed> {
  const only = [...new Set(accepted.tests.flatMap(({ id, file }) => (ids.includes(id) ? [file] : [])))];
  const files = await sourceFiles(tree, await around.roles(state.base.tree), around);
  const words = await wordsIn(tree, only, around);
  const written = await readSources(tree, files, around);
  const said = written
    .map((one) => [one, withNothingReturned(one)] as const)
    .filter(([one, text]) => one.text !== text);
  const edits = Object.fromEntries(said.map(([{ path }, text]) => [path, text]));
  const explicit = await editTree(around.repository, tree, edits, around.list);
  const sources = await readSources(explicit, files, around);
  const functions = sources
    .flatMap(({ path, text, functions: all }) => all.map((one) => ({ ...one, path, kind: stubKind(one, text) })))
    .filter(({ name, kind }) => kind !== undefined && name.split('.').some((part) => words.has(part)))
    .slice(0, MAX_FUNCTIONS)
    .map((one, at) => ({ ...one, number: at + 1 }));
  if (functions.length === 0) return { noticing: [], smoke: [] };
  around.onProgress('looking whether new tests pass only because of a stub');
  const asked = { tree: explicit, functions, sources, accepted, only };
  const sabotages = functions.flatMap(({ number, kind }) =>
    MODES[kind ?? 'constant'].map((mode) => ({ number, mode })),
  );
  const found = await withSwitches(asked, around, async (switched) => (await switched.failing(sabotages)).flat());
  const noticing = isUnsteady(found) ? [] : ids.filter((id) => found.includes(id));
  const stubs = new Set(functions.map(calledName));
  const testing = await readSources(tree, only, around);
  const smoke = accepted.tests.filter(
    (test) => ids.includes(test.id) && !noticing.includes(test.id) && namesAny(test, stubs, testing),
  );
  return { noticing, smoke: smoke.map(({ id }) => id) };
}

/** The name by which a function is called: a constructor by that of its class. */
function calledName({ name }: { readonly name: string }): string {
  const [own = '', owner] = name.split('.').toReversed();
  return owner !== undefined && /^(?:constructor|__init__)$/.test(own) ? owner : own;
}

/** Whether a test, as it is written, names one of some functions or classes. */
function namesAny(test: TestCase, names: ReadonlySet<string>, sources: readonly Source[]): boolean {
  const written = sources.flatMap((source) =>
    source.found.tests.filter((one) => isTestOf(one, source, test)).map(({ nodes }) => namesIn(nodes, source)),
  );
  return written.some((used) => [...used].some((name) => names.has(name)));
}

const MODES: Readonly<Record<StubKind, readonly SwitchMode[]>> = {
  raises: ['empty'],
  constant: ['near', 'something'],
};
