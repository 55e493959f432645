import { isReadable, leavesOf } from '../../code/leaves.ts';
import type { Source } from '../../code/source.ts';
import { childOf, named, textOf, walk } from '../../code/syntax.ts';
import { differingKeys, type ManifestReader, unreadable } from './frozen.ts';
import { isPythonTestPackage } from './test-packages.ts';

/**
 * Python's `setup.py` runs when the project is installed: what it does besides calling `setup()`, and what it tells that
 * about tests, commands and plugins, is frozen. Its requirements, version and the like are free, but for test packages.
 */
export const compareSetupPy: ManifestReader = ({ before, after, sources }) => {
  const was = before === undefined ? new Map() : factsOf(sources?.before);
  const is = after === undefined ? new Map() : factsOf(sources?.after);
  if (was === undefined || is === undefined) return unreadable('it is not Python that can be read');
  return { changed: differingKeys(was, is) };
};

const FREE =
  /^(?:install_requires|extras_require|packages|py_modules|package_data|include_package_data|version|description|long_description\w*|author\w*|maintainer\w*|url|project_urls|license\w*|classifiers|keywords|python_requires|zip_safe|platforms)$/;

function factsOf(source: Source | undefined): ReadonlyMap<string, string> | undefined {
  if (source === undefined || !isReadable(source) || source.unreadable.length > 0) return undefined;
  const { root, text } = source;
  const call = [...walk(root)].find(({ type, children }) => {
    return type === 'call' && children[0] !== undefined && /(?:^|\.)setup$/.test(textOf(children[0], text));
  });
  const given = childOf(call, 'arguments');
  const facts = new Map<string, string>();
  const outside = leavesOf([root], source, new Set(given === undefined ? [] : [given]));
  if (outside.length > 0) facts.set('what it does besides setup()', outside.join(' '));
  for (const one of given === undefined ? [] : named(given)) {
    const key = childOf(one, 'name');
    const name = key === undefined ? '*' : textOf(key, text);
    if (!FREE.test(name)) facts.set(name, leavesOf([childOf(one, 'value') ?? one], source).join(' '));
    for (const requirement of requirementsIn(textOf(one, text))) facts.set(`${name}: ${requirement}`, requirement);
  }
  return facts;
}

/** Literals that require a test package. */
function requirementsIn(text: string): readonly string[] {
  const literals = [...text.matchAll(/(['"])([A-Za-z0-9][\w.-]*)([^'"\n]*)\1/g)];
  return literals
    .filter(([, , name = '']) => isPythonTestPackage(name))
    .map(([, , name = '', rest = '']) => name + rest);
}
