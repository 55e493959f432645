import { describe, expect, it, onTestFinished } from 'vitest';
import { completedData, recordRun } from '../../test/recorded-run.ts';
import { gitIn, temporaryRepository } from '../../test/repository.ts';
import { openBaton } from '../open.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { NewEvent, Store } from '../store/store.ts';
import { projectNotes, repairNotes } from './notes.ts';

async function open(path: string) {
  const baton = await openBaton({ cwd: path });
  onTestFinished(() => baton.close());
  return baton;
}

/** Appends `phase.completed` events to a journal in memory. */
async function complete(store: Store, run: string, ...events: Partial<NewEvent>[]): Promise<void> {
  for (const event of events) {
    const base = {
      type: 'phase.completed',
      at: '2026-01-31T12:00:00.000Z',
      run,
      actor: 'baton',
      phase: 'red',
      data: {},
    };
    await store.append(`runs/${run}`, await store.head(`runs/${run}`), { ...base, ...event });
  }
}

describe('the projection of notes', () => {
  it('puts one note on every phase commit, under the name of its workflow [R001-22]', async () => {
    const store = openMemoryStore();
    const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
    await complete(store, 'r1', { data: completedData({ commit: a, next_phase: 'green' }) });
    await complete(store, 'r2', { data: completedData({ commit: b, next_phase: 'review', workflow: 'capability' }) });
    const report = await projectNotes(store);
    expect(report.written.map(({ commit, notes, run }) => [commit, notes, run])).toEqual([
      [a, 'tdd-handoffs', 'r1'],
      [b, 'capability-handoffs', 'r2'],
    ]);
    expect(JSON.parse((await store.readNotes('tdd-handoffs')).get(a) ?? '')).toMatchObject({ phase: 'RED', run: 'r1' });
    expect(await projectNotes(store)).toEqual({ written: [], unchanged: 2, matched: [], problems: [] });
  });

  it('does not stop at an event or a journal that makes no note', async () => {
    const path = temporaryRepository();
    const { commits } = await recordRun(path);
    const { store, projectNotes } = await open(path);
    await complete(store, 'bad', { data: { commit: 'x' } });
    gitIn(path, 'update-ref', 'refs/baton/runs/foreign', 'HEAD');
    gitIn(path, 'update-ref', '-d', 'refs/notes/tdd-handoffs');
    const { written, problems } = await projectNotes();
    expect(written.map(({ commit }) => commit)).toEqual(Object.values(commits));
    expect(problems.map(({ place }) => place)).toEqual([
      expect.stringMatching(/^runs\/bad, event 1 \(/),
      'runs/foreign',
    ]);
  });

  it('is limited to one run when asked, and says when there is none', async () => {
    const path = temporaryRepository();
    await recordRun(path, 'r1');
    await recordRun(path, 'r2');
    gitIn(path, 'update-ref', '-d', 'refs/notes/tdd-handoffs');
    const { projectNotes } = await open(path);
    expect((await projectNotes('r2')).written.every(({ run }) => run === 'r2')).toBe(true);
    for (const name of ['r3', '../r1', '']) {
      await expect(projectNotes(name)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('the repair of notes', () => {
  it('gives copies the note of the last phase with their trailers', async () => {
    const path = temporaryRepository();
    const { commits } = await recordRun(path);
    const baton = await open(path);
    const again = gitIn(path, 'commit-tree', '-m', 'again', 'HEAD^{tree}');
    const data = completedData({ commit: again, next_phase: 'green', session_id: 'second' });
    const head = await baton.store.head('runs/r1');
    const event = { type: 'phase.completed', at: '2026-01-31T13:00:00.000Z', run: 'r1', actor: 'baton' };
    await baton.store.append('runs/r1', head, { ...event, phase: 'red', cycle: 1, data }, { anchor: again });
    gitIn(path, 'checkout', '--quiet', '-b', 'copy', commits.red);
    gitIn(path, 'commit', '--quiet', '--amend', '--no-edit', '--date=2020-01-01T00:00:00Z');
    const copy = gitIn(path, 'rev-parse', 'HEAD');
    const { matched } = await repairNotes(baton.store, 'r1');
    expect(matched).toMatchObject([{ commit: copy, original: again, phase: 'red', cycle: 1 }]);
    const notes = await baton.store.readNotes('tdd-handoffs');
    expect(JSON.parse(notes.get(copy) ?? '')).toMatchObject({ session_id: 'second' });
    expect(JSON.parse(notes.get(commits.red) ?? '')).toMatchObject({ session_id: 's-red-1' });
    expect((await baton.verifyJournals()).problems).toEqual([]);
  });

  it('passes over commits whose trailers name no recorded phase', async () => {
    const path = temporaryRepository();
    await recordRun(path);
    const foreign = 'x\n\nBaton-Run: r1\nBaton-Phase: green\nBaton-Cycle: 9';
    gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', foreign);
    expect(await repairNotes((await open(path)).store)).toEqual({
      written: [],
      unchanged: 4,
      matched: [],
      problems: [],
    });
  });
});
