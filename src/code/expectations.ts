import { languageOf } from './languages.ts';
import type { Source } from './source.ts';
import { childOf, isComment, named, type Span, type Syntax, textOf, walk } from './syntax.ts';
import { isName } from './tests.ts';

/** A place in a text, and what is to stand there. */
export interface Edit extends Span {
  readonly put: string;
}

/**
 * Edits that turn what test code expects into something else, wherever it compares: a right test then fails. `salt` is a
 * number nobody can know beforehand. Code that expects an error is left alone, with all that is in it.
 */
export function contraryEdits(nodes: readonly Syntax[], source: Source, salt: number): readonly Edit[] {
  const inside = nodes.flatMap((node) => [...walk(node, (one) => !expectsError(one, source.text))]);
  return inside.flatMap((node) => expectedBy(node, source.text)).flatMap((value) => alter(value, source, salt));
}

/** What is meant to fail: arguments of `expect(() => ...)` and `assert.throws(...)`, what is under `with pytest.raises(...)`. */
function expectsError({ type, field, parent }: Syntax, text: string): boolean {
  if (parent === undefined) return false;
  const isUnder = parent.type === 'with_statement' && field === 'body';
  const heads = isUnder ? parent.children.filter((one) => one.field !== 'body').flatMap((one) => [...walk(one)]) : [];
  const calls = /^argument(?:s|_list)$/.test(type) ? [parent] : heads.filter((one) => one.type === 'call');
  return calls.some((call) => EXPECTS_ERROR.test(namesTo(call, text).at(-1) ?? ''));
}

const EXPECTS_ERROR = /^(?:throws|rejects|expect|raises|assertThrows|assertRaises(?:Regexp?)?|catch)$/;

/** Equality of two arguments. */
const EQUALS: ReadonlySet<string> = new Set(
  `equal strictEqual deepEqual deepStrictEqual looseEqual equals is same eql eq Equal
  assertEqual assertEquals assertListEqual assertDictEqual assertCountEqual assert_eq`.split(/\s+/),
);
/** Equality with one argument, of what `expect` was given. */
const MATCHES: ReadonlySet<string> = new Set('toBe toEqual toStrictEqual toHaveLength equal equals eql'.split(' '));
/** Calls that ask whether their first argument holds. */
const HOLDS: ReadonlySet<string> = new Set(['assert', 'ok', 'isTrue', 'assertTrue', 'debug_assert']);

/** An argument or a value: one node or, in a macro, the tokens it is written with. */
type Value = readonly Syntax[];

/** What a node compares with: of a call, of Python's `assert`, or of Go's `if got != 0 { t.Errorf(...) }`. */
function expectedBy(node: Syntax, text: string): readonly Value[] {
  if (node.type === 'assert_statement') return comparedWith(named(node).slice(0, 1), /^===?$/, text);
  if (node.type === 'if_statement') {
    const [condition, body] = [childOf(node, 'condition'), childOf(node, 'consequence')];
    const fails = body !== undefined && /\bt\.(?:Errorf?|Fatalf?|Fail|FailNow)\(/.test(textOf(body, text));
    return fails && condition !== undefined ? comparedWith([condition], /^!=$/, text).filter(isTold(text)) : [];
  }
  if (!/^(?:call|call_expression|method_invocation|macro_invocation)$/.test(node.type) || !isStatement(node)) return [];
  const names = namesTo(node, text);
  const name = names.at(-1) ?? '';
  const given = argumentsOf(node);
  // Go's libraries get the test first.
  const isGo = given.length > 2 && given[0]?.every((one) => textOf(one, text) === 't') === true;
  const [first, second] = isGo ? given.slice(1) : given;
  if (names.includes('not') || first === undefined) return [];
  if (EQUALS.has(name) && second !== undefined) return [isLiteral(first) && !isLiteral(second) ? first : second];
  if (MATCHES.has(name) && given.length === 1 && names.some((one) => one === 'expect' || one === 'should'))
    return given;
  return HOLDS.has(name) ? comparedWith(first, /^===?$/, text).filter(isTold(text)) : [];
}

/** The names on the way to what is called: `expect`, `not`, `toBe`. */
function namesTo(call: Syntax, text: string): readonly string[] {
  const callee = childOf(call, 'function') ?? childOf(call, 'macro');
  const own =
    callee === undefined ? call.children.filter(({ field }) => field === 'object' || field === 'name') : [callee];
  return own
    .flatMap((one) => [...walk(one, ({ type }) => !/^argument/.test(type))])
    .filter(isName)
    .map((one) => textOf(one, text));
}

/** Whether nobody uses the value of a call. */
function isStatement(call: Syntax): boolean {
  const { parent } = call;
  if (parent === undefined || /^(?:expression_statement|await|return_statement|block)/.test(parent.type)) return true;
  return parent.type === 'await_expression' || (call.field === 'body' && /arrow|lambda|closure/.test(parent.type));
}

function argumentsOf(call: Syntax): readonly Value[] {
  const given = childOf(call, 'arguments');
  if (given !== undefined) return withoutComments(named(given)).map((one) => [one]);
  const tokens = call.children.find(({ type }) => type === 'token_tree')?.children.slice(1, -1) ?? [];
  const values: Syntax[][] = [[]];
  for (const token of tokens) {
    if (token.type === ',') values.push([]);
    else values.at(-1)?.push(token);
  }
  return values.filter((value) => value.length > 0);
}

/** The other side of the one comparison that is all a condition asks. */
function comparedWith(condition: Value, operator: RegExp, text: string): readonly Value[] {
  let parts = condition;
  while (parts.length === 1 && ROUND.test(parts[0]?.type ?? '')) {
    const [only] = parts as [Syntax];
    parts = only.type === 'parenthesized_expression' ? named(only) : withoutComments(only.children);
    if (only.type !== 'parenthesized_expression') break;
  }
  const [sign, right] = parts.slice(-2);
  if (parts.length < 3 || sign === undefined || right === undefined || !operator.test(sign.type)) return [];
  return parts.slice(0, -2).some((part) => COMPARES.test(textOf(part, text))) ? [] : [[right]];
}

const ROUND = /^(?:parenthesized_expression|binary_expression|comparison_operator)$/;
const COMPARES = /^(?:[=!]==?|[<>]=?|&&|\|\||!)$/;

function withoutComments(nodes: readonly Syntax[]): readonly Syntax[] {
  return nodes.filter((node) => !isComment(node));
}

/** Whether a value is written out, and there are others of its kind. */
function isTold(text: string): (value: Value) => boolean {
  return (value) => isLiteral(value) && !/^(?:null|None|undefined|nil)$/.test(textOf(value[0] as Syntax, text));
}

function isLiteral([node, ...others]: Value): boolean {
  if (node === undefined || others.length > 0) return false;
  if (/^unary_(?:expression|operator)$/.test(node.type)) return named(node).every((one) => isLiteral([one]));
  return LITERALS.test(node.type);
}

const LITERALS =
  /^(?:number|integer|float|true|false|null|none|nil|undefined|string|.*(?:string|integer|int|float|boolean|floating_point|char)_literal)$/;

/** Another value of the same kind; of what is no literal any other, where the language lets anything be compared. */
function alter(value: Value, { path, text }: Source, salt: number): readonly Edit[] {
  const isDynamic = languageOf(path)?.isDynamic === true;
  const span = { start: value[0]?.start ?? 0, end: value.at(-1)?.end ?? 0 };
  const old = textOf(span, text);
  const put = (other: string) => [{ ...span, put: other }];
  const [, digits, rest] = /^(-?\d+(?:\.\d+)?)([\w]*)$/.exec(old) ?? [];
  if (digits !== undefined) return put(`${Number(digits) + (isDynamic ? salt : 1 + (salt % 90))}${rest}`);
  if (Object.hasOwn(OPPOSITES, old)) return put(OPPOSITES[old] as string);
  const [, quote, inside] = /^(['"])([^\\]*)\1$/.exec(old) ?? [];
  if (quote !== undefined && (isDynamic || quote === '"')) return put(`${quote}${inside}${salt}${quote}`);
  return isDynamic && (isLiteral(value) || !old.includes('=>')) ? put(`'${salt}'`) : [];
}

const OPPOSITES: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };
