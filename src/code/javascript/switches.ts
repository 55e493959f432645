import { type Source, type Wrap, wrapPieces } from '../source.ts';
import { runtimeOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
import { childOf, named, type Syntax, textOf, walk } from '../syntax.ts';

/** Writes switches into a file; the functions they call stand at its end, so that no line moves. */
export function writeJavascript({ source, functions }: SwitchedFile, switches: Switches): string {
  const { path, text, root } = source;
  const isTyped = /\.[cm]?tsx?$/.test(path);
  const { name } = switches;
  const wraps = [...functions.flatMap((one) => switchesIn(one, source, name)), ...thrownIn(root, name)];
  // What a type checker would say of the switches is of no interest.
  const unchecked = isTyped && !text.startsWith('#!') ? '// @ts-nocheck\n' : '';
  const runtime = runtimeOf(switches, 'javascript.ts');
  return `${unchecked}${wrapPieces(text, wraps)}\n\n${isTyped ? runtime : runtime.replace(TYPES, '')}`;
}

const TYPES = /: any\b|: number\b|: T\b|<T>| as any\b/g;

function switchesIn(
  { number, node, body, isExpression, results, parameters }: Switched,
  { text, path }: Source,
  name: string,
): readonly Wrap[] {
  const given = `[${parameters.join(', ')}]`;
  const fields = isConstructor(node, text) ? [] : changedFields(body, text);
  const places = fields.map((field) => `[() => this.${field}, (one) => { this.${field} = one; }]`);
  const own = places.length === 0 ? '' : `, () => [${places.join(', ')}]`;
  if (isExpression) {
    const again = node.children.some(({ type }) => type === 'async') ? 'async ' : '';
    const before = `${name}_whole(${number}, ${given}, ${again}(${parameters.join(', ')}) => (`;
    return [{ start: body.start, end: body.end, before, after: `)${own})` }];
  }
  const stop = /\.[cm]?tsx?$/.test(path) ? 'return undefined as never' : 'return undefined';
  const taken = parameters.length === 0 ? '' : ` ${given} = ${name}_in;`;
  const entered = `const ${name}_in = ${name}_enter(${number}, ${given}${own}); if (!${name}_in) ${stop};${taken}`;
  const left = `} catch (${name}_thrown) { throw ${name}_failed(${number}, ${name}_thrown, ${name}_in); } finally { ${name}_leave(${number}, ${name}_in); } `;
  const first = { start: body.start + 1, end: body.start + 1, after: '' };
  // Compilers of TypeScript look for the call of the other constructor among the statements of the body.
  if (isConstructor(node, text) && /\bsuper\s*\(/.test(textOf(body, text)))
    return [{ ...first, before: ` ${entered}` }];
  return [
    { ...first, before: ` ${entered} try {` },
    ...results.map(({ start, end }) => ({
      ...{ start, end, before: `${name}_result(${number}, (`, after: `), ${name}_in)` },
    })),
    { start: body.end - 1, end: body.end - 1, before: left, after: '' },
  ];
}

/** Marks errors that code throws itself: what the language throws has a text that no one chose. */
function thrownIn(root: Syntax, name: string): readonly Wrap[] {
  const thrown = [...walk(root)]
    .filter(({ type }) => type === 'throw_statement')
    .flatMap((one) => named(one).slice(0, 1));
  return thrown.map(({ start, end }) => ({ start, end, before: `${name}_own(`, after: ')' }));
}

function isConstructor(node: Syntax, text: string): boolean {
  const own = childOf(node, 'name');
  return node.type === 'method_definition' && own !== undefined && textOf(own, text) === 'constructor';
}

/** The public fields of its object that a function assigns, or whose content it may change by calling them. */
function changedFields(body: Syntax, text: string): readonly string[] {
  const inside = [...walk(body, ({ type }) => !OTHER_THIS.has(type))];
  const changed = inside.filter((node) => {
    const field = childOf(node, 'property');
    const isField = node.type === 'member_expression' && childOf(node, 'object')?.type === 'this';
    return isField && field?.type === 'property_identifier' && isChanged(node);
  });
  return [...new Set(changed.map((node) => textOf(childOf(node, 'property') ?? node, text)))];
}

/** What has a `this` of its own. */
const OTHER_THIS = new Set([
  ...['function_declaration', 'function_expression', 'generator_function', 'generator_function_declaration'],
  ...['method_definition', 'class_declaration', 'class'],
]);

function isChanged(node: Syntax): boolean {
  const { parent, field } = node;
  if (parent === undefined) return false;
  if (parent.type === 'update_expression') return true;
  if (/assignment_expression$/.test(parent.type)) return field === 'left';
  if (field !== 'object') return false;
  const isCalled = parent.type === 'member_expression' && parent.field === 'function';
  return isCalled || isChanged(parent) || parent.parent?.type === 'unary_expression';
}
