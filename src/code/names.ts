import type { Source } from './source.ts';
import { childOf, named, type Syntax, textOf, walk } from './syntax.ts';
import { isName } from './tests.ts';

type Text = Pick<Source, 'text'>;

/** What a statement declares, without what is only written before it. */
export function declarationIn(node: Syntax): Syntax {
  return childOf(node, 'declaration') ?? childOf(node, 'definition') ?? node;
}

/** Names that a statement defines or assigns at its own level. */
export function definedNames(nodes: readonly Syntax[], source: Text): ReadonlySet<string> {
  return new Set(nodes.flatMap((node) => targetsIn(declarationIn(node), source)));
}

function targetsIn(node: Syntax, source: Text): readonly string[] {
  const texts = (found: readonly Syntax[]) => found.map((one) => textOf(one, source.text));
  const target = childOf(node, 'name') ?? childOf(node, 'left') ?? childOf(node, 'pattern');
  if (target !== undefined && !DECLARATIONS.has(node.type)) return texts(boundIn(target, source));
  return named(node)
    .filter(({ type }) => LEVELS.test(type) || type === 'assignment_expression' || type === 'assignment')
    .flatMap((one) => targetsIn(one, source));
}

const DECLARATIONS: ReadonlySet<string> = new Set(['lexical_declaration', 'variable_declaration', 'var_declaration']);
const LEVELS = /_declarator$|_spec(?:_list)?$/;

/** The names a pattern binds; of what is done to a part of something none, unless it is a part of everything. */
function boundIn(target: Syntax, { text }: Text): readonly Syntax[] {
  const object = childOf(target, 'object');
  const member = childOf(target, 'property') ?? childOf(target, 'attribute');
  if (member !== undefined) return object !== undefined && GLOBALS.test(textOf(object, text)) ? [member] : [];
  if (childOf(target, 'index') !== undefined || target.type === 'subscript') return [];
  return [...walk(target)].filter((node) => isName(node) && node.field !== 'key' && node.field !== 'type');
}

const GLOBALS = /^(?:globalThis|global|window|self|builtins)$/;

/** Whether code uses a name that it does not define itself. A member of something is not the name by itself. */
export function usesFreely(nodes: readonly Syntax[], source: Text, name: string): boolean {
  const own = nodes
    .flatMap((node) => [...walk(node)])
    .filter((node) => isName(node) && textOf(node, source.text) === name);
  return own.some(isFree) && !own.some(isBinding);
}

function isFree({ type, field, parent }: Syntax): boolean {
  if (type === 'property_identifier' || type === 'field_identifier') return false;
  return field !== 'attribute' && field !== 'key' && !(field === 'name' && parent?.type === 'keyword_argument');
}

/** `const x`, `x := `, a parameter: the name is this code's own. */
function isBinding(node: Syntax): boolean {
  let at = node;
  while (at.parent !== undefined && /pattern|parameter|expression_list/.test(at.parent.type)) at = at.parent;
  const { parent, field } = at;
  if (parent === undefined) return false;
  if (field === 'name' && /declarator|_definition$|_declaration$|_item$|_spec$/.test(parent.type)) return true;
  if (field === 'left' && /^(?:assignment|short_var_declaration|for_in_statement|range_clause)$/.test(parent.type))
    return true;
  return field === 'pattern' || field === 'parameters' || field === 'parameter';
}

const CALLS = new Set(['call_expression', 'call', 'method_invocation']);
const IDENTIFIERS = new Set([
  ...['identifier', 'property_identifier', 'private_property_identifier', 'shorthand_property_identifier'],
  ...['field_identifier', 'type_identifier'],
]);

/**
 * Whether code does anything with what a function of some name gives back. It does not where it only calls it in statements of
 * their own, or besides in a function that it hands on (`expect(() => write(1)).toThrow()`); that it never names it says
 * nothing.
 */
export function takesResult({ root, text }: Source, name: string): boolean {
  const used = [...walk(root, ({ type }) => !IMPORTS.test(type))];
  const isNamed = (node: Syntax) => IDENTIFIERS.has(node.type) && textOf(node, text) === name && !isBinding(node);
  const named = used.filter(isNamed);
  const ways = new Set(named.map(wayOfCall));
  return !ways.has('statement') || ways.has('other');
}

const IMPORTS = /^(?:future_)?import_|^use_declaration$/;

/** The variables that get what a function of some name gives back. */
export function heldResults({ root, text }: Source, name: string): readonly string[] {
  return [...walk(root)].flatMap((node) => {
    const [target, value] = [
      childOf(node, 'name') ?? childOf(node, 'left'),
      childOf(node, 'value') ?? childOf(node, 'right'),
    ];
    const call = value?.type === 'expression_list' ? named(value)[0] : value;
    if (target === undefined || call === undefined || !CALLS.has(call.type)) return [];
    const called = childOf(call, 'function') ?? childOf(call, 'name') ?? call;
    const own = [...walk(called)].findLast(({ type }) => IDENTIFIERS.has(type));
    return own !== undefined && textOf(own, text) === name ? [textOf(target, text)] : [];
  });
}

/** How a function of this name is called here. */
function wayOfCall(node: Syntax): 'statement' | 'callback' | 'other' {
  let at: Syntax = node;
  while (at.parent !== undefined && !CALLS.has(at.parent.type) && at.end === at.parent.end) at = at.parent;
  const call = at.parent;
  if (call === undefined || !CALLS.has(call.type) || (at.field !== 'function' && at.field !== 'name')) return 'other';
  let whole = call;
  while (whole.parent !== undefined && /^await(?:_expression)?$/.test(whole.parent.type)) whole = whole.parent;
  const { parent } = whole;
  if (parent?.type === 'expression_statement') return 'statement';
  const isBody = whole.field === 'body' && LAMBDAS.has(parent?.type ?? '');
  return isBody && /^argument(?:s|_list)$/.test(parent?.parent?.type ?? '') ? 'callback' : 'other';
}

const LAMBDAS = new Set(['arrow_function', 'lambda', 'lambda_expression', 'closure_expression']);
