import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryRepository } from '../repository.ts';
import { mountTmpfs, remount, repositoryOn, whyNoMounts } from './disks.ts';
import { eventOf, expectRefusal, openStore } from './journals.ts';
import { runWriters } from './writers.ts';

const RUN = 'runs/r1';
const PAGE = 4096;

describe('a disk that is full', () => {
  it('refuses an event in one sentence and is left as it was, however little room there is', async (ctx) => {
    const why = whyNoMounts('tmpfs');
    if (why !== undefined) return ctx.skip(why);
    const disk = mountTmpfs(4);
    const path = repositoryOn(disk);
    const store = await openStore(path);
    let head = (await store.append(RUN, undefined, eventOf(RUN))).head;
    let refused = 0;
    for (let pages = 0; pages < 6; pages++) {
      const filler = fill(disk, pages);
      const before = filesIn(path);
      const outcome = await store.append(RUN, head, eventOf(RUN, { pages }), manyFiles(pages)).catch(expectRefusal);
      if (outcome === undefined) {
        refused += 1;
        expect(await store.head(RUN)).toBe(head);
        expect(filesIn(path)).toEqual(before);
      }
      rmSync(filler);
      head = outcome?.head ?? (await store.append(RUN, head, eventOf(RUN, { pages }))).head;
    }
    expect(refused).toBeGreaterThan(2);
    expect(await store.read(RUN)).toHaveLength(7);
  });
});

describe('a disk that may only be read', () => {
  it('is read all the same, refuses an event in one sentence, and takes it when it may be written again', async (ctx) => {
    const why = whyNoMounts('tmpfs');
    if (why !== undefined) return ctx.skip(why);
    const disk = mountTmpfs(4);
    const path = repositoryOn(disk);
    const { head } = await (await openStore(path)).append(RUN, undefined, eventOf(RUN));
    remount(disk, 'ro');
    const store = await openStore(path);
    expect(await store.append(RUN, head, eventOf(RUN)).catch(expectRefusal)).toBeUndefined();
    expect((await store.read(RUN)).map(({ id }) => id)).toEqual([head]);
    remount(disk, 'rw');
    expect((await store.append(RUN, head, eventOf(RUN))).ok).toBe(true);
  });
});

describe('a repository without permission', () => {
  it.each([
    ['to write objects', '.git/objects', 0o555],
    ['to write refs', '.git/refs/baton/runs', 0o555],
    ['to read refs', '.git/refs/baton', 0o000],
    ["to write Baton's own files", '.git/baton', 0o555],
  ])('%s refuses an event in one sentence and takes it when it is given', async (_, place, mode) => {
    const path = temporaryRepository();
    const user = stranger(path);
    const write = () => runWriters([{ repository: path, writer: 'w', journals: [RUN], events: 1 }], user);
    expect((await write())[0]).toMatchObject({ errors: [], acks: [{ journal: RUN }] });
    const head = readFileSync(join(path, '.git/refs/baton', RUN), 'utf8');
    const directories = subdirectories(join(path, place));
    for (const directory of directories.toReversed()) chmodSync(directory, mode);
    const [said] = await write();
    for (const directory of directories) chmodSync(directory, 0o755);
    expect(said?.acks).toEqual([]);
    expect(said?.errors).toEqual([expect.stringMatching(/^storage_failed Cannot [^.]*: permission denied .*\.$/)]);
    expect(readFileSync(join(path, '.git/refs/baton', RUN), 'utf8')).toBe(head);
    expect((await write())[0]).toMatchObject({ errors: [], acks: [{ journal: RUN }] });
  });
});

/** Fills a disk but for some pages. */
function fill(disk: string, pages: number): string {
  const filler = join(disk, 'filler');
  const fd = openSync(filler, 'w');
  try {
    for (;;) writeSync(fd, Buffer.alloc(PAGE));
  } catch {
    truncateSync(filler, fstatSync(fd).size - pages * PAGE);
    return filler;
  } finally {
    closeSync(fd);
  }
}

/** Attachments that need as many pages as there are, so that the room ends at another place each time. */
function manyFiles(pages: number) {
  const names = Array.from({ length: pages }, (_, n) => `file-${n}`);
  return { attachments: Object.fromEntries(names.map((name) => [name, `${name} of ${pages}`])) };
}

/** All files; a directory that was made for one that did not fit is no harm. */
function filesIn(path: string): string[] {
  const entries = readdirSync(join(path, '.git'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function subdirectories(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return [path, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))];
}

/** Gives a repository to a user without special rights, where the tests have them. */
function stranger(path: string): { readonly uid?: number } {
  if (process.getuid?.() !== 0) return {};
  execFileSync('chown', ['-R', '65534:65534', path]);
  return { uid: 65534 };
}
