import type { Language } from './language.ts';
import type { Token } from './tokens.ts';
import type { Word } from './word.ts';

/** A word that still knows where it stood. */
export type Laid = Word & Partial<Pick<Token, 'afterBreak' | 'column'>>;

/** Python: the end of each logical line, and every step in and out. */
export function withIndentation(
  tokens: readonly Laid[],
  pairs: ReadonlyMap<number, number>,
): readonly Laid[] | undefined {
  const out: Laid[] = [];
  const levels = [0];
  let closesAt = -1;
  for (const [at, token] of tokens.entries()) {
    if (token.afterBreak && at > closesAt) {
      if (at > 0) out.push(layout('end', token.line));
      const column = token.column ?? 0;
      for (; column < (levels.at(-1) ?? 0); levels.pop()) out.push(layout('dedent', token.line));
      if (column !== levels.at(-1)) {
        if (out.at(-1)?.text === 'dedent') return undefined;
        levels.push(column);
        out.push(layout('indent', token.line));
      }
    }
    out.push(token);
    const end = pairs.get(at);
    if (end !== undefined && end > closesAt) closesAt = end;
  }
  if (out.length > 0) out.push(layout('end', tokens.at(-1)?.line ?? 0));
  return [...out, ...levels.slice(1).map(() => layout('dedent', tokens.at(-1)?.line ?? 0))];
}

/** Languages in which a line break may end a statement: it then becomes the semicolon that it stands for. */
export function withBreaks(tokens: readonly Laid[], language: Language): readonly Laid[] {
  if (language === 'rust' || language === 'java') return tokens;
  const ends = language === 'go' ? endsGoStatement : endsJsStatement;
  return tokens.flatMap((token, at) => {
    const last = tokens[at - 1];
    const isEnd = token.afterBreak && last !== undefined && ends(last, token);
    return isEnd ? [{ kind: 'mark' as const, text: ';', line: last.line }, token] : [token];
  });
}

/** Only where the break changes the meaning: after `return` and its like, before `++` and `--`. */
function endsJsStatement(last: Laid, next: Laid): boolean {
  const isHeld = last.kind === 'word' && (RESTRICTED.has(last.text) || MODIFIERS.has(last.text));
  return isHeld || next.text === '++' || next.text === '--';
}

export const RESTRICTED: ReadonlySet<string> = new Set('return throw break continue yield async'.split(' '));

/** On the same line these change what the next name is: `get; x() {}` is not `get x() {}`. */
export const MODIFIERS: ReadonlySet<string> = new Set(
  'get set static type declare abstract readonly override accessor public private protected namespace module'.split(
    ' ',
  ),
);

function endsGoStatement(last: Laid): boolean {
  if (last.kind !== 'mark') return last.kind !== 'word' || !GO_GOES_ON.has(last.text);
  return [')', ']', '}', '++', '--'].includes(last.text);
}

const GO_GOES_ON: ReadonlySet<string> = new Set(
  'case chan const default defer else for func go goto if import interface map package range select struct switch type var'.split(
    ' ',
  ),
);

const layout = (text: string, line: number): Laid => ({ kind: 'layout', text, line });
