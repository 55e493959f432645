import { type Wrap, wrapPieces } from '../source.ts';
import { runtimeOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
import { around, childOf, named, type Span, type Syntax, textOf, walk } from '../syntax.ts';

/** Writes switches into a file; the functions they call come before its first statement that may have others before it. */
export function writePython({ source, functions }: SwitchedFile, switches: Switches): string {
  const { root, text } = source;
  const { name } = switches;
  const wrapped = functions.filter(
    ({ isExpression, body }) => !isExpression && firstStatement(body, text) !== undefined,
  );
  const wraps = functions.flatMap((one) => {
    // Lines of a function inside another one are moved for both.
    const outer = wrapped.filter(({ body }) => body.start <= one.node.start && one.node.end <= body.end).length;
    return switchesIn(one, text, name, outer);
  });
  const at = named(root).find((node) => !isDocstring(node) && !isHead(node))?.start ?? text.length;
  const prelude = { start: at, end: at, before: `${load(switches)}\n`, after: '' };
  return wrapPieces(text, [prelude, ...wraps]);
}

/** What a function does goes into a block that sees how it ends; `outer`: how many of these it is in itself. */
function switchesIn(
  { number, node, body, isExpression, results, parameters }: Switched,
  text: string,
  name: string,
  outer: number,
): readonly Wrap[] {
  const given = `(${parameters.map((one) => `${one}, `).join('')})`;
  const first = isExpression ? undefined : firstStatement(body, text);
  const altered = results.map(({ start, end }) => ({
    ...{ start, end, before: `${name}_result(${number}, (` },
    after: first === undefined ? `), ${given}, True)` : `), ${name}_in)`,
  }));
  if (first === undefined) return altered;
  const indent = indentOf(first, text);
  const deeper = indent.slice(0, 1);
  const line = `\n${deeper.repeat(outer)}${indent}`;
  const own = changedFields(node, body, text).map((field) => JSON.stringify(field));
  const self = own.length === 0 ? '' : `, self, (${own.join(', ')},)`;
  const entered = [
    `${name}_in = ${name}_enter(${number}, ${given}${self})`,
    `if ${name}_in is None: return`,
    ...(parameters.length === 0 ? [] : [`${given} = ${name}_in`]),
    `with ${name}_in:`,
  ];
  const moved = linesIn({ start: first.start, end: body.end }, body, text);
  return [
    { start: first.start, end: first.start, before: `${entered.join(line)}${line}${deeper}`, after: '' },
    ...moved.map((at) => ({ start: at, end: at, before: deeper, after: '' })),
    ...altered,
  ];
}

/** Where lines begin, but not those inside text. */
function linesIn({ start, end }: Span, body: Syntax, text: string): readonly number[] {
  const texts = [...walk(body)].filter(({ type }) => type === 'string');
  const lines: number[] = [];
  for (let at = text.indexOf('\n', start) + 1; at > 0 && at < end; at = text.indexOf('\n', at) + 1) {
    if (!texts.some((one) => one.start < at && at < one.end)) lines.push(at);
  }
  return lines;
}

/** The fields of its object that a method assigns, or whose content it may change by calling them; none where it makes the object. */
function changedFields(node: Syntax, body: Syntax, text: string): readonly string[] {
  const owner = childOf(around(node, SCOPES), 'name');
  const [first] = named(childOf(node, 'parameters') ?? body);
  const own = childOf(node, 'name');
  const isMethod = owner !== undefined && first !== undefined && textOf(first, text) === 'self';
  if (!isMethod || own === undefined || textOf(own, text) === '__init__') return [];
  const title = textOf(owner, text).replace(/^_+/, '');
  const changed = [...walk(body, ({ type }) => !SCOPES.has(type))].flatMap((one) => {
    const [object, field] = [childOf(one, 'object'), childOf(one, 'attribute')];
    const isField = one.type === 'attribute' && object !== undefined && textOf(object, text) === 'self';
    return isField && field !== undefined && isChanged(one) ? [textOf(field, text)] : [];
  });
  return [...new Set(changed)].map((field) => (/^__.*(?<!__)$/.test(field) ? `_${title}${field}` : field));
}

const SCOPES = new Set(['function_definition', 'lambda', 'class_definition']);

function isChanged(node: Syntax): boolean {
  const { parent, field } = node;
  if (parent === undefined) return false;
  if (/^(?:augmented_)?assignment$/.test(parent.type)) return field === 'left';
  if (/^(?:pattern_list|tuple_pattern|delete_statement)$/.test(parent.type)) return true;
  if (parent.type === 'subscript') return field === 'value' && isChanged(parent);
  return parent.type === 'attribute' && (parent.field === 'function' || isChanged(parent));
}

/** The first statement of a body that stands on a line of its own. */
function firstStatement(body: Syntax, text: string): Syntax | undefined {
  const first = named(body).find((node) => !isDocstring(node));
  return first !== undefined && /^[ \t]+$/.test(indentOf(first, text)) ? first : undefined;
}

function indentOf({ start }: Syntax, text: string): string {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}

function isDocstring(node: Syntax): boolean {
  return node.type === 'expression_statement' && node.children.every(({ type }) => type === 'string');
}

function isHead({ type }: Syntax): boolean {
  return type === 'future_import_statement' || type === 'comment';
}

/** What switches call has a namespace of its own: what the module defines, or tests put there, does not reach it. */
function load(switches: Switches): string {
  const { name } = switches;
  const called = [`${name}_enter`, `${name}_result`];
  return [
    `${name} = {}`,
    `exec(${JSON.stringify(runtimeOf(switches, 'python.py'))}, ${name})`,
    `${called.join(', ')} = ${called.map((one) => `${name}['${one}']`).join(', ')}`,
  ].join('\n');
}
