import { describe, expect, it } from 'vitest';
import { BatonError } from '../base/error.ts';
import { failure } from './failure.ts';

const textOf = ({ content }: ReturnType<typeof failure>) => (content[0] as { readonly text: string }).text;
const SECRET = ['ghp', '_', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'].join('');

describe('a failure of a tool', () => {
  it('says what to do, which tool helps, and its code', () => {
    const told = failure(new BatonError('not_found', 'There is no run "sun".', { data: { nearest: 'sum' } }));
    expect(textOf(told)).toBe(
      'There is no run "sun". Tools that list what there is: handoff_list, run_status. (not_found)',
    );
    expect(told).toMatchObject({
      isError: true,
      _meta: { 'baton/code': 'not_found', 'baton/data': { nearest: 'sum' } },
    });
  });

  it('that is a defect gives nothing away', () => {
    const told = failure(new TypeError('undefined at /home/ann/secret.ts'));
    expect(JSON.stringify(told)).not.toContain('ann');
    expect(textOf(told)).toContain('defect in Baton itself');
  });

  it('carries no secret, neither in its sentence nor in its data', () => {
    const told = failure(
      new BatonError('git_failed', `No access with ${SECRET}.`, { data: { url: `https://${SECRET}@x` } }),
    );
    expect(JSON.stringify(told)).not.toContain(SECRET.slice(4));
  });

  it('is bounded, and leaves out data that cannot be carried', () => {
    const told = failure(new BatonError('git_failed', 'x'.repeat(100_000), { data: { big: 'y'.repeat(100_000) } }));
    expect(textOf(told).length).toBeLessThan(5_000);
    expect(told._meta?.['baton/data']).toEqual({});
  });
});
