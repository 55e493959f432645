import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkShape } from './check.ts';

const schema = z.object({
  name: z.string().min(2),
  size: z.number().min(1).max(9).optional(),
  kind: z.enum(['a', 'b']).optional(),
  at: z.iso.datetime().optional(),
  link: z.url().optional(),
  tags: z.array(z.string()).max(1).optional(),
  odd: z
    .number()
    .refine((value) => value % 2 === 1, { error: 'is even' })
    .optional(),
  either: z.union([z.string(), z.number()]).optional(),
  day: z.date().optional(),
});

describe('checkShape', () => {
  it('gives the value of a fitting input', () => {
    expect(checkShape(schema, { name: 'ab' }, 'thing', 'invalid_input')).toEqual({ name: 'ab' });
  });

  it.each([
    [{}, 'name is missing (expected text)'],
    [{ name: 'a' }, 'name is "a" (expected at least 2 of its string)'],
    [{ name: 'ab', size: 0 }, 'size is 0 (expected at least 1)'],
    [{ name: 'ab', size: 10 }, 'size is 10 (expected at most 9)'],
    [{ name: 'ab', tags: ['a', 'b'] }, 'tags is a list of 2 (expected at most 1 of its array)'],
    [{ name: 'ab', kind: 'c' }, 'kind is "c" (expected "a", "b")'],
    [{ name: 'ab', at: 'now' }, 'at is "now" (expected an ISO 8601 date such as 2026-01-31T12:00:00.000Z)'],
    [{ name: 'ab', link: 'x' }, 'link is "x" (expected url)'],
    [{ name: 'ab', odd: 2 }, 'odd is even'],
    [{ name: 'ab', either: true }, 'either is true (expected Invalid input)'],
    [{ name: 'ab', day: 'x' }, 'day is "x" (expected date)'],
    [7, 'the value is 7 (expected an object)'],
  ])('names the field, the value and what is allowed: %j', (value, problem) => {
    expect(() => checkShape(schema, value, 'thing', 'invalid_input')).toThrow(`Invalid thing: ${problem}.`);
  });

  it('names five problems and counts the rest', () => {
    const many = z.object(Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`f${index}`, z.string()])));
    expect(() => checkShape(many, {}, 'thing', 'invalid_input')).toThrow(
      /f4 is missing \(expected text\); and 2 more\.$/,
    );
  });

  it('carries the code and every field as data', () => {
    expect(() => checkShape(schema, { name: 1, kind: 'c' }, 'thing', 'invalid_note')).toThrow(
      expect.objectContaining({ code: 'invalid_note', data: { fields: ['name', 'kind'] } }),
    );
  });

  it('survives a problem inside a value that is no object', () => {
    const nested = z
      .any()
      .superRefine((_, context) =>
        context.addIssue({ code: 'too_big', maximum: 1, origin: 'number', path: ['a', 'b'], input: 1 }),
      );
    expect(() => checkShape(nested, { a: 1 }, 'thing', 'invalid_input')).toThrow('a.b is missing (expected at most 1)');
  });
});
