import type { Hash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { errorCode, storageError } from '../durable.ts';
import { type BytePath, bytePath, systemPath } from './byte-path.ts';

export type FoundKind = 'file' | 'link' | 'folder' | 'pipe' | 'socket' | 'device';

/** Something in a directory. What a link leads to is never looked at. */
export interface Found {
  readonly path: BytePath;
  readonly name: BytePath;
  readonly kind: FoundKind;
}

/**
 * The files of a directory, seen without following any link. Nothing else may change them meanwhile: a folder swapped for
 * a link between two looks would be followed.
 */
export interface WorkTree {
  readonly root: string;
  /** What is in a folder (`''`: the root), or nothing if that cannot be read. */
  list(folder: BytePath): readonly Found[] | undefined;
  /** A look at one path, or nothing if there is none or it cannot be seen. */
  look(path: BytePath): BigIntStats | undefined;
  /** The content of a file or the target of a link, or nothing if it cannot be read or is longer than allowed. */
  read(path: BytePath, kind: 'file' | 'link', mostBytes: number): Buffer | undefined;
  /** The hash of a file that is too large to be held, behind what `hash` has taken in already. */
  digest(path: BytePath, hash: Hash): string | undefined;
  /** The path as the system wants it. */
  place(path: BytePath): string | Buffer;
}

export function openWorkTree(root: string): WorkTree {
  const top = bytePath(root);
  const place = (path: BytePath) => systemPath(path === '' ? top : `${top}/${path}`);
  return {
    root,
    place,
    list(folder) {
      return unlessUnreadable(() =>
        readdirSync(place(folder), { withFileTypes: true, encoding: 'latin1' }).map((entry) => ({
          path: folder === '' ? entry.name : `${folder}/${entry.name}`,
          name: entry.name,
          kind: kindOf(entry),
        })),
      );
    },
    look(path) {
      return unlessUnreadable(() => lstatSync(place(path), { bigint: true }));
    },
    read(path, kind, mostBytes) {
      return unlessUnreadable(() => {
        if (kind === 'link') return readlinkSync(place(path), { encoding: 'buffer' });
        return inRegular(place(path), (fd) => (fstatSync(fd).size <= mostBytes ? readFileSync(fd) : undefined));
      });
    },
    digest(path, hash) {
      return unlessUnreadable(() => inRegular(place(path), (fd) => digestOf(fd, hash)));
    },
  };
}

/** Neither follows a link nor waits for the other end of a pipe. */
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function inRegular<T>(path: string | Buffer, work: (fd: number) => T): T | undefined {
  const fd = openSync(path, READ_ONLY);
  try {
    return fstatSync(fd).isFile() ? work(fd) : undefined;
  } finally {
    closeSync(fd);
  }
}

const PIECE_BYTES = 1 << 20;

function digestOf(fd: number, hash: Hash): string {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let length = readSync(fd, piece); length > 0; length = readSync(fd, piece)) {
    hash.update(piece.subarray(0, length));
  }
  return hash.digest('hex');
}

/** What a file's owner can bring about. Anything else, such as a failing disk, must not pass for a missing file. */
const UNREADABLE = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'];

function unlessUnreadable<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (UNREADABLE.includes(errorCode(error) ?? '')) return undefined;
    throw storageError('read the workbench', error);
  }
}

function kindOf(entry: Dirent): FoundKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFIFO()) return 'pipe';
  return entry.isSocket() ? 'socket' : 'device';
}
