import { lstatSync, readFileSync } from 'node:fs';
import { BatonError } from '../base/error.ts';
import { errorCode, storageError } from './durable.ts';
import { writeText } from './staged-directory.ts';

/** Writes a file and gives its path. One that is there is replaced only if its text may go; nothing is written through a link. */
export function replaceOwn(path: string, text: string, mayGo: (before: string) => boolean): string {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !(found.isFile() && mayGo(readFileSync(path, 'utf8')))) throw leftAlone(path);
    writeText(path, text);
    return path;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw storageError(`write ${path}`, error);
  }
}

function leftAlone(path: string): BatonError {
  return new BatonError('already_there', `${path} is there already, is not Baton's, and was left as it is.`, {
    data: { path },
  });
}
