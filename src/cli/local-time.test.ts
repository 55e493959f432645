import { afterEach, describe, expect, it, vi } from 'vitest';
import { localClock, localDay, localMinute, localZone } from './local-time.ts';

describe('times for people', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['UTC', '2026-11-16', '23:30:05', '+00:00'],
    ['Asia/Kolkata', '2026-11-17', '05:00:05', '+05:30'],
    ['America/New_York', '2026-11-16', '18:30:05', '-05:00'],
  ])('are those of the zone %s, day and clock alike', (zone, day, clock, ahead) => {
    vi.stubEnv('TZ', zone);
    const at = '2026-11-16T23:30:05.000Z';
    expect([localDay(at), localClock(at), localZone(at)]).toEqual([day, clock, ahead]);
    expect(localMinute(at)).toBe(`${day} ${clock.slice(0, 5)}`);
  });

  it('are left out where the record has none that can be read', () => {
    expect(localMinute('')).toBe('');
  });
});
