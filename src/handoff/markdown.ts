/**
 * A value as text inside one line of markdown: it renders as it was written and opens no construct, wherever in the
 * line it stands. Values that come from agents, tools or files are only ever put into markdown through this file.
 */
export function inline(value: string): string {
  const escaped = oneLine(value).trim().replace(SPECIAL, '\\$&');
  return escaped.replace(BLOCK_OPENER, '\\$&').replace(ORDERED_ITEM, '$1\\$2');
}

/** A value as an inline code span: nothing in it is escaped, so a path or a command can be copied from the source. */
export function code(value: string): string {
  const text = oneLine(value);
  const fence = '`'.repeat(longestBacktickRun(text) + 1);
  const padding = needsPadding(text) ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

/**
 * Text of one or many lines. One line is `inline`; more become a blockquote, which must start on a line of its own
 * after a blank one. Indentation is kept, because in a list or in YAML it carries meaning.
 */
export function block(value: string): string {
  const lines = withoutOuterBlanks(value.split(LINE_BREAK));
  if (lines.length <= 1) return inline(value);
  return lines.map(quoteLine).join('\n');
}

/** `**label**: text`, where the label is a value and the text is markdown already. A blank label is left out. */
export function labelled(label: string, text: string): string {
  const name = inline(label);
  return name === '' ? text : `**${name}**: ${text}`;
}

/** The lines of a headed list, to follow other lines; none when there is nothing to list. */
export function section(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return ['', `## ${title}`, '', ...items.map((item) => `- ${item}`)];
}

/** The value with every run of line breaks, control characters and text-reordering marks turned into one space. */
export function oneLine(value: string): string {
  return value.replace(UNPRINTABLE, ' ');
}

/** The bidirectional marks are here because they let a value change how the rest of its line reads. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * Includes the two places where GFM starts a bare link: such a link swallows a following backslash and would so bring
 * the character behind it back to life (`https://x/\<img ...\>`).
 */
const SPECIAL = /[\\`*_[\]<>|~&]|!(?=\[)|:(?=\/\/)|(?<=www)\./gi;

/** What makes a heading, a list, a rule, an underline or a table's second row when it comes first in a line. */
const BLOCK_OPENER = /^[-+#=:]/;
const ORDERED_ITEM = /^(\d{1,9})([.)])(?=\s|$)/;

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** CommonMark strips one space from each end, and an empty span or one that touches its fence is no span. */
function needsPadding(text: string): boolean {
  if (text === '') return true;
  if (text.startsWith('`') || text.endsWith('`')) return true;
  return text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
}

function withoutOuterBlanks(lines: readonly string[]): readonly string[] {
  const isText = (line: string) => line.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(isText)), lines.findLastIndex(isText) + 1);
}

function quoteLine(line: string): string {
  const text = inline(line);
  if (text === '') return '>';
  return `> ${line.slice(0, line.search(/[^ \t]/))}${text}`;
}
