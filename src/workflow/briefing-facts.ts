import { trimMiddle } from '../base/trim.ts';
import { estimateTokens, type Fact } from '../handoff/prompt.ts';

/** A fact in Baton's own words. */
export function own(label: string, text: string, more: Partial<Fact> = {}): Fact {
  return { label, text, required: true, trimmable: true, ...more };
}

/** A fact in somebody else's words, told while there is room; none where there are no words. */
export function foreign(label: string, text: string | undefined, author: string, priority: number): Fact | undefined {
  return text === undefined || text.trim() === '' ? undefined : { label, text, author, priority };
}

/** A fact in somebody else's words that is always told, cut to its share so that the others are told too. */
export function needed(
  label: string,
  text: string | undefined,
  author: string,
  { share, isTask = false, isClaim = false }: { readonly share: number; readonly isTask?: boolean; isClaim?: boolean },
): Fact | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return { label, text: within(text, share), author, required: true, trimmable: true, isTask, isClaim };
}

/** The same, and nobody has checked it: that is said behind the label. */
export function claimed(label: string, text: string | undefined, author: string, priority: number): Fact | undefined {
  const fact = foreign(`${label} (a claim, not checked)`, text, author, priority);
  return fact && { ...fact, isClaim: true };
}

/** Several claims. */
export function claimedList(
  label: string,
  lines: readonly string[],
  author: string,
  priority: number,
): Fact | undefined {
  const fact = listed(`${label} (claims, not checked)`, lines, author, priority);
  return fact && { ...fact, isClaim: true };
}

export function listed(label: string, lines: readonly string[], author: string, priority: number): Fact | undefined {
  return foreign(label, bullets(lines), author, priority);
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** A text of about so many tokens at most. */
function within(text: string, tokens: number): string {
  const all = estimateTokens(text);
  return all <= tokens ? text : trimMiddle(text, Math.floor((text.length / all) * tokens));
}
