import type { Token } from './tokens.ts';

/** A token whose text is the same however the code is laid out. `layout`: what a language says by line and indentation. */
export interface Word {
  readonly kind: Token['kind'] | 'layout';
  readonly text: string;
  readonly line: number;
}

/** The names in a piece of code. */
export function namesIn(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.filter(({ kind }) => kind === 'word').map(({ text }) => text));
}

export function textsOf(words: readonly Word[]): readonly string[] {
  return words.map(({ text }) => text);
}
