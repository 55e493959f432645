import { directoryOf, type Moves } from '../modules.ts';
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

/** The module a dotted name means, where it went if its file was moved. */
export function resolvePython(name: string, importer: string, moves: Moves): string {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const absolute = dots === 0 ? name : relativeModule(name.slice(dots), dots, importer);
  for (const [from, to] of moves) {
    const old = moduleName(from);
    if (old === absolute) return moduleName(to);
    // Sources often lie below a folder that is not part of the name: `src/pkg/a.py` is `pkg.a`.
    if (!old.endsWith(`.${absolute}`)) continue;
    const root = old.slice(0, -absolute.length);
    const now = moduleName(to);
    if (now.startsWith(root)) return now.slice(root.length);
  }
  return absolute;
}

function relativeModule(rest: string, dots: number, importer: string): string {
  const folders = directoryOf(importer)
    .split('/')
    .filter((part) => part !== '');
  return [...folders.slice(0, folders.length - dots + 1), ...(rest === '' ? [] : [rest])].join('.');
}

function moduleName(path: string): string {
  return path
    .replace(/\.pyi?$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');
}
