import { languageOf } from '../../code/languages.ts';
import { definedNames, usesFreely } from '../../code/names.ts';
import type { Piece } from '../../code/outline.ts';
import { reachOf } from '../../code/reach.ts';
import type { Source } from '../../code/source.ts';
import { lineAt, type Syntax } from '../../code/syntax.ts';
import { namesIn, namesInOrder, type TestFact } from '../../code/tests.ts';
import type { FileChange } from '../diff.ts';
import { additiveProblem, unreadProblem } from '../files/additive.ts';
import { compareTestFile, type TestFileChange } from '../files/test-file.ts';
import { isJavaTestPackage, isNpmTestPackage, isPythonTestPackage } from '../manifests/test-packages.ts';
import { type ItemOptions, mayRemove } from '../plan/list-item.ts';
import { nameSome, showName } from '../reasons.ts';

/** What a change does to the existing tests of a file; nothing if it only adds to them or takes out what may go. */
export function testFileProblem(change: FileChange, item: ItemOptions, isMixed = false): string | undefined {
  if (change.kind !== 'modified' || change.modeBefore !== change.modeAfter) return additiveProblem(change);
  const compared = compareTestFile(change, isMixed);
  if (compared === undefined) return unreadProblem(change);
  const { before, after } = compared.sides;
  const gone = compared.removed.filter((test) => !mayRemoveTest(test, change.path, item));
  const standing = [...compared.kept, ...compared.extended];
  const [first] = [...compared.changed, ...shadowed(compared, standing)];
  if (first !== undefined) return `${describeTest(first, after.source)} is not what it was`;
  if (gone[0] !== undefined) return `${describeTest(gone[0], before.source)} is not what it was`;
  const uses = (test: TestFact) => usesAny(test, after.source, compared.lostImports);
  const isLeftOver = compared.removed.length > 0 && !standing.some(uses);
  if (compared.lostImports.length > 0 && !isLeftOver) {
    return `imports of ${nameSome(compared.lostImports)} now mean something else`;
  }
  if (compared.restLost.length > 0 && !isUnused(compared, standing)) return 'code round the tests was changed';
  if (standing.length === 0) return undefined;
  return additionProblem(compared, standing) ?? importProblem(compared.newImports, standing, after.source);
}

/** Tests that new ones of the same name take the place of, where a second definition does. */
function shadowed({ added, sides }: TestFileChange, standing: readonly TestFact[]): readonly TestFact[] {
  if (languageOf(sides.after.source.path)?.redefines !== true) return [];
  const namesOf = ({ names }: TestFact) => names.map((name) => name?.text).join(' > ');
  const taken = new Set(added.map(namesOf));
  return standing.filter((test) => taken.has(namesOf(test)));
}

/** What is wrong with additions round existing tests: they have to leave what was there alone. */
function additionProblem(compared: TestFileChange, standing: readonly TestFact[]): string | undefined {
  const { restAdded, sides, known } = compared;
  const { source } = sides.after;
  const groupsBefore = new Set(sides.before.rest.map(({ groups }) => groups));
  for (const { nodes, line, groups, isHead } of restAdded) {
    if (isHead) continue;
    const matcher = replacedMatcher(nodes, standing, source);
    if (matcher !== undefined) return `the matcher ${matcher}, which existing tests use, now means something else`;
    const isApart = groups !== '' && !groupsBefore.has(groups) && !standing.some((test) => isIn(test, groups));
    const asked = { source, isKnown: (name: string) => known.has(name), isApart };
    const reach = reachOf(nodes, asked);
    if (reach !== undefined) {
      return `what was added at line ${line} reaches into existing tests (${showName(reach)}); put it into the new test, or into a group of its own`;
    }
  }
  const taken = restAdded
    .flatMap(({ nodes }) => [...definedNames(nodes, source)])
    .filter((name) => isTaken(name, standing, source));
  return taken.length === 0 ? undefined : `${nameSome(taken)}, which existing tests use, now means something else`;
}

function isIn({ names }: TestFact, groups: string): boolean {
  const own = names
    .slice(0, -1)
    .map((name) => ` > ${name?.text ?? ''}`)
    .join('');
  return own.startsWith(groups);
}

/** Whether existing tests use a name, or are known by it where a second definition takes the place of the first. */
function isTaken(name: string, standing: readonly TestFact[], source: Source): boolean {
  const isReplaced = languageOf(source.path)?.redefines === true;
  return standing.some(
    ({ nodes, names }) =>
      usesFreely(nodes, source, name) || (isReplaced && names.some((title) => title?.text === name)),
  );
}

/** `expect.extend({ toBe() {} })`: a matcher of a name that existing tests call. */
function replacedMatcher(nodes: readonly Syntax[], standing: readonly TestFact[], source: Source): string | undefined {
  const names = namesInOrder(nodes, source);
  const at = names.findIndex((name, index) => name === 'extend' && names[index - 1] === 'expect');
  const used = new Set(standing.flatMap((test) => [...namesIn(test.nodes, source)]));
  return at < 0 ? undefined : names.slice(at + 1).find((name) => used.has(name) && name !== 'expect');
}

/** Whether what was taken away round removed tests is used by none of those that stay. */
function isUnused({ removed, restLost, sides }: TestFileChange, standing: readonly TestFact[]): boolean {
  const used = new Set(standing.flatMap(({ nodes }) => [...namesIn(nodes, sides.after.source)]));
  const isFree = ({ nodes }: Piece) => [...definedNames(nodes, sides.before.source)].every((name) => !used.has(name));
  return removed.length > 0 && restLost.every(isFree);
}

function describeTest({ names, start }: TestFact, { text }: Source): string {
  const name = names.map((one) => one?.text ?? '...').join(' > ');
  return `the test "${showName(name)}" (line ${lineAt(text, start)})`;
}

/**
 * What further imports do to the existing tests of a file: loaded for their effects, or all names of a Python module,
 * they reach into every test; a name that tests have used without importing it now means what is imported.
 */
export function importProblem(
  imports: ReadonlyMap<string, string>,
  standing: readonly TestFact[],
  source: Source,
): string | undefined {
  if (standing.length === 0) return undefined;
  const effects = [...imports].find(([name, from]) => name === '*' || (name.startsWith("'") && from.startsWith('./')));
  if (effects !== undefined) return `${showName(effects[1])} is now loaded for all tests of the file`;
  const taken = [...imports].filter(
    ([name, from]) => !isOfFramework(from) && standing.some(({ nodes }) => usesFreely(nodes, source, name)),
  );
  if (taken.length === 0) return undefined;
  return `${nameSome(taken.map(([name]) => name))}, which existing tests use, is now imported from elsewhere`;
}

/** Packages that only tests use: what they bring is known. */
function isOfFramework(from: string): boolean {
  const module = from.replace(/#.*$/, '');
  if (module.startsWith('node:') || isNpmTestPackage(module) || isPythonTestPackage(module.replace(/\..*$/, '')))
    return true;
  if (isJavaTestPackage(module.replaceAll('.', '/'))) return true;
  return /^(?:pretty_assertions|similar_asserts|rstest|proptest)::/.test(module);
}

/**
 * Whether a test uses one of the imported names. An import for its effects, or of everything, is used by all.
 * Of `a.b` and `"a/b"` the first and the last part can be what is used.
 */
export function usesAny({ nodes }: TestFact, source: Source, imported: readonly string[]): boolean {
  const used = namesIn(nodes, source);
  return imported.some((name) => {
    if (name.startsWith("'") || name === '.' || name.endsWith('*')) return true;
    const parts = name.split(/[^\p{L}\p{N}_$]+/u).filter((part) => part !== '');
    return used.has(parts[0] ?? '') || used.has(parts.at(-1) ?? '');
  });
}

/** Whether the list item lets a test go, by its names as written. */
export function mayRemoveTest(test: TestFact, file: string, item: ItemOptions): boolean {
  const path = test.names.map((name) => name?.text ?? '');
  return mayRemove(item)({ id: `${file}::${path.join(' > ')}`, file, path, outcome: 'passed' });
}
