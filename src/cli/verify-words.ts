import type { JournalCheck } from '../engine/verify/journals.ts';
import type { Verification } from '../engine/verify/verify.ts';
import { oneLine } from './plain-text.ts';
import { listProblems } from './problems.ts';

/** What a check came to, for a person: the problems, and what it could not tell. */
export function describeCheck(found: JournalCheck | Verification): string {
  const isWhole = 'unchecked' in found;
  const seen = joined([
    count(found.journals, 'journal'),
    count(found.events, 'event'),
    count(found.notes, 'note'),
    ...(isWhole ? [count(found.commits, 'commit'), count(found.verdicts, 'verdict')] : []),
  ]);
  const sound = isWhole ? ', and judged again it comes to the same' : '';
  const lines =
    found.problems.length === 0
      ? [`Checked ${seen}: everything is as it was written${sound}.`]
      : [`${count(found.problems.length, 'problem')} in ${seen}:`, '', ...listProblems(found.problems), '', ADVICE];
  return [...lines, ...(isWhole ? describeUnchecked(found.unchecked) : [])].join('\n');
}

const ADVICE =
  'Damaged journals can be restored from another clone. Notes are only copies: `baton repair-notes` makes them again.';

/** What is not known is no pass: each thing once, with how often and where it was met first. */
function describeUnchecked(unchecked: Verification['unchecked']): string[] {
  if (unchecked.length === 0) return [];
  const places = new Map<string, string[]>();
  for (const { place, what } of unchecked) places.set(what, [...(places.get(what) ?? []), place]);
  const lines = [...places].map(([what, [first = '', ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return `  ${oneLine(what)} (${oneLine(first)}${others})`;
  });
  return ['', 'Not checked, because what is stored does not tell:', '', ...lines];
}

function joined(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
