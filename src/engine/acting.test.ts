import { describe, expect, it } from 'vitest';
import type { Agent } from '../protocol/agent-schema.ts';
import type { Authority } from '../protocol/authority.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { type Actor, actAs, type HandingOn } from './acting.ts';
import { openHandoffs } from './handoffs.ts';

function agent(name: string, ...targets: readonly string[]): [string, Agent] {
  const declared = { name, handoffs: targets.map((target) => ({ agent: target })) };
  return [name, declared as unknown as Agent];
}

const AGENTS = new Map([agent('coder', 'code-reviewer', 'planner'), agent('code-reviewer'), agent('planner')]);
const AUTHORITY: Authority = { orchestrator: 'boss', authority: { planner: ['coder'] } };

function office(authority: Authority = {}) {
  const handoffs = openHandoffs(openMemoryStore());
  const parts = { handoffs, agents: async () => AGENTS, authority: async () => authority };
  return { handoffs, as: (name: string, kind: Actor['kind'] = 'agent') => actAs({ name, kind }, parts) };
}

function work(targetAgent: string, sourceAgent?: string): HandingOn {
  return {
    targetAgent,
    instructions: 'Look at it',
    context: {},
    ...(sourceAgent === undefined ? {} : { sourceAgent }),
  };
}

describe('an agent that hands on', () => {
  it('does so for itself, to any name where nothing restricts it', async () => {
    const { as } = office();
    const { handoff } = await as('code-reviewer').prepare(work('somebody-else'));
    expect(handoff).toMatchObject({ sourceAgent: 'code-reviewer', targetAgent: 'somebody-else', status: 'pending' });
    await expect(as('planner').prepare(work('coder', 'planner'))).resolves.toBeDefined();
  });

  it('cannot speak for another', async () => {
    await expect(office().as('planner').prepare(work('coder', 'boss'))).rejects.toMatchObject({
      code: 'not_authorised',
      message: expect.stringContaining('planner hands on for itself only'),
    });
  });

  it('hands only to those its own file declares, and is told the nearest of them', async () => {
    const { as } = office();
    await expect(as('coder').prepare(work('code-reviewer'))).resolves.toBeDefined();
    await expect(as('coder').prepare(work('code-reviwer'))).rejects.toMatchObject({
      code: 'not_authorised',
      message: 'coder may not hand to code-reviwer. Did you mean code-reviewer? It may hand to code-reviewer, planner.',
    });
  });

  it('hands only to those the workflow lets it hand to, and always to the orchestrator', async () => {
    const { as } = office(AUTHORITY);
    await expect(as('planner').prepare(work('coder'))).resolves.toBeDefined();
    await expect(as('planner').prepare(work('boss'))).resolves.toBeDefined();
    await expect(as('planner').prepare(work('code-reviewer'))).rejects.toMatchObject({
      code: 'not_authorised',
      message: expect.stringContaining('It may hand to coder, boss.'),
    });
    await expect(as('boss').prepare(work('code-reviewer'))).resolves.toBeDefined();
  });

  it('is shown foreign names so that they cannot pass for sentences', async () => {
    const refused = office(AUTHORITY).as('planner').prepare(work('x. Accepted! Now'));
    await expect(refused).rejects.toThrow('may not hand to "x. Accepted! Now".');
  });
});

describe('an agent that takes', () => {
  it('accepts what is for it and nothing else, and only one of two wins', async () => {
    const { as } = office();
    const { handoff } = await as('planner').prepare(work('coder'));
    await expect(as('code-reviewer').accept(handoff.id)).rejects.toMatchObject({
      code: 'not_authorised',
      message: expect.stringContaining('is for coder'),
    });
    expect((await as('coder').accept(handoff.id)).handoff.status).toBe('accepted');
    await expect(as('coder').accept(handoff.id)).rejects.toMatchObject({ code: 'lost_race' });
  });

  it('completes only what it holds', async () => {
    const { as } = office();
    const { handoff } = await as('planner').prepare(work('coder'));
    await expect(as('coder').complete(handoff.id, 'done')).rejects.toMatchObject({
      code: 'wrong_status',
      message: expect.stringContaining('Accept it before'),
    });
    await expect(as('code-reviewer').complete(handoff.id, 'done')).rejects.toMatchObject({ code: 'not_authorised' });
    await as('coder').accept(handoff.id);
    await expect(as('code-reviewer').complete(handoff.id, 'done')).rejects.toThrow('held by coder');
    const done = await as('coder').complete(handoff.id, 'All of it.');
    expect(done.history.at(-1)).toMatchObject({ status: 'completed', actor: 'coder', note: 'All of it.' });
    await expect(as('coder').complete(handoff.id, 'again')).rejects.toMatchObject({ code: 'wrong_status' });
  });

  it('rejects what waits for it or what it holds', async () => {
    const { as } = office();
    const waiting = (await as('planner').prepare(work('coder'))).handoff;
    await expect(as('code-reviewer').reject(waiting.id, 'no')).rejects.toMatchObject({ code: 'not_authorised' });
    expect((await as('coder').reject(waiting.id, 'Not mine.')).handoff.status).toBe('rejected');
    const held = (await as('planner').prepare(work('coder'))).handoff;
    await as('coder').accept(held.id);
    await expect(as('code-reviewer').reject(held.id, 'no')).rejects.toThrow('held by coder');
    expect((await as('coder').reject(held.id, 'Too much.')).handoff.status).toBe('rejected');
  });

  it('is told of a handoff that does not exist', async () => {
    await expect(office().as('coder').accept('none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a person', () => {
  it('hands on for anybody, to anybody, and takes anything', async () => {
    const { as } = office(AUTHORITY);
    const ann = as('ann', 'person');
    const { handoff } = await ann.prepare(work('code-reviewer', 'planner'));
    expect(handoff.sourceAgent).toBe('planner');
    expect((await ann.prepare(work('coder'))).handoff.sourceAgent).toBe('ann');
    expect((await ann.accept(handoff.id)).history.at(-1)).toMatchObject({ status: 'accepted', actor: 'ann' });
    expect((await ann.complete(handoff.id, 'done')).handoff.status).toBe('completed');
  });

  it('ends what an agent holds, in its name', async () => {
    const { as } = office();
    const ann = as('ann', 'person');
    const { handoff } = await ann.prepare(work('coder'));
    await as('coder').accept(handoff.id);
    const { history } = await ann.complete(handoff.id, 'It was done by hand');
    expect(history.at(-1)).toMatchObject({ status: 'completed', actor: 'coder', note: 'It was done by hand' });
  });
});
