import type { z } from 'zod';
import { BatonError, type ErrorCode } from './error.ts';
import { formatPath, showValue } from './json.ts';

/** `value` as the schema's type, or a coded error that names the field, the value found and what is allowed. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
  code: ErrorCode,
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, MOST_PROBLEMS).map((issue) => describeIssue(issue, value));
  const more = result.error.issues.length - problems.length;
  const tail = more > 0 ? `; and ${more} more` : '';
  throw new BatonError(code, `Invalid ${what}: ${problems.join('; ')}${tail}.`, {
    data: { fields: result.error.issues.map((issue) => formatPath(issue.path)) },
  });
}

const MOST_PROBLEMS = 5;

/** A problem of shape in words: the field, the value found and what is allowed. */
export function describeIssue(issue: z.core.$ZodIssue, root: unknown): string {
  const field = formatPath(issue.path) || 'the value';
  const found = valueAt(root, issue.path);
  if (issue.code === 'custom') return `${field} ${issue.message}`;
  if (found === undefined) return `${field} is missing (expected ${expectation(issue)})`;
  return `${field} is ${showValue(found)} (expected ${expectation(issue)})`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ');
    case 'invalid_type':
      return EXPECTED_TYPES[issue.expected] ?? issue.expected;
    case 'too_small':
      return issue.origin === 'number'
        ? `at least ${issue.minimum}`
        : `at least ${issue.minimum} of its ${issue.origin}`;
    case 'too_big':
      return issue.origin === 'number' ? `at most ${issue.maximum}` : `at most ${issue.maximum} of its ${issue.origin}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'an ISO 8601 date such as 2026-01-31T12:00:00.000Z' : issue.format;
    default:
      return issue.message;
  }
}

const EXPECTED_TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** What stands at a place inside a value. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
