import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new empty directory that goes away with the file of tests: for tests that run side by side. */
export function directoryForFile(name: string): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `baton-${name}-`)));
  made.push(path);
  return path;
}

/** Takes away what was made so far. */
export function removeDirectories(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
}
