import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../test/cli-view.ts';
import type { LiveRun } from '../../engine/run/live/live.ts';
import { paintFor } from '../paint.ts';
import { widthOf } from '../plain-text.ts';
import { describeSilence, renderBoard, renderRun } from './render.ts';

const AT = '2026-01-31T12:10:00.000Z';
const plain = paintFor(false);

function liveOf(more: Partial<LiveRun> = {}): LiveRun {
  const base = viewOf({ state: 'running' });
  return {
    ...base,
    activity: 'agent',
    doing: 'test-agent is working',
    since: '2026-01-31T12:05:00.000Z',
    lastSign: '2026-01-31T12:06:30.000Z',
    attempts: 4,
    session: {
      id: 's',
      agent: 'test-agent',
      runner: 'claude',
      model: 'opus',
      startedAt: '2026-01-31T12:05:00.000Z',
      lastAt: '2026-01-31T12:06:30.000Z',
      toolCalls: 3,
      tool: { name: 'Bash', input: 'npm test', at: AT, isRunning: true },
      usage: { tokens: 100, usd: 0.1 },
      lineCount: 2,
      lines: [
        { at: AT, kind: 'text', text: 'I \u001b[2Jlook' },
        { at: AT, kind: 'tool', text: 'Bash npm test' },
      ],
    },
    ...more,
  };
}

describe('a run that is watched', () => {
  it('is shown with its place, what the agent does, what it used and how long it has been silent', () => {
    const lines = renderRun(liveOf(), AT, { columns: 100, paint: plain });
    expect(lines).toEqual([
      'stack-4f2a  A stack with push and pop',
      'red, cycle 2, attempt 1 of 4',
      'T2 pop gives the last value',
      'test-agent is working  5:00',
      'no sign of life for 3 min',
      '[#####.....] 1 of 2   24,600 tokens   $0.08   claude opus, 3 tool calls, running Bash',
      '',
      expect.stringMatching(/^\d\d:\d\d:\d\d {3}I \[2Jlook$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d > Bash npm test$/),
    ]);
  });

  it('never breaks a line of the terminal, and keeps within its rows', () => {
    const long = liveOf({ request: 'x'.repeat(300), phase: 'y'.repeat(90), doing: 'z'.repeat(300) });
    for (const columns of [10, 40, 80]) {
      const lines = renderRun(long, AT, { columns, rows: 9, paint: plain });
      expect(lines.length).toBeLessThanOrEqual(9);
      expect(lines.every((line) => widthOf(line) < columns)).toBe(true);
    }
  });

  it('that waits or stands still shows no sign of an agent', () => {
    const quiet = { session: undefined, lastSign: undefined } as const;
    const waiting = liveOf({
      ...quiet,
      state: 'waiting',
      activity: 'person',
      doing: 'waiting for your approval: ask-1',
    });
    const lines = renderRun(waiting, AT, { columns: 100, paint: plain }).join('\n');
    expect(lines).toContain('waiting for your approval: ask-1  5:00');
    expect(lines).not.toMatch(/working|sign of life|claude/);
  });
});

describe('the board', () => {
  it('counts runs by who does something, and shows silence', () => {
    const over = liveOf({ run: 'old', state: 'completed', activity: 'over', doing: 'completed', lastSign: undefined });
    const lines = renderBoard({ at: AT, runs: [liveOf(), over] }, { columns: 120, paint: plain });
    expect(lines[0]).toBe('1 running, 0 waiting for a person, 0 not running, 1 ended');
    expect(lines[3]).toMatch(
      /^stack-4f2a +running +red +2 +5:00 +\$0\.08 +test-agent is working; no sign of life for 3 min$/,
    );
    expect(lines[4]).toMatch(/^old +completed +\$0\.08 +completed$/);
  });

  it('shows as many runs as there is room for, and says how many more there are', () => {
    const runs = Array.from({ length: 300 }, (_, number) => liveOf({ run: `run-${number}` }));
    const lines = renderBoard({ at: AT, runs }, { columns: 60, rows: 20, paint: plain });
    expect(lines).toHaveLength(19);
    expect(lines.at(-1)).toBe('... and 285 more runs: baton status --all');
    expect(lines.every((line) => widthOf(line) <= 60)).toBe(true);
    expect(renderBoard({ at: AT, runs: [] }, { columns: 60, paint: plain })[0]).toContain('no runs yet');
  });
});

it('silence is told in the unit a person thinks in', () => {
  expect([4_000, 60_000, 185_000, 3_900_000].map(describeSilence)).toEqual([
    'last sign of life 4 s ago',
    'no sign of life for 1 min',
    'no sign of life for 3 min',
    'no sign of life for 1 h 5 min',
  ]);
});
