import { describe, expect, it } from 'vitest';
import { APPROVAL, BASELINE, COMMITS, PLANNED, RUN, recorded, SEEN_RED, STARTED } from '../../../test/cli-events.ts';
import { viewOf } from '../../../test/cli-view.ts';
import { paintFor } from '../paint.ts';
import { describeFound } from './describe.ts';
import { findThing } from './find.ts';

const entries = recorded([STARTED, BASELINE, ...PLANNED, ...SEEN_RED.slice(0, -1), APPROVAL]);
const runs = { list: async () => [viewOf({})], entries: async () => entries };
const drawing = { columns: 100, paint: paintFor(false) };

async function shown(word: string): Promise<string> {
  return describeFound(await findThing(runs, word), drawing).join('\n');
}

describe('what a word on the command line means', () => {
  it('is a run by its name, with its accepted commits', async () => {
    expect(await shown(RUN)).toContain('Accepted commits:\n  aaaaaaaaaaaa  the start\n  bbbbbbbbbbbb  plan of cycle 1');
  });

  it('is a phase commit by its first digits, with its note and what led to it', async () => {
    const told = await shown(COMMITS.plan.slice(0, 8));
    expect(told).toContain('run     stack-4f2a, cycle 1, PLAN, then RED');
    expect(told).toContain('list    0 done, 2 open');
    expect(told).toContain('ok list: 2 open, next is T1 push keeps a value');
    expect(told).toContain(`baton show ${RUN}:3 --attachment prompt.md`);
  });

  it('is an ask by its id, with the tree it is bound to and how to answer it', async () => {
    const told = await shown('ask-1f0c2a3b');
    expect(told).toContain('ask     ask-1f0c2a3b (approval)');
    expect(told).toContain(`tree    ${'2'.repeat(40)}`);
    expect(told).toContain('test/stack.test.js | 9 +++++++++');
    expect(told).toContain('ok red: 1 new test fails, as it must');
    expect(told).toContain('baton approve ask-1f0c2a3b');
  });

  it('is an answered ask with its answer instead', async () => {
    const data = { ask: 'ask-1f0c2a3b', answer: { kind: 'approval', approved: true } };
    const answered = recorded([STARTED, APPROVAL, { type: 'ask.answered', actor: 'ann', data }]);
    const found = await findThing({ ...runs, entries: async () => answered }, 'ask-1f0c2a3b');
    const told = describeFound(found, drawing).join('\n');
    expect(told).toMatch(/It was answered:\n.*ann approved/);
    expect(told).not.toContain('To answer it');
  });

  it('is an event by its number or the id of its entry, with what was recorded beside it', async () => {
    const told = await shown(`${RUN}:3`);
    expect(told).toContain('event  stack-4f2a:3 phase.started');
    expect(told).toContain('"tokens": 812');
    expect(told).toContain('--attachment prompt.md');
    expect(await shown(entries[2]?.id ?? '')).toBe(told);
  });

  it('is an error that says where to look if it is nothing', async () => {
    for (const word of ['nope', 'ask-0', `${RUN}:99`, 'abc', 'ffffff']) {
      await expect(shown(word)).rejects.toThrow('`baton status` lists runs and asks');
    }
  });

  it('is an error if it could be several things', async () => {
    await expect(shown('eeee')).rejects.toThrow(/could be \d+ things. Type more of it/);
  });
});
