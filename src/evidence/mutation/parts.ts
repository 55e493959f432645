import type { Mutant } from './mutants.ts';

/**
 * Which part of its line a mutant makes wrong, from 0. What stands under a condition on the same line is a part of its
 * own: that a test notices another condition does not say that it ever gets there.
 */
export function partOf(text: string, { text: wrong, line }: Pick<Mutant, 'text' | 'line'>): number {
  const start = lineStart(text, line);
  const end = text.indexOf('\n', start);
  const code = text.slice(start, end < 0 ? text.length : end);
  const at = firstDifference(text, wrong) - start;
  return bordersIn(code).filter((border) => border <= at).length;
}

function lineStart(text: string, line: number): number {
  let start = 0;
  for (let left = line - 1; left > 0; left--) start = text.indexOf('\n', start) + 1;
  return start;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Where a part ends: behind the head of a condition or loop, at the branches of a choice, and between statements. */
function bordersIn(code: string): readonly number[] {
  const borders: number[] = [];
  const heads: boolean[] = [];
  let choices = 0;
  for (const { 0: found, index } of code.matchAll(PIECES)) {
    if (found === '(') heads.push(HEAD.test(code.slice(0, index)));
    else if (found === ')' && heads.pop() === true) borders.push(index + 1);
    else if (found === '?') choices++;
    const isBranch = found === '?' || PYTHON_CHOICE.test(found) || (found === ':' && choices-- > 0);
    const isBetween = heads.length === 0 && (found === ';' || (found === ':' && PYTHON_HEAD.test(code)));
    if (isBranch || isBetween) borders.push(index + 1);
  }
  return borders;
}

/** Strings and marks that are no choice are passed over. */
const PIECES = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\?\?=?|\?\.|[()?:;]|(?<=\S )(?:if|else)(?= )/g;
const HEAD = /\b(?:if|while|for|switch)\s*$/;
const PYTHON_HEAD = /^\s*(?:if|elif|else|for|while)\b/;
const PYTHON_CHOICE = /^(?:if|else)$/;
