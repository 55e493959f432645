import { BatonError } from '../../base/error.ts';

/** Some characters of a text, and what is to stand in their place. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** A text with all edits made. They are given in the order of the text and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let made = '';
  let at = 0;
  for (const edit of edits) {
    made += text.slice(at, edit.offset) + edit.text;
    at = edit.offset + edit.length;
  }
  return made + text.slice(at);
}

/** How the lines of a text end. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** Where a character stands, as editors count. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** The refusal of a text that cannot be read, with where. */
export function unreadable(text: string, offset: number, why: string): BatonError {
  return new BatonError('invalid_input', `${placeOf(text, offset)}: ${why}`);
}
