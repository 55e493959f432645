import { directoryOf, joinPath } from '../../base/paths.ts';
import { childOf, named, type Syntax, textOf, walk } from '../syntax.ts';
import type { Binding, ImportFact } from '../tests.ts';

/** `import ... from 'x'`, `import 'x'` and `const x = require('x')`. */
export function javascriptImports(root: Syntax, text: string): readonly ImportFact[] {
  return [...walk(root)].flatMap((node) => {
    if (node.type === 'import_statement') return importOf(node, text);
    if (node.type !== 'lexical_declaration' && node.type !== 'variable_declaration') return [];
    const [declared, ...others] = named(node);
    const module = others.length > 0 ? undefined : requiredBy(childOf(declared, 'value'), text);
    if (declared === undefined || module === undefined) return [];
    const target = childOf(declared, 'name') ?? declared;
    if (target.type === 'identifier') {
      return [{ node, bindings: [{ name: textOf(target, text), module, member: 'default' }] }];
    }
    const bindings = named(target).map((one): Binding => {
      const [key, value] = [childOf(one, 'key') ?? one, childOf(one, 'value') ?? one];
      return { name: textOf(value, text), module, member: textOf(key, text) };
    });
    return [{ node, bindings }];
  });
}

function importOf(node: Syntax, text: string): readonly ImportFact[] {
  const source = childOf(node, 'source');
  const clause = node.children.find(({ type }) => type === 'import_clause');
  if (source === undefined) return [];
  const module = textOf(source, text).slice(1, -1);
  if (clause === undefined) return [{ node, bindings: [{ name: `'${module}'`, module }] }];
  const bindings = named(clause).flatMap((one): readonly Binding[] => {
    if (one.type === 'identifier') return [{ name: textOf(one, text), module, member: 'default' }];
    if (one.type === 'namespace_import')
      return named(one).map((name) => ({ name: textOf(name, text), module, member: '*' }));
    return named(one).flatMap((specifier) => {
      const name = childOf(specifier, 'name');
      const local = childOf(specifier, 'alias') ?? name;
      return name && local ? [{ name: textOf(local, text), module, member: textOf(name, text) }] : [];
    });
  });
  return [{ node, bindings }];
}

function requiredBy(value: Syntax | undefined, text: string): string | undefined {
  const callee = childOf(value, 'function');
  const given = childOf(value, 'arguments');
  const [only, ...others] = given === undefined ? [] : named(given);
  const isRequire = callee !== undefined && textOf(callee, text) === 'require';
  return isRequire && only?.type === 'string' && others.length === 0 ? textOf(only, text).slice(1, -1) : undefined;
}

/**
 * The file a specifier means, as `./path` from the top without its ending. Specifiers of packages stay as they are.
 */
export function resolveJavascript(specifier: string, importer: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = joinPath(directoryOf(importer), specifier);
  return `./${path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '')}`;
}
