import { constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { faultPoint } from '../base/fault-point.ts';
import { ownedEnd, sweepOwned } from './owned-name.ts';

const COMPLETE = 'complete';

/**
 * A directory that is made once and used by many: built beside its place and moved there whole. Of several who build it
 * at the same time one wins, and the others use what it made.
 */
export async function stagedDirectory(place: string, build: (staging: string) => Promise<void>): Promise<string> {
  if (existsSync(join(place, COMPLETE))) return place;
  sweepOwned(dirname(place));
  const staging = `${place}.${ownedEnd()}`;
  mkdirSync(staging, { recursive: true });
  try {
    await build(staging);
    writeFileSync(join(staging, COMPLETE), '');
    faultPoint('staged.built');
    renameSync(staging, place);
    faultPoint('staged.renamed');
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(join(place, COMPLETE))) throw error;
  }
  return place;
}

/** Writes a text file and the directories above it. */
export function writeText(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Copies a directory as it is, links as links, with the times of its files: builds go by them. Never by hard links: the copy
 * may be written to. Disks that can share the bytes until then do so.
 */
export function copyDirectory(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, COPY_OPTIONS);
}

/** As everything is copied: links as links, and with the times of files. */
export const COPY_OPTIONS = {
  ...{ recursive: true, verbatimSymlinks: true, preserveTimestamps: true },
  mode: constants.COPYFILE_FICLONE,
};
