import type { SessionRequest } from '../runner.ts';

/** Something the agent wanted to do and may not. */
export interface Refusal {
  readonly tool: string;
  /** How the agent names it: a file, a command. */
  readonly title: string;
  readonly why: string;
}

/**
 * The first message. The protocol has no place for instructions of their own, so they stand before the task. It begins with
 * a word: agents take a message that begins with a slash for a command.
 */
export function firstPrompt(
  { instructions, prompt }: Pick<SessionRequest, 'instructions' | 'prompt'>,
  laidAside: readonly string[] = [],
): string {
  const own = [
    'These are your instructions. They hold for everything you do in this session.',
    `<instructions>\n${instructions.trim()}\n</instructions>`,
  ];
  const aside = `While you work, these files of the project are laid aside: ${laidAside.join(', ')}. Leave them so.`;
  return [
    ...(instructions.trim() === '' ? [] : own),
    ...(laidAside.length === 0 ? [] : [aside]),
    'This is your task.',
    prompt,
  ].join('\n\n');
}

/** What is said after a turn in which something was refused: an agent is not told why when it asks. */
export function explain(refusals: readonly Refusal[]): string {
  const lines = refusals.map(
    ({ tool, title, why }) => `- ${tool}${title === '' ? '' : ` (${oneLine(title)})`}: ${why}`,
  );
  return [
    'Some of what you tried was refused, for these reasons:',
    [...new Set(lines)].join('\n'),
    'Go on with your task within these rules. When it is done, report your result again as you were asked to.',
  ].join('\n\n');
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
}
