import { describe, expect, it } from 'vitest';
import { withTrialSession } from '../testing/runner-session.ts';
import { openAttached } from './attached-sessions.ts';

const RUN = 'r1';

describe('a session that a client plays', () => {
  it('waits until it is handed in, and gives what was claimed last', async () => {
    const attached = openAttached();
    await withTrialSession(async ({ play, request }) => {
      const played = play(attached.runner);
      expect(attached.of(RUN)).toMatchObject({
        ...{ run: RUN, workflow: 'tdd', phase: 'red', agent: 'test-agent', cycle: 1, attempt: 1 },
        ...{ workbench: request.workbench, prompt: request.prompt, instructions: request.instructions },
      });
      expect(attached.list()).toEqual([attached.find(RUN)]);
      attached.keepClaim(RUN, { status: 'complete', summary: 'First thought.' });
      const claim = attached.keepClaim(RUN, { status: 'needs-review', summary: 'Second thought.' });
      expect(attached.of(RUN).claim).toEqual(claim);
      attached.handIn(RUN);
      const result = { status: 'needs_review', summary: 'Second thought.', agent: 'test-agent', phase: 'red' };
      expect(await played).toEqual({ ended: 'done', detail: '', result });
    });
    expect(attached.list()).toEqual([]);
  });

  it('gives no result where nothing was claimed', async () => {
    const attached = openAttached();
    const outcome = await withTrialSession(({ play }) => {
      const played = play(attached.runner);
      attached.handIn(RUN);
      return played;
    });
    expect(outcome).toEqual({ ended: 'done', detail: '' });
  });

  it('refuses a claim that no agent could make, and keeps the one before', async () => {
    const attached = openAttached();
    await withTrialSession(async ({ play }) => {
      const played = play(attached.runner);
      attached.keepClaim(RUN, { status: 'complete', summary: 'Good.' });
      for (const wrong of [undefined, 'done', { status: 'finished' }, { status: 'blocked', summary: 'x' }]) {
        expect(() => attached.keepClaim(RUN, wrong)).toThrow();
      }
      expect(attached.of(RUN).claim).toMatchObject({ summary: 'Good.' });
      attached.handIn(RUN);
      await played;
    });
  });

  it('is interrupted when Baton is told to stop, before or while it waits', async () => {
    const attached = openAttached();
    const stopping = new AbortController();
    const before = withTrialSession(({ play }) => play(attached.runner), { signal: AbortSignal.abort() });
    expect(await before).toMatchObject({ ended: 'interrupted' });
    const outcome = await withTrialSession(
      ({ play }) => {
        const played = play(attached.runner);
        stopping.abort();
        return played;
      },
      { signal: stopping.signal },
    );
    expect(outcome).toMatchObject({ ended: 'interrupted' });
    expect(attached.list()).toEqual([]);
  });

  it('is over when its time is', async () => {
    const attached = openAttached();
    const outcome = await withTrialSession(({ play }) => play(attached.runner), { deadlineMs: 5 });
    expect(outcome).toMatchObject({ ended: 'timed_out' });
    expect(attached.find(RUN)).toBeUndefined();
  });

  it('waits even if its time is longer than a timer can count', async () => {
    const attached = openAttached();
    await withTrialSession(
      async ({ play }) => {
        const played = play(attached.runner);
        await new Promise((resolve) => setTimeout(resolve, 20));
        attached.handIn(RUN);
        expect(await played).toMatchObject({ ended: 'done' });
      },
      { deadlineMs: 1e12 },
    );
  });

  it('that does not wait is told, with what to do', () => {
    const attached = openAttached();
    for (const use of [
      () => attached.of('other'),
      () => attached.handIn('other'),
      () => attached.keepClaim('other', { status: 'complete', summary: 'x' }),
    ]) {
      expect(use).toThrow(/No session of the run "other" waits for a client here/);
    }
  });
});
