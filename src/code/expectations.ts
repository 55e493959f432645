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
  return inside.flatMap((node) => expectedBy(node, source)).flatMap((span) => alter(span, source, salt));
}

/** Arguments of calls that are meant to fail: `expect(() => ...)`, `assert.throws(...)`. */
function expectsError(node: Syntax, text: string): boolean {
  const call = /^argument(?:s|_list)$/.test(node.type) ? node.parent : undefined;
  return call !== undefined && EXPECTS_ERROR.has(namesTo(call, text).at(-1) ?? '');
}

const EXPECTS_ERROR: ReadonlySet<string> = new Set(['throws', 'rejects', 'expect', 'raises', 'assertThrows', 'catch']);

/** Equality of two arguments. */
const EQUALS: ReadonlySet<string> = new Set(
  `equal strictEqual deepEqual deepStrictEqual looseEqual equals is same eql eq Equal
  assertEqual assertEquals assertListEqual assertDictEqual assertCountEqual assert_eq`.split(/\s+/),
);
/** Equality with one argument, of what `expect` was given. */
const MATCHES: ReadonlySet<string> = new Set('toBe toEqual toStrictEqual toHaveLength equal equals eql'.split(' '));
/** Calls that ask whether their first argument holds. */
const HOLDS: ReadonlySet<string> = new Set(['assert', 'ok', 'isTrue', 'assertTrue', 'debug_assert']);

/** What a node compares with: of a call, of Python's `assert`, or of Go's `if got != 0 { t.Errorf(...) }`. */
function expectedBy(node: Syntax, source: Source): readonly Expected[] {
  const { text } = source;
  if (node.type === 'assert_statement') return comparedWith(named(node)[0], SAME, text, false);
  if (node.type === 'if_statement') {
    const [condition, body] = [childOf(node, 'condition'), childOf(node, 'consequence')];
    const fails = body !== undefined && /\bt\.(?:Errorf?|Fatalf?|Fail|FailNow)\(/.test(textOf(body, text));
    return fails ? comparedWith(condition, DIFFERENT, text, true) : [];
  }
  if (!/^(?:call|call_expression|method_invocation|macro_invocation)$/.test(node.type) || !isStatement(node)) return [];
  const names = namesTo(node, text);
  const given = argumentsOf(node, text);
  const name = names.at(-1) ?? '';
  if (names.includes('not')) return [];
  if (EQUALS.has(name) && given.length > 1) {
    // Go's libraries get the test first.
    const [first, second] = given[0]?.text === 't' ? given.slice(1) : given;
    const chosen = first?.literal !== undefined && second?.literal === undefined ? first : second;
    return chosen === undefined ? [] : [chosen];
  }
  const isMatch = MATCHES.has(name) && given.length === 1 && names.some((one) => one === 'expect' || one === 'should');
  if (isMatch) return given;
  if (!HOLDS.has(name) || given[0] === undefined) return [];
  return given[0].node === undefined ? given[0].compared : comparedWith(given[0].node, SAME, text, true);
}

/** What something is compared with. */
interface Expected extends Span {
  readonly text: string;
  readonly node: Syntax | undefined;
  /** The node, if it is a literal. */
  readonly literal: Syntax | undefined;
  /** In a macro: the literal behind the one comparison. */
  readonly compared: readonly Expected[];
}

function expectation(node: Syntax, text: string): Expected {
  const literal = isLiteral(node) ? node : undefined;
  return { start: node.start, end: node.end, text: textOf(node, text), node, literal, compared: [] };
}

/** The names on the way to what is called: `expect`, `not`, `toBe`. */
function namesTo(call: Syntax, text: string): readonly string[] {
  const callee = childOf(call, 'function') ?? childOf(call, 'macro') ?? call;
  const own = callee === call ? call.children.filter(({ field }) => field === 'object' || field === 'name') : [callee];
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

function argumentsOf(call: Syntax, text: string): readonly Expected[] {
  const given = childOf(call, 'arguments');
  if (given !== undefined)
    return named(given)
      .filter((one) => !isComment(one))
      .map((one) => expectation(one, text));
  const tokens = call.children.find(({ type }) => type === 'token_tree')?.children.slice(1, -1) ?? [];
  const parts: Syntax[][] = [[]];
  for (const token of tokens) {
    if (token.type === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0).map((part) => ofTokens(part, text));
}

function ofTokens(tokens: readonly Syntax[], text: string): Expected {
  const [first, last] = [tokens[0] as Syntax, tokens.at(-1) as Syntax];
  if (first === last && first.type !== 'token_tree') return expectation(first, text);
  const span = { start: first.start, end: last.end };
  const others = tokens.slice(0, -2).map((token) => textOf(token, text));
  const isCompared = tokens.at(-2)?.type === '==' && isLiteral(last) && !others.some((one) => COMPARES.test(one));
  const compared = isCompared ? [expectation(last, text)] : [];
  return { ...span, text: textOf(span, text), node: undefined, literal: undefined, compared };
}

const SAME: ReadonlySet<string> = new Set(['===', '==']);
const DIFFERENT: ReadonlySet<string> = new Set(['!=']);
const COMPARES = /^(?:[=!]==?|[<>]=?|&&|\|\||!)$/;

/** The other side of the one comparison that is all a condition asks; a literal, where nothing else can be told. */
function comparedWith(
  node: Syntax | undefined,
  operators: ReadonlySet<string>,
  text: string,
  isStrict: boolean,
): readonly Expected[] {
  let at = node;
  while (at?.type === 'parenthesized_expression') at = named(at)[0];
  if (at === undefined || !/^(?:binary_expression|comparison_operator)$/.test(at.type)) return [];
  const [left, right, ...others] = named(at).filter((one) => !isComment(one));
  const isAsked = at.children.some(({ type, isNamed }) => !isNamed && operators.has(type));
  if (right === undefined || left === undefined || others.length > 0 || !isAsked) return [];
  if (isStrict && (!isLiteral(right) || NOTHING.test(textOf(right, text)))) return [];
  return [expectation(right, text)];
}

/** What has no other value of its kind. */
const NOTHING = /^(?:null|None|undefined|nil)$/;

function isLiteral(node: Syntax): boolean {
  if (node.type === 'unary_expression' || node.type === 'unary_operator') return named(node).every(isLiteral);
  return LITERALS.test(node.type);
}

const LITERALS =
  /^(?:number|integer|float|true|false|null|none|nil|undefined|string|.*(?:string|integer|int|float|boolean|floating_point|char)_literal)$/;

/** Another value of the same kind; of what is no literal any other, where the language lets anything be compared. */
function alter({ start, end, text: old, literal }: Expected, { path }: Source, salt: number): readonly Edit[] {
  const isDynamic = languageOf(path)?.isDynamic === true;
  const put = (text: string) => [{ start, end, put: text }];
  const [, digits, rest] = /^(-?\d+(?:\.\d+)?)([\w]*)$/.exec(old) ?? [];
  if (digits !== undefined) return put(`${Number(digits) + (isDynamic ? salt : 1 + (salt % 90))}${rest}`);
  if (Object.hasOwn(OPPOSITES, old)) return put(OPPOSITES[old] as string);
  const [, quote, inside] = /^(['"])([^\\]*)\1$/.exec(old) ?? [];
  if (quote !== undefined && (isDynamic || quote === '"')) return put(`${quote}${inside}${salt}${quote}`);
  return isDynamic && (literal !== undefined || !old.includes('=>')) ? put(`'${salt}'`) : [];
}

const OPPOSITES: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };
