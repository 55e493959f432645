import { hash, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { faultPoint } from '../../base/fault-point.ts';
import { errorCode, flushDirectory, flushFile, inDirectory, removeScrap } from '../durable.ts';
import type { Repository } from './repository.ts';
import { storeBytes } from './stored-bytes.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

/** A git object ready to be stored: its id is known before anything is written. */
export interface GitObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly content: Buffer;
}

export function gitObject(repository: Pick<Repository, 'hash'>, type: ObjectType, content: Buffer | string): GitObject {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const id = hash(repository.hash, Buffer.concat([header(type, bytes), bytes]), 'hex');
  return { id, type, content: bytes };
}

/** A loose object between being written and getting its name. */
export interface PendingObject {
  /**
   * Gives the object its name before it is on the disk, so that one wait serves both; `flush` must follow at once. Nothing
   * may refer to it before that; and a power cut in between can leave it empty, so its id must be found again by whoever sweeps.
   */
  nameEarly(): void;
  /** Waits until the content is on the disk. */
  flush(): Promise<void>;
  /** Gives the object its name and waits until the name is on the disk. */
  publish(): Promise<void>;
  /** Takes away what is left of an object that got no name. */
  discard(): void;
}

/**
 * Writes an object beside its final place. Until `publish` nobody can see it; a crash leaves a `tmp_obj_` file, which
 * git's own collection removes. An object that is there already is written again: it may be older than git's limit for
 * collecting, or come from a process that did not wait for the disk.
 */
export function writePending(repository: Repository, object: GitObject): PendingObject {
  const { directory, path } = placeOf(repository, object);
  const { fd, temporary, fresh } = writeTemporary(directory, object);
  let state: 'open' | 'closed' | 'named' = 'open';
  let named = false;
  let naming: Promise<void> | undefined;
  return {
    nameEarly() {
      naming = inDirectory(directory, () => {
        renameSync(temporary, path);
        named = true;
        faultPoint('object.renamed');
      });
    },
    async flush() {
      state = named ? 'named' : 'closed';
      const above = fresh ? [flushDirectory(repository.objectsDir)] : [];
      try {
        await Promise.all([naming, flushFile(fd), ...above]);
      } finally {
        closeSync(fd);
      }
      faultPoint('object.flushed');
      if (named) faultPoint('object.published');
    },
    async publish() {
      if (named) return;
      await inDirectory(directory, () => {
        renameSync(temporary, path);
        state = 'named';
        faultPoint('object.renamed');
      });
      faultPoint('object.published');
    },
    discard() {
      if (state === 'open') closeSync(fd);
      if (state !== 'named' && !named) removeScrap(temporary);
    },
  };
}

/** How many objects are open at once. */
const AT_ONCE = 64;

/** Stores objects and waits until all of them are on the disk: nothing may refer to them before. */
export async function writeDurably(repository: Repository, objects: readonly GitObject[]): Promise<void> {
  const distinct = [...new Map(objects.map((object) => [object.id, object])).values()];
  for (let at = 0; at < distinct.length; at += AT_ONCE) {
    const pending: PendingObject[] = [];
    try {
      for (const object of distinct.slice(at, at + AT_ONCE)) pending.push(writePending(repository, object));
      await Promise.all(pending.map((object) => object.flush()));
      await Promise.all(pending.map((object) => object.publish()));
    } finally {
      for (const object of pending) object.discard();
    }
  }
}

function placeOf({ objectsDir }: Repository, { id }: GitObject): { readonly directory: string; readonly path: string } {
  const directory = join(objectsDir, id.slice(0, 2));
  return { directory, path: join(directory, id.slice(2)) };
}

interface Temporary {
  readonly fd: number;
  readonly temporary: string;
  /** The directory was made for it. */
  readonly fresh: boolean;
}

/** Small tables: setting up zlib's usual ones takes three times as long as compressing an event. */
const QUICK = { level: 1, windowBits: 12, memLevel: 5 };

/** Up to a block or two of the disk nothing is won by compressing, and little for the ids in a tree; packing does it. */
const STORED_BYTES: Readonly<Record<ObjectType, number>> = { blob: 8192, commit: 8192, tree: 32_768 };

/** Names of temporary files: random for each thread of a process, counted in it. */
const THREAD_MARK = randomBytes(6).toString('hex');
let temporaries = 0;

function writeTemporary(directory: string, { type, content }: GitObject): Temporary {
  const written = createIn(directory, `tmp_obj_${THREAD_MARK}${temporaries++}`);
  try {
    const pieces = [header(type, content), content];
    const isLong = content.length > STORED_BYTES[type];
    writeAll(written.fd, isLong ? deflateSync(Buffer.concat(pieces), QUICK) : storeBytes(...pieces));
    faultPoint('object.written');
    return written;
  } catch (error) {
    closeSync(written.fd);
    removeScrap(written.temporary);
    throw error;
  }
}

const MOST_ATTEMPTS = 20;

/**
 * Git removes a directory of objects when packing has left it empty, at any moment until something is in it. Where one
 * is missing, most are: all are made, so that the next appends need neither make theirs nor wait for its name.
 */
function createIn(directory: string, name: string): Temporary {
  const temporary = join(directory, name);
  let fresh = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return { fd: openSync(temporary, 'wx', 0o444), temporary, fresh };
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === MOST_ATTEMPTS) throw error;
    }
    fresh = makeObjectDirectories(dirname(directory)) || fresh;
  }
}

function header(type: ObjectType, content: Buffer): Buffer {
  return Buffer.from(`${type} ${content.length}\0`);
}

/** Whether one had to be made. */
function makeObjectDirectories(objectsDir: string): boolean {
  const there = new Set(readdirSync(objectsDir));
  const missing = OBJECT_DIRECTORIES.filter((name) => !there.has(name));
  for (const name of missing) mkdirSync(join(objectsDir, name), { recursive: true });
  return missing.length > 0;
}

const OBJECT_DIRECTORIES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function writeAll(fd: number, bytes: Buffer): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
}
