import type { ExportFact } from '../source.ts';
import { around, childOf, type Syntax, textOf, walk } from '../syntax.ts';

const OWNERS = new Set(['impl_item', 'trait_item']);

/** What is `pub`, at whatever depth; methods with their type. */
export function rustExports(root: Syntax, text: string): readonly ExportFact[] {
  return [...walk(root, ({ type }) => type !== 'block')].flatMap((node): readonly ExportFact[] => {
    const visibility = node.children.find(({ type }) => type === 'visibility_modifier');
    if (visibility === undefined || textOf(visibility, text) !== 'pub') return [];
    if (node.type === 'use_declaration') {
      const names = [...walk(node)].filter(({ type }) => type === 'identifier').map((one) => textOf(one, text));
      return names.map((name) => ({ name, isOwn: false }));
    }
    const own = childOf(node, 'name');
    if (own === undefined || !node.type.endsWith('_item')) return [];
    const owner = childOf(around(node, OWNERS), 'type');
    const title = owner === undefined ? '' : `${textOf(owner, text).replace(/<.*/s, '')}.`;
    return [{ name: `${title}${textOf(own, text)}`, isOwn: true }];
  });
}
