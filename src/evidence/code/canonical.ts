import { matchBrackets } from './brackets.ts';
import { withoutExtras } from './extras.ts';
import { type Language, languageOf } from './language.ts';
import { type Laid, withBreaks, withIndentation } from './layout.ts';
import { templateParts } from './literals.ts';
import { remember } from './remember.ts';
import { type Token, tokenize } from './tokens.ts';
import type { Word } from './word.ts';

/**
 * Code as a list of words that stays the same when only white space, comments, quotes, trailing commas and unneeded
 * semicolons change, and differs whenever the code could mean something else. `undefined` if that cannot be told.
 */
export const canonicalWords = remember((path, text): readonly Word[] | undefined => {
  const language = languageOf(path);
  return language === undefined ? undefined : canonicalCode(text, language);
});

function canonicalCode(text: string, language: Language): readonly Word[] | undefined {
  const tokens = tokenize(text, language);
  if (tokens === undefined) return undefined;
  const plain = tokens.map((token): Laid => ({ ...token, text: plainText(token, language) }));
  const pairs = matchBrackets(plain);
  if (pairs === undefined) return undefined;
  const laidOut = language === 'python' ? withIndentation(plain, pairs) : withBreaks(plain, language);
  return laidOut === undefined ? undefined : withoutExtras(laidOut, language);
}

/** Whether two texts of a file say the same to a machine; in doubt they do not. */
export function sameWords(path: string, before: string, after: string): boolean {
  const old = canonicalWords(path, before);
  const now = canonicalWords(path, after);
  if (old === undefined || now === undefined || old.length !== now.length) return false;
  return old.every((word, index) => word.text === now[index]?.text);
}

/** Texts that differ only in their quotes become equal; those whose quotes mean something stay as they are. */
function plainText(token: Token, language: Language): string {
  if (token.kind === 'note') return token.text.replace(/\s+/g, ' ');
  if (token.kind !== 'string' || (language !== 'js' && language !== 'python')) return token.text;
  if (token.text.startsWith('`')) return plainTemplate(token.text);
  const [, quote, inside] = /^(['"])([\s\S]*)\1$/.exec(token.text) ?? [];
  if (quote === undefined || inside === undefined || token.text.startsWith(quote.repeat(3))) return token.text;
  return `"${inside.replace(/\\([\s\S])/g, (pair, character: string) => (`'"`.includes(character) ? character : pair))}`;
}

/** A template with the code in its holes made canonical; a hole that cannot be read stays as it is. */
function plainTemplate(template: string): string {
  return templateParts(template)
    .map((part, at) => {
      if (at % 2 === 0) return part;
      const words = canonicalCode(part, 'js');
      return `\${${words === undefined ? part : words.map(({ text }) => text).join('\u0000')}}`;
    })
    .join('');
}
