import { describe, expect, it } from 'vitest';
import { madeUp, RUN } from '../../test/cli-events.ts';
import type { HandoffGlance } from '../engine/handoff-overview.ts';
import type { StoredHandoff } from '../engine/handoffs.ts';
import { unreadableView } from '../engine/run/view.ts';
import { preparePackage } from '../handoff/prepare.ts';
import { handoffDocument, handoffsDocument, journalDocument, runDocument, runsDocument } from './documents.ts';

const KEY = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`;

function handoff(task: string): StoredHandoff {
  const prepared = preparePackage({ sourceAgent: 'dev', targetAgent: 'reviewer', context: {}, instructions: { task } });
  return {
    handoff: prepared,
    history: [{ status: 'pending', at: '2026-01-01T00:00:00Z', actor: 'dev', note: undefined }],
  };
}

describe('documents', () => {
  it('hold what others wrote as text that opens nothing', () => {
    const view = { ...unreadableView('stack', '# not a heading\n[link](x)'), request: '<img src=x> `code`' };
    const { markdown } = runDocument(view);
    expect(markdown).toContain('\\<img src=x\\>');
    expect(markdown).toContain('> \\# not a heading');
    expect(runsDocument([view]).markdown.split('\n')).toHaveLength(3);
  });

  it('hold no secret, neither as markdown nor as JSON', () => {
    const { markdown, data } = runDocument({ ...unreadableView('stack', `the key is ${KEY}`), request: KEY });
    expect(markdown).not.toContain(KEY);
    expect(JSON.stringify(data)).not.toContain(KEY);
  });

  it('tell of a handoff and its history', () => {
    const { markdown, data } = handoffDocument(handoff('Look at the parser'));
    expect(markdown).toContain('**Task**: Look at the parser');
    expect(markdown).toContain('- 2026-01-01T00:00:00Z pending by dev');
    expect(data).toMatchObject({ handoff: { sourceAgent: 'dev' }, history: [{ status: 'pending' }] });
  });

  it('say that there is nothing where there is nothing', () => {
    expect(runsDocument([]).markdown).toContain('There are none.');
    expect(handoffsDocument({ glances: [], unreadable: [] }).data).toMatchObject({ handoffs: [], left_out: 0 });
  });

  it('list handoffs in short, the first ones of many', () => {
    const glance: HandoffGlance = {
      id: 'h1',
      status: 'pending',
      priority: 'immediate',
      from: 'dev',
      to: 'reviewer',
      task: 'Look at `it`',
      holder: undefined,
      createdAt: new Date('2026-01-01T00:00:00Z'),
      expiresAt: undefined,
      updatedAt: '2026-01-01T00:00:00Z',
    };
    const broken = { id: 'h2', why: 'its journal holds no event' };
    const all = { glances: Array.from({ length: 700 }, () => glance), unreadable: [broken] };
    const { markdown, data } = handoffsDocument(all);
    expect(markdown).toContain('`h2` cannot be read: its journal holds no event');
    expect(markdown).toContain('`baton://handoff/h1` pending, dev → reviewer: Look at');
    expect(markdown).toContain('200 more are left out');
    expect(data).toMatchObject({ left_out: 200, handoffs: { 0: { id: 'h1', from: 'dev' }, 499: {} } });
  });

  it('tell the story of a run, the newest events of a long one', () => {
    const parked = { type: 'run.parked', data: { reason: 'asked to' } };
    expect(journalDocument(RUN, madeUp([parked])).markdown).toContain('parked: asked to');
    const long = journalDocument(RUN, madeUp(Array.from({ length: 700 }, () => parked)));
    expect(long.markdown).toContain('200 earlier events are left out');
    expect(long.data).toMatchObject({ left_out: 200 });
  });
});
