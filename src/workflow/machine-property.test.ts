import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSound, standingOf } from '../../test/workflow/invariants.ts';
import { type Chance, playByChance } from '../../test/workflow/player.ts';
import { STARTS } from '../../test/workflow/starts.ts';
import { startTale, type Tale, tale } from '../../test/workflow/tale.ts';
import { anyEvent, damage, plausibleEvent } from '../../test/workflow/wild-events.ts';
import { next } from './command.ts';
import type { JournalEvent } from './event.ts';
import { apply, fold, step } from './machine.ts';

const RUNS = 200;

const start = fc.constantFrom(...STARTS);
const chances = fc.infiniteStream(fc.nat()).map(
  (stream): Chance =>
    (below) =>
      (stream.next().value as number) % below,
);

/** A run that was played by chance until nobody moved it any more. */
const played: fc.Arbitrary<Tale> = fc
  .tuple(start, chances, fc.integer({ min: 0, max: 80 }))
  .map(([given, chance, steps]) => {
    const told = startTale(given);
    playByChance(told, chance, { steps, acts: 8 });
    return told;
  });

describe('the machine', () => {
  it('stands in exactly one way after any events, and never throws [R000-05]', () => {
    const events = fc.array(fc.oneof({ weight: 9, arbitrary: plausibleEvent }, { weight: 1, arbitrary: anyEvent }), {
      maxLength: 80,
      size: 'max',
    });
    fc.assert(
      fc.property(start, events, (given, wild) => {
        const told = startTale(given);
        expectSound(told.state);
        for (const event of wild) expectSound(told.record(event).state);
      }),
      { numRuns: RUNS },
    );
  });

  it('does so after runs whose journals were damaged', () => {
    fc.assert(
      fc.property(played, fc.array(damage, { minLength: 1, maxLength: 4 }), ({ events: [first, ...rest] }, damages) => {
        const told = tale([first as JournalEvent]);
        const damaged = damages.reduce((events, change) => change(events), rest as readonly Partial<JournalEvent>[]);
        for (const { seq: _, ...event } of damaged) expectSound(told.record(event).state);
      }),
      { numRuns: RUNS },
    );
  });

  it('tells the same from a whole journal as step by step, and from where it was cut', () => {
    fc.assert(
      fc.property(played, fc.nat(), ({ events, state }, where) => {
        const cut = 1 + (where % events.length);
        const before = fold(events.slice(0, cut));
        const after = events.slice(cut).reduce((so, event) => step(so, event).state, before);
        expect(after).toEqual(state);
        expect(fold(events)).toEqual(state);
        expect(fold(JSON.parse(JSON.stringify(events)))).toEqual(state);
      }),
      { numRuns: RUNS },
    );
  });

  it('changes nothing but the count of events once a run has ended', () => {
    fc.assert(
      fc.property(played, fc.array(fc.oneof(plausibleEvent, anyEvent), { minLength: 1 }), (told, wild) => {
        const ended = told.tell('run.aborted', {}).state;
        const after = wild.reduce(
          (state, event) => apply(state, { ...told.events[0], seq: 999, ...event } as JournalEvent),
          ended,
        );
        expect(after).toEqual({ ...ended, seq: 999 });
      }),
      { numRuns: RUNS },
    );
  });

  it('changes no state it was given', () => {
    fc.assert(
      fc.property(played, plausibleEvent, (told, event) => {
        const before = told.state;
        const copy = JSON.stringify(before);
        apply(before, { ...told.events[0], ...event } as JournalEvent);
        next(before);
        expect(JSON.stringify(before)).toBe(copy);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a run left to chance', () => {
  it('comes to rest, and completes no phase but on the tree that passed and was approved [R000-04] [R001-57]', () => {
    const rests = new Set<string>();
    fc.assert(
      fc.property(start, chances, fc.integer({ min: 0, max: 20 }), (given, chance, acts) => {
        const told = startTale(given);
        const { steps, wrong } = playByChance(told, chance, { steps: MOST_STEPS, acts });
        expect(wrong).toEqual([]);
        expect(steps).toBeLessThan(MOST_STEPS);
        expect(standingOf(told.state)).not.toBe('due');
        rests.add(told.state.ended ?? standingOf(told.state));
      }),
      { numRuns: RUNS },
    );
    expect([...rests].sort()).toEqual(['aborted', 'completed', 'failed', 'parked', 'waiting']);
  });

  it('never takes more attempts than were allowed without a person', () => {
    fc.assert(
      fc.property(start, chances, (given, chance) => {
        const told = startTale(given);
        playByChance(told, chance, { steps: MOST_STEPS, acts: 0 });
        const used = new Map<string, number>();
        let state = fold(told.events.slice(0, 1));
        for (const event of told.events.slice(1)) {
          const before = state;
          state = apply(state, event);
          const key = `${before.milestones.length} ${before.phase} ${before.visits[before.phase]}`;
          if (state.spent > before.spent) used.set(key, (used.get(key) ?? 0) + 1);
        }
        const { attempts, max_cycles: cycles } = state.settings;
        for (const count of used.values()) expect(count).toBeLessThanOrEqual(attempts);
        expect(state.cycle).toBeLessThanOrEqual(cycles + 1);
      }),
      { numRuns: RUNS },
    );
  });
});

const MOST_STEPS = 1000;
