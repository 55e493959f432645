import type { Language } from './language.ts';
import type { Laid } from './layout.ts';

/**
 * Whether a round bracket is one that formatters put round a whole value or take away: after `return`, `=`, `=>` and the
 * like, when the value ends with the bracket. Never round a list, an object or what goes on after it.
 */
export function isNeedlessBracket(
  words: readonly Laid[],
  at: number,
  pairs: ReadonlyMap<number, number>,
  language: Language,
): boolean {
  const other = pairs.get(at);
  if (other === undefined || (language !== 'js' && language !== 'python')) return false;
  const [open, close] = at < other ? [at, other] : [other, at];
  if (words[open]?.text !== '(' || close === open + 1) return false;
  if (language === 'js' && isLoneParameter(words, open, close)) return true;
  const before = words[open - 1]?.text ?? '';
  const next = words[close + 1];
  if (!BEFORE[language].has(before) || (before === '=>' && words[open + 1]?.text === '{')) return false;
  const isEnd =
    language === 'js' ? next === undefined || endsValue(next) : next?.kind === 'layout' || next?.text === ':';
  return isEnd && !hasList(words, open, close, pairs);
}

/** `(x) =>` and `x =>` are the same. */
function isLoneParameter(words: readonly Laid[], open: number, close: number): boolean {
  return close === open + 2 && words[open + 1]?.kind === 'word' && words[close + 1]?.text === '=>';
}

const BEFORE: Readonly<Record<'js' | 'python', ReadonlySet<string>>> = {
  js: new Set(['return', '=', '=>', '?', ':', '??', '&&', '||', 'throw']),
  python: new Set(['return', '=', 'assert', 'in', 'if', 'elif', 'while']),
};

/** Whether a value that stands before a word is over: no operator, no member, no call goes on with it. */
function endsValue({ kind, text }: Laid): boolean {
  if (kind === 'mark') return [')', ']', '}', ',', ';', ':'].includes(text);
  if (kind === 'string') return !text.startsWith('`');
  return kind !== 'word' || !['in', 'instanceof', 'as', 'satisfies', 'of'].includes(text);
}

/** Whether there is a comma, or the making of a list, directly in the bracket; or an operator that would then bind to what is before. */
function hasList(words: readonly Laid[], open: number, close: number, pairs: ReadonlyMap<number, number>): boolean {
  for (let at = open + 1; at < close; at++) {
    const { text, kind } = words[at] as Laid;
    if (text === ',' || text === '=' || text === ':=' || (kind === 'word' && (text === 'for' || text === 'yield')))
      return true;
    if (LOOSER[words[open - 1]?.text ?? '']?.includes(text) === true) return true;
    const end = pairs.get(at);
    if (end !== undefined && end > at) at = end;
  }
  return false;
}

/** What may not stand unbracketed after these. */
const LOOSER: Readonly<Record<string, readonly string[]>> = {
  '??': ['??', '&&', '||', '?', '=>'],
  '&&': ['??', '&&', '||', '?', '=>'],
  '||': ['??', '||', '?', '=>'],
};
