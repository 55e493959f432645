import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { BatonError } from '../base/error.ts';
import { readBounded } from './bounded-file.ts';
import { errorCode, storageError } from './durable.ts';

export interface TextFile {
  /** Relative to the directory that was read, with `/` between names. */
  readonly file: string;
  readonly text: string;
}

const MOST_BYTES = 1_000_000;
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * The text files of a directory that lie below one of its folders and whose path `matches`, in the order of their paths.
 * A folder that does not exist has none. A link that leads out of the directory, or to git's own files, is refused:
 * whoever made it could have any file of the machine read.
 */
export function readTextFiles(directory: string, folder: string, matches: (path: string) => boolean): TextFile[] {
  return listFiles(directory, folder)
    .filter(matches)
    .sort()
    .filter((file) => !leadsToDirectory(join(directory, file)))
    .map((file) => ({ file, text: readText(directory, file) }));
}

function leadsToDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** One text file of a directory, or nothing if it is not there; a link that leads out, or no regular file, is refused. */
export function readTextFile(directory: string, file: string): TextFile | undefined {
  return existsSync(join(directory, file)) ? { file, text: readText(directory, file) } : undefined;
}

function listFiles(directory: string, folder: string): string[] {
  return entriesOf(join(directory, folder)).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : listFiles(directory, path);
    return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
  });
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw storageError('list a folder', error);
  }
}

function readText(directory: string, file: string): string {
  try {
    const real = realpathSync(join(directory, file));
    refuseOutside(relative(realpathSync(directory), real).split(sep), file);
    const read = readBounded(real, MOST_BYTES);
    if ('bytes' in read) return read.bytes.toString('utf8');
    throw new BatonError('invalid_input', `${file} ${read.problem}.`);
  } catch (error) {
    throw storageError(`read ${file}`, error);
  }
}

function refuseOutside(steps: readonly string[], file: string): void {
  if (steps[0] !== '..' && !steps.includes('.git')) return;
  throw new BatonError('invalid_input', `${file} leads out of the project. Put a file there instead of the link.`);
}
