import { lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readLimited } from './capture.ts';

/** A file of Baton's own in a project, for as long as a run takes. */
export interface PlantedFile {
  /** Takes the file out again, and every folder that was made for it. Follows no link out of the project, never throws. */
  remove(): void;
}

/** Adds a file to a project. Nothing if its place is taken, cannot be written or leads out of the project. */
export function plantFile(directory: string, file: string, text: string): PlantedFile | undefined {
  const made: string[] = [];
  const remove = () => {
    // Tests may have put a link in a folder's place: what it leads to is not the canary's.
    for (const path of made.reverse()) if (isInside(directory, dirname(path))) removeQuietly(path);
  };
  try {
    const folder = dirname(join(directory, file));
    const firstMade = mkdirSync(folder, { recursive: true });
    if (firstMade !== undefined) made.push(firstMade);
    if (!isInside(directory, folder)) throw new Error('leads outside');
    writeFileSync(join(directory, file), text, { flag: 'wx' });
    made.push(join(directory, file));
    return { remove };
  } catch {
    remove();
    return undefined;
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A test took away the right to; the directory goes as a whole.
  }
}

/**
 * Remembers a file that a tool writes anew when it thinks it must, or that is not there; a run may leave anything in
 * its place, a link out of the project too, and nothing is ever written through one.
 */
export function keepFile(directory: string, path: string): { restore(): void } {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!isInside(directory, dirname(path)) || (stat !== undefined && !stat.isFile()))
    return { restore: () => undefined };
  const before = stat === undefined ? undefined : readLimited(path, MOST_KEPT);
  return {
    restore() {
      if (before?.cut === true || !isInside(directory, dirname(path))) return;
      if (before !== undefined && readLimited(path, MOST_KEPT).text === before.text) return;
      rmSync(path, { recursive: true, force: true });
      if (before !== undefined) writeFileSync(path, before.text, { flag: 'wx' });
    },
  };
}

const MOST_KEPT = 32 * 1024 * 1024;

function isInside(directory: string, folder: string): boolean {
  try {
    return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(directory)}${sep}`);
  } catch {
    return false;
  }
}
