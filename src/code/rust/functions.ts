import type { ExportFact, FunctionFact } from '../source.ts';
import { around, childOf, named, parameterNames, type Syntax, textOf, walk } from '../syntax.ts';
import { isMarkedForTests } from './tests.ts';

const OWNERS = new Set(['impl_item', 'trait_item']);
const INSIDE = new Set(['closure_expression', 'async_block', 'function_item', 'macro_invocation']);

export function rustFunctions(root: Syntax, text: string): readonly FunctionFact[] {
  return [...walk(root)].flatMap((node) => {
    const [body, own] = [childOf(node, 'body'), childOf(node, 'name')];
    const isFunction = node.type === 'function_item' && !isConstant(node) && !isForTests(node, text);
    if (!isFunction || body === undefined || own === undefined) return [];
    const owner = around(node, OWNERS);
    const title = childOf(owner, 'type') ?? childOf(owner, 'name');
    const name =
      title === undefined ? textOf(own, text) : `${textOf(title, text).replace(/<.*/s, '')}.${textOf(own, text)}`;
    const results = childOf(node, 'return_type') === undefined ? [] : resultsIn(body);
    return [{ name, node, body, isExpression: false, results, parameters: parameterNames(node, text) }];
  });
}

/** What runs while it is compiled cannot ask for a switch. */
function isConstant({ children }: Syntax): boolean {
  return children.some(
    ({ type, children }) => type === 'function_modifiers' && children.some((one) => one.type === 'const'),
  );
}

/** Whether it, or a module round it, is only there for tests. */
function isForTests(node: Syntax, text: string): boolean {
  return isMarkedForTests(node, text) || (node.parent !== undefined && isForTests(node.parent, text));
}

/** What is returned, and the expression at the end. */
function resultsIn(body: Syntax): readonly Syntax[] {
  const returned = [...walk(body, ({ type }) => !INSIDE.has(type))]
    .filter(({ type }) => type === 'return_expression')
    .flatMap((node) => named(node).slice(0, 1));
  const last = named(body).findLast(({ type }) => !type.endsWith('comment'));
  const isStatement = last?.type === 'expression_statement';
  const value = isStatement ? (last.children.some(({ type }) => type === ';') ? undefined : named(last)[0]) : last;
  const isValue = value !== undefined && !/(?:_item|_declaration|_statement)$/.test(value.type);
  return isValue && value.type !== 'return_expression' ? [...returned, value] : returned;
}

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
