import { userInfo } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../../src/engine/acting.ts';
import { askingServer, type Generation, rawDecide } from './asking-client.ts';
import { answersOf, waitingRun } from './waiting-run.ts';

const ANN: Actor = { name: 'ann', kind: 'person' };
const BOB: Actor = { name: 'bob', kind: 'person' };
const WRITER: Actor = { name: 'writer', kind: 'agent' };
const GENERATIONS: readonly Generation[] = ['2025', '2026'];

describe.each(GENERATIONS)('a person who is asked by a client of %s', { timeout: 240_000 }, (generation) => {
  it('decides, whatever the model proposed, and it is recorded as theirs', async () => {
    const { project, run, ask } = await waitingRun('approval');
    const served = await askingServer(project.path, [ANN]);
    const { decide, shown } = await served.connect(generation, () => ({
      action: 'accept',
      content: { answer: 'reject', reason: 'It says nothing' },
    }));
    const told = await decide({ ask, answer: 'approve' });
    expect(told).toMatchObject({ isError: false, data: { ask, run, state: 'answered', by: 'ann', asked: true } });
    expect(told).toMatchObject({ text: expect.stringContaining('rejected'), data: { answer: 'rejected' } });
    expect(shown).toHaveLength(1);
    expect(shown[0]?.message).toContain(ask);
    expect(shown[0]?.message).toContain(run);
    expect(shown[0]?.message).toContain('docs/note.md');
    expect(shown[0]?.requestedSchema.required).toEqual(['answer']);
    expect(shown[0]?.requestedSchema.properties.answer).not.toHaveProperty('default');
    const [answered, ...others] = await answersOf(served.baton, run);
    expect(others).toEqual([]);
    expect(answered?.data).toMatchObject({
      ask,
      by: 'ann',
      answer: { kind: 'approval', approved: false, reason: 'It says nothing' },
    });
    expect(answered?.data.authenticated).toBe(await isContained(served.baton, run));
  });

  it('who says nothing leaves it open, and so does one who closes the question', async () => {
    const { project, run, ask } = await waitingRun('approval');
    const served = await askingServer(project.path, [ANN]);
    for (const action of ['decline', 'cancel'] as const) {
      const { decide } = await served.connect(generation, () => ({ action }));
      const told = await decide({ ask, answer: 'approve' });
      expect(told).toMatchObject({ isError: false, data: { state: 'open', asked: true } });
      expect(told.text).toContain('stays open');
    }
    expect(await answersOf(served.baton, run)).toEqual([]);
    const { decide } = await served.connect(generation, () => ({ action: 'accept', content: { answer: 'reject' } }));
    expect(await decide({ ask })).toMatchObject({ isError: true, code: 'invalid_input' });
    expect(await answersOf(served.baton, run)).toEqual([]);
  });

  it("answers an agent's question and a decision, in the name of whoever sits there", async () => {
    const questioning = await waitingRun('question');
    const served = await askingServer(questioning.project.path, [WRITER]);
    const { decide, shown } = await served.connect(generation, () => ({
      action: 'accept',
      content: { text: 'For Ada' },
    }));
    const told = await decide({ ask: questioning.ask, text: 'For everybody' });
    expect(told).toMatchObject({ isError: false, data: { kind: 'question', by: userInfo().username } });
    expect(shown[0]?.message).toContain('> ');
    expect(shown[0]?.message).toContain('For whom is the note?');
    expect(shown[0]?.requestedSchema.properties.text?.default).toBe('For everybody');
    const [answered] = await answersOf(served.baton, questioning.run);
    expect(answered?.data.answer).toEqual({ kind: 'question', text: 'For Ada' });

    const deciding = await waitingRun('decision');
    const other = await askingServer(deciding.project.path, [ANN]);
    const client = await other.connect(generation, () => ({
      action: 'accept',
      content: { decision: 'retry', hint: 'No TODO' },
    }));
    expect(await client.decide({ ask: deciding.ask, decision: 'abort' })).toMatchObject({ isError: false });
    const [decided] = await answersOf(other.baton, deciding.run);
    expect(decided?.data.answer).toEqual({ kind: 'decision', choice: 'retry', hint: 'No TODO' });
  });

  it('is asked nothing where the client cannot ask: a person speaks through it unproved, an agent is refused', async () => {
    const { project, run, ask } = await waitingRun('approval');
    const served = await askingServer(project.path, [ANN, WRITER]);
    const agent = await served.connect(generation, undefined, 1);
    const refused = await agent.decide({ ask, answer: 'approve' });
    expect(refused).toMatchObject({ isError: true, code: 'not_authorised' });
    expect(refused.text).toContain(`baton approve ${ask}`);
    expect(await answersOf(served.baton, run)).toEqual([]);
    const person = await served.connect(generation);
    expect(await person.decide({ ask })).toMatchObject({ isError: true, code: 'invalid_input' });
    const told = await person.decide({ ask, answer: 'approve' });
    expect(told).toMatchObject({ isError: false, data: { state: 'answered', by: 'ann', asked: false } });
    const [answered] = await answersOf(served.baton, run);
    expect(answered?.data).toMatchObject({ by: 'ann', authenticated: false, answer: { approved: true } });
    expect(await person.decide({ ask, answer: 'approve' })).toMatchObject({ isError: true, code: 'not_found' });
  });
});

describe('what was asked, while a client keeps it', { timeout: 240_000 }, () => {
  const ACCEPTED = { inputResponses: { answer: { action: 'accept', content: { answer: 'approve' } } } };

  /** An error of the protocol: no honest client alters what it keeps. */
  const VOID = { code: -32602, message: expect.stringContaining('requestState') };

  async function askedRaw(kind: 'approval' | 'decision' = 'approval') {
    const waiting = await waitingRun(kind);
    const served = await askingServer(waiting.project.path, [ANN, BOB]);
    const given = { arguments: { ask: waiting.ask } };
    const first = await rawDecide(served, given);
    expect(first.result).toMatchObject({ resultType: 'input_required' });
    const state: string = first.result.requestState;
    const refusal = async (params: object, options = {}) => {
      const { result } = await rawDecide(served, { ...given, ...ACCEPTED, ...params }, options);
      expect(result).toMatchObject({ isError: true });
      return String(result.content[0].text);
    };
    return { ...waiting, served, given, state, refusal };
  }

  it('is good once', async () => {
    const { served, given, state, refusal, run } = await askedRaw();
    const declined = { inputResponses: { answer: { action: 'decline' } }, requestState: state };
    const { result } = await rawDecide(served, { ...given, ...declined });
    expect(result.structuredContent).toMatchObject({ state: 'open' });
    expect(await refusal({ requestState: state })).toContain('used before');
    expect(await answersOf(served.baton, run)).toEqual([]);
    const again = await rawDecide(served, given);
    const accepted = await rawDecide(served, { ...given, ...ACCEPTED, requestState: again.result.requestState });
    expect(accepted.result.structuredContent).toMatchObject({ state: 'answered' });
    expect(await answersOf(served.baton, run)).toHaveLength(1);
  });

  it('is void once it was altered, or is too old', async () => {
    const { served, given, state, run } = await askedRaw();
    const [version, body = '', seal] = state.split('.');
    const read = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    const forged = Buffer.from(JSON.stringify({ ...read, p: { ...read.p, nonce: 'new' } })).toString('base64url');
    for (const bad of [`${version}.${forged}.${seal}`, `${state}x`, 'v1.e30.e30', '']) {
      expect(await rawDecide(served, { ...given, ...ACCEPTED, requestState: bad })).toMatchObject({ error: VOID });
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 });
    try {
      expect(await rawDecide(served, { ...given, ...ACCEPTED, requestState: state })).toMatchObject({ error: VOID });
    } finally {
      vi.useRealTimers();
    }
    expect(await answersOf(served.baton, run)).toEqual([]);
    expect((await rawDecide(served, given)).result.resultType).toBe('input_required');
  });

  it('is void for everybody else, for another ask and for other content', async () => {
    const { served, state, refusal, run } = await askedRaw();
    expect(await refusal({ requestState: state }, { actor: 1 })).toContain('somebody else');
    const entries = await served.baton.runs.entries(run);
    const opened = entries.findLast(({ event }) => event.type === 'ask.opened');
    const altered = entries.map((entry) =>
      entry === opened
        ? { ...entry, event: { ...entry.event, data: { ...entry.event.data, change: 'other' } } }
        : entry,
    );
    const looked = vi.spyOn(served.baton.runs, 'entries').mockResolvedValue(altered);
    expect(await refusal({ requestState: state })).toContain('has changed meanwhile');
    looked.mockRestore();
    expect(await answersOf(served.baton, run)).toEqual([]);
  });

  it('needs the answer with it, and one that the form allows', async () => {
    const { served, given, refusal, run } = await askedRaw('decision');
    const fresh = async () => (await rawDecide(served, given)).result.requestState;
    expect(await refusal({ requestState: await fresh(), inputResponses: {} })).toContain('No answer came');
    const wild = { answer: { action: 'accept', content: { decision: 'rm -rf' } } };
    expect(await refusal({ requestState: await fresh(), inputResponses: wild })).toContain('not what the form asked');
    const other = { answer: { action: 'accept', content: { answer: 'approve' } } };
    expect(await refusal({ requestState: await fresh(), inputResponses: other })).toContain('`decision`');
    expect(await answersOf(served.baton, run)).toEqual([]);
  });

  it('is not looked at without what it belongs to: an answer alone asks again', async () => {
    const { served, given, run } = await askedRaw();
    const { result } = await rawDecide(served, { ...given, ...ACCEPTED });
    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(await answersOf(served.baton, run)).toEqual([]);
  });
});

/** Whether nothing that ran could have read the person's secret: then an answer of theirs is proved. */
async function isContained({ runs }: { runs: Parameters<typeof answersOf>[0]['runs'] }, run: string): Promise<boolean> {
  const ends = (await runs.entries(run)).filter(({ event }) => event.type === 'session.ended');
  return ends.every(({ event }) => event.data.contained === true);
}
