import { describe, expect, it } from 'vitest';
import { readResult, resultShape } from './result-shape.ts';

describe('the result of Codex', () => {
  it('is asked for with every field, each of which may be empty but the status', () => {
    const { properties = {}, required } = resultShape();
    expect(required).toEqual(Object.keys(properties));
    expect(properties.status).toMatchObject({ type: 'string', enum: ['complete', 'blocked', 'needs_review'] });
    for (const [name, shape] of Object.entries(properties)) {
      if (name !== 'status') expect(shape.anyOf, name).toContainEqual({ type: 'null' });
    }
  });

  it('has no rules that the service does not take', () => {
    expect(JSON.stringify(resultShape())).not.toMatch(/"(pattern|minLength|default|\$schema|propertyNames)"/);
  });

  it('is what its agent filled in, or its text', () => {
    const said = { status: 'complete', summary: null, decisions: [{ what: 'a', why: 'b', alternatives: null }] };
    expect(readResult(JSON.stringify(said))).toEqual({ status: 'complete', decisions: [{ what: 'a', why: 'b' }] });
    expect(readResult('I am done.')).toBe('I am done.');
  });
});
