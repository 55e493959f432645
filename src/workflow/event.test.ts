import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvent, EVENT_TYPES, eventSchema, isUsualEvent } from './event.ts';

const EVENT = {
  v: 1,
  seq: 3,
  type: 'gate.passed',
  at: '2026-01-31T12:00:00.000Z',
  run: 'r1',
  phase: 'green',
  cycle: 2,
  attempt: 1,
  actor: 'baton',
  data: { gate: 'green' },
};

/** Values near the edge of what is allowed, for any field. */
const odd = fc.oneof(
  fc.constantFrom<unknown>('', '-', 'r-', '-r', 'R', 'r'.repeat(64), 'r'.repeat(65), 'r\n', 'no.such_type', null),
  fc.constantFrom<unknown>(undefined, 0, 1, -1, 1.5, 2 ** 53, Number.MAX_SAFE_INTEGER, '1', [], [1], {}, true),
  fc.constantFrom<unknown>('2026-02-30T12:00:00.000Z', '2026-01-31T12:00:00Z', '+010000-01-01T00:00:00.000Z'),
  fc.constantFrom<unknown>('2026-01-31T24:00:00.000Z', '-000001-01-01T00:00:00.000Z', '2024-02-29T00:00:00.000Z'),
  fc.constantFrom<unknown>(...EVENT_TYPES),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.jsonValue(),
);

describe('an event', () => {
  it('of the usual kind is known at a glance', () => {
    expect(isUsualEvent(EVENT)).toBe(true);
    const { phase: _phase, cycle: _cycle, attempt: _attempt, ...bare } = EVENT;
    expect(isUsualEvent({ ...bare, extra: 1 })).toBe(true);
  });

  it('is never taken for usual where the schema refuses it', () => {
    const changed = fc
      .tuple(fc.constantFrom(...Object.keys(EVENT)), odd, fc.constantFrom(...Object.keys(EVENT)), odd)
      .map(([one, value, other, second]) => ({ ...EVENT, [one]: value, [other]: second }));
    fc.assert(
      fc.property(fc.oneof(changed, fc.anything()), (value) => {
        if (isUsualEvent(value)) expect(eventSchema.safeParse(value).success).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('of an unusual kind is what the schema says it is', () => {
    const later = { ...EVENT, type: 'some.later_type', at: '2026-01-31T12:00:00+02:00' };
    expect([isUsualEvent(later), checkEvent(later, 'corrupt_journal')]).toEqual([false, later]);
    expect(() => checkEvent({ ...EVENT, seq: 0 }, 'corrupt_journal')).toThrow('seq is 0 (expected at least 1)');
  });
});
