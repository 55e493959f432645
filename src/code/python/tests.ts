import { directoryOf } from '../../base/paths.ts';
import { childOf, type Syntax, textOf, walk } from '../syntax.ts';
import { type Binding, type FoundTests, groupNames, type ImportFact, nothingFound, plainTitle } from '../tests.ts';

/** Finds `def test...` with its decorators, at the top or in classes, and classes. */
export function pythonTests(root: Syntax, text: string): FoundTests {
  const { tests, groups } = nothingFound();
  for (const node of walk(root, ({ type }) => type !== 'function_definition')) {
    const [name, body] = [childOf(node, 'name'), childOf(node, 'body')];
    if (name === undefined || body === undefined) continue;
    const own = plainTitle(textOf(name, text));
    const whole = node.parent?.type === 'decorated_definition' ? node.parent : node;
    if (node.type === 'class_definition') groups.push({ nodes: [whole], name: own, body });
    if (node.type !== 'function_definition' || !own.text.startsWith('test')) continue;
    tests.push({ start: whole.start, end: whole.end, nodes: [whole], names: [...groupNames(node, groups), own] });
  }
  return { tests, groups, imports: pythonImports(root, text) };
}

/** A prompt of an example in documentation, with everything below it up to an empty line or the end of its text. */
export function pythonExamples(text: string): readonly string[] {
  const examples: string[][] = [];
  let isOpen = false;
  for (const line of text.split('\n').map((one) => one.trim())) {
    const begins = line.startsWith('>>>');
    if (begins && !isOpen) examples.push([]);
    isOpen = (isOpen || begins) && line !== '' && !/^(?:"""|''')/.test(line);
    if (isOpen) examples.at(-1)?.push(line);
  }
  return examples.map((lines) => lines.join('\n'));
}

/** `import a.b as c` and `from a import b`. */
function pythonImports(root: Syntax, text: string): readonly ImportFact[] {
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
