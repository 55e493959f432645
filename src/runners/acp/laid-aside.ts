import { cpSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectories } from '../../sys/kept-file.ts';

/** Files of the project that are out of its sight while a session runs. */
export interface LaidAside {
  /** Their names. */
  readonly names: readonly string[];
  /** Puts back what the session did not make anew. */
  putBack(): void;
}

/**
 * Lays files of a directory aside that a program would load whatever it is told. For names at the top alone. Should this
 * process die meanwhile, the workbench is made anew before it is used again.
 */
export function layAside(names: readonly string[], directory: string, place: string): LaidAside {
  const there = names.filter((name) => isThere(join(directory, name)));
  if (there.length > 0) makeDirectories(place);
  for (const name of there) move(join(directory, name), join(place, name));
  return {
    names: there,
    putBack() {
      for (const name of there) {
        if (!isThere(join(directory, name))) move(join(place, name), join(directory, name));
      }
    },
  };
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** By renaming, or by a copy where the places are on two disks. Links stay links. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true });
  }
}
