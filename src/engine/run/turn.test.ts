import { describe, expect, it } from 'vitest';
import { RUN, STARTED } from '../../../test/cli-events.ts';
import { openMemoryStore } from '../../store/memory-store.ts';
import type { Entry, NewEvent, Store } from '../../store/store.ts';
import { openTurn } from './turn.ts';

const JOURNAL = `runs/${RUN}` as const;
const eventOf = (more: Pick<NewEvent, 'type'> & Partial<NewEvent>): NewEvent => ({
  at: '2026-01-31T12:00:00.000Z',
  run: RUN,
  actor: 'baton',
  data: {},
  ...more,
});

/** A store in which somebody else always writes right behind what is written. */
function crowded(store: Store): Store {
  return {
    ...store,
    async append(...given) {
      const appended = await store.append(...given);
      if (appended.ok) {
        await store.append(JOURNAL, appended.head, eventOf({ type: 'run.aborted', data: { reason: 'enough' } }));
      }
      return appended;
    },
  };
}

describe('what a run being moved records', () => {
  it('is what it is told back, even if somebody wrote right behind it', async () => {
    const store = openMemoryStore();
    await store.append(JOURNAL, undefined, eventOf(STARTED));
    const seen: Entry[] = [];
    const turn = await openTurn(crowded(store), RUN, (entry) => seen.push(entry));
    const attachments = { 'report.json': '{}' };
    const entry = await turn.append({ type: 'run.parked', data: { reason: 'interrupted', detail: '' }, attachments });
    expect(entry).toMatchObject({ id: turn.head, event: { type: 'run.parked', seq: 2 } });
    expect(seen).toEqual([entry]);
    expect(await turn.attachment(2, 'report.json')).toBe('{}');
  });
});
