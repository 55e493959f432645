/** Text from outside as it may stand in a line: it must neither break the line nor steer the terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/** The same for a text of several lines: its line breaks stay. */
export function plainLines(text: string): string[] {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\t', '  ').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '));
}

/**
 * A line of a file as it is shown to a reviewer: nothing in it can steer the terminal or hide. Control characters and
 * invisible ones (escape sequences, bidirectional overrides, zero-width letters) are written out: `<U+001B>`.
 */
export function visibleLine(line: string): string {
  return line.replaceAll('\t', '    ').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, writtenOut);
}

/**
 * What a terminal may be sent: text, line breaks, and the styles of `paint`. The last line of defence for text that
 * nobody cleaned before: all other control characters, and those that reorder text, are written out.
 */
export function safeForTerminal(text: string): string {
  return text.replaceAll(UNSAFE, (found) => (found.length > 1 ? found : writtenOut(found)));
}

const OWN_STYLE = `${'\u001b'}\\[(?:[012]|3[1-6])(?:;(?:[12]|3[1-6]))*m`;
const UNSAFE = new RegExp(`${OWN_STYLE}|[^\\P{Cc}\\n\\t]|[\\u202a-\\u202e\\u2066-\\u2069]`, 'gu');

function writtenOut(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** How many columns a text takes. What may be wide counts as wide: too narrow is safe, too wide breaks the line. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

/** A text of at most so many columns, with an ellipsis where it was cut. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const character of text) {
    width += widthOfCharacter(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

/** A text broken between words into lines of at most so many columns. A longer word keeps its own line. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function widthOfCharacter(character: string): number {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

const ZERO = /[\p{M}\p{Cf}]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{3ffff}]/u;
