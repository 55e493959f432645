import type { ExportFact } from '../source.ts';
import { childOf, named, type Syntax, textOf, walk } from '../syntax.ts';

const SPECS = new Set(['type_spec', 'type_alias', 'const_spec', 'var_spec']);

/** What begins with a capital at the top of a file; methods with their type. */
export function goExports(root: Syntax, text: string): readonly ExportFact[] {
  const names = named(root).flatMap((node): readonly string[] => {
    const own = childOf(node, 'name');
    const receiver = [...walk(childOf(node, 'receiver') ?? node)].find(({ type }) => type === 'type_identifier');
    if (node.type === 'function_declaration' && own !== undefined) return [textOf(own, text)];
    if (node.type === 'method_declaration' && own !== undefined && receiver !== undefined) {
      return isCapital(textOf(own, text)) ? [`${textOf(receiver, text)}.${textOf(own, text)}`] : [];
    }
    const specs = [...walk(node, ({ type }) => !SPECS.has(type))].filter(({ type }) => SPECS.has(type));
    return specs.flatMap((one) =>
      one.children.filter(({ field }) => field === 'name').map((each) => textOf(each, text)),
    );
  });
  return names.filter(isCapital).map((name) => ({ name, isOwn: true }));
}

function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
