import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { BatonError } from '../base/error.ts';
import { errorCode, removeScrap, storageError } from './durable.ts';
import { ownedEnd } from './owned-name.ts';

/** A file of a person's that Baton adds to. */
export interface EditedFile {
  readonly path: string;
  readonly text: string;
  /** What there was before; nothing if there was no file. */
  readonly before: string | undefined;
}

const MOST_BYTES = 1_000_000;

/**
 * Edits a text file of a directory, or makes it. Others see the old text or the new one, never a part. Its rights stay, and
 * a link stays a link; one that leads out of the directory, or to git's own files, is refused, and so is what is no UTF-8,
 * since writing it again would change it.
 */
export function editTextFile(
  directory: string,
  file: string,
  edit: (before: string | undefined) => string,
  { write = true }: { readonly write?: boolean } = {},
): EditedFile {
  try {
    const path = placeWithin(directory, file);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) throw refused(file, 'is no file');
    if (found !== undefined && found.size > MOST_BYTES) throw refused(file, `is larger than ${MOST_BYTES} bytes`);
    const before = found === undefined ? undefined : decoded(readFileSync(path), file);
    const text = edit(before);
    const isNew = text !== before;
    if (write && isNew && found !== undefined && isReadOnly(found)) {
      throw refused(file, 'is read-only', 'Let it be written, or edit it by hand.');
    }
    if (write && isNew) replaceWhole(path, text, found?.mode);
    return { path: join(directory, file), text, before };
  } catch (error) {
    throw storageError(`edit ${file}`, error);
  }
}

/** Where a file really is, or would be: the nearest folder above it that is there decides. */
function placeWithin(directory: string, file: string): string {
  const top = realpathSync(directory);
  const parts = file.split('/');
  let place = top;
  for (const [index, part] of parts.entries()) {
    const next = join(place, part);
    if (lstatSync(next, { throwIfNoEntry: false }) === undefined) return join(place, ...parts.slice(index));
    place = realPath(next, file);
    const steps = relative(top, place).split(sep);
    if (steps[0] === '..' || steps[0] === '.git') throw refused(file, 'leads out of the project');
  }
  return place;
}

function realPath(path: string, file: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ELOOP') throw error;
    throw refused(file, 'is a link that leads nowhere');
  }
}

function decoded(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refused(file, 'is no text in UTF-8');
  }
}

function replaceWhole(path: string, text: string, mode: number | undefined): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${ownedEnd()}`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: true });
    if (mode !== undefined) chmodSync(temporary, mode & 0o777);
    renameSync(temporary, path);
  } catch (error) {
    removeScrap(temporary);
    throw error;
  }
}

/** A file of which nobody may write anything: putting another in its place would get round that. */
function isReadOnly({ mode }: Stats): boolean {
  return (mode & 0o222) === 0;
}

function refused(file: string, why: string, advice = 'Put a plain file there.'): BatonError {
  return new BatonError('invalid_input', `${file} ${why}, and was left as it is. ${advice}`, { data: { file } });
}
