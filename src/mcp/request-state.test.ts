import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { type Matter, openRequestStates } from './request-state.ts';

const REQUEST = {} as ServerContext;
const MATTER: Matter = { actor: { name: 'ann', kind: 'person' }, tool: 'run_decide', ask: 'ask-1', digest: 'd1' };

describe('what a person is asked about, while a client keeps it', () => {
  it('is taken back once, as it was given', async () => {
    const states = openRequestStates();
    const [one, two] = [await states.seal(MATTER, REQUEST), await states.seal(MATTER, REQUEST)];
    await states.redeem(one, MATTER, REQUEST);
    await expect(states.redeem(one, MATTER, REQUEST)).rejects.toMatchObject({ code: 'lost_race' });
    await states.redeem(two, MATTER, REQUEST);
  });

  it.each<[string, Partial<Matter>]>([
    ['somebody else', { actor: { name: 'bob', kind: 'person' } }],
    ['an agent of the same name', { actor: { name: 'ann', kind: 'agent' } }],
    ['another tool', { tool: 'other' }],
    ['another ask', { ask: 'ask-2' }],
    ['other content', { digest: 'd2' }],
  ])('is void for %s, and still good for what it is about', async (_, other) => {
    const states = openRequestStates();
    const state = await states.seal(MATTER, REQUEST);
    await expect(states.redeem(state, { ...MATTER, ...other }, REQUEST)).rejects.toMatchObject({ code: 'lost_race' });
    await states.redeem(state, MATTER, REQUEST);
  });

  it('is void in another process, and when it is no seal at all', async () => {
    const state = await openRequestStates().seal(MATTER, REQUEST);
    for (const wrong of [state, `${state}0`, '', 'v1.e30.e30', 'x'.repeat(100_000)]) {
      await expect(openRequestStates().redeem(wrong, MATTER, REQUEST)).rejects.toMatchObject({ code: 'lost_race' });
    }
  });
});
