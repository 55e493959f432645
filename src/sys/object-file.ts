import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { faultPoint } from '../base/fault-point.ts';
import { errorCode, flushDirectory, flushFile } from './durable.ts';
import type { Repository } from './repository.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

/** A git object ready to be stored: its id is known before anything is written. */
export interface GitObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly content: Buffer;
}

export function gitObject(repository: Pick<Repository, 'hash'>, type: ObjectType, content: Buffer | string): GitObject {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const id = createHash(repository.hash).update(header(type, bytes)).update(bytes).digest('hex');
  return { id, type, content: bytes };
}

/** A loose object between being written and getting its name. */
export interface PendingObject {
  /** Waits until the content is on the disk. */
  flush(): Promise<void>;
  /** Gives the object its name and waits until the name is on the disk. */
  publish(): Promise<void>;
}

/**
 * Writes an object beside its final place. Until `publish` nobody can see it; a crash leaves a `tmp_obj_` file, which
 * git's own collection removes.
 */
export function writePending(repository: Repository, object: GitObject): PendingObject {
  const directory = join(repository.objectsDir, object.id.slice(0, 2));
  const path = join(directory, object.id.slice(2));
  const fresh = makeDirectory(directory);
  if (existsSync(path)) return republish(path, directory);
  const temporary = join(directory, `tmp_obj_${randomBytes(6).toString('hex')}`);
  const fd = openSync(temporary, 'wx', 0o444);
  try {
    writeAll(fd, deflateSync(Buffer.concat([header(object.type, object.content), object.content]), { level: 1 }));
  } catch (error) {
    closeSync(fd);
    rmSync(temporary, { force: true });
    throw error;
  }
  faultPoint('object.written');
  return {
    async flush() {
      try {
        await flushFile(fd);
      } finally {
        closeSync(fd);
      }
      faultPoint('object.flushed');
    },
    async publish() {
      renameSync(temporary, path);
      faultPoint('object.renamed');
      await flushDirectory(directory);
      if (fresh) await flushDirectory(repository.objectsDir);
      faultPoint('object.published');
    },
  };
}

/** Stores an object that nothing durable refers to yet: no waiting for the disk. */
export function writeQuickly(repository: Repository, object: GitObject): void {
  const directory = join(repository.objectsDir, object.id.slice(0, 2));
  const path = join(directory, object.id.slice(2));
  if (existsSync(path)) return;
  makeDirectory(directory);
  const temporary = join(directory, `tmp_obj_${randomBytes(6).toString('hex')}`);
  const fd = openSync(temporary, 'wx', 0o444);
  try {
    writeAll(fd, deflateSync(Buffer.concat([header(object.type, object.content), object.content]), { level: 1 }));
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}

/** The same object is there already; it may have been written by a process that did not wait for the disk. */
function republish(path: string, directory: string): PendingObject {
  keepFromPruning(path);
  return {
    async flush() {
      const fd = openSync(path, 'r');
      try {
        await flushFile(fd);
      } finally {
        closeSync(fd);
      }
    },
    publish: () => flushDirectory(directory),
  };
}

/** A recent object is not collected while nothing refers to it yet. Somebody else's file cannot be touched; it is older. */
function keepFromPruning(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    if (errorCode(error) !== 'EPERM' && errorCode(error) !== 'EACCES') throw error;
  }
}

function header(type: ObjectType, content: Buffer): Buffer {
  return Buffer.from(`${type} ${content.length}\0`);
}

function makeDirectory(path: string): boolean {
  return mkdirSync(path, { recursive: true }) !== undefined;
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
}
