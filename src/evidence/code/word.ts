import type { Token } from './tokens.ts';

/** A token whose text is the same however the code is laid out. `layout`: what a language says by line and indentation. */
export interface Word {
  readonly kind: Token['kind'] | 'layout';
  readonly text: string;
  readonly line: number;
}
