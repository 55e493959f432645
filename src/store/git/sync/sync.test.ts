import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addEvents, atFaultPoint, openStore, refsOf, sync, twoClones } from '../../../../test/clones.ts';
import { gitIn } from '../../../../test/repository.ts';

describe('journals exchanged with a remote', () => {
  it.each([[[]], [['--object-format=sha256']]])('reach every clone that asks (git init %j)', async (options) => {
    const { one, two, remote } = await twoClones(...options);
    const head = await addEvents(one.store, 'runs/a', 3);
    await addEvents(two.store, 'runs/b', 2);
    await addEvents(two.store, 'handoffs/h', 1);
    expect(await sync(one)).toMatchObject({ remote: 'origin', sent: ['runs/a'], received: [] });
    const nothing = { archived: [], notes: [], diverged: [], refused: [] };
    expect(await sync(two)).toMatchObject({ sent: ['handoffs/h', 'runs/b'], received: ['runs/a'], ...nothing });
    expect(await sync(one)).toMatchObject({ sent: [], received: ['handoffs/h', 'runs/b'], ...nothing });
    for (const { store, path } of [one, two]) {
      expect(await store.head('runs/a')).toBe(head);
      expect(await store.list('runs')).toEqual(['runs/a', 'runs/b']);
      expect((await store.read('runs/b')).length).toBe(2);
      expect(await store.list('handoffs')).toEqual(['handoffs/h']);
      expect(gitIn(path, 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
    }
    expect(refsOf(remote)).toEqual(refsOf(one.path, 'refs/baton/runs', 'refs/baton/handoffs').sort());
    expect(await sync(one)).toMatchObject({ sent: [], received: [], ...nothing });
  });

  it('bring attachments and phase commits along, which then outlive a collection', async () => {
    const { one, two } = await twoClones();
    const anchor = gitIn(one.path, 'commit-tree', '-m', 'feat: x', 'HEAD^{tree}');
    const head = await addEvents(one.store, 'runs/a', 1);
    const event = {
      type: 'phase.completed',
      at: '2026-01-01T00:00:00.000Z',
      run: 'a',
      actor: 'baton',
      data: { commit: anchor },
    };
    await one.store.append('runs/a', head, event, { anchor, attachments: { 'report.json': '{"passed": 1}' } });
    await sync(one);
    await sync(two);
    gitIn(two.path, 'gc', '--quiet', '--prune=now');
    expect(gitIn(two.path, 'cat-file', '-t', anchor)).toBe('commit');
    const report = (await two.store.last('runs/a'))?.attachments['report.json'] ?? '';
    expect((await two.store.attachment(report))?.toString()).toBe('{"passed": 1}');
    expect(await two.store.audit('runs/a')).toEqual([]);
  });

  it('can be continued in one clone, then in the other', async () => {
    const { one, two } = await twoClones();
    for (const [clone, other] of [
      [one, two],
      [two, one],
      [one, two],
    ] as const) {
      const head = await addEvents(clone.store, 'runs/a', 40);
      expect((await sync(clone)).sent).toEqual(['runs/a']);
      expect((await sync(other)).received).toEqual(['runs/a']);
      expect(await other.store.head('runs/a')).toBe(head);
    }
    expect((await two.store.read('runs/a')).map(({ event }) => event.seq)).toEqual(
      Array.from({ length: 120 }, (_, n) => n + 1),
    );
  });

  it('are left alone on both sides where two clones continued them differently, and others go through', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 3);
    await sync(one);
    await sync(two);
    const theirs = await addEvents(one.store, 'runs/a', 1, { actor: 'one' });
    const ours = await addEvents(two.store, 'runs/a', 50, { actor: 'two' });
    await addEvents(two.store, 'runs/b', 1);
    await sync(one);
    expect(await sync(two)).toMatchObject({
      sent: ['runs/b'],
      diverged: [{ journal: 'runs/a', ours, theirs, common: 3 }],
    });
    expect(await two.store.head('runs/a')).toBe(ours);
    expect(gitIn(remote, 'rev-parse', 'refs/baton/runs/a')).toBe(theirs);
    expect(gitIn(remote, 'rev-parse', 'refs/baton/runs/b')).toBe(await two.store.head('runs/b'));
  });

  it('have nothing in common where two clones made the same name', async () => {
    const { one, two } = await twoClones();
    await addEvents(one.store, 'runs/a', 2, { actor: 'one' });
    await addEvents(two.store, 'runs/a', 1, { actor: 'two' });
    await sync(one);
    expect((await sync(two)).diverged).toMatchObject([{ journal: 'runs/a', common: 0 }]);
  });
});

describe('an exchange that meets others', () => {
  it('starts again when the remote moved before the push', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 1);
    await sync(one);
    await sync(two);
    const theirs = await addEvents(two.store, 'runs/a', 1, { actor: 'two' });
    await addEvents(one.store, 'runs/a', 1, { actor: 'one' });
    await addEvents(one.store, 'runs/b', 1);
    atFaultPoint('sync.sending', () => gitIn(two.path, 'push', '--quiet', 'origin', 'refs/baton/runs/a'));
    expect(await sync(one)).toMatchObject({ sent: ['runs/b'], diverged: [{ journal: 'runs/a', theirs, common: 1 }] });
    expect(gitIn(remote, 'rev-parse', 'refs/baton/runs/a')).toBe(theirs);
  });

  it('starts again when somebody here moved a journal that is being taken in', async () => {
    const { one, two } = await twoClones();
    const first = await addEvents(one.store, 'runs/a', 1);
    await sync(one);
    await sync(two);
    const second = await addEvents(one.store, 'runs/a', 1);
    const third = await addEvents(one.store, 'runs/a', 1);
    await sync(one);
    atFaultPoint('sync.decided', () => gitIn(two.path, 'update-ref', 'refs/baton/runs/a', second, first));
    expect(await sync(two)).toMatchObject({ received: ['runs/a'], diverged: [] });
    expect(await two.store.head('runs/a')).toBe(third);
  });

  it('sends what there was when it looked, and the rest the next time', async () => {
    const { one, two } = await twoClones();
    const head = await addEvents(one.store, 'runs/a', 2);
    gitIn(one.path, 'update-ref', 'refs/baton/runs/a', `${head}~1`);
    atFaultPoint('sync.decided', () => gitIn(one.path, 'update-ref', 'refs/baton/runs/a', head));
    await sync(one);
    await sync(two);
    expect((await two.store.read('runs/a')).length).toBe(1);
    expect((await sync(one)).sent).toEqual(['runs/a']);
  });

  it('is whole again at the next one when it dies on the way', async () => {
    for (const point of ['sync.fetched', 'sync.decided', 'sync.journal.taken', 'sync.archive.taken', 'sync.sending']) {
      const { one, two } = await twoClones();
      await addEvents(one.store, 'runs/a', 2);
      await addEvents(one.store, 'runs/b', 2);
      await one.store.archive(['runs/b']);
      await sync(one);
      await addEvents(two.store, 'runs/c', 1);
      atFaultPoint(point, () => {
        throw new Error('died');
      });
      await expect(sync(two)).rejects.toThrow('died');
      const again = { ...two, store: await openStore(two.path) };
      expect(await sync(again)).toMatchObject({ sent: ['runs/c'], diverged: [], refused: [] });
      expect(await again.store.list('runs')).toEqual(['runs/a', 'runs/b', 'runs/c']);
      expect(refsOf(two.path, 'refs/baton/runs')).toHaveLength(2);
    }
  });

  it('is not stopped by the locks of one that died', async () => {
    const { one, two } = await twoClones();
    await addEvents(one.store, 'runs/a', 1);
    await sync(one);
    await sync(two);
    await addEvents(one.store, 'runs/a', 1);
    await sync(one);
    writeFileSync(join(two.path, '.git/refs/baton/remotes/origin/runs/a.lock'), '');
    expect((await sync(two)).received).toEqual(['runs/a']);
  });

  it('waits for another one with the same remote here', async () => {
    const { one, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 2);
    const again = { ...one, store: await openStore(one.path) };
    const reports = await Promise.all([sync(one), sync(again), sync(one)]);
    expect(reports.flatMap(({ sent }) => sent)).toEqual(['runs/a']);
    expect(refsOf(remote)).toHaveLength(1);
  });

  it('takes several pushes for more journals than one holds', async () => {
    const { one, two, remote } = await twoClones();
    for (let n = 0; n < 1_050; n++) await addEvents(one.store, `runs/r${n}`, 1);
    expect((await sync(one)).sent).toHaveLength(1_050);
    expect(refsOf(remote)).toHaveLength(1_050);
    expect((await sync(two)).received).toHaveLength(1_050);
  });
});
