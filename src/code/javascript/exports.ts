import type { ExportFact } from '../source.ts';
import { childOf, named, type Syntax, textOf, walk } from '../syntax.ts';

/** What a module exports, in either way of JavaScript. */
export function javascriptExports(root: Syntax, text: string): readonly ExportFact[] {
  return named(root).flatMap((node) =>
    node.type === 'export_statement' ? exported(node, text) : assigned(node, text),
  );
}

function exported(node: Syntax, text: string): readonly ExportFact[] {
  if (node.children.some(({ type }) => type === 'default')) return [{ name: 'default', isOwn: true }];
  const isOwn = childOf(node, 'source') === undefined;
  const specifiers = [...walk(node)].filter(({ type }) => type === 'export_specifier');
  const names = specifiers.map((one) => childOf(one, 'alias') ?? childOf(one, 'name'));
  const declaration = childOf(node, 'declaration');
  const declared =
    declaration === undefined ? [] : [declaration, ...named(declaration)].map((one) => childOf(one, 'name'));
  return [...names, ...declared].flatMap((one) => (one === undefined ? [] : [{ name: textOf(one, text), isOwn }]));
}

/** `module.exports = { a, b }`, `exports.a = ...`. */
function assigned(node: Syntax, text: string): readonly ExportFact[] {
  const assignment = named(node).find(({ type }) => type === 'assignment_expression');
  const [left, right] = [childOf(assignment, 'left'), childOf(assignment, 'right')];
  const target = left === undefined ? '' : textOf(left, text);
  const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(target) ?? [];
  if (name !== undefined) return [{ name, isOwn: true }];
  if (target !== 'module.exports' || right?.type !== 'object') return [];
  return named(right).flatMap((one) => {
    const key = childOf(one, 'key') ?? childOf(one, 'name') ?? one;
    return /^\w+$/.test(textOf(key, text)) ? [{ name: textOf(key, text), isOwn: true }] : [];
  });
}
