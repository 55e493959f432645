import { createInterface } from 'node:readline/promises';
import { BatonError } from '../../base/error.ts';
import type { CleanReport } from '../../engine/clean.ts';
import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import { table } from '../table.ts';

/** Removes what is no longer needed, or lists it; the whole record only after asking. */
export const run: Run = async ({ cwd, json, output }, _, options) => {
  const baton = await openBaton({ cwd });
  const all = options.all === true;
  const dryRun = options.dryRun === true;
  if (all && !dryRun && options.yes !== true) {
    const planned = await baton.clean({ all, dryRun: true });
    if (!json) output.out(describeClean(planned, output.screen?.columns()).join('\n'));
    if (!(await confirm(output.interactive && !json))) {
      output.err('Nothing was removed.');
      return EXIT.refused;
    }
  }
  const report = await baton.clean({ all, dryRun });
  output.out(json ? JSON.stringify(report, null, 2) : describeClean(report, output.screen?.columns()).join('\n'));
  return EXIT.done;
};

async function confirm(interactive: boolean): Promise<boolean> {
  if (!interactive || process.stdin.isTTY !== true) {
    throw new BatonError(
      'usage',
      'baton clean --all removes all journals, handoffs and notes of this repository, which cannot be undone. Pass --yes to confirm, or --dry-run to see what it removes.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('This cannot be undone. Remove all of this? Type yes: ');
    return answer.trim().toLowerCase() === 'yes';
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}

export function describeClean({ removed, items, kept }: CleanReport, columns?: number): string[] {
  const total = items.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  const rows = items.map(({ kind, bytes, name }) => [kind, bytes === undefined ? '' : formatBytes(bytes), name]);
  const size = total === 0 ? '' : ` (${formatBytes(total)})`;
  const verb = removed ? 'Removed' : 'Would remove';
  return [
    ...(items.length === 0
      ? ['Nothing to clean.']
      : [table(['KIND', 'SIZE', 'NAME'], rows, columns), '', `${verb} ${items.length} items${size}.`]),
    ...kept.map(({ name, why }) => `Kept ${name}: ${why}.`),
  ];
}

function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
