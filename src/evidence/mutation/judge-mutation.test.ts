import { describe, expect, it } from 'vitest';
import type { SUSPICION_CODES } from '../suspicions/suspicion.ts';
import { judgeMutation, judgeSuspicious } from './judge-mutation.ts';

const line = (number: number, noticed: boolean, ...what: string[]) => ({
  path: 'src/sum.js',
  line: number,
  tried: what.map((each) => ({ what: each })),
  noticed,
});

describe('lines made wrong', () => {
  it('pass when something noticed each, or nothing could be made wrong in them', () => {
    expect(judgeMutation([line(1, true, '+ became -'), line(2, false)])).toEqual([]);
  });

  it('are refused by place, with what was done to them', () => {
    const [refused, ...others] = judgeMutation([line(1, true, 'a'), line(3, false, '+ became -', '0 became 1')]);
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ code: 'mutant_survived', paths: ['src/sum.js'] });
    expect(refused?.message).toContain('src/sum.js:3 (+ became -; 0 became 1)');
  });
});

describe('suspicious code', () => {
  const found = (code: keyof typeof SUSPICION_CODES) => ({ code, message: 'The code asks', path: 'src/a.js', line: 7 });

  it('is refused where it treats tests differently, and only there', () => {
    const refused = judgeSuspicious([found('looks_at_test_environment'), found('retries')]);
    expect(refused).toEqual([
      {
        code: 'suspicious_code',
        message: 'src/a.js:7: The code asks. Do it without, or let a person decide.',
        paths: ['src/a.js'],
      },
    ]);
  });
});
