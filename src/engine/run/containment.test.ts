import { expect, it } from 'vitest';
import { sampleEvent } from '../../testing/store-contract.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import { containedIn, describeContained, lookAtSandbox } from './containment.ts';

const event = (type: string, data: Record<string, unknown>) => sampleEvent({ type, data }) as JournalEvent;

it('sessions and proofs that ran without a sandbox are counted and named', () => {
  const events = [
    event('baseline.recorded', { sandbox: 'bubblewrap 0.8.0' }),
    event('session.ended', { contained: true }),
    event('session.ended', { contained: false }),
    event('session.ended', { ended: 'lost' }),
    event('gate.passed', { gate: 'scope' }),
    event('gate.passed', { gate: 'red', sandbox: 'none' }),
    event('gate.refused', { gate: 'green', sandbox: 'none' }),
  ];
  const contained = containedIn(events);
  expect(contained).toEqual({ sessions: { all: 2, contained: 1 }, proofs: { all: 3, contained: 1 } });
  expect(describeContained(contained)).toBe('1 of 2 sessions and 2 of 3 proofs ran without a sandbox');
  expect(describeContained(containedIn(events.slice(0, 2)))).toBe('all sessions and proofs ran in a sandbox');
  expect(describeContained(containedIn([]))).toBeUndefined();
});

it('a sandbox that is turned off is said to be', async () => {
  expect(await lookAtSandbox('off')).toEqual({
    sandbox: 'none',
    warning: 'The sandbox is off (sandbox: off). Agents and tests run with your permissions.',
  });
});
