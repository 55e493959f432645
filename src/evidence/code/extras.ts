import { CLOSING, matchBrackets, OPENING } from './brackets.ts';
import type { Language } from './language.ts';
import { type Laid, MODIFIERS, RESTRICTED } from './layout.ts';
import { isNeedlessBracket } from './needless-brackets.ts';
import type { Word } from './word.ts';

/** Leaves out commas and semicolons that a formatter may add or take away, and brackets that say nothing. */
export function withoutExtras(words: readonly Laid[], language: Language): readonly Word[] {
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  const inRound = roundBrackets(words);
  return words.flatMap(({ kind, text, line }, at) => {
    const word = { kind, text, line };
    if (kind !== 'mark') return [word];
    if (text === ',') return isTrailingComma(words, at, pairs, language) ? [] : [word];
    if (text === ';') return isNeedlessSemicolon(words, at, pairs, inRound, language) ? [] : [word];
    if (text === '|' || text === '&') return language === 'js' && isLeadingBar(words, at) ? [] : [word];
    return isNeedlessBracket(words, at, pairs, language) ? [] : [word];
  });
}

/** For each word whether the nearest bracket round it is a round one. */
function roundBrackets(words: readonly Laid[]): readonly boolean[] {
  const open: string[] = [];
  return words.map(({ kind, text }) => {
    const inRound = open.at(-1) === '(';
    if (kind === 'mark' && OPENING.includes(text)) open.push(text);
    if (kind === 'mark' && CLOSING.includes(text)) open.pop();
    return inRound;
  });
}

/** In Python and Rust `(a,)` is a list of one, unless it is a call. In JavaScript `[,]` has an item. */
function isTrailingComma(
  words: readonly Laid[],
  at: number,
  pairs: ReadonlyMap<number, number>,
  language: Language,
): boolean {
  const close = at + 1;
  const open = pairs.get(close);
  const last = words[at - 1]?.text ?? '';
  if (open === undefined || open > close || last === ',' || last === '[') return false;
  if (words[close]?.text !== ')' || language === 'js' || language === 'go' || language === 'java') return true;
  const callee = words[open - 1];
  if (callee?.kind === 'word') return !NOT_CALLED.has(callee.text);
  return callee?.text === ')' || callee?.text === ']' || callee?.text === '!';
}

const NOT_CALLED: ReadonlySet<string> = new Set(
  'return in not and or is if elif else while for assert yield lambda await from import del match case print let mut ref as move where'.split(
    ' ',
  ),
);

function isNeedlessSemicolon(
  words: readonly Laid[],
  at: number,
  pairs: ReadonlyMap<number, number>,
  inRound: readonly boolean[],
  language: Language,
): boolean {
  const next = wordAfter(words, at);
  if (language === 'go') return next?.text === ')' || next?.text === '}';
  if (language !== 'js' || inRound[at]) return false;
  const last = words[at - 1];
  if (last === undefined || last.text === 'else' || last.text === 'do') return false;
  if (RESTRICTED.has(last.text) || (MODIFIERS.has(last.text) && isFirst(words, at - 1))) return false;
  if (last.text === ')' && CONDITIONED.has(words[(pairs.get(at - 1) ?? 0) - 1]?.text ?? '')) return false;
  return next === undefined || !/^[([`/+\-*.,?:]|^(?:in|instanceof)$/.test(next.text);
}

/** The next word that is no comment. */
function wordAfter(words: readonly Laid[], at: number): Laid | undefined {
  let next = at + 1;
  while (words[next]?.kind === 'note') next++;
  return words[next];
}

function isFirst(words: readonly Laid[], at: number): boolean {
  return words[at]?.afterBreak === true || [';', '{', '}'].includes(words[at - 1]?.text ?? '');
}

const CONDITIONED: ReadonlySet<string> = new Set(['if', 'while', 'for', 'with']);

/** Before the first of several types `|` and `&` say nothing; between values they never stand there. */
function isLeadingBar(words: readonly Laid[], at: number): boolean {
  const last = words[at - 1];
  if (last === undefined) return false;
  return last.kind === 'mark' ? ['=', ':', '(', '<', ',', '?', '=>', '[', '{'].includes(last.text) : last.text === 'as';
}
