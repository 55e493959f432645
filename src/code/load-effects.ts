import { languageOf } from './languages.ts';
import { definedNames } from './names.ts';
import type { Source } from './source.ts';
import { childOf, named, type Syntax, textOf, walk } from './syntax.ts';
import { isName } from './tests.ts';

/**
 * The file without the statements that do something as soon as it is loaded: loops, conditions and calls outside of functions,
 * and what they do to other modules. What it declares, imports and exports stays, and every line keeps its number.
 */
export function withoutLoadEffects(source: Source): string {
  const { path, text, root, found } = source;
  const imported = new Set(found.imports.flatMap(({ bindings }) => bindings.map(({ name }) => name)));
  const declared = [...definedNames(named(root), source)].filter((name) => !imported.has(name));
  const own = new Set([...declared, 'module', 'exports']);
  const blank = languageOf(path)?.emptyStatement ?? '';
  return named(root)
    .filter((node) => EFFECTS.test(node.type) && !isOfOwn(node, own, text))
    .toReversed()
    .reduce((now, { start, end }) => {
      const lines = now.slice(start, end).replace(/[^\n]/g, '');
      return `${now.slice(0, start)}${blank}${lines}${now.slice(end)}`;
    }, text);
}

const EFFECTS = /^(?:expression|for|for_in|while|do|if|try|with|match|switch|delete)_statement$/;

/** Whether a statement only gives a name of the file, or a part of what has one, a value. */
function isOfOwn(node: Syntax, own: ReadonlySet<string>, text: string): boolean {
  const [inner] = node.children;
  if (inner === undefined || !/^assignment(?:_expression)?$/.test(inner.type)) return false;
  const target = childOf(inner, 'left');
  const first = target === undefined ? undefined : [...walk(target)].find(isName);
  return first !== undefined && own.has(textOf(first, text));
}
