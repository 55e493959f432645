import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How many bytes the files of a path have; 0 where there is nothing. Links are counted, not followed. */
export function diskUsage(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) return stat?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + diskUsage(join(path, name)), 0);
}
