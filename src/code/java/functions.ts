import type { ExportFact, FunctionFact } from '../source.ts';
import { around, childOf, parameterNames, resultsIn, type Syntax, textOf, walk } from '../syntax.ts';

const TYPES = new Set(['class_declaration', 'record_declaration', 'enum_declaration', 'interface_declaration']);
const CLASSES = new Set([...TYPES, 'annotation_type_declaration']);
const INSIDE = new Set(['lambda_expression', 'class_body', ...CLASSES]);

export function javaFunctions(root: Syntax, text: string): readonly FunctionFact[] {
  return [...walk(root)].flatMap((node) => {
    const [body, own] = [childOf(node, 'body'), childOf(node, 'name')];
    const isFunction = node.type === 'method_declaration' || node.type === 'constructor_declaration';
    if (!isFunction || body === undefined || own === undefined) return [];
    const owner = childOf(around(node, CLASSES), 'name');
    // A constructor is called like its class.
    const called = node.type === 'constructor_declaration' ? 'constructor' : textOf(own, text);
    const name = owner === undefined ? called : `${textOf(owner, text)}.${called}`;
    const results = resultsIn(body, INSIDE);
    return [{ name, node, body, isExpression: false, results, parameters: parameterNames(node, text) }];
  });
}

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
