import { writeFileSync } from 'node:fs';
import { BatonError } from '../base/error.ts';
import { errorCode, storageError } from './durable.ts';

/** Writes a file that is not there yet and gives its path; one that is there is left as it is. */
export function createNew(path: string, text: string): string {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return path;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw storageError('write a new file', error);
    throw new BatonError('already_there', `${path} is there already and was left as it is.`, { data: { path } });
  }
}
