import { describe, expect, it } from 'vitest';
import { BASELINE, type MadeUp, madeUp, PLANNED, SEEN_RED, STARTED, session } from '../../../test/cli-events.ts';
import { builtIn } from '../../../test/workflow/built-in.ts';
import { paintFor } from '../paint.ts';
import { widthOf } from '../plain-text.ts';
import { renderBlock } from './block.ts';
import { NOTHING_SEEN, type RunModel, seeDoing, seeEvent } from './model.ts';

const BEGAN = Date.UTC(2026, 0, 31, 12, 0, 0);
const DRAWING = { began: BEGAN, now: BEGAN + 221_000, columns: 100, paint: paintFor(false), hint: 'Ctrl-C parks' };

function modelOf(...events: MadeUp[]): RunModel {
  return madeUp(events).reduce(seeEvent, NOTHING_SEEN);
}

const atGreen = modelOf(
  STARTED,
  BASELINE,
  ...PLANNED,
  ...SEEN_RED,
  ...session('green', 'implementing-agent').slice(0, 2),
);

describe('the block below the story', () => {
  it('shows the place, what is done now, the list, time and cost', () => {
    const model = seeDoing({ ...atGreen, since: BEGAN + 200_000 }, 'implementing-agent works');
    expect(renderBlock(model, DRAWING)).toEqual([
      'cycle 1  plan > red > GREEN > refactor  attempt 1 of 4  implementing-agent works  0:21',
      'T1 push keeps a value',
      '[..........] 0 of 2   3:41 in all   24,600 tokens   $0.08',
      'Ctrl-C parks',
    ]);
  });

  it('counts what this run does, not what was ticked before it', () => {
    const ticked = { id: 'T3', description: 'a stack is there', done: true, changes: [], removes: [], needs: [] };
    const events = [STARTED, BASELINE, ...PLANNED].map((event) => {
      const list = event.data?.list as { readonly items: readonly object[]; readonly highest: number } | undefined;
      if (list === undefined) return event;
      return { ...event, data: { ...event.data, list: { highest: 3, items: [ticked, ...list.items] } } };
    });
    const model = modelOf(...events);
    expect(model.state?.knowledge.list.items).toHaveLength(3);
    expect(renderBlock(model, DRAWING).join('\n')).toContain('[..........] 0 of 2');
  });

  it('has no list where the workflow has none', () => {
    const started = { ...STARTED, data: { ...STARTED.data, workflow: builtIn('domain-zero') } };
    const model = modelOf(started, BASELINE, ...session('briefing', 'mission-control'));
    expect(renderBlock(model, DRAWING)).toEqual([
      expect.stringContaining('BRIEFING'),
      '3:41 in all   12,300 tokens   $0.04',
      'Ctrl-C parks',
    ]);
  });

  it('is empty before anything is known', () => {
    expect(renderBlock(NOTHING_SEEN, DRAWING)).toEqual([]);
  });

  it('shows only the present phase in a narrow terminal, and never a line wider than it', () => {
    for (const columns of [1, 10, 30, 60, 75, 76, 200]) {
      const lines = renderBlock(seeDoing(atGreen, 'judging: green'), { ...DRAWING, columns });
      expect(lines.every((line) => widthOf(line) < columns || line === '')).toBe(true);
    }
    const [line] = renderBlock(atGreen, { ...DRAWING, columns: 60 });
    expect(line).toMatch(/^cycle 1 {2}GREEN {2}attempt 1 of 4/);
  });

  it('keeps the attempt and the time in sight however long the names of phases are', () => {
    const name = 'security-review-of-the-whole-component';
    const phases = Object.fromEntries(['a', 'b', 'c', 'd'].map((letter) => [`${name}-${letter}`, { gates: [] }]));
    const state = atGreen.state as NonNullable<RunModel['state']>;
    const long = {
      ...atGreen,
      since: BEGAN + 200_000,
      state: { ...state, phase: `${name}-a`, workflow: { ...state.workflow, phases } },
    } as unknown as RunModel;
    const [line = ''] = renderBlock(seeDoing(long, 'running the tests of everything'), { ...DRAWING, columns: 80 });
    expect(line).toBe('cycle 1  SECURITY-REVIEW-OF-THE-…  attempt 1 of 4  running the tests of…  0:21');
    expect(widthOf(line)).toBeLessThan(80);
  });

  it('gives each phase its colour', () => {
    const [line] = renderBlock(atGreen, { ...DRAWING, paint: paintFor(true) });
    expect(line).toContain('\u001b[32;1mGREEN\u001b[0m');
  });

  it('starts the clock anew with each session and each judgement', () => {
    const model = modelOf(STARTED, BASELINE, ...session('plan', 'test-list-agent'));
    expect(model.since).toBe(Date.UTC(2026, 0, 31, 12, 0, 4));
    expect(seeDoing(model, 'judging: scope').since).toBe(model.since);
  });
});
