import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLimited } from './capture.ts';

/** Directories that hold what tools made or fetched, not what people wrote. */
const NOT_SOURCES = new Set([
  '.git',
  '.hg',
  'node_modules',
  '.venv',
  'venv',
  '.gradle',
  '.m2',
  '.baton',
  '__pycache__',
]);
const MOST_FILES = 100_000;

/**
 * Paths of a project's files, relative, with forward slashes, in a fixed order. Links are not followed; a directory
 * that cannot be read is empty.
 */
export function listFiles(root: string, skip: ReadonlySet<string> = NOT_SOURCES): string[] {
  const files: string[] = [];
  const waiting = [''];
  while (waiting.length > 0 && files.length < MOST_FILES) {
    const directory = waiting.pop() as string;
    for (const entry of entriesOf(join(root, directory))) {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !skip.has(entry.name)) waiting.push(path);
    }
  }
  return files.sort();
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A path as reports name it: from the project's directory on if it is below, with forward slashes. */
export function relativeTo(directory: string, path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^file:\/\/(?=\/)/, '');
  return plain.startsWith(`${directory}/`) ? plain.slice(directory.length + 1) : plain.replace(/^\.\//, '');
}

/** The text of a source or settings file; nothing if it is not a plain file. */
export function textOf(path: string): string {
  return readLimited(path, MOST_TEXT).text;
}

const MOST_TEXT = 8 * 1024 * 1024;
