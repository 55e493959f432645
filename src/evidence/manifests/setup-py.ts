import { matchBrackets } from '../code/brackets.ts';
import { canonicalWords } from '../code/canonical.ts';
import { textsOf, type Word } from '../code/word.ts';
import { differingKeys, type ManifestReader, unreadable } from './frozen.ts';
import { isPythonTestPackage } from './test-packages.ts';

/**
 * Python's `setup.py` runs when the project is installed: what it does besides calling `setup()`, and what it tells that
 * about tests, commands and plugins, is frozen. Its requirements, version and the like are free, but for test packages.
 */
export const compareSetupPy: ManifestReader = ({ before, after }) => {
  const was = factsOf(before ?? '');
  const is = factsOf(after ?? '');
  if (was === undefined || is === undefined) return unreadable('it is not Python that can be read');
  return { changed: differingKeys(was, is) };
};

const FREE =
  /^(?:install_requires|extras_require|packages|py_modules|package_data|include_package_data|version|description|long_description\w*|author\w*|maintainer\w*|url|project_urls|license\w*|classifiers|keywords|python_requires|zip_safe|platforms)$/;

function factsOf(text: string): ReadonlyMap<string, string> | undefined {
  const words = canonicalWords('setup.py', text);
  const pairs = words === undefined ? undefined : matchBrackets(words);
  if (words === undefined || pairs === undefined) return undefined;
  const open = words.findIndex((word, at) => word.text === '(' && words[at - 1]?.text === 'setup');
  const close = pairs.get(open) ?? open;
  const facts = new Map<string, string>();
  const outside = open < 0 ? words : [...words.slice(0, open), ...words.slice(close)];
  if (outside.length > 0) facts.set('what it does besides setup()', textsOf(outside).join(' '));
  for (const [name, value] of open < 0 ? [] : argumentsIn(words.slice(open + 1, close))) {
    if (!FREE.test(name)) facts.set(name, textsOf(value).join(' '));
    for (const requirement of value.flatMap(requirementIn)) facts.set(`${name}: ${requirement}`, requirement);
  }
  return facts;
}

function argumentsIn(words: readonly Word[]): readonly (readonly [string, readonly Word[]])[] {
  const parts: Word[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if (word.kind === 'mark' && '([{'.includes(word.text)) depth++;
    if (word.kind === 'mark' && ')]}'.includes(word.text)) depth--;
    if (word.text === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts
    .filter((part) => part.length > 0)
    .map((part) => (part[1]?.text === '=' ? [part[0]?.text ?? '', part.slice(2)] : ['*', part]));
}

/** A literal that requires a test package. */
function requirementIn({ kind, text }: Word): readonly string[] {
  const name = kind === 'string' ? /^"([A-Za-z0-9][\w.-]*)/.exec(text)?.[1] : undefined;
  return name !== undefined && isPythonTestPackage(name) ? [text.slice(1)] : [];
}
