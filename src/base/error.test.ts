import { expect, it } from 'vitest';
import { now } from './clock.ts';
import { BatonError, ERROR_CODES, isBatonError } from './error.ts';
import { newId, newNonce } from './id.ts';

it('a BatonError carries a code, a sentence, data and its cause', () => {
  const cause = new Error('below');
  const error = new BatonError('usage', 'Say what to do.', { data: { a: 1 }, cause });
  expect(error).toMatchObject({ name: 'BatonError', code: 'usage', message: 'Say what to do.', data: { a: 1 }, cause });
  expect(isBatonError(error)).toBe(true);
  expect(isBatonError(cause)).toBe(false);
  expect(new BatonError('usage', 'x').data).toEqual({});
});

it('every code is its own name', () => {
  for (const [name, code] of Object.entries(ERROR_CODES)) expect(code).toBe(name);
});

it('ids and nonces do not repeat', () => {
  const made = Array.from({ length: 1000 }, () => [newId(), newNonce()]).flat();
  expect(new Set(made).size).toBe(2000);
  expect(newNonce()).toMatch(/^[0-9a-f]{16}$/);
});

it('the clock is the global Date', () => {
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1000);
});
