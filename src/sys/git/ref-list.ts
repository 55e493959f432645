import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, storageError } from '../durable.ts';
import { listRefs } from './ref-file.ts';
import type { Repository } from './repository.ts';

/**
 * All refs directly under a prefix, by name, over and over: they are read again only when one of them may have moved. Git
 * and Baton move a ref by giving a new file its name, which changes the date of the folder; so do lock files, which come
 * before. Packed refs are one file that is only ever replaced.
 */
export function openRefList(repository: Repository, prefix: string): () => ReadonlyMap<string, string> {
  const folder = join(repository.commonDir, prefix);
  const packed = join(repository.commonDir, 'packed-refs');
  let known: { readonly mark: string; readonly refs: ReadonlyMap<string, string> } | undefined;
  return () => {
    const marks = [markOf(folder), markOf(packed)];
    const mark = marks.map(({ text }) => text).join(' ');
    if (known?.mark === mark) return known.refs;
    const seen = Date.now();
    const refs = listRefs(repository, prefix);
    known = marks.every(({ changed }) => isSettled(changed, seen)) ? { mark, refs } : undefined;
    return refs;
  };
}

interface Mark {
  readonly text: string;
  /** Milliseconds; undefined where there is nothing. */
  readonly changed: number | undefined;
}

function markOf(path: string): Mark {
  try {
    const { ino, size, mtimeNs, mtimeMs } = statSync(path, { bigint: true });
    return { text: `${ino}.${size}.${mtimeNs}`, changed: Number(mtimeMs) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return { text: 'none', changed: undefined };
    throw storageError(`look at ${path}`, error);
  }
}

/** Two changes close together may leave the same date. Who looked between them must look again. */
const CLOSE_MS = 100;
const CLOSE_COARSE_MS = 2_500;

function isSettled(changed: number | undefined, seen: number): boolean {
  if (changed === undefined) return true;
  return seen - changed > (changed % 1000 === 0 ? CLOSE_COARSE_MS : CLOSE_MS);
}
