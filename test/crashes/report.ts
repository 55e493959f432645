import { replaceBlock, table } from '../../src/workflow/document.ts';
import type { Outcome } from './campaign.ts';
import { HARMS } from './check.ts';

/** How many cases of each kind there were, and in how many something was wrong. */
export function drawOutcomes(outcomes: readonly Outcome[]): string {
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  const row = (name: string, all: readonly Outcome[]) => [
    name,
    String(all.length),
    ...HARMS.map((harm) => String(all.filter(({ findings }) => findings.some((one) => one.harm === harm)).length)),
  ];
  const rows = kinds.map((name) =>
    row(
      name,
      outcomes.filter(({ kind }) => kind === name),
    ),
  );
  return table(['the run was disturbed', 'cases', ...HARMS], [...rows, row('all', outcomes)]);
}

/** What went wrong in a case, and how to see it again. */
export function describe({ case: one, findings }: Outcome): string {
  const told = findings.map(({ harm, what }) => `  ${harm}: ${what}`);
  return [`${one.kind} ${JSON.stringify(one.faults)}`, ...told].join('\n');
}

/** A document with the table in it. */
export function withTable(document: string, drawn: string, words: string, day: string): string {
  return replaceBlock(document, 'crashes', `Played on ${day} by \`${words}\`.\n\n${drawn}`);
}
