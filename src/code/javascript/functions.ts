import type { ExportFact, FunctionFact } from '../source.ts';
import { around, childOf, named, resultsIn, type Syntax, textOf, walk } from '../syntax.ts';

const FUNCTIONS = new Set([
  ...['function_declaration', 'generator_function_declaration', 'function_expression', 'generator_function'],
  ...['arrow_function', 'method_definition'],
]);
const CLASSES = new Set(['class_declaration', 'abstract_class_declaration', 'class']);

export function javascriptFunctions(root: Syntax, text: string): readonly FunctionFact[] {
  return [...walk(root)].flatMap((node) => {
    const body = childOf(node, 'body');
    const name = FUNCTIONS.has(node.type) && body !== undefined ? nameOf(node, text) : undefined;
    if (name === undefined || body === undefined) return [];
    const isExpression = body.type !== 'statement_block';
    const results = isExpression ? [body] : resultsIn(body, TOP);
    return [{ name, node, body, isExpression, results, parameters: parametersOf(node, text) }];
  });
}

/** The name a function is known by: its own, or that of what it is assigned to. */
function nameOf(node: Syntax, text: string): string | undefined {
  const own = childOf(node, 'name');
  if (node.type === 'method_definition') return own && withOwner(node, textOf(own, text), text);
  if (own !== undefined) return textOf(own, text);
  const { parent } = node;
  const isGiven = parent?.type === 'return_statement' || (node.field === 'body' && parent?.type === 'arrow_function');
  if (isGiven) return nameOfResult(node, text);
  if (parent === undefined || !['value', 'right'].includes(node.field ?? '')) return nameOfStatement(node, text);
  const target = childOf(parent, 'name') ?? childOf(parent, 'key') ?? childOf(parent, 'left');
  if (target === undefined) return nameOfStatement(node, text);
  const name = textOf(target, text);
  return parent.type === 'public_field_definition' ? withOwner(node, name, text) : name;
}

/** A function without a name that another one gives back. */
function nameOfResult(node: Syntax, text: string): string | undefined {
  const giver = around(node, FUNCTIONS);
  const name = giver === undefined ? undefined : nameOf(giver, text);
  return name === undefined ? undefined : `${name}()`;
}

/** A function without a name inside a statement of the module, by what that defines, exports or calls. */
function nameOfStatement(node: Syntax, text: string): string | undefined {
  let at = node;
  while (at.parent !== undefined && AROUND.has(at.parent.type)) at = at.parent;
  const statement = at.parent;
  const isTop = around(node, TOP) === undefined;
  if (statement === undefined || !isTop) return undefined;
  if (statement.type === 'export_statement') return 'default';
  const target = childOf(statement, 'name') ?? childOf(statement, 'left') ?? childOf(at, 'function');
  return target === undefined || textOf(target, text).length > MAX_NAME ? undefined : textOf(target, text);
}

/** What may be round a function that is part of a value. */
const AROUND = new Set([
  ...['arguments', 'call_expression', 'new_expression', 'array', 'object', 'pair', 'parenthesized_expression'],
  ...['as_expression', 'satisfies_expression', 'await_expression', 'ternary_expression'],
]);
/** What has statements of its own. */
const TOP = new Set([...FUNCTIONS, ...CLASSES]);
const MAX_NAME = 60;

function withOwner(node: Syntax, name: string, text: string): string {
  const owner = around(node, CLASSES);
  const title = childOf(owner, 'name') ?? (owner?.field === 'value' ? childOf(owner.parent, 'name') : undefined);
  return title === undefined ? name : `${textOf(title, text)}.${name}`;
}

/** The names that parameters bind, also those inside patterns; not what stands for them where nothing is given. */
function parametersOf(node: Syntax, text: string): readonly string[] {
  const list = childOf(node, 'parameters') ?? childOf(node, 'parameter');
  if (list === undefined) return [];
  const isDefault = ({ field, parent }: Syntax) =>
    field === 'right' || (field === 'value' && /^(?:required|optional)_parameter$/.test(parent?.type ?? ''));
  const inside = walk(list, (one) => one.type !== 'type_annotation' && !isDefault(one));
  return [...inside].filter((one) => NAMES.has(one.type) && !isDefault(one)).map((one) => textOf(one, text));
}

const NAMES = new Set(['identifier', 'shorthand_property_identifier_pattern']);

/** What a module exports, in either way of JavaScript, and the methods of classes among that. */
export function javascriptExports(root: Syntax, text: string): readonly ExportFact[] {
  const own = named(root).flatMap((node) =>
    node.type === 'export_statement' ? exported(node, text) : assigned(node, text),
  );
  const names = new Set(own.map(({ name }) => name));
  const classes = named(root).flatMap((node) => {
    const declared = childOf(node, 'declaration') ?? childOf(node, 'value') ?? node;
    const title = childOf(declared, 'name');
    const isOffered = declared !== node || (title !== undefined && names.has(textOf(title, text)));
    return CLASSES.has(declared.type) && isOffered ? [declared] : [];
  });
  return [...own, ...classes.flatMap((one) => methodsOf(one, text))];
}

/** Public methods, without the names of their classes: one may come from another class later. */
function methodsOf(node: Syntax, text: string): readonly ExportFact[] {
  return named(childOf(node, 'body') ?? node).flatMap((one) => {
    const own = childOf(one, 'name');
    const isPublic = !one.children.some(
      (mark) => mark.type === 'accessibility_modifier' && textOf(mark, text) !== 'public',
    );
    if (one.type !== 'method_definition' || own?.type !== 'property_identifier' || !isPublic) return [];
    const name = textOf(own, text);
    return name === 'constructor' || name.startsWith('_') ? [] : [{ name: `.${name}`, isOwn: true }];
  });
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
