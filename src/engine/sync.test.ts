import { describe, expect, it } from 'vitest';
import { addEvents, atFaultPoint, type Clone, refsOf, twoClones } from '../../test/clones.ts';
import { gitIn } from '../../test/repository.ts';
import { projectNotes } from './notes.ts';
import { syncWith } from './sync.ts';

const NOTES = 'refs/notes/tdd-handoffs';

/** Records a completed phase, with its note, and gives the phase commit. */
async function completePhase({ path, store }: Clone, run: string): Promise<string> {
  const commit = gitIn(path, 'commit-tree', '-m', `feat: ${run} ${Math.random()}`, 'HEAD^{tree}');
  const head = (await store.head(`runs/${run}`)) ?? (await addEvents(store, `runs/${run}`, 1));
  const data = { commit, workflow: 'tdd', next_phase: 'refactor' };
  const event = { type: 'phase.completed', at: '2026-01-01T00:00:00.000Z', run, phase: 'green', actor: 'baton', data };
  await store.append(`runs/${run}`, head, event, { anchor: commit });
  await projectNotes(store);
  return commit;
}

function note({ path }: Pick<Clone, 'path'>, commit: string): string {
  return gitIn(path, 'notes', '--ref=tdd-handoffs', 'show', commit);
}

describe('notes exchanged with a remote', () => {
  it('are the same for all runs in every clone, and plain git shows them there', async () => {
    const { one, two, remote } = await twoClones();
    const mine = await completePhase(one, 'a');
    const theirs = await completePhase(two, 'b');
    expect((await syncWith(one.store, 'origin')).notes).toEqual(['tdd-handoffs']);
    expect((await syncWith(two.store, 'origin')).notes).toEqual(['tdd-handoffs']);
    await syncWith(one.store, 'origin');
    for (const clone of [one, two]) {
      expect(JSON.parse(note(clone, mine))).toMatchObject({ run: 'a', phase: 'GREEN' });
      expect(JSON.parse(note(clone, theirs))).toMatchObject({ run: 'b' });
      expect(refsOf(clone.path, NOTES)).toEqual(refsOf(remote, NOTES));
    }
    expect(await syncWith(one.store, 'origin')).toMatchObject({ notes: [], received: [], sent: [] });
  });

  it('are made again from the journal where the remote says something else', async () => {
    const { one, two } = await twoClones();
    const commit = await completePhase(one, 'a');
    await syncWith(one.store, 'origin');
    await syncWith(two.store, 'origin');
    const written = note(one, commit);
    gitIn(two.path, 'notes', '--ref=tdd-handoffs', 'add', '-f', '-m', 'forged', commit);
    gitIn(two.path, 'push', '--quiet', 'origin', NOTES);
    await syncWith(one.store, 'origin');
    await syncWith(two.store, 'origin');
    for (const clone of [one, two]) expect(note(clone, commit)).toBe(written);
  });

  it('keep what others wrote under the same name, there and here', async () => {
    const { one, two, remote } = await twoClones();
    const [first, second] = [
      gitIn(one.path, 'rev-parse', 'HEAD'),
      gitIn(two.path, 'commit-tree', '-m', 'x', 'HEAD^{tree}'),
    ];
    gitIn(one.path, 'notes', '--ref=tdd-handoffs', 'add', '-m', 'by hand, one', first);
    await completePhase(one, 'a');
    await syncWith(one.store, 'origin');
    gitIn(two.path, 'notes', '--ref=tdd-handoffs', 'add', '-m', 'by hand, two', second);
    await completePhase(two, 'b');
    await syncWith(two.store, 'origin');
    await syncWith(one.store, 'origin');
    for (const path of [one.path, two.path, remote]) {
      expect(gitIn(path, 'notes', '--ref=tdd-handoffs', 'list').split('\n')).toHaveLength(4);
      expect(note({ path: two.path }, second)).toBe('by hand, two');
      expect(gitIn(path, 'ls-tree', '-r', NOTES)).toContain(first.slice(2));
    }
  });

  it('are put on top of what somebody else sent meanwhile', async () => {
    const { one, two, remote } = await twoClones();
    await completePhase(one, 'a');
    await completePhase(two, 'b');
    atFaultPoint('sync.sending', () => gitIn(two.path, 'push', '--quiet', 'origin', NOTES, 'refs/baton/runs/b'));
    await syncWith(one.store, 'origin');
    expect(gitIn(remote, 'notes', '--ref=tdd-handoffs', 'list').split('\n')).toHaveLength(2);
    expect(gitIn(remote, 'rev-list', '--count', NOTES)).toBe('2');
  });

  it('of other tools stay where they are', async () => {
    const { one, remote } = await twoClones();
    gitIn(one.path, 'notes', '--ref=review', 'add', '-m', 'mine', 'HEAD');
    gitIn(one.path, 'notes', '--ref=Odd-handoffs', 'add', '-m', 'mine', 'HEAD');
    gitIn(one.path, 'push', '--quiet', 'origin', 'HEAD:refs/notes/Other-handoffs');
    expect(await syncWith(one.store, 'origin')).toMatchObject({ notes: [], refused: [] });
    expect(refsOf(remote).map((line) => line.split(' ')[0])).toEqual(['refs/notes/Other-handoffs']);
  });
});
