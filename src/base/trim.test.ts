import { describe, expect, it } from 'vitest';
import { trimMiddle } from './trim.ts';

describe('trimMiddle', () => {
  it('leaves short text alone and never cuts a character in two', () => {
    expect(trimMiddle('short', 10)).toBe('short');
    const cut = trimMiddle('😀'.repeat(500), 201);
    expect(cut.length).toBeLessThanOrEqual(201);
    expect(() => encodeURIComponent(cut)).not.toThrow();
    expect(() => encodeURIComponent(trimMiddle('😀'.repeat(500), 203))).not.toThrow();
  });

  it('leaves only the mark where there is no room for more', () => {
    expect(trimMiddle('x'.repeat(100), 5)).toMatch(/^\n\[\.\.\. 95 or more characters left out \.\.\.\]\n$/);
  });
});
