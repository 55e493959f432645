import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../testing/evidence-samples.ts';
import {
  type Experiments,
  NOTHING_MORE,
  NotKnown,
  openSwitched,
  passedCalmly,
  type Rounds,
  type ToSwitch,
} from './experiments.ts';

const NEAR = { number: 1, mode: 'near' } as const;
const passed = (name: string) => ({ id: `a.test::${name}`, file: 'a.test', path: [name], outcome: 'passed' as const });
const REPORT = sampleReport([passed('one'), passed('two')]);

describe('what experiments showed', () => {
  it('before anybody knew the tests serves once they are known', async () => {
    const experiments = await shown(['one'], ['one', 'two']);
    const switched = openSwitched(asking(REPORT), experiments, NOTHING_MORE);
    expect(await switched.failing([NEAR])).toEqual([['a.test::two']]);
    expect(await switched.calls()).toEqual([]);
  });

  it('says nothing of tests that failed while nothing was sabotaged', async () => {
    const experiments = await shown(['one'], ['one']);
    await expect(openSwitched(asking(REPORT), experiments, NOTHING_MORE).failing([NEAR])).rejects.toThrow(NotKnown);
    const one = openSwitched(asking(sampleReport([passed('one')])), experiments, NOTHING_MORE);
    expect(await one.failing([NEAR])).toEqual([[]]);
  });

  it('is noticed by no test that skips itself', async () => {
    const rounds = showing([], ['one', 'two'], [], { skipped: ['one'] });
    expect(await openSwitched(asking(REPORT), new Map(), rounds).failing([NEAR])).toEqual([['a.test::two']]);
  });

  it('tells tests that fail for switches alone from those that fail as soon as one is named', async () => {
    const failing = (unnamed: readonly string[]) =>
      openSwitched(asking(REPORT), new Map(), showing([], ['one'], [], { unnamed })).failing([NEAR]);
    await expect(failing(['one'])).rejects.toMatchObject({ isAlways: true });
    await expect(failing(['one', 'two'])).rejects.toMatchObject({ isAlways: false });
  });

  it('is not asked for again, beside what nobody knows yet', async () => {
    const asked: string[] = [];
    const experiments = await shown(['one', 'two'], ['one', 'two']);
    const switched = openSwitched(asking(REPORT), experiments, showing([], ['one', 'two'], asked));
    expect(await switched.failing([NEAR, { number: 1, mode: 'far' }])).toEqual([[], ['a.test::one', 'a.test::two']]);
    expect(asked).toEqual(['far']);
  });
});

it('tests passed where experiments are made only if they were run there, and always passed with nothing sabotaged', async () => {
  const { tests } = REPORT;
  expect(passedCalmly(tests, 'tree', await shown([], ['one', 'two']))).toBe(true);
  expect(passedCalmly(tests, 'tree', await shown(['one', 'two'], ['one']))).toBe(false);
  expect(passedCalmly(tests, 'other tree', await shown([], ['one', 'two']))).toBe(false);
  expect(passedCalmly([{ id: 'b.test::one', file: 'b.test' }], 'tree', await shown([], ['one']))).toBe(false);
});

/** What is remembered of runs in which such tests passed: with the function sabotaged, and with nothing sabotaged. */
async function shown(sabotaged: readonly string[], calm: readonly string[]): Promise<Experiments> {
  const experiments: Experiments = new Map();
  await openSwitched(asking({ tests: [] }), experiments, showing(sabotaged, calm)).failing([NEAR]);
  return experiments;
}

function showing(
  sabotaged: readonly string[],
  calm: readonly string[],
  asked: string[] = [],
  { skipped = [], unnamed = calm }: { skipped?: readonly string[]; unnamed?: readonly string[] } = {},
): Rounds {
  const outcomeOf = (names: readonly string[]) => ({
    passed: new Set(names.map((name) => `a.test::${name}`)),
    skipped: new Set<string>(skipped.map((name) => `a.test::${name}`)),
    unloaded: new Set<string>(),
    isTimeout: false,
  });
  return {
    width: 1,
    async run(sabotages) {
      asked.push(...sabotages.map(({ mode }) => mode));
      return { outcomes: sabotages.map(() => outcomeOf(sabotaged)), calm: [outcomeOf(calm)], calls: [] };
    },
    unnamed: async () => [outcomeOf(calm), outcomeOf(unnamed)],
  };
}

function asking(accepted: ToSwitch['accepted']): ToSwitch {
  const functions = [{ number: 1, path: 'a.js', node: { start: 0 } }] as unknown as ToSwitch['functions'];
  return { tree: 'tree', functions, sources: [], accepted, only: ['a.test'] };
}
