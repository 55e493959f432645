import { describe, expect, it } from 'vitest';
import { readClaim } from './claim.ts';

const session = { agent: 'test-agent', phase: 'red' };
const report = { status: 'complete', summary: 'A test for the empty list.' };
const read = { result: { ...report, ...session } };

describe('a claim', () => {
  it('is read from an object, from JSON text and from the last fenced block of free text', () => {
    const text = `First:\n\`\`\`json\n{"status": "blocked"}\n\`\`\`\nthen\n\`\`\`json\n${JSON.stringify(report)}\n\`\`\`\nDone.\n`;
    expect(readClaim(report, session)).toEqual(read);
    expect(readClaim(JSON.stringify(report), session)).toEqual(read);
    expect(readClaim(text, session)).toEqual(read);
  });

  it('that was never made counts as complete and says nothing more', () => {
    const nothing = { result: { status: 'complete', ...session } };
    for (const raw of [undefined, null, '', ' \n', 'All tests pass.', '```sh\nnpm test\n```', '[1, 2]']) {
      expect(readClaim(raw, session)).toEqual(nothing);
    }
  });

  it('that cannot be read is a sentence for the agent', () => {
    const problems: readonly [unknown, RegExp][] = [
      ['```json\n{"status": \n```', /the JSON block at line 1/],
      ['{"status": "complete"', /the JSON block at line 1/],
      [{ status: 'finished', summary: 'x' }, /status is "finished" \(expected "complete"/],
      [{ status: 'complete' }, /summary and handoff\.context are both empty/],
      [{ status: 'blocked', summary: 'x' }, /blocked_reason is missing .* attempted is empty/],
      [[report], /expected an object, got a list of 1/],
      [7, /expected an object, got 7/],
      [{ status: 'complete', summary: () => 'x' }, /summary: a function cannot be carried as JSON/],
    ];
    for (const [raw, sentence] of problems) {
      expect(readClaim(raw, session)).toEqual({ problem: expect.stringMatching(sentence) });
    }
  });

  it('does not hide a defect behind a sentence', () => {
    const broken = Object.defineProperty({}, 'status', {
      enumerable: true,
      get: () => {
        throw new TypeError('defect');
      },
    });
    expect(() => readClaim(broken, session)).toThrow('defect');
  });
});
