import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../full.ts';
import { hunt } from './check.ts';
import { explore } from './explore.ts';
import { MUTANTS } from './mutants.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { story } from './story.ts';

/** As many states as fit into a few seconds; `npm run model` goes through all of them. */
const MOST_STATES = 800;

describe('the machine, whatever comes', () => {
  it.each(Object.values<Scenario>(SCENARIOS))('keeps every rule: $name', (scenario) => {
    const { violations, states } = explore(scenario, { states: MOST_STATES });
    expect(violations.map(story)).toEqual([]);
    expect(states).toBeGreaterThan(500);
  });
});

/** One in three, unless all are asked for: `npm run model` hunts them all, too. */
const SOME_MUTANTS = IS_FULL ? MUTANTS : MUTANTS.filter((_, at) => at % 3 === 0);

describe('the checker', () => {
  it.each(SOME_MUTANTS)('finds out a machine that $name', (mutant) => {
    expect(hunt(mutant).violation?.rule).toEqual(expect.any(String));
  });
});
