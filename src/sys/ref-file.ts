import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BatonError } from '../base/error.ts';
import { faultPoint } from '../base/fault-point.ts';
import { errorCode, flushDirectory, flushFile } from './durable.ts';
import { packedRef, packedRefs } from './packed-refs.ts';
import { thisProcess } from './process-owner.ts';
import { takeRefLock } from './ref-lock.ts';
import type { Repository } from './repository.ts';

/** The value of a ref now, or nothing. */
export function readRef(repository: Repository, ref: string): string | undefined {
  return looseRef(repository, ref) ?? packedRef(repository.commonDir, ref) ?? looseRef(repository, ref);
}

/** Names and values of all refs under a prefix that ends in a slash. */
export function listRefs(repository: Repository, prefix: string): Map<string, string> {
  const found = packedRefs(repository.commonDir, prefix);
  for (const name of looseNames(repository, prefix)) {
    const value = readRef(repository, name);
    if (value === undefined) found.delete(name);
    else found.set(name, value);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A new value for a ref, on the disk already, waiting for the moment it is compared and swapped in. */
export interface PendingRef {
  flush(): Promise<void>;
  /** Moves the ref if it still has the expected value (`undefined`: does not exist) and waits until that is durable. */
  swap(expected: string | undefined): Promise<'moved' | 'conflict'>;
  discard(): void;
}

let writes = 0;

/**
 * Prepares a ref update the way git does it, by a lock file that is renamed over the ref, with two differences: the new
 * value is on the disk before the lock is taken, so the lock is held for microseconds; and the lock is a hard link to a
 * file named after this process, so that others can tell whether its owner still lives.
 */
export function writePendingRef(repository: Repository, ref: string, value: string): PendingRef {
  const owners = join(repository.batonDir, 'writers');
  mkdirSync(owners, { recursive: true });
  const { pid, start } = thisProcess();
  const own = join(owners, `${pid}.${start}.${++writes}`);
  const fd = openSync(own, 'wx', 0o644);
  writeSync(fd, `${value}\n`);
  faultPoint('ref.written');
  return {
    async flush() {
      try {
        await flushFile(fd);
      } finally {
        closeSync(fd);
      }
      faultPoint('ref.flushed');
    },
    async swap(expected) {
      const path = join(repository.commonDir, ref);
      await makeRefDirectory(dirname(path), ref);
      await takeRefLock(repository, own, `${path}.lock`);
      faultPoint('ref.locked');
      try {
        if (readRef(repository, ref) !== expected) {
          rmSync(`${path}.lock`);
          return 'conflict';
        }
        renameSync(`${path}.lock`, path);
      } catch (error) {
        rmSync(`${path}.lock`, { force: true });
        throw error;
      }
      faultPoint('ref.moved');
      await flushDirectory(dirname(path));
      faultPoint('ref.durable');
      return 'moved';
    },
    discard() {
      rmSync(own, { force: true });
    },
  };
}

/** Moves one ref durably, or says that it was not at the expected value. */
export async function moveRef(
  repository: Repository,
  ref: string,
  value: string,
  expected: string | undefined,
): Promise<'moved' | 'conflict'> {
  const pending = writePendingRef(repository, ref, value);
  try {
    await pending.flush();
    return await pending.swap(expected);
  } finally {
    pending.discard();
  }
}

function looseRef(repository: Repository, ref: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(join(repository.commonDir, ref), 'latin1');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
  const value = text.trimEnd();
  if (value.length === repository.zeroId.length && /^[0-9a-f]+$/.test(value)) return value;
  throw new BatonError(
    'corrupt_journal',
    `The ref ${ref} holds ${JSON.stringify(value.slice(0, 60))} instead of an object id. Restore it from a clone, or delete it.`,
    { data: { ref } },
  );
}

function looseNames(repository: Repository, prefix: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(join(repository.commonDir, prefix), { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
  return entries.filter((name) => !name.endsWith('.lock')).map((name) => `${prefix}${name}`);
}

/** The directory of a ref; a ref that stands where it should be takes the namespace, and is named. */
async function makeRefDirectory(directory: string, ref: string): Promise<void> {
  try {
    const first = mkdirSync(directory, { recursive: true });
    if (first === undefined) return;
    for (let made = directory; made.length >= first.length; made = dirname(made)) await flushDirectory(dirname(made));
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new BatonError(
      'storage_failed',
      `Cannot create ${ref}: another ref stands in its way under refs/baton. Rename that ref (git for-each-ref refs/baton) and try again.`,
      { data: { ref } },
    );
  }
}
