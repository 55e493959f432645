import { describe, expect, it } from 'vitest';
import { notShown } from './reporter.ts';
import { REQUIREMENTS } from './requirements.ts';

const ALL = REQUIREMENTS.map(({ id }) => ({ name: `does it [${id}]`, state: 'passed' as const }));
const [FIRST, ...REST] = ALL;
const { id, sentence } = REQUIREMENTS[0] as (typeof REQUIREMENTS)[number];

describe('a requirement is shown', () => {
  it('by a test that passed with its id in the title, beside others or alone', () => {
    expect(notShown(ALL)).toEqual([]);
    expect(notShown([{ name: ALL.map(({ name }) => name).join(' '), state: 'passed' }])).toEqual([]);
  });

  it.each(['skipped', 'failed', 'pending'] as const)('by no test that is %s', (state) => {
    expect(notShown([{ name: `${FIRST?.name}`, state }, ...REST])).toEqual([`no test shows ${id}: ${sentence}`]);
  });

  it('by no id that only begins like its own', () => {
    expect(notShown([{ name: `does it [${id}7]`, state: 'passed' }, ...REST])).toHaveLength(1);
  });
});
