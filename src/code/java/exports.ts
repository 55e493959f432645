import type { ExportFact } from '../source.ts';
import { around, childOf, type Syntax, textOf, walk } from '../syntax.ts';

const TYPES = new Set(['class_declaration', 'record_declaration', 'enum_declaration', 'interface_declaration']);

/** What is public: types, and methods with their type. */
export function javaExports(root: Syntax, text: string): readonly ExportFact[] {
  return [...walk(root, ({ type }) => type !== 'block')].flatMap((node): readonly ExportFact[] => {
    const own = childOf(node, 'name');
    const modifiers = node.children.find(({ type }) => type === 'modifiers');
    const isPublic = modifiers?.children.some(({ type }) => type === 'public') === true;
    if (own === undefined || !isPublic || !(TYPES.has(node.type) || node.type === 'method_declaration')) return [];
    const owner = TYPES.has(node.type) ? undefined : childOf(around(node, TYPES), 'name');
    return [{ name: `${owner === undefined ? '' : `${textOf(owner, text)}.`}${textOf(own, text)}`, isOwn: true }];
  });
}
