import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addEvents, atFaultPoint, openStore, refsOf, sync, twoClones } from '../../../test/clones.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { sampleEvent } from '../../testing/store-contract.ts';

const ARCHIVE = 'refs/baton/archive/journals';

describe('an archived journal', () => {
  it.each([[[]], [['--object-format=sha256']]])('reads as before (git init %j)', async (options) => {
    const path = temporaryRepository(...options);
    const store = await openStore(path);
    const head = await addEvents(store, 'runs/a', 3);
    await addEvents(store, 'runs/b', 1);
    await addEvents(store, 'handoffs/h', 2);
    const entries = await store.read('runs/a');
    expect(await store.archive(['runs/a', 'handoffs/h', 'runs/unknown'])).toEqual(['runs/a', 'handoffs/h']);
    expect(refsOf(path, 'refs/baton').map((line) => line.split(' ')[0])).toEqual([ARCHIVE, 'refs/baton/runs/b']);
    for (const reader of [store, await openStore(path)]) {
      expect(await reader.head('runs/a')).toBe(head);
      expect(await reader.read('runs/a')).toEqual(entries);
      expect(await reader.last('runs/a')).toEqual(entries[2]);
      expect(await reader.list('runs')).toEqual(['runs/a', 'runs/b']);
      expect(await reader.list('handoffs')).toEqual(['handoffs/h']);
      expect(await reader.audit('runs/a')).toEqual([]);
    }
    expect(gitIn(path, 'ls-tree', '-r', '--format=%(objectname) %(path)', ARCHIVE)).toContain(`${head} runs/a`);
    expect(gitIn(path, 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
  });

  it('takes no events and is not made again', async () => {
    const store = await openStore(temporaryRepository());
    const head = await addEvents(store, 'runs/a', 1);
    await store.archive(['runs/a']);
    await expect(store.append('runs/a', head, sampleEvent({ run: 'a' }))).rejects.toMatchObject({
      code: 'wrong_status',
    });
    expect(await store.append('runs/a', undefined, sampleEvent({ run: 'a' }))).toEqual({ ok: false, head });
    expect(await store.archive(['runs/a'])).toEqual([]);
  });

  it('outlives a collection', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    for (let n = 0; n < 20; n++) await addEvents(store, `runs/r${n}`, 2);
    await store.archive(await store.list('runs'));
    await addEvents(store, 'runs/late', 1);
    await store.archive(['runs/late']);
    gitIn(path, 'gc', '--quiet', '--prune=now', '--aggressive');
    const again = await openStore(path);
    expect(await again.list('runs')).toHaveLength(21);
    for (const journal of await again.list('runs')) expect(await again.audit(journal)).toEqual([]);
  });
});

describe('archiving', () => {
  it('that dies before the own refs are gone leaves journals that go on and are archived later', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    await addEvents(store, 'runs/a', 1);
    atFaultPoint('archive.extended', () => {
      throw new Error('died');
    });
    await expect(store.archive(['runs/a'])).rejects.toThrow('died');
    expect(refsOf(path, 'refs/baton')).toHaveLength(2);
    await addEvents(store, 'runs/a', 1);
    expect((await store.read('runs/a')).length).toBe(2);
    expect(await store.list('runs')).toEqual(['runs/a']);
    expect(await store.archive(['runs/a'])).toEqual(['runs/a']);
    expect(refsOf(path, 'refs/baton')).toHaveLength(1);
    expect((await (await openStore(path)).read('runs/a')).length).toBe(2);
  });

  it('leaves a journal on its own ref that moved meanwhile, and archives the others', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    const second = await addEvents(store, 'runs/a', 2);
    await addEvents(store, 'runs/b', 1);
    gitIn(path, 'update-ref', 'refs/baton/runs/a', `${second}~1`);
    atFaultPoint('archive.extended', () => gitIn(path, 'update-ref', 'refs/baton/runs/a', second));
    const fresh = await openStore(path);
    expect(await fresh.archive(['runs/a', 'runs/b'])).toEqual(['runs/b']);
    expect(await fresh.head('runs/a')).toBe(second);
    expect((await fresh.read('runs/a')).length).toBe(2);
  });

  it('by many at once loses nothing', async () => {
    const path = temporaryRepository();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(path)));
    await Promise.all(stores.map((store, n) => addEvents(store, `runs/r${n}`, 2)));
    const done = await Promise.all(stores.map((store, n) => store.archive([`runs/r${n}`, 'runs/r0'])));
    expect(new Set(done.flat())).toEqual(new Set(stores.map((_, n) => `runs/r${n}`)));
    expect(refsOf(path, 'refs/baton')).toHaveLength(1);
    for (const journal of await (await openStore(path)).list('runs')) {
      expect((await (await openStore(path)).read(journal)).length).toBe(2);
    }
  });

  it('never goes back to a shorter or another history', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    const head = await addEvents(store, 'runs/a', 2);
    await store.archive(['runs/a']);
    gitIn(path, 'update-ref', 'refs/baton/runs/a', `${head}~1`);
    expect(await store.archive(['runs/a'])).toEqual(['runs/a']);
    expect(await store.head('runs/a')).toBe(head);
    gitIn(path, 'update-ref', 'refs/baton/runs/a', `${head}~1`);
    const other = await addEvents(await openStore(path), 'runs/a', 1, { actor: 'other' });
    expect(await store.archive(['runs/a'])).toEqual([]);
    expect(await store.head('runs/a')).toBe(other);
  });

  it('gets past a lock that was left behind', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    await addEvents(store, 'runs/a', 1);
    await addEvents(store, 'runs/b', 1);
    writeFileSync(join(path, '.git/refs/baton/runs/a.lock'), '');
    expect(await store.archive(['runs/a', 'runs/b'])).toEqual(['runs/a', 'runs/b']);
  });

  it('refuses to work with an archive that holds something else', async () => {
    const path = temporaryRepository();
    const store = await openStore(path);
    await addEvents(store, 'runs/a', 1);
    mkdirSync(join(path, '.git/refs/baton/archive'), { recursive: true });
    writeFileSync(join(path, '.git', ARCHIVE), `${gitIn(path, 'rev-parse', 'HEAD^{tree}')}\n`);
    await expect(store.archive(['runs/a'])).rejects.toMatchObject({ code: 'corrupt_journal' });
    expect(await store.head('runs/a')).toBeDefined();
    await expect(store.head('runs/b')).rejects.toThrow(/The archive [0-9a-f]{40} cannot be read: it is a tree/);
  });
});

describe('the archive exchanged with a remote', () => {
  it('is the union of both sides, on top of both', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 2);
    await addEvents(two.store, 'runs/b', 2);
    await one.store.archive(['runs/a']);
    await two.store.archive(['runs/b']);
    expect(await sync(one)).toMatchObject({ sent: ['runs/a'] });
    expect(await sync(two)).toMatchObject({ sent: ['runs/b'], received: ['runs/a'] });
    expect(gitIn(two.path, 'rev-list', '--parents', '--max-count=1', ARCHIVE).split(' ')).toHaveLength(3);
    expect(await sync(one)).toMatchObject({ received: ['runs/b'], sent: [] });
    for (const { store, path } of [one, two]) {
      expect(await store.list('runs')).toEqual(['runs/a', 'runs/b']);
      expect(refsOf(path, ARCHIVE)).toEqual(refsOf(remote));
    }
    expect(await sync(two)).toMatchObject({ received: [], sent: [], archived: [] });
  });

  it('takes journals off their own refs on the other side', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 2);
    await addEvents(one.store, 'runs/b', 1);
    await sync(one);
    await sync(two);
    await addEvents(one.store, 'runs/a', 1);
    await one.store.archive(['runs/a', 'runs/b']);
    expect(await sync(one)).toMatchObject({ sent: ['runs/a'], archived: ['runs/a', 'runs/b'] });
    expect(refsOf(remote)).toHaveLength(1);
    expect(await sync(two)).toMatchObject({ received: ['runs/a'], archived: ['runs/a', 'runs/b'], diverged: [] });
    expect(refsOf(two.path, 'refs/baton/runs')).toEqual([]);
    expect((await two.store.read('runs/a')).length).toBe(3);
    await expect(
      two.store.append('runs/b', await two.store.head('runs/b'), sampleEvent({ run: 'b' })),
    ).rejects.toMatchObject({ code: 'wrong_status' });
  });

  it('does not take away what was added here meanwhile', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 2);
    await sync(one);
    await sync(two);
    await one.store.archive(['runs/a']);
    await sync(one);
    const head = await addEvents(two.store, 'runs/a', 1);
    expect(await sync(two)).toMatchObject({ sent: ['runs/a'], archived: [], diverged: [] });
    expect(gitIn(remote, 'rev-parse', 'refs/baton/runs/a')).toBe(head);
    await sync(one);
    expect(await one.store.head('runs/a')).toBe(head);
  });

  it('keeps both histories of a journal that was archived differently', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 2, { actor: 'one' });
    await addEvents(two.store, 'runs/a', 2, { actor: 'two' });
    await addEvents(two.store, 'runs/b', 1);
    await one.store.archive(['runs/a']);
    await two.store.archive(['runs/a', 'runs/b']);
    const [theirs, ours] = [await one.store.head('runs/a'), await two.store.head('runs/a')];
    await sync(one);
    for (let time = 0; time < 2; time++) {
      expect((await sync(two)).diverged).toEqual([{ journal: 'runs/a', ours, theirs, common: 0 }]);
    }
    expect(await two.store.head('runs/a')).toBe(ours);
    expect(gitIn(remote, 'ls-tree', '-r', '--format=%(objectname)', ARCHIVE).split('\n')).toEqual([
      theirs,
      await two.store.head('runs/b'),
    ]);
    expect(await sync(one)).toMatchObject({ received: ['runs/b'] });
  });

  it('is joined again when both sides change it at once', async () => {
    const { one, two } = await twoClones();
    await addEvents(one.store, 'runs/a', 1);
    await addEvents(two.store, 'runs/b', 1);
    await one.store.archive(['runs/a']);
    await two.store.archive(['runs/b']);
    atFaultPoint('sync.sending', () => gitIn(two.path, 'push', '--quiet', 'origin', ARCHIVE));
    expect(await sync(one)).toMatchObject({ sent: ['runs/a'], received: ['runs/b'] });
    await sync(two);
    for (const { store } of [one, two]) expect(await store.list('runs')).toEqual(['runs/a', 'runs/b']);
  });
});
