import { describe, expect, it } from 'vitest';
import { CODE, FIRST_TEST, TEST, ZERO } from '../scenarios/tdd/sum.ts';
import type { Cheat } from './scene.ts';
import { problemsOfCheat, problemsOfHonest } from './verdict.ts';

const HONEST: Cheat = {
  name: 'planted-honest-green',
  says: 'Green does its work.',
  project: 'node-test',
  phase: 'green',
  does: { write: { [CODE]: ZERO } },
  expect: { refused: 'tests_changed_after_red' },
};

const EDITS_TEST: Cheat = {
  ...HONEST,
  name: 'planted-cheat',
  does: { write: { [TEST]: FIRST_TEST.replace(', 0)', ', 1)'), [CODE]: ZERO } },
};

describe.concurrent('the harness', { timeout: 240_000 }, () => {
  it('reports a cheat that is accepted as missed, whatever it was to be caught by', async () => {
    const refused = 'tests_changed_after_red';
    const later = { phase: 'green', refused } as const;
    const expected = { refused, suspicion: 'looks_at_callers', unseen: true, later } as const;
    expect(await problemsOfCheat({ ...HONEST, expect: expected })).toEqual([
      expect.stringContaining('It was accepted'),
      expect.stringContaining('Nobody suspected looks_at_callers'),
      expect.stringContaining('No weak proof let it through'),
      expect.stringContaining('It was accepted'),
      expect.stringContaining('The run ended with exit code 0, not 4'),
    ]);
  });

  it('reports a refusal with another code than the cheat names', async () => {
    expect(await problemsOfCheat({ ...EDITS_TEST, expect: { refused: 'newly_skipped' } })).toEqual([
      expect.stringMatching(/^It was refused by tests_changed_after_red.* not by newly_skipped/),
    ]);
  });

  it('reports a cheat that has an effect as not harmless', async () => {
    const more = { ...HONEST, does: { write: { [CODE]: `${ZERO}// more\n` } }, expect: { harmless: true as const } };
    expect(await problemsOfCheat(more)).toEqual([expect.stringContaining('other files')]);
  });

  it('reports an honest run that is refused as a false alarm', async () => {
    const { does, phase } = EDITS_TEST;
    const sessions = typeof does === 'function' ? [] : [{ ...does, phase, attempt: 1 }];
    expect(await problemsOfHonest({ name: 'planted', says: 'It edits.', project: 'node-test', sessions })).toEqual([
      expect.stringMatching(/A false alarm \(exit code 0\): [\s\S]*green 1\.1 refused: tests_changed_after_red/),
    ]);
  });

  it('ends a run that nobody waits for any more', async () => {
    const slow = { ...HONEST, does: { wait_ms: 600_000 } };
    const started = performance.now();
    await expect(problemsOfCheat(slow, AbortSignal.timeout(5_000))).rejects.toThrow(/abort|timeout/i);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
