import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { flushDirectory, onDisk } from '../durable.ts';
import { git } from './git.ts';
import { type GitObject, type ObjectType, writeDurably } from './object-file.ts';
import type { Repository } from './repository.ts';

/** From this many objects on, one file with all of them is quicker to wait for than a file each. */
const MANY = 32;

/** Stores objects and waits until all are on the disk: a few as files of their own, many as a pack. */
export async function storeDurably(repository: Repository, objects: readonly GitObject[]): Promise<void> {
  const distinct = [...new Map(objects.map((object) => [object.id, object])).values()];
  const write = distinct.length < MANY ? writeDurably : writePack;
  await onDisk('store files in the repository', () => write(repository, distinct));
}

/** Git reads the pack from its input, checks it, makes its index and waits for both; the names it gives are waited for here. */
async function writePack(repository: Repository, objects: readonly GitObject[]): Promise<void> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  await git(place, ['-c', 'core.fsync=all', 'index-pack', '--stdin'], encodePack(repository, objects));
  await flushDirectory(join(repository.objectsDir, 'pack'));
  await flushDirectory(repository.objectsDir);
}

const TYPES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 };

function encodePack({ hash }: Repository, objects: readonly GitObject[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  head.writeUInt32BE(objects.length, 8);
  const body = objects.flatMap(({ type, content }) => [
    entryHead(TYPES[type], content.length),
    deflateSync(content, { level: 1 }),
  ]);
  const pack = Buffer.concat([head, ...body]);
  return Buffer.concat([pack, createHash(hash).update(pack).digest()]);
}

/** Type and length of an object: four bits of the length beside the type, then seven at a time, lowest first. */
function entryHead(type: number, length: number): Buffer {
  const bytes = [(type << 4) | (length & 15)];
  for (let rest = Math.floor(length / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
