import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ends, endOf, planSync } from './plan.ts';

const places = new Map([
  ['h1', 1],
  ['h2', 2],
  ['h3', 3],
]);

function plan(ours: Ends, theirs: Ends, archiveShut = false) {
  const { here, there } = planSync(
    [{ journal: 'runs/r', ours, theirs, kinship: { kind: 'line', places } }],
    archiveShut,
  );
  return { here: here[0]?.to, there: there[0]?.to };
}

describe('the plan of an exchange', () => {
  it.each<[string, Ends, Ends, Ends | undefined, Ends | undefined]>([
    ['sends what only this side has', { own: 'h1' }, {}, undefined, { own: 'h1' }],
    ['takes in what only the other side has', {}, { own: 'h1' }, { own: 'h1' }, undefined],
    ['sends what is further here', { own: 'h3' }, { own: 'h1' }, undefined, { own: 'h3' }],
    ['takes in what is further there', { own: 'h1' }, { own: 'h2' }, { own: 'h2' }, undefined],
    ['archives there what is archived here', { archived: 'h2' }, { own: 'h2' }, undefined, { archived: 'h2' }],
    ['archives here what is archived there', { own: 'h2' }, { archived: 'h2' }, { archived: 'h2' }, undefined],
    ['archives here what was shorter here', { own: 'h1' }, { archived: 'h2' }, { archived: 'h2' }, undefined],
    ['does not bring an archived journal back', { archived: 'h2' }, { own: 'h1' }, undefined, { archived: 'h2' }],
    ['copies what is only in an archive', {}, { archived: 'h1' }, { archived: 'h1' }, undefined],
    [
      'keeps what was added to an archived journal on a ref of its own',
      { own: 'h3' },
      { archived: 'h2' },
      { own: 'h3', archived: 'h2' },
      { own: 'h3', archived: 'h2' },
    ],
    [
      'finishes an archiving that was broken off',
      { own: 'h2', archived: 'h2' },
      { own: 'h2' },
      { archived: 'h2' },
      { archived: 'h2' },
    ],
  ])('%s', (_, ours, theirs, here, there) => {
    expect(plan(ours, theirs)).toEqual({ here: here && ends(here), there: there && ends(there) });
  });

  it('leaves the other side alone where its archive cannot be changed', () => {
    expect(plan({ archived: 'h2' }, { own: 'h1' }, true)).toEqual({ here: undefined, there: undefined });
    expect(plan({ own: 'h2' }, { own: 'h1' }, true).there).toEqual(ends({ own: 'h2' }));
  });

  it('changes nothing where histories differ', () => {
    const kinship = { kind: 'split', between: ['h2', 'x2'], common: 1 } as const;
    expect(planSync([{ journal: 'runs/r', ours: { own: 'h2' }, theirs: { own: 'x2' }, kinship }], false)).toEqual({
      here: [],
      there: [],
      diverged: [{ journal: 'runs/r', ours: 'h2', theirs: 'x2', common: 1 }],
    });
  });

  it('brings both sides to the same ends, loses no event, and has nothing to do the second time', () => {
    const head = fc.constantFrom(undefined, 'h1', 'h2', 'h3');
    const side = fc.record({ own: head, archived: head });
    fc.assert(
      fc.property(side, side, (ours, theirs) => {
        const first = plan(ours, theirs);
        const [here, there] = [first.here ?? ours, first.there ?? theirs];
        expect(ends(here)).toEqual(ends(there));
        const length = (end: string | undefined) => places.get(end ?? '') ?? 0;
        expect(length(endOf(here))).toBeGreaterThanOrEqual(Math.max(length(endOf(ours)), length(endOf(theirs))));
        expect(plan(here, there)).toEqual({ here: undefined, there: undefined });
      }),
    );
  });
});

function ends({ own, archived }: Ends): Ends {
  return { own, archived };
}
