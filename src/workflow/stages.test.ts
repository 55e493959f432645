import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playByChance } from '../../test/workflow/player.ts';
import { STARTS } from '../../test/workflow/starts.ts';
import { startTale } from '../../test/workflow/tale.ts';
import { apply, fold } from './machine.ts';
import { FROM_ANYWHERE, STAGES } from './stages.ts';

const ANYWHERE = new Set<string>(FROM_ANYWHERE.map(({ on }) => on));

/** Every change of stage in runs left to chance, always the same chance. */
function seen(): { readonly ways: Set<string>; readonly anywhere: Set<string> } {
  const ways = new Set<string>();
  const anywhere = new Set<string>();
  const runs = fc.sample(fc.tuple(fc.constantFrom(...STARTS), fc.infiniteStream(fc.nat())), { seed: 9, numRuns: 600 });
  for (const [start, stream] of runs) {
    const told = startTale(start);
    playByChance(told, (below) => (stream.next().value as number) % below, { steps: 2000, acts: 25 });
    let state = fold(told.events.slice(0, 1));
    for (const event of told.events.slice(1)) {
      const before = state.stage;
      state = apply(state, event);
      if (ANYWHERE.has(event.type)) anywhere.add(`${event.type} -> ${state.stage}`);
      else if (state.stage !== before) ways.add(`${before} -- ${event.type} -> ${state.stage}`);
    }
  }
  return { ways, anywhere };
}

describe('the table of stages', () => {
  const { ways, anywhere } = seen();

  it('has every way a run can take, and no other', () => {
    const told = Object.entries(STAGES).flatMap(([stage, row]) =>
      row.ways.map(({ on, to }) => `${stage} -- ${on} -> ${to}`),
    );
    expect([...ways].sort()).toEqual(told.sort());
  });

  it('has everything that can happen in any stage', () => {
    const told = FROM_ANYWHERE.map(({ on, to }) => `${on} -> ${to}`);
    expect(told.filter((way) => !anywhere.has(way))).toEqual([]);
    // What comes when nothing more is taken leaves the stage as it is.
    expect([...anywhere].filter((way) => !told.includes(way)).every((way) => !way.startsWith('run.'))).toBe(true);
  });
});
