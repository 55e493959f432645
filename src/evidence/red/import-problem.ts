import { usesFreely } from '../../code/names.ts';
import type { Source } from '../../code/source.ts';
import type { TestFact } from '../../code/tests.ts';
import { isJavaTestPackage, isNpmTestPackage, isPythonTestPackage } from '../manifests/test-packages.ts';
import { nameSome, showName } from '../reasons.ts';

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
