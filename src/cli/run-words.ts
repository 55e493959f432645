import { runFacts } from '../engine/run/facts.ts';
import type { RunView } from '../engine/run/view.ts';
import { localMinute, localZone } from './local-time.ts';
import { oneLine } from './plain-text.ts';
import { tellStanding } from './run-end.ts';

/** One run in full: what it is, where it stands, and what to type next. */
export function describeRun(view: RunView, mostSuspicions?: number): string[] {
  return [
    ...labelled(
      runFacts(view, (at) => `${localMinute(at)} ${localZone(at)}`).map(
        ([label, text]) => [label, oneLine(text)] as const,
      ),
    ),
    '',
    ...tellStanding(view, mostSuspicions),
  ];
}

/** Labels and what belongs to them in two columns; a label without anything is left out. */
export function labelled(rows: readonly (readonly [label: string, text: string | undefined])[]): string[] {
  const shown = rows.filter((row): row is readonly [string, string] => row[1] !== undefined);
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
}
