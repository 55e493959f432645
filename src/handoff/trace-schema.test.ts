import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { traceExportSchema } from './trace-schema.ts';

const TRACE = {
  operation: 'build',
  timestamp: '2026-01-31T12:00:00.000Z',
  durationMs: 5,
  decisions: [{ point: 'a', choice: 'b', reason: 'c' }],
  metrics: [{ name: 'd', value: 1 }],
  errors: [{ code: 'e', message: 'f' }],
  success: true,
};

describe('traceExportSchema', () => {
  it('keeps unknown fields at every level', () => {
    const extended = {
      ...TRACE,
      host: 'ci',
      decisions: [{ point: 'a', choice: 'b', reason: 'c', alternatives: ['d'] }],
      metrics: [{ name: 'd', value: 1, unit: 'ms', p99: 2 }],
      errors: [{ code: 'e', message: 'f', stack: 'g' }],
    };
    expect(traceExportSchema.parse(extended)).toStrictEqual(extended);
  });

  it('reads a timestamp with an offset', () => {
    expect(traceExportSchema.safeParse({ ...TRACE, timestamp: '2026-01-31T13:00:00+01:00' }).success).toBe(true);
  });

  it.each([
    ['a blank operation', { operation: ' ' }],
    ['a timestamp without zone', { timestamp: '2026-01-31T12:00:00' }],
    ['a negative duration', { durationMs: -1 }],
    ['a metric without number', { metrics: [{ name: 'd', value: '1' }] }],
    ['no success', { success: undefined }],
  ])('refuses %s', (_what, change) => {
    expect(traceExportSchema.safeParse({ ...TRACE, ...change }).success).toBe(false);
  });

  it('describes every field in its JSON Schema, and that an operation is not blank', () => {
    const schema = z.toJSONSchema(traceExportSchema) as { properties: Record<string, Record<string, unknown>> };
    expect(Object.keys(schema.properties)).toEqual(Object.keys(TRACE));
    for (const property of Object.values(schema.properties)) expect(property.description).toEqual(expect.any(String));
    expect(schema.properties.operation).toMatchObject({ type: 'string', pattern: '\\S' });
  });
});
