import { argumentEnd, callAt, calleeOf, isAlwaysTrue } from './always-true.ts';
import { matchBrackets } from './brackets.ts';
import { deadWords } from './dead-code.ts';
import { textsOf, type Word } from './word.ts';

/**
 * Whether a test has an assertion that could fail: not one that speaks of constants only or compares a thing with
 * itself, that stands where nothing gets to, or whose failure is caught. `isTrusted` tells names that are not the code
 * under test: a check from there would be written by whoever has to pass it.
 */
export function hasAssertion(words: readonly Word[], isTrusted: (name: string) => boolean = () => true): boolean {
  const dead = deadWords(words, isAssertionWord);
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  return words.some((word, at) => !dead.has(at) && isTrusted(word.text) && isLive(words, at, pairs));
}

/** Words by which tests say what has to be so. */
export function isAssertionWord({ kind, text }: Word): boolean {
  if (kind === 'note') return /^\/\/\s*(?:unordered )?output:/i.test(text);
  return kind === 'word' && (ASSERTION.test(text) || /assert|expect|verify|check|ensure/i.test(text));
}

const ASSERTION =
  /^(?:should\w*|must\w*|raises\w*|warns\w*|throws\w*|rejects|require|equals?|deepEqual\w*|strictEqual|notEqual|ok|notOk|is|not|like|same|match\w*|snapshot\w*|toMatch\w*|quickcheck|proptest|approx|returns|done|unwrap\w*)$/;

/** Words that end a test as failed wherever they are reached. */
const FAILS = /^(?:throw|raise|panic|unreachable|fail)$/;
/** The same, of the test that a function gets: `t.Fatal()`. */
const TESTER_FAILS = /^(?:Fail|FailNow|Errorf?|Fatalf?|fail)$/;

/** Assertions about what stands before them: `x.should`, `mock.assert_called()`, `result.unwrap()`. */
const ABOUT_BEFORE = /^(?:should|must|unwrap\w*|expect|expect_err|assert_\w+|assertCalled\w*)$/;

function isLive(words: readonly Word[], at: number, pairs: ReadonlyMap<number, number>): boolean {
  const word = words[at] as Word;
  const isMember = words[at - 1]?.text === '.';
  if (word.kind === 'word' && (isMember ? TESTER_FAILS : FAILS).test(word.text)) return true;
  if (passesTester(words, at) || callsOwnMethod(words, at)) return true;
  if (!isAssertionWord(word) || isAlwaysTrue(words, at, pairs)) return false;
  if (word.kind === 'note' || word.text === 'should_panic' || word.text === 'done') return true;
  if (isMember && ABOUT_BEFORE.test(word.text)) return true;
  if (isMember && words[at + 1]?.kind === 'layout') return /^assert/.test(word.text);
  if (words[at + 1]?.text === '=') return words[at - 2]?.text === 'Test';
  if (isEntered(words, at)) return true;
  const said = askedBy(words, at, pairs);
  return said.some((one, index) => isName(said, one, index)) && !comparesWithItself(words, at, pairs);
}

/** Go: what gets the test itself can fail it. */
function passesTester(words: readonly Word[], at: number): boolean {
  const isCall = words[at]?.kind === 'word' && words[at + 1]?.text === '(';
  return (
    isCall && ['t', 'tb', 'b'].includes(words[at + 2]?.text ?? '') && [',', ')'].includes(words[at + 3]?.text ?? '')
  );
}

/** Python: a method of the test's own class may check what it likes. */
function callsOwnMethod(words: readonly Word[], at: number): boolean {
  return words[at]?.text === 'self' && words[at + 1]?.text === '.' && words[at + 3]?.text === '(';
}

/** Python: `with assert_prints("x"):` speaks of what is done inside it. */
function isEntered(words: readonly Word[], at: number): boolean {
  let start = at;
  while (start > 0 && words[start - 1]?.kind !== 'layout') start--;
  return words[start]?.text === 'with';
}

/** What an assertion is about, without the message that some may have behind it. */
function askedBy(words: readonly Word[], at: number, pairs: ReadonlyMap<number, number>): readonly Word[] {
  const chain = chainFrom(words, at, pairs);
  const open = callAt(words, at);
  if (open === undefined) {
    const isStatement = words[at]?.text === 'assert';
    return isStatement ? words.slice(at + 1, argumentEnd(words, at + 1, at + chain.length, pairs) + 1) : chain;
  }
  const compared = COMPARED[calleeOf(words, open)];
  const close = pairs.get(open);
  if (compared === undefined || close === undefined) return chain;
  let end = open;
  for (let count = 0; count < compared && end < close - 1; count++) {
    end = argumentEnd(words, end + 1 + Number(count > 0), close - 1, pairs);
  }
  return words.slice(open, end + 1);
}

/** How many arguments decide, of those that take a message behind them. */
const COMPARED: Readonly<Record<string, number>> = {
  ...{ assert: 1, ok: 1 },
  ...{ equal: 2, strictEqual: 2, deepEqual: 2, deepStrictEqual: 2 },
  ...{ notEqual: 2, notStrictEqual: 2, notDeepEqual: 2, notDeepStrictEqual: 2 },
};

/** The words of `assert(...)`, `expect(...).not.toBe(...)`, `assert_eq!(...)`; of Python's `assert` those up to the line's end. */
function chainFrom(words: readonly Word[], start: number, pairs: ReadonlyMap<number, number>): readonly Word[] {
  if (words[start]?.text === 'assert' && !['(', '.', '!'].includes(words[start + 1]?.text ?? '')) {
    const end = words.findIndex(({ kind, text }, at) => at > start && (kind === 'layout' || text === ';'));
    return words.slice(start + 1, end < 0 ? words.length : end);
  }
  let at = start + 1;
  for (let next = words[at]?.text; next !== undefined; next = words[at]?.text) {
    if (next === '(' || next === '{' || next === '[') at = (pairs.get(at) ?? at) + 1;
    else if (next === '.' || next === '?.') at += 2;
    else if (next === '!') at++;
    else if (next === '<') at = typesEnd(words, at);
    else break;
  }
  return words.slice(start + 1, at);
}

/** The place after `<A, B>`. */
function typesEnd(words: readonly Word[], start: number): number {
  let depth = 0;
  for (let at = start; at < words.length; at++) {
    if (words[at]?.text === '<') depth++;
    if (words[at]?.text === '>' && --depth === 0) return at + 1;
  }
  return words.length;
}

const CONSTANTS: ReadonlySet<string> = new Set(
  'true false null undefined None True False nil not and or is in new typeof void await NaN Infinity'.split(' '),
);

/** A name that stands for something: no constant, no member, no key. */
function isName(words: readonly Word[], { kind, text }: Word, at: number): boolean {
  if (kind === 'string') return text.startsWith('`') && text.includes('${');
  return (
    kind === 'word' && !CONSTANTS.has(text) && words[at - 1]?.text !== '.' && !isAssertionWord({ kind, text, line: 0 })
  );
}

/** `expect(a).toBe(a)`, `assert_eq!(a, a)`: both sides in the same words. */
function comparesWithItself(words: readonly Word[], start: number, pairs: ReadonlyMap<number, number>): boolean {
  const open = words.findIndex(({ text }, at) => at > start && text === '(');
  const close = pairs.get(open) ?? open;
  const first = textsOf(words.slice(open + 1, close));
  const matcher = words[close + 1]?.text === '.' ? words.slice(close + 1, nextOpen(words, close)) : [];
  // What must differ from itself is asked for something: two ids that are never the same.
  if ([...words.slice(start, open), ...matcher].some(({ text }) => DIFFERS.test(text))) return false;
  if (words[close + 1]?.text === '.') {
    const next = words.findIndex(({ text }, at) => at > close && text === '(');
    return next > 0 && same(first, textsOf(words.slice(next + 1, pairs.get(next))));
  }
  const middle = (first.length - 1) / 2;
  return first[middle] === ',' && same(first.slice(0, middle), first.slice(middle + 1));
}

function nextOpen(words: readonly Word[], from: number): number {
  const found = words.findIndex(({ text }, at) => at > from && text === '(');
  return found < 0 ? words.length : found;
}

const DIFFERS = /^(?:not|assert_ne|assertNot\w+|not[A-Z]\w*)$/;

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((text, at) => text === b[at]);
}
