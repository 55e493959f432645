import type { ExportFact } from '../source.ts';
import { childOf, named, type Syntax, textOf } from '../syntax.ts';

/** What stands at the top of a module, unless its name begins with `_`; what it imports is handed on. */
export function pythonExports(root: Syntax, text: string): readonly ExportFact[] {
  return named(root)
    .flatMap((node) => namesIn(node, text))
    .filter(({ name }) => !name.startsWith('_'));
}

function namesIn(node: Syntax, text: string): readonly ExportFact[] {
  if (/^import(?:_from)?_statement$/.test(node.type)) {
    const names = node.children.filter(({ field }) => field === 'name').map((one) => childOf(one, 'alias') ?? one);
    return names.map((one) => ({ name: textOf(one, text), isOwn: false }));
  }
  const assigned = node.type === 'expression_statement' ? childOf(named(node)[0], 'left') : undefined;
  const own = childOf(childOf(node, 'definition') ?? node, 'name') ?? assigned;
  return own?.type === 'identifier' ? [{ name: textOf(own, text), isOwn: true }] : [];
}
