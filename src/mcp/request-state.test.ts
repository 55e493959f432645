import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Matter, openRequestStates } from './request-state.ts';

const REQUEST = {} as ServerContext;
const MATTER: Matter = { actor: { name: 'ann', kind: 'person' }, tool: 'run_decide', ask: 'ask-1', digest: 'd1' };

describe('what a person is asked about, while a client keeps it', () => {
  it('is taken back once, as it was given', async () => {
    const states = openRequestStates();
    const sealed = async () => states.verify(await states.seal(MATTER, REQUEST), REQUEST);
    const [one, two] = [await sealed(), await sealed()];
    states.redeem(one, MATTER);
    expect(() => states.redeem(one, MATTER)).toThrow('used before');
    states.redeem(two, MATTER);
  });

  it.each<[string, Partial<Matter>]>([
    ['somebody else', { actor: { name: 'bob', kind: 'person' } }],
    ['an agent of the same name', { actor: { name: 'ann', kind: 'agent' } }],
    ['another tool', { tool: 'other' }],
    ['another ask', { ask: 'ask-2' }],
    ['other content', { digest: 'd2' }],
  ])('is void for %s, and still good for what it is about', async (_, other) => {
    const states = openRequestStates();
    const sealed = await states.verify(await states.seal(MATTER, REQUEST), REQUEST);
    expect(() => states.redeem(sealed, { ...MATTER, ...other })).toThrow('does not count');
    states.redeem(sealed, MATTER);
  });

  it('is unreadable in another process, a day later, and when it is no seal at all', async () => {
    const states = openRequestStates();
    const state = await states.seal(MATTER, REQUEST);
    await expect(openRequestStates().verify(state, REQUEST)).rejects.toThrow();
    for (const wrong of [`${state}0`, '', 'v1.e30.e30', 'x'.repeat(100_000)]) {
      await expect(states.verify(wrong, REQUEST)).rejects.toThrow();
    }
    expect(await states.verify(state, REQUEST)).toMatchObject(MATTER);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await expect(states.verify(state, REQUEST)).rejects.toThrow();
  });
});
