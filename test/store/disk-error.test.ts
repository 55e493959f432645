import { chmodSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onFaultPoint } from '../../src/base/fault-point.ts';
import { gitObject, writeDurably } from '../../src/sys/git/object-file.ts';
import { openRepository } from '../../src/sys/git/repository.ts';
import { gitIn, temporaryRepository } from '../repository.ts';
import { eventOf, expectSound, lockFiles, openStore, writerFiles } from './journals.ts';

const RUN = 'runs/r1';
const BEFORE_THE_REF_MOVES = [
  'object.written',
  'object.flushed',
  'object.renamed',
  'object.published',
  'ref.written',
  'ref.flushed',
  'ref.locked',
];

describe('a disk that reports an error', () => {
  it.each(BEFORE_THE_REF_MOVES)('leaves the journal as it was and nothing lying about: %s', async (point) => {
    const path = temporaryRepository();
    const store = await openStore(path);
    const { head } = await store.append(RUN, undefined, eventOf(RUN));
    failAt(point);
    await expect(store.append(RUN, head, eventOf(RUN, { n: 2 }))).rejects.toMatchObject({
      code: 'storage_failed',
      message: `Cannot record an event of ${RUN}: the disk reports an error. Nothing was changed.`,
    });
    expect(await store.head(RUN)).toBe(head);
    expect([...temporaryObjects(path), ...lockFiles(path), ...writerFiles(path)]).toEqual([]);
    onFaultPoint(undefined);
    expect((await store.append(RUN, head, eventOf(RUN, { n: 2 }))).ok).toBe(true);
    expectSound(path);
  });

  it('after the ref moved is told as what it is: recorded, but not confirmed', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    failAt('ref.moved');
    const refused = store.append(RUN, undefined, eventOf(RUN));
    await expect(refused).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(refused).rejects.toThrow(/was moved, but the disk did not confirm it \(EIO\)/);
    expect(await store.read(RUN)).toHaveLength(1);
    expect([...lockFiles(path), ...writerFiles(path)]).toEqual([]);
  });
});

describe('an object that a power cut left empty', () => {
  it('is written again with the next event that brings it', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    const extras = { attachments: { 'a.txt': 'hello' } };
    const { head } = await store.append(RUN, undefined, eventOf(RUN), extras);
    empty(path, gitObject({ hash: 'sha1' }, 'blob', 'hello').id);
    await store.append(RUN, head, eventOf(RUN), extras);
    expectSound(path);
  });

  it('is written again by every way of storing objects', async () => {
    const path = temporaryRepository();
    const repository = await openRepository(path);
    const object = gitObject(repository, 'blob', 'hello');
    await writeDurably(repository, [object]);
    const file = empty(path, object.id);
    await writeDurably(repository, [object]);
    expect(readFileSync(file).length).toBeGreaterThan(0);
    expect(gitIn(path, 'cat-file', '-p', object.id)).toBe('hello');
  });
});

describe('packing that fails', () => {
  it('does not make an event look refused that is recorded', async () => {
    const path = temporaryRepository();
    gitIn(path, 'config', 'gc.auto', 'many');
    const store = await openStore(path);
    expect((await store.append(RUN, undefined, eventOf(RUN))).ok).toBe(true);
  });
});

/** Lets the disk fail the next time a fault point is passed. */
function failAt(point: string): void {
  onTestFinished(() => onFaultPoint(undefined));
  onFaultPoint((name) => {
    if (name === point) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5 });
  });
}

function temporaryObjects(path: string): string[] {
  const names = readdirSync(join(path, '.git/objects'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes('tmp_obj_'));
}

function empty(path: string, id: string): string {
  const file = join(path, '.git/objects', id.slice(0, 2), id.slice(2));
  chmodSync(file, 0o644);
  truncateSync(file);
  return file;
}
