import type { JsonObject } from '../../base/json.ts';
import { isReadable, leavesOf } from '../../code/leaves.ts';
import type { Source } from '../../code/source.ts';
import { childOf, named, textOf, walk } from '../../code/syntax.ts';

/**
 * Python's `setup.py`, which runs when the project is installed: what it does besides calling `setup()`, and what it tells
 * that, each argument by its name with the literals in it.
 */
export function readSetupPy(source: Source | undefined): JsonObject | undefined {
  if (source === undefined || !isReadable(source) || source.unreadable.length > 0) return undefined;
  const { root, text } = source;
  const call = [...walk(root)].find(({ type, children }) => {
    return type === 'call' && children[0] !== undefined && /(?:^|\.)setup$/.test(textOf(children[0], text));
  });
  const given = childOf(call, 'arguments');
  const outside = leavesOf([root], source, new Set(given === undefined ? [] : [given]));
  const told = (given === undefined ? [] : named(given)).map((one) => {
    const [key, value] = [childOf(one, 'name'), childOf(one, 'value') ?? one];
    const literals = [...textOf(one, text).matchAll(/(['"])([A-Za-z0-9][^'"\n]*)\1/g)].map((match) => match[2] ?? '');
    return [key === undefined ? '*' : textOf(key, text), [leavesOf([value], source).join(' '), ...literals]];
  });
  return { ...(outside.length > 0 ? { 'besides setup()': outside.join(' ') } : {}), ...Object.fromEntries(told) };
}

/** Arguments of `setup()` that say nothing about tests, commands and plugins. */
export const FREE_ARGUMENTS =
  /^(?:install_requires|extras_require|packages|py_modules|package_data|include_package_data|version|description|long_description\w*|author\w*|maintainer\w*|url|project_urls|license\w*|classifiers|keywords|python_requires|zip_safe|platforms)$/;
