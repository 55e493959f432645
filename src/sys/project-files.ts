import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from './bounded-file.ts';
import { errorCode } from './durable.ts';

/** Directories that are never part of a project's own files. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv', 'venv', 'target', '__pycache__']);

/** A larger file is no configuration. */
const MOST_BYTES = 2_000_000;

/** A larger file is no archive of a package. */
const MAX_COPIED_BYTES = 100_000_000;

/** The files of a directory as a driver sees them: paths relative to it, texts read when asked for. */
export function projectFiles(directory: string) {
  let files: string[] | undefined;
  return {
    get files(): string[] {
      files ??= listFiles(directory, '');
      return files;
    },
    bytes: (path: string) => contentOf(join(directory, path), MAX_COPIED_BYTES),
    read: (path: string) => contentOf(join(directory, path), MOST_BYTES)?.toString('utf8'),
  };
}

/** What a file holds; nothing where there is no plain file of that size. */
function contentOf(full: string, most: number): Buffer | undefined {
  try {
    const read = readBounded(full, most);
    return 'bytes' in read ? read.bytes : undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function listFiles(root: string, prefix: string): string[] {
  return readdirSync(join(root, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
  });
}
