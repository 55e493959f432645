import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** A file of Baton's own in a project, for as long as a run takes. */
export interface PlantedFile {
  /** Takes the file out again, and every folder that was made for it. Never throws. */
  remove(): void;
}

/** Adds a file to a project. Nothing if its place is taken, cannot be written or leads out of the project. */
export function plantFile(directory: string, file: string, text: string): PlantedFile | undefined {
  const made: string[] = [];
  const remove = () => {
    for (const path of made.reverse()) rmSync(path, { recursive: true, force: true });
  };
  try {
    const folder = dirname(join(directory, file));
    const firstMade = mkdirSync(folder, { recursive: true });
    if (firstMade !== undefined) made.push(firstMade);
    if (!`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(directory)}${sep}`))
      throw new Error('leads outside');
    writeFileSync(join(directory, file), text, { flag: 'wx' });
    made.push(join(directory, file));
    return { remove };
  } catch {
    remove();
    return undefined;
  }
}
