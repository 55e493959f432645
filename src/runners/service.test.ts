import { describe, expect, it } from 'vitest';
import { endOfService, retryAfterMs, type ServiceError } from './service.ts';

const end = (error: ServiceError) => endOfService('Claude Code', error, 'Set ANTHROPIC_API_KEY.');

describe('an error of the service', () => {
  it.each<[string, ServiceError, string]>([
    ['a refused key', { status: 401, message: 'invalid x-api-key' }, 'unavailable'],
    ['a forbidden account', { status: 403, message: '' }, 'unavailable'],
    ['no key at all', { message: 'Not logged in · Please run /login' }, 'unavailable'],
    ['a status in the words alone', { message: 'unexpected status 401 Unauthorized: no' }, 'unavailable'],
    ['a model nobody knows', { status: 404, message: 'model: gpt-0 not found' }, 'unavailable'],
    ['a rate limit', { status: 429, message: 'slow down' }, 'service'],
    ['no credit left', { status: 429, message: 'insufficient_quota: check your plan' }, 'unavailable'],
    ['a quota in words', { message: 'RESOURCE_EXHAUSTED' }, 'service'],
    ['an overload', { status: 529, message: 'overloaded_error' }, 'service'],
    ['a broken service', { status: 500, message: '' }, 'service'],
    ['a lost connection', { message: 'fetch failed: ECONNRESET' }, 'service'],
    ['a stream that ends early', { message: 'stream disconnected before completion' }, 'service'],
    ['a conversation that is too long', { status: 400, message: 'prompt is too long: 210000 tokens' }, 'failed'],
    ['a bad request', { status: 400, message: 'tools.0: wrong' }, 'failed'],
    ['words nobody knows', { message: 'something else' }, 'failed'],
  ])('%s ends the session rightly', (_, error, ended) => {
    expect(end(error).ended).toBe(ended);
  });

  it('says in one line what happened and what to do', () => {
    expect(end({ status: 401, message: 'invalid\n  x-api-key' }).detail).toBe(
      'Claude Code is not logged in: the service answered 401. Set ANTHROPIC_API_KEY. It said: invalid x-api-key',
    );
  });

  it('passes on how long to wait', () => {
    expect(end({ status: 429, message: '', retryAfterMs: 7_000 })).toMatchObject({ retryAfterMs: 7_000 });
  });

  it('cuts what a service says at length', () => {
    expect(end({ status: 500, message: 'x'.repeat(10_000) }).detail.length).toBeLessThan(700);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['20', 20_000],
    ['0', 0],
    ['1.5', 1_500],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
    ['soon', undefined],
    ['', undefined],
    ['-3', undefined],
    [undefined, undefined],
  ])('%s is %s ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
