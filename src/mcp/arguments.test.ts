import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentResultSchema } from '../handoff/result-schema.ts';
import { argumentsOf, checkedArguments, commitName, handoffId, remoteName, runName, workHandle } from './arguments.ts';

const checked = checkedArguments(
  argumentsOf({ run: runName, wait_s: z.number().max(55).default(20), result: agentResultSchema.optional() }),
);

async function problems(given: unknown): Promise<string> {
  const told = await checked['~standard'].validate(given);
  return (told.issues ?? []).map(({ message }) => message).join(' | ');
}

describe('the arguments of a tool', () => {
  it('are given to it with their defaults', async () => {
    expect(await checked['~standard'].validate({ run: 'sum' })).toEqual({ value: { run: 'sum', wait_s: 20 } });
  });

  it('that it does not have are told with the one that was meant', async () => {
    expect(await problems({ run: 'sum', wait: 3 })).toBe(
      'There is no argument "wait" (did you mean wait_s?). There is: run, wait_s, result.',
    );
  });

  it('of the wrong form are told with the form, never with what was given', async () => {
    expect(await problems({ run: '../../etc', wait_s: 60 })).toBe(
      'run: a name of lower-case letters, digits and hyphens, as run_status shows it | wait_s: Too big: expected number to be <=55',
    );
    const trigger = `@${'Secret'.repeat(3)}`;
    const told = await problems({ run: 'sum', result: { status: 'complete', handoff: { trigger } } });
    expect(told).toContain('result.handoff.trigger: ');
    expect(told).not.toContain('Secret');
  });

  it('are told in a bounded text, however many are wrong', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`.repeat(300), n]));
    expect((await problems({ run: 'sum', ...many })).length).toBeLessThan(3_000);
  });

  it('that name things let no path, option or other ref through', () => {
    const hostile = [
      '',
      '-x',
      '--upload-pack=x',
      '..',
      '../x',
      'a/b',
      'a b',
      'a\nb',
      'a\u0000',
      'refs/heads/x',
      'a..b',
      '@{0}',
    ];
    for (const schema of [runName, handoffId, commitName, remoteName, workHandle]) {
      const passed = hostile.filter((text) => schema.safeParse(text).success);
      expect(passed).toEqual([]);
    }
    expect(remoteName.safeParse('https://host/x').success).toBe(false);
    expect(['origin', 'my.remote', 'up_1'].every((name) => remoteName.safeParse(name).success)).toBe(true);
  });
});
