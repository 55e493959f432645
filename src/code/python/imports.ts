import { directoryOf } from '../../base/paths.ts';
import { childOf, type Syntax, textOf, walk } from '../syntax.ts';
import type { Binding, ImportFact } from '../tests.ts';

/** `import a.b as c` and `from a import b`. */
export function pythonImports(root: Syntax, text: string): readonly ImportFact[] {
  return [...walk(root)].flatMap((node) => {
    if (!IMPORTS.has(node.type)) return [];
    const from = childOf(node, 'module_name');
    const module = from === undefined ? undefined : textOf(from, text);
    const isAll = node.children.some(({ type }) => type === 'wildcard_import');
    const named = node.children.filter(({ field }) => field === 'name');
    const bindings = named.map((one): Binding => {
      const name = textOf(childOf(one, 'name') ?? one, text);
      const alias = childOf(one, 'alias');
      const local = alias === undefined ? name : textOf(alias, text);
      return module === undefined ? { name: local, module: name } : { name: local, module, member: name };
    });
    return [{ node, bindings: isAll && module !== undefined ? [{ name: '*', module, member: '*' }] : bindings }];
  });
}

const IMPORTS: ReadonlySet<string> = new Set(['import_statement', 'import_from_statement', 'future_import_statement']);

/** The module a dotted name means. */
export function resolvePython(name: string, importer: string): string {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  if (dots === 0) return name;
  const folders = directoryOf(importer)
    .split('/')
    .filter((part) => part !== '');
  const rest = name.slice(dots);
  return [...folders.slice(0, folders.length - dots + 1), ...(rest === '' ? [] : [rest])].join('.');
}
