import { describe, expect, it } from 'vitest';
import { readFailure } from './failure.ts';
import { GEMINI } from './gemini.ts';
import type { RequestFailure } from './profile.ts';

describe('an error of an agent', () => {
  it.each<[string, RequestFailure, object]>([
    ['by its code', { code: 503, message: 'Busy' }, { status: 503, message: 'Busy' }],
    ['by its data', { code: -32603, message: 'Internal error', data: { statusCode: 401 } }, { status: 401 }],
    ['by its words', { code: -32603, message: 'API Error: 529 overloaded' }, { status: 529 }],
    ['by an answer in its words', { message: '{"error":{"code":500,"message":"no"}}' }, { status: 500, message: 'no' }],
    ['not by a number that is none', { code: -32603, message: 'line 404 of 500' }, { status: undefined }],
    ['by what it says besides', { message: 'Internal error', data: 'the disk is full' }, { message: /disk is full/ }],
    ['that it needs a login', { code: -32000, message: 'No.' }, { message: /^Authentication required\. No\./ }],
    ['how long to wait', { code: 429, message: 'Suggested retry after 7s.' }, { status: 429, retryAfterMs: 7000 }],
    ['how long to wait, exactly', { message: '{"retryDelay": "1.5s"}' }, { retryAfterMs: 1500 }],
  ])('tells %s', (_, failure, told) => {
    const read = readFailure(failure);
    for (const [name, value] of Object.entries(told)) {
      const given = read[name as keyof typeof read];
      if (value instanceof RegExp) expect(given).toMatch(value);
      else expect(given).toBe(value);
    }
  });

  it('of Gemini CLI with the code 500 is its own, unless its service said so', () => {
    expect(GEMINI.readFailure?.({ code: 500, message: 'something is undefined' }).status).toBe(undefined);
    expect(GEMINI.readFailure?.({ code: 500, message: '{"error":{"code":500,"message":"no"}}' }).status).toBe(500);
    expect(GEMINI.readFailure?.({ code: 403, message: 'no' }).status).toBe(403);
  });
});
