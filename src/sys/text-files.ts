import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { BatonError, isBatonError } from '../base/error.ts';
import { readBounded } from './bounded-file.ts';
import { errorCode, storageError } from './durable.ts';

export interface TextFile {
  /** Relative to the directory that was read, with `/` between names. */
  readonly file: string;
  readonly text: string;
  /** Why it cannot be read, if it cannot. */
  readonly error?: BatonError | undefined;
}

const MOST_BYTES = 1_000_000;
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * The text files of a directory that lie below one of its folders and whose path `matches`, in the order of their paths.
 * A folder that does not exist has none. What cannot be read is there with its error. That is so of a link that leads out
 * of the directory, or to git's own files: whoever made it could have any file of the machine read.
 */
export function readTextFiles(directory: string, folder: string, matches: (path: string) => boolean): TextFile[] {
  return listFiles(directory, folder)
    .filter(matches)
    .sort()
    .filter((file) => !leadsToDirectory(join(directory, file)))
    .map((file) => lookAtText(directory, file));
}

/** Links that lead nowhere, or round in a circle, lead to no directory. */
function leadsToDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** One text file of a directory, or nothing if it is not there; a link that leads out, or no regular file, is refused. */
export function readTextFile(directory: string, file: string): TextFile | undefined {
  return isThere(directory, file) ? { file, text: readText(directory, file) } : undefined;
}

/** The same for those who can go on without it: what cannot be read is there with its error. */
export function lookAtTextFile(directory: string, file: string): TextFile | undefined {
  return isThere(directory, file) ? lookAtText(directory, file) : undefined;
}

function isThere(directory: string, file: string): boolean {
  return lstatSync(join(directory, file), { throwIfNoEntry: false }) !== undefined;
}

function lookAtText(directory: string, file: string): TextFile {
  try {
    return { file, text: readText(directory, file) };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { file, text: '', error };
  }
}

function listFiles(directory: string, folder: string): string[] {
  return entriesOf(join(directory, folder)).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : listFiles(directory, path);
    return [path];
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
