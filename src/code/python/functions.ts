import type { ExportFact, FunctionFact } from '../source.ts';
import { around, childOf, named, parameterNames, resultsIn, type Syntax, textOf, walk } from '../syntax.ts';

const SCOPES = new Set(['function_definition', 'lambda', 'class_definition']);
const CLASSES = new Set(['class_definition']);
const FUNCTIONS = new Set(['function_definition']);

export function pythonFunctions(root: Syntax, text: string): readonly FunctionFact[] {
  return [...walk(root)].flatMap((node) => {
    const body = childOf(node, 'body');
    const name = body === undefined ? undefined : nameOf(node, text);
    if (body === undefined || name === undefined) return [];
    const isExpression = node.type === 'lambda';
    const results = isExpression ? [body] : resultsIn(body, SCOPES);
    // Without the object whose method it is.
    const parameters = parameterNames(node, text).filter((one) => one !== 'self' && one !== 'cls');
    return [{ name, node, body, isExpression, results, parameters }];
  });
}

/** The name of a function or of what a lambda is assigned to, after that of its class. */
function nameOf(node: Syntax, text: string): string | undefined {
  const giver = node.parent?.type === 'return_statement' ? around(node, FUNCTIONS) : undefined;
  if (node.type === 'lambda' && giver !== undefined) return `${nameOf(giver, text)}()`;
  const own = node.type === 'function_definition' ? childOf(node, 'name') : targetOf(node);
  if (own === undefined) return undefined;
  const owner = around(node, SCOPES);
  const title = owner !== undefined && CLASSES.has(owner.type) ? childOf(owner, 'name') : undefined;
  return title === undefined ? textOf(own, text) : `${textOf(title, text)}.${textOf(own, text)}`;
}

/** What a lambda is assigned to, by itself or as a part of a value: a table, an argument. */
function targetOf(node: Syntax): Syntax | undefined {
  if (node.type !== 'lambda') return undefined;
  let at = node;
  while (at.parent !== undefined && AROUND.has(at.parent.type)) at = at.parent;
  return at.parent?.type === 'assignment' && at.field === 'right' ? childOf(at.parent, 'left') : undefined;
}

const AROUND = new Set(['argument_list', 'call', 'dictionary', 'list', 'pair', 'parenthesized_expression', 'tuple']);

/**
 * What stands at the top of a module, unless its name begins with `_`; what it imports is handed on. Methods come without the
 * names of their classes: one may come from another class later.
 */
export function pythonExports(root: Syntax, text: string): readonly ExportFact[] {
  const own = named(root).flatMap((node) => {
    const [names, body] = [namesIn(node, text), childOf(childOf(node, 'definition') ?? node, 'body')];
    const isClass = names.length === 1 && (childOf(node, 'definition') ?? node).type === 'class_definition';
    const isOffered = isClass && names.every(({ name }) => !name.startsWith('_'));
    const methods = isOffered && body !== undefined ? named(body).flatMap((one) => namesIn(one, text)) : [];
    return [...names, ...methods.map(({ name }) => ({ name: `.${name}`, isOwn: true }))];
  });
  return own.filter(({ name }) => !/^\.?_/.test(name));
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
