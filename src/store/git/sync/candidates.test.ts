import { describe, expect, it } from 'vitest';
import { addEvents, type Clone, refsOf, twoClones } from '../../../../test/clones.ts';
import { gitIn } from '../../../../test/repository.ts';
import type { RunNeeds } from '../../store.ts';

const SINCE = '2026-01-01T00:00:00.000Z';
const CANDIDATES = 'refs/baton/candidates';

type Needs = RunNeeds | 'nothing' | undefined;

function syncNeeding({ store }: Clone, needs: Needs, maxBytes = 1_000_000) {
  return store.sync('origin', { project: async () => undefined, unfinished: { needsOf: async () => needs, maxBytes } });
}

/** Two clones, and in the first a run whose candidate has a file that no commit has. */
async function waitingRun() {
  const clones = await twoClones();
  const { one } = clones;
  await addEvents(one.store, 'runs/a', 2);
  const blob = gitIn(one.path, 'hash-object', '-w', '-t', 'blob', '.git/HEAD');
  gitIn(one.path, 'update-index', '--add', '--cacheinfo', `100644,${blob},new.txt`);
  const candidate = gitIn(one.path, 'write-tree');
  const base = gitIn(one.path, 'commit-tree', '-m', 'not pushed', 'HEAD^{tree}');
  return { ...clones, blob, needs: { base, candidate, since: SINCE } };
}

describe('what an unfinished run needs', () => {
  it('reaches the other clone with its journal, outlives a collection there, and is sent once', async () => {
    const { one, two, remote, blob, needs } = await waitingRun();
    expect(await syncNeeding(one, needs)).toMatchObject({ sent: ['runs/a'], candidates: ['a'], tooLarge: [] });
    const sent = refsOf(remote, CANDIDATES);
    expect(await syncNeeding(one, needs)).toMatchObject({ sent: [], candidates: [] });
    expect(await syncNeeding(two, needs)).toMatchObject({ received: ['runs/a'], candidates: [], refused: [] });
    expect(refsOf(remote, CANDIDATES)).toEqual(sent);
    gitIn(two.path, 'gc', '--quiet', '--prune=now');
    expect(gitIn(two.path, 'ls-tree', needs.candidate)).toContain(blob);
    expect(gitIn(two.path, 'cat-file', '-t', needs.base)).toBe('commit');
    expect(refsOf(two.path, CANDIDATES)).toEqual([]);
  });

  it('is deleted at the remote by any clone once it is not needed, and then collected', async () => {
    const { one, two, remote, needs } = await waitingRun();
    await syncNeeding(one, needs);
    await syncNeeding(two, needs);
    await syncNeeding(two, 'nothing');
    expect(refsOf(remote, CANDIDATES)).toEqual([]);
    await syncNeeding(two, 'nothing');
    gitIn(two.path, 'reflog', 'expire', '--all', '--expire=now');
    gitIn(two.path, 'gc', '--quiet', '--prune=now');
    expect(() => gitIn(two.path, 'cat-file', '-e', needs.candidate)).toThrow();
    expect(await syncNeeding(one, 'nothing')).toMatchObject({ refused: [], diverged: [] });
  });

  it('is left as it is by a clone that cannot say, or does not have it', async () => {
    const { one, two, remote, needs } = await waitingRun();
    await syncNeeding(one, needs);
    const sent = refsOf(remote, CANDIDATES);
    await syncNeeding(two, undefined);
    const absent = { ...needs, candidate: '1'.repeat(40) };
    expect(await syncNeeding(two, absent)).toMatchObject({ candidates: [] });
    await syncNeeding(two, { ...needs, base: '2'.repeat(40) });
    expect(refsOf(remote, CANDIDATES)).toEqual(sent);
  });

  it('goes without its candidate where that is too large, which is reported', async () => {
    const { one, two, needs } = await waitingRun();
    const report = await syncNeeding(one, needs, 10);
    expect(report).toMatchObject({ candidates: [], tooLarge: [{ run: 'a', bytes: expect.any(Number) }] });
    await syncNeeding(two, needs, 10);
    expect(gitIn(two.path, 'cat-file', '-t', needs.base)).toBe('commit');
    expect(() => gitIn(two.path, 'cat-file', '-e', needs.candidate)).toThrow();
  });

  it('of a run that was continued differently is left alone, and odd refs there disturb nothing', async () => {
    const { one, two, remote, needs } = await waitingRun();
    await syncNeeding(one, needs);
    await syncNeeding(two, needs);
    await addEvents(one.store, 'runs/a', 1);
    await addEvents(two.store, 'runs/a', 1, { at: '2026-02-02T00:00:00.000Z' });
    await syncNeeding(one, needs);
    const sent = refsOf(remote, CANDIDATES);
    expect(await syncNeeding(two, 'nothing')).toMatchObject({ diverged: [{ journal: 'runs/a' }] });
    expect(refsOf(remote, CANDIDATES)).toEqual(sent);
    gitIn(one.path, 'push', '--quiet', remote, `HEAD:${CANDIDATES}/UPPER`, `HEAD:${CANDIDATES}/x/y`);
    expect(await syncNeeding(one, needs)).toMatchObject({ refused: [] });
  });
});
