import type { Source } from './source.ts';
import { type Syntax, textOf, walk } from './syntax.ts';

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
  const named = [...walk(root)].filter((node) => IDENTIFIERS.has(node.type) && textOf(node, text) === name);
  const ways = new Set(named.map(wayOfCall));
  return !ways.has('statement') || ways.has('other');
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
