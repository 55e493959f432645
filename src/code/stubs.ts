import { languageOf } from './languages.ts';
import type { FunctionFact, Source } from './source.ts';
import { isComment, named, type Syntax, textOf, walk } from './syntax.ts';
import { isName } from './tests.ts';

/** How a function stands in for one that is still to be written: it raises at every call, or always gives the same. */
export type StubKind = 'raises' | 'constant';

/** Whether a function does no more than to be there, as far as its text says; nothing if it does. */
export function stubKind({ body, isExpression, results }: FunctionFact, text: string): StubKind | undefined {
  if (isExpression) return isConstant(body) ? 'constant' : undefined;
  const statements = named(body)
    .flatMap((one) => (one.type === 'statement_list' ? named(one) : [one]))
    .filter((one) => !isComment(one) && !isDocstring(one));
  const isRaising = (one: Syntax) => raises(one, text);
  if (statements.some(isRaising)) return results.every((one) => isRaising(one)) ? 'raises' : undefined;
  const isIdle = (one: Syntax) => IDLE.test(one.type) || isConstant(one);
  return statements.length <= 1 && statements.every(isIdle) && results.every(isConstant) ? 'constant' : undefined;
}

/** The file with stubs that say what they return, where they return nothing and the language has a value for that. */
export function withNothingReturned({ path, text, functions }: Source): string {
  const nothing = languageOf(path)?.nothing;
  if (nothing === undefined) return text;
  const silent = functions.filter((one) => one.results.length === 0 && stubKind(one, text) === 'constant');
  return silent
    .toSorted((one, other) => other.body.start - one.body.start)
    .reduce((now, { body: { start, end } }) => {
      const put = now.startsWith('{', start) ? `{ return ${nothing}; }` : `return ${nothing}`;
      return `${now.slice(0, start)}${put}${now.slice(end)}`;
    }, text);
}

/** Whether a statement raises an error whatever came before it. */
function raises(node: Syntax, text: string): boolean {
  if (/^(?:throw|raise)_(?:statement|expression)$/.test(node.type)) return true;
  const call = node.type === 'expression_statement' ? node.children[0] : node;
  const isCall = call !== undefined && /^(?:macro_invocation|call_expression)$/.test(call.type);
  return isCall && RAISES.test(textOf(call, text));
}

const RAISES = /^(?:todo!|unimplemented!|unreachable!|panic!?)\s*[([{]/;
const IDLE = /^(?:pass_statement|return_statement|return_expression|empty_statement|ellipsis)$/;

function isDocstring({ type, children }: Syntax): boolean {
  return type === 'expression_statement' && children.every((one) => one.type === 'string');
}

/** A value that is written down as it is: nothing in it has a name. */
function isConstant(node: Syntax): boolean {
  return ![...walk(node)].some((one) => isName(one) || CALLS.test(one.type));
}

const CALLS = /call|invocation|object_creation|statement_block|function/;
