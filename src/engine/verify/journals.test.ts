import { describe, expect, it, onTestFinished } from 'vitest';
import { completedData, overwriteObject, recordRun } from '../../../test/recorded-run.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openBaton } from '../../open.ts';
import { openMemoryStore } from '../../store/memory-store.ts';
import { projectNotes } from '../notes.ts';
import { verifyJournals } from './journals.ts';

async function open(path: string) {
  const baton = await openBaton({ cwd: path });
  onTestFinished(() => baton.close());
  return baton;
}

describe('verification', () => {
  it('of an empty store finds nothing', async () => {
    expect(await verifyJournals(openMemoryStore())).toEqual({ journals: 0, events: 0, notes: 0, problems: [] });
  });

  it('works on any store', async () => {
    const store = openMemoryStore();
    const data = completedData({ commit: 'a'.repeat(40), next_phase: 'green' });
    const event = { type: 'phase.completed', at: '2026-01-31T12:00:00.000Z', run: 'r1', actor: 'baton', phase: 'red' };
    await store.append('runs/r1', undefined, { ...event, data });
    expect((await verifyJournals(store)).problems[0]?.what).toMatch(/^the note of runs\/r1, event 1 .* is missing/);
    await projectNotes(store);
    expect(await verifyJournals(store)).toEqual({ journals: 1, events: 1, notes: 1, problems: [] });
  });

  it('of one run judges the notes of that run only', async () => {
    const path = temporaryRepository();
    await recordRun(path, 'r1');
    const { commits } = await recordRun(path, 'r2');
    gitIn(path, 'notes', '--ref=tdd-handoffs', 'add', '-f', '-m', '{"run": "r2", "journal": "x"}', commits.red);
    gitIn(path, 'notes', '--ref=tdd-handoffs', 'add', '-f', '-m', '{"run": "r2", "journal": "x"}', 'HEAD~8');
    const { verifyJournals } = await open(path);
    expect(await verifyJournals('r1')).toEqual({ journals: 1, events: 9, notes: 4, problems: [] });
    expect((await verifyJournals('r2')).problems).toHaveLength(2);
    expect(await verifyJournals()).toMatchObject({ journals: 2, events: 18, notes: 9 });
  });

  it('does not take notes for forged whose journal it cannot read', async () => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path);
    overwriteObject(path, entries[4]?.id ?? '', (text) => text.replace('"seq": 5', '"seq": five'));
    const { problems } = await (await open(path)).verifyJournals();
    expect(problems.map(({ place }) => place.split(' (')[0])).toEqual(['runs/r1, event 5', 'runs/r1, event 5']);
  });

  it('names an event whose data makes no note', async () => {
    const path = temporaryRepository();
    const { store, verifyJournals } = await open(path);
    const anchor = gitIn(path, 'rev-parse', 'HEAD');
    const event = { type: 'phase.completed', at: '2026-01-31T12:00:00.000Z', run: 'r1', actor: 'baton', phase: 'red' };
    await store.append('runs/r1', undefined, { ...event, data: { commit: anchor } }, { anchor });
    expect((await verifyJournals()).problems).toEqual([
      { place: expect.stringMatching(/^runs\/r1, event 1 \(/), what: expect.stringContaining('workflow is missing') },
    ]);
  });

  it('finds forged notes under names no journal uses, and damaged notes', async () => {
    const path = temporaryRepository();
    const { verifyJournals } = await open(path);
    gitIn(path, 'notes', '--ref=custom-handoffs', 'add', '-m', '{"journal": "abc"}', 'HEAD');
    expect((await verifyJournals()).problems).toMatchObject([
      { place: expect.stringContaining('refs/notes/custom-handoffs, commit '), what: expect.stringContaining('abc') },
    ]);
    const blob = gitIn(path, 'notes', '--ref=custom-handoffs', 'list', 'HEAD');
    overwriteObject(path, blob, (text) => text.replace('abc', 'abd'));
    expect((await verifyJournals()).problems).toMatchObject([
      {
        place: 'refs/notes/custom-handoffs',
        what: expect.stringContaining(`object ${blob} was changed after it was written`),
      },
    ]);
  });
});
