import { describe, expect, it } from 'vitest';
import { BASELINE, PLANNED, recorded, STARTED } from '../../../test/cli-events.ts';
import type { Output, Screen } from '../output.ts';
import { openWatch } from './watch.ts';

const entries = recorded([STARTED, BASELINE, ...PLANNED]);

function captured(columns?: number) {
  const out: string[] = [];
  const err: string[] = [];
  const written: string[] = [];
  const resized: (() => void)[] = [];
  const screen: Screen = {
    colour: true,
    columns: () => columns ?? 80,
    rows: () => 24,
    write: (text) => written.push(text),
    onResize: (listener) => {
      resized.push(listener);
      return () => resized.splice(0);
    },
  };
  const output: Output = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    interactive: columns !== undefined,
    ...(columns === undefined ? {} : { screen }),
  };
  return { output, out, err, written, resized };
}

describe('a run that is watched', () => {
  it('is told in plain lines where there is no terminal: no colour, no carriage return', () => {
    const { output, out, err } = captured();
    const watch = openWatch(output, false);
    for (const entry of entries) watch.onEntry(entry);
    watch.onProgress('preparing the workbench');
    watch.say('Parking.', 'hint');
    watch.close();
    expect(out.join('\n')).toContain('ok list: 2 open');
    expect(out.every((line) => line !== '' && !/[\r\n]/.test(line) && !line.includes('\u001b'))).toBe(true);
    expect(err).toEqual(['Parking.']);
  });

  it('is told as one line of JSON for each event, with its id', () => {
    const { output, out } = captured();
    const watch = openWatch(output, true);
    for (const entry of entries) watch.onEntry(entry);
    watch.close();
    expect(out).toHaveLength(entries.length);
    expect(JSON.parse(out[1] ?? '')).toMatchObject({ seq: 2, type: 'baseline.recorded', id: entries[1]?.id });
  });

  it('has a live block on a terminal, drawn again when the window changes, gone at the end', () => {
    const { output, written, resized } = captured(80);
    const watch = openWatch(output, false);
    for (const entry of entries) watch.onEntry(entry);
    watch.onProgress('test-agent works');
    expect(written.at(-1)).toContain('test-agent works');
    watch.say('Parking.', 'Ctrl-C again ends the agent at once');
    expect(written.at(-1)).toContain('Ctrl-C again');
    const before = written.length;
    resized[0]?.();
    expect(written).toHaveLength(before + 1);
    watch.close();
    expect(resized).toEqual([]);
    expect(written.at(-1)).toMatch(/\[J$/);
  });

  it('shows a resumed run from what was recorded before, without telling it again', () => {
    const { output, written } = captured(80);
    const watch = openWatch(output, false);
    watch.remember(entries);
    watch.onProgress('preparing the workbench');
    watch.close();
    expect(written.join('')).toContain('T1 push keeps a value');
    expect(written.join('')).not.toContain('ok list');
  });

  it('goes on without a block if its start was not seen', () => {
    const { output, written } = captured(80);
    const watch = openWatch(output, false);
    for (const entry of entries.slice(1)) watch.onEntry(entry);
    watch.close();
    expect(written.join('')).toContain('ok');
    expect(written.join('')).not.toContain('in all');
  });
});
