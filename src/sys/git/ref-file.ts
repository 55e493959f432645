import {
  close,
  closeSync,
  type Dirent,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { faultPoint } from '../../base/fault-point.ts';
import { errorCode, flushDirectory, flushFile, inDirectory, removeScrap, storageError } from '../durable.ts';
import { packedRef, packedRefs } from './packed-refs.ts';
import { makeRefDirectory, refuseTakenName } from './ref-directory.ts';
import { LOCK_PATIENCE, type LockPatience, takeRefLock } from './ref-lock.ts';
import type { Repository } from './repository.ts';
import { newWriterFile } from './writer-file.ts';

/**
 * The object a ref leads to now, or nothing. A symbolic ref is followed; one that leads nowhere, or in a circle, has no
 * value. Baton's own refs are never symbolic: there it is damage.
 */
export function readRef(repository: Repository, ref: string): string | undefined {
  try {
    const { name, text } = followRef(repository, ref);
    if (text === undefined || isObjectId(repository, text)) return text;
    if (isSymbolic(name, text)) return undefined;
    throw new BatonError(
      'corrupt_journal',
      `The ref ${name} holds ${JSON.stringify(text.slice(0, 60))} instead of an object id. Restore it from a clone, or delete it.`,
      { data: { ref: name } },
    );
  } catch (error) {
    throw storageError(`read ${ref}`, error);
  }
}

/** The name a ref leads to: its own, or for a symbolic ref that of the last ref in the chain. */
export function resolveRefName(repository: Repository, ref: string): string {
  try {
    return followRef(repository, ref).name;
  } catch (error) {
    throw storageError(`read ${ref}`, error);
  }
}

/**
 * Names and values of all refs under a prefix that ends in a slash. Among the user's refs those without a value are left
 * out, as git does it; a broken one of Baton's is an error.
 */
export function listRefs(repository: Repository, prefix: string): Map<string, string> {
  const found = listRefTexts(repository, prefix);
  for (const [name, text] of found) {
    if (isObjectId(repository, text)) continue;
    const value = isOwnRef(name) || isSymbolic(name, text) ? readRef(repository, name) : undefined;
    if (value === undefined) found.delete(name);
    else found.set(name, value);
  }
  return found;
}

/**
 * Names of all refs under a prefix and what is stored there, followed and judged by nobody: an id, `ref: ` and another
 * name, or whatever somebody wrote. Loose ones are listed first: what git packs meanwhile is found in the packed ones, and
 * not the other way round.
 */
export function listRefTexts(repository: Repository, prefix: string): Map<string, string> {
  try {
    const names = looseNames(repository, prefix);
    const found = packedRefs(repository.commonDir, prefix);
    for (const name of names) {
      const text = refText(repository, name);
      if (text === undefined) found.delete(name);
      else found.set(name, text);
    }
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch (error) {
    throw storageError(`list the refs under ${prefix}`, error);
  }
}

/** A new value for a ref, on the disk already, waiting for the moment it is compared and swapped in. */
export interface PendingRef {
  flush(): Promise<void>;
  /**
   * Moves the ref if it still has the expected value (`undefined`: does not exist) and waits until that is durable. What is
   * to be done between the look and the move is done while nobody else can move it.
   */
  swap(expected: string | undefined, between?: () => Promise<void>): Promise<'moved' | 'conflict'>;
  discard(): void;
}

/**
 * Prepares a ref update the way git does it, by a lock file that is renamed over the ref, with two differences: the new
 * value is on the disk before the lock is taken, so the lock is held for microseconds; and the lock is a hard link to a
 * file named after this process, so that others can tell whether its owner still lives.
 */
export function writePendingRef(
  repository: Repository,
  ref: string,
  value: string,
  patience: LockPatience = LOCK_PATIENCE,
): PendingRef {
  const path = join(repository.commonDir, ref);
  const lock = `${path}.lock`;
  const own = newWriterFile(repository, ref, value);
  const fd = writeOwn(own, `${value}\n`);
  let moved = false;
  return {
    async flush() {
      try {
        await flushFile(fd);
      } finally {
        closeSync(fd);
      }
      faultPoint('ref.flushed');
    },
    async swap(expected, between) {
      if (expected === undefined) refuseTakenName(repository, ref);
      const changed = await lockRef(repository, ref, own, patience);
      const old = expected === undefined ? undefined : holdOpen(path);
      try {
        faultPoint('ref.locked');
        for (const directory of changed) await flushDirectory(directory);
        if (readRef(repository, ref) !== expected) return 'conflict';
        await between?.();
        await inDirectory(dirname(path), () => {
          renameSync(lock, path);
          moved = true;
          faultPoint('ref.moved');
        });
        faultPoint('ref.durable');
        return 'moved';
      } catch (error) {
        throw moved ? unconfirmed(ref, error) : error;
      } finally {
        if (!moved) rmSync(lock, { force: true });
        if (old !== undefined) setImmediate(() => close(old, () => undefined));
      }
    },
    discard() {
      removeScrap(own);
    },
  };
}

/**
 * A file that is about to be replaced, held open: a disk takes longer to free it than to replace it, and does so only when
 * it is closed, for which nobody waits. Without it the replacing only takes longer.
 */
function holdOpen(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Moves one ref durably, or says that it was not at the expected value. */
export async function moveRef(
  repository: Repository,
  ref: string,
  value: string,
  expected: string | undefined,
  between?: () => Promise<void>,
): Promise<'moved' | 'conflict'> {
  const pending = writePendingRef(repository, ref, value);
  try {
    await pending.flush();
    return await pending.swap(expected, between);
  } finally {
    pending.discard();
  }
}

/** How many symbolic refs git follows before it gives up. */
const MAX_DEPTH = 4;

/** Goes along symbolic refs to the last one, and gives its name and what is stored there. */
function followRef(repository: Repository, ref: string): { name: string; text: string | undefined } {
  let name = ref;
  for (let depth = 0; ; depth++) {
    const text = refText(repository, name);
    const next = text === undefined ? undefined : symbolicTarget(name, text);
    if (next === undefined || depth === MAX_DEPTH) return { name, text };
    name = next;
  }
}

/** Where a symbolic ref leads. It becomes a path: what is no name under `refs/` leads nowhere. */
function symbolicTarget(name: string, text: string): string | undefined {
  const target = isSymbolic(name, text) ? text.slice('ref:'.length).trim() : '';
  return /^refs\/[^\0]+$/.test(target) && !target.split('/').includes('..') ? target : undefined;
}

function isSymbolic(name: string, text: string): boolean {
  return text.startsWith('ref:') && !isOwnRef(name);
}

function isOwnRef(name: string): boolean {
  return name.startsWith('refs/baton/');
}

function isObjectId({ zeroId }: Repository, text: string): boolean {
  return text.length === zeroId.length && /^[0-9a-f]+$/.test(text);
}

/** What is stored under a name now. */
function refText(repository: Repository, ref: string): string | undefined {
  return looseText(repository, ref) ?? packedRef(repository.commonDir, ref) ?? looseText(repository, ref);
}

function looseText(repository: Repository, ref: string): string | undefined {
  try {
    return readFileSync(join(repository.commonDir, ref), 'utf8').trimEnd();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

function looseNames(repository: Repository, prefix: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(repository.commonDir, prefix), { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return looseNames(repository, `${prefix}${entry.name}/`);
    return entry.name.endsWith('.lock') ? [] : [`${prefix}${entry.name}`];
  });
}

function writeOwn(own: string, text: string): number {
  const fd = createOwn(own);
  try {
    writeSync(fd, text);
    faultPoint('ref.written');
    return fd;
  } catch (error) {
    closeSync(fd);
    removeScrap(own);
    throw error;
  }
}

function createOwn(own: string): number {
  try {
    return openSync(own, 'wx', 0o644);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  mkdirSync(dirname(own), { recursive: true });
  return openSync(own, 'wx', 0o644);
}

const MOST_ATTEMPTS = 20;

/**
 * Takes the lock, and gives the directories that got a new name for it. Git removes a ref's directory when packing has
 * left it empty, at any moment until the lock stands in it.
 */
async function lockRef(repository: Repository, ref: string, own: string, patience: LockPatience): Promise<string[]> {
  const path = join(repository.commonDir, ref);
  let changed: string[] = [];
  for (let attempt = 1; ; attempt++) {
    try {
      await takeRefLock(repository, own, `${path}.lock`, patience);
      return changed;
    } catch (error) {
      const code = errorCode(error);
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || attempt === MOST_ATTEMPTS) throw error;
    }
    changed = makeRefDirectory(dirname(path), ref);
  }
}

function unconfirmed(ref: string, cause: unknown): BatonError {
  return new BatonError(
    'storage_failed',
    `${ref} was moved, but the disk did not confirm it (${errorCode(cause) ?? 'no reason given'}): it may be lost in a power cut. Look at the disk, then read the ref again.`,
    { data: { ref }, cause },
  );
}
