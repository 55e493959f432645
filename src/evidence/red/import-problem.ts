import type { Language } from '../code/language.ts';
import type { TestBlock } from '../code/test-block.ts';
import { usesFreely } from '../files/existing-block.ts';
import { isJavaTestPackage, isNpmTestPackage, isPythonTestPackage } from '../manifests/test-packages.ts';
import { nameSome, showName } from '../reasons.ts';

/**
 * What further imports do to the existing tests of a file: loaded for their effects, or all names of a Python module,
 * they reach into every test; a name that tests have used without importing it now means what is imported.
 */
export function importProblem(
  imports: ReadonlyMap<string, string>,
  standing: readonly TestBlock[],
  language: Language,
): string | undefined {
  if (standing.length === 0) return undefined;
  const effects = [...imports].find(([name, source]) => isForEffects(name, source, language));
  if (effects !== undefined) return `${showName(effects[1])} is now loaded for all tests of the file`;
  const taken = [...imports].filter(
    ([name, source]) => !isOfFramework(source, language) && standing.some((block) => usesFreely(block, name)),
  );
  if (taken.length === 0) return undefined;
  return `${nameSome(taken.map(([name]) => name))}, which existing tests use, is now imported from elsewhere`;
}

/** Packages may be loaded for their effects: what they do is known. */
function isForEffects(name: string, source: string, language: Language): boolean {
  if (language === 'js') return name.startsWith("'") && source.startsWith('./');
  return language === 'python' && name === '*';
}

function isOfFramework(source: string, language: Language): boolean {
  const module = source.replace(/#.*$/, '');
  if (language === 'js') return module.startsWith('node:') || isNpmTestPackage(module);
  if (language === 'python') return isPythonTestPackage(module.replace(/\..*$/, ''));
  if (language === 'java') return isJavaTestPackage(module.replaceAll('.', '/'));
  return language === 'rust' && /^(?:pretty_assertions|similar_asserts|rstest|proptest)::/.test(module);
}
