import { describe, expect, it } from 'vitest';
import { HANDOFF_STATUSES, isPastExpiry, isTerminal, mayMove, statusAt } from './lifecycle.ts';

const at = new Date('2026-01-01T12:00:00Z');
const before = new Date('2026-01-01T11:59:59Z');

describe('the life of a handoff', () => {
  it('has eight statuses, five of them final [R004-07]', () => {
    expect(HANDOFF_STATUSES).toHaveLength(8);
    expect(HANDOFF_STATUSES.filter(isTerminal)).toEqual(['completed', 'rejected', 'failed', 'cancelled', 'expired']);
  });

  it('leads from pending anywhere and from a final status nowhere [R004-30]', () => {
    for (const to of HANDOFF_STATUSES) {
      expect(mayMove('pending', to)).toBe(true);
      for (const from of HANDOFF_STATUSES.filter(isTerminal)) expect(mayMove(from, to)).toBe(false);
    }
  });

  it('never leads back to pending, nor from taken to expired', () => {
    for (const from of ['accepted', 'in_progress'] as const) {
      expect(mayMove(from, 'pending')).toBe(false);
      expect(mayMove(from, 'expired')).toBe(false);
      expect(mayMove(from, 'completed')).toBe(true);
    }
  });
});

it('a date is past only after it, and no date never is [R004-31]', () => {
  expect(isPastExpiry({ expiresAt: at }, at)).toBe(false);
  expect(isPastExpiry({ expiresAt: before }, at)).toBe(true);
  expect(isPastExpiry({}, at)).toBe(false);
});

it('only what is still pending expires', () => {
  expect(statusAt({ status: 'pending', expiresAt: before }, at)).toBe('expired');
  expect(statusAt({ status: 'accepted', expiresAt: before }, at)).toBe('accepted');
  expect(statusAt({ status: 'pending', expiresAt: at }, at)).toBe('pending');
});
