import { matchBrackets } from '../code/brackets.ts';
import type { Language } from '../code/language.ts';
import type { Token } from '../code/tokens.ts';

/** A place in a text, and what is to stand there. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** A span of tokens, both ends included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Edits that turn what a piece of test code expects into something else, wherever it compares: a right test then fails.
 * `salt` is a number nobody can know beforehand. Code that expects an error is left alone, with all that is in it.
 */
export function contraryEdits(
  tokens: readonly Token[],
  text: string,
  language: Language,
  salt: number,
): readonly Edit[] {
  const pairs = matchBrackets(tokens);
  if (pairs === undefined) return [];
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const open = callAt(tokens, at);
    const close = open === undefined ? undefined : pairs.get(open);
    const name = tokens[at]?.text ?? '';
    if (open !== undefined && close !== undefined && EXPECTS_ERROR.has(name)) {
      at = close;
      continue;
    }
    const expected =
      open === undefined || close === undefined
        ? statementExpectation(tokens, at, pairs, language)
        : (callExpectation(tokens, at, argumentsIn(tokens, open, close, pairs), pairs) ??
          truthExpectation(tokens, at, argumentsIn(tokens, open, close, pairs), pairs));
    if (expected !== undefined) edits.push(replace(tokens, expected, text, salt));
  }
  return edits;
}

/** Calls whose argument is meant to fail: `expect(() => ...)`, `assert.throws(...)`. */
const EXPECTS_ERROR: ReadonlySet<string> = new Set(['throws', 'rejects', 'expect', 'raises', 'assertThrows', 'catch']);

/** Equality of two arguments. */
const EQUALS: ReadonlySet<string> = new Set(
  `equal strictEqual deepEqual deepStrictEqual looseEqual equals is same eql eq
  assertEqual assertEquals assertListEqual assertDictEqual assertCountEqual assert_eq`.split(/\s+/),
);

/** Equality with one argument, of what `expect` was given. */
const MATCHES: ReadonlySet<string> = new Set('toBe toEqual toStrictEqual toHaveLength equal equals eql'.split(' '));

/** The opening bracket of the call that begins with a name: `name(`, `name!(`. */
function callAt(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.kind !== 'word') return undefined;
  const open = tokens[at + 1]?.text === '!' ? at + 2 : at + 1;
  return tokens[open]?.text === '(' ? open : undefined;
}

/**
 * What a call of an assertion expects, if it is one and not turned round by `not`. A call whose value somebody uses is none:
 * `assert.ok(!deepEqual(a, b))`.
 */
function callExpectation(
  tokens: readonly Token[],
  at: number,
  given: readonly Span[],
  pairs: ReadonlyMap<number, number>,
): Span | undefined {
  const name = tokens[at]?.text ?? '';
  const [first, second] = given;
  const isOfTwo = EQUALS.has(name) && first !== undefined && second !== undefined;
  if (!isOfTwo && !(MATCHES.has(name) && given.length === 1)) return undefined;
  const { start, names } = chainTo(tokens, at, pairs);
  if (names.includes('not') || !isStatement(tokens, start)) return undefined;
  if (isOfTwo) return isLiteral(tokens, first) && !isLiteral(tokens, second) ? first : second;
  return names.includes('expect') || names.includes('should') ? first : undefined;
}

/** Calls that ask whether their first argument holds. */
const HOLDS: ReadonlySet<string> = new Set(['assert', 'ok', 'isTrue', 'assertTrue', 'debug_assert']);

/** What `assert.ok(a === 0)` or `assert!(a == 0)` expects: a literal behind the one comparison, where nothing else is asked. */
function truthExpectation(
  tokens: readonly Token[],
  at: number,
  [asked]: readonly Span[],
  pairs: ReadonlyMap<number, number>,
): Span | undefined {
  if (!HOLDS.has(tokens[at]?.text ?? '') || asked === undefined) return undefined;
  if (!isStatement(tokens, chainTo(tokens, at, pairs).start)) return undefined;
  return comparedWith(tokens, asked, pairs, SAME);
}

/** Go: what `if got != 0 { t.Errorf(...) }` expects, with or without `got := f();` before it. */
function conditionExpectation(
  tokens: readonly Token[],
  at: number,
  pairs: ReadonlyMap<number, number>,
): Span | undefined {
  const open = tokens.findIndex(({ text }, index) => index > at && text === '{');
  const close = pairs.get(open);
  if (open < 0 || close === undefined) return undefined;
  const fails = tokens.slice(open, close).some(({ text }, index, all) => {
    return (
      /^(?:Errorf?|Fatalf?|Fail|FailNow)$/.test(text) && all[index - 1]?.text === '.' && all[index - 2]?.text === 't'
    );
  });
  if (!fails) return undefined;
  const semicolon = tokens.findLastIndex(({ text }, index) => index > at && index < open && text === ';');
  return comparedWith(tokens, { from: Math.max(at, semicolon) + 1, to: open - 1 }, pairs, DIFFERENT);
}

const SAME: ReadonlySet<string> = new Set(['===', '==']);
const DIFFERENT: ReadonlySet<string> = new Set(['!=']);

/** The literal that ends a span, if all the span asks is how something compares with it. */
function comparedWith(
  tokens: readonly Token[],
  { from, to }: Span,
  pairs: ReadonlyMap<number, number>,
  operators: ReadonlySet<string>,
): Span | undefined {
  if (to - from < 2 || !operators.has(tokens[to - 1]?.text ?? '')) return undefined;
  for (let at = from; at < to - 1; at++) {
    const { text } = tokens[at] as Token;
    if (COMPARES.has(text)) return undefined;
    at = Math.max(at, pairs.get(at) ?? at);
  }
  const last = { from: to, to };
  return isLiteral(tokens, last) && !UNALTERED.has(tokens[to]?.text ?? '') ? last : undefined;
}

const COMPARES: ReadonlySet<string> = new Set(
  '=== == !== != < > <= >= && || ?? ? ! => and or not in instanceof'.split(' '),
);
/** What has no other value of its kind. */
const UNALTERED: ReadonlySet<string> = new Set(['null', 'None', 'undefined']);

/** Where `expect(x).to.equal` begins, and the names in it. */
function chainTo(tokens: readonly Token[], at: number, pairs: ReadonlyMap<number, number>) {
  const names: string[] = [];
  let start = at;
  while (tokens[start - 1]?.text === '.') {
    const before = start - 2;
    start = tokens[before]?.text === ')' ? (pairs.get(before) ?? before) - 1 : before;
    names.push(tokens[start]?.text ?? '');
  }
  return { start, names };
}

/** Whether what begins here stands by itself. */
function isStatement(tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1];
  if (before === undefined || ENDS_BEFORE.has(before.text)) return true;
  const ends = before.kind !== 'mark' || before.text === ')' || before.text === ']' || before.text === ':';
  return tokens[start]?.afterBreak === true && ends;
}

const ENDS_BEFORE: ReadonlySet<string> = new Set([';', '{', '}', '=>', 'await', 'return']);

/** Python's `assert a == b`: what stands behind the comparison, where nothing else is asked. */
function statementExpectation(
  tokens: readonly Token[],
  at: number,
  pairs: ReadonlyMap<number, number>,
  language: Language,
): Span | undefined {
  if (language === 'go' && tokens[at]?.text === 'if') return conditionExpectation(tokens, at, pairs);
  if (language !== 'python' || tokens[at]?.text !== 'assert') return undefined;
  let equal: number | undefined;
  let end = at;
  for (let next = at + 1; next < tokens.length && !(tokens[next]?.afterBreak === true); next++) {
    const { text } = tokens[next] as Token;
    if (text === ',') break;
    if (COMBINES.has(text) || (text === '==' && equal !== undefined)) return undefined;
    if (text === '==') equal = next;
    end = next = pairs.get(next) ?? next;
  }
  return equal === undefined || equal === end ? undefined : { from: equal + 1, to: end };
}

const COMBINES: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'if', '<', '>', '<=', '>=', '!=']);

function argumentsIn(
  tokens: readonly Token[],
  open: number,
  close: number,
  pairs: ReadonlyMap<number, number>,
): readonly Span[] {
  const spans: Span[] = [];
  let from = open + 1;
  for (let at = open + 1; at <= close; at++) {
    if (at === close || tokens[at]?.text === ',') {
      if (at > from) spans.push({ from, to: at - 1 });
      from = at + 1;
    } else at = Math.max(at, pairs.get(at) ?? at);
  }
  return spans;
}

function isLiteral(tokens: readonly Token[], { from, to }: Span): boolean {
  const { kind, text } = tokens[from] as Token;
  return from === to && (kind === 'number' || kind === 'string' || CONSTANTS.has(text));
}

const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'True', 'False', 'null', 'None', 'undefined']);

const OPPOSITES: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };

/** Another value of the same kind where that can be told, so that the code is as right as before in every other way. */
function replace(tokens: readonly Token[], { from, to }: Span, text: string, salt: number): Edit {
  const [first, last] = [tokens[from] as Token, tokens[to] as Token];
  const place = { start: first.start, end: last.start + last.text.length };
  const old = text.slice(place.start, place.end);
  if (from === to && first.kind === 'number' && /^\d+(?:\.\d+)?$/.test(old))
    return { ...place, put: String(Number(old) + salt) };
  if (from === to && Object.hasOwn(OPPOSITES, old)) return { ...place, put: OPPOSITES[old] as string };
  const [, quote, inside] = (from === to && /^(['"])([^\\]*)\1$/.exec(old)) || [];
  return { ...place, put: quote === undefined ? `'${salt}'` : `${quote}${inside}${salt}${quote}` };
}
