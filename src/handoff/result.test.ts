import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BatonError } from '../base/error.ts';
import { readResult, routeBlockedAgent, validateHandoff } from './result.ts';
import { agentResultSchema, BLOCKED_REASONS, RESULT_STATUSES } from './result-schema.ts';

const session = { agent: 'implementer', phase: 'green' };
const blocked = { status: 'blocked', summary: 'no way on', blocked_reason: 'unknown', attempted: ['a clean build'] };

describe('a result that is read', () => {
  it('comes from an object or from JSON text', () => {
    const given = { status: 'complete', summary: 'done' };
    expect(readResult(given)).toEqual(given);
    expect(readResult(JSON.stringify(given))).toEqual(given);
  });

  it('keeps every known field and unknown ones too [R002-02] [R002-26]', () => {
    const given = {
      status: 'needs_review',
      summary: 'done',
      questions: ['which limit?'],
      files_modified: ['src/a.ts'],
      artifacts: ['a.md'],
      decisions: [
        { what: 'a map', why: 'lookups', alternatives: ['a list'] },
        { what: 'no cache', why: 'small' },
      ],
      learnt: ['tests live beside the code'],
      handoff: { next_agent: 'reviewer', next_phase: 'review', trigger: '@security-review', context: { tier: 2 } },
      agent: 'developer',
      phase: 'implementation',
      output_type: 'implementation',
      output_file: 'log.md',
      timestamp: '2026-01-04T15:00:00Z',
      capability_directory: 'out/one',
      capability_type: 'scanner',
      skills_invoked: ['one'],
      library_skills_read: [],
      source_files_verified: ['src/b.ts'],
      verification: { patterns_referenced: true },
      cost_usd: 0.2,
    };
    expect(readResult(given)).toEqual(given);
  });

  it('is frozen all the way down and no part of what was given', () => {
    const given = {
      status: 'complete',
      summary: 'done',
      handoff: { context: { files: ['a'] } },
      decisions: [{ what: 'x', why: 'y' }],
    };
    const result = readResult(given);
    given.handoff.context.files.push('b');
    expect(result.handoff?.context).toEqual({ files: ['a'] });
    for (const part of [result, result.handoff, result.handoff?.context, result.decisions, result.decisions?.[0]]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('is given agent and phase of its session where it names none [R002-32]', () => {
    expect(readResult({ status: 'complete', summary: 'done' }, session)).toMatchObject(session);
    const own = { status: 'complete', summary: 'done', agent: 'Explore', phase: 'discovery' };
    expect(readResult(own, session)).toEqual(own);
    expect(readResult({ status: 'complete', summary: 'done', agent: null }, session)).toMatchObject(session);
  });

  it('has its hyphens turned into underscores [R002-11]', () => {
    expect(readResult({ status: 'needs-review', summary: 'done' }).status).toBe('needs_review');
    expect(readResult({ ...blocked, blocked_reason: 'out-of-scope' }).blocked_reason).toBe('out_of_scope');
  });

  it('may say null for what it leaves out', () => {
    const given = {
      status: 'complete',
      summary: null,
      blocked_reason: null,
      attempted: null,
      decisions: [{ what: 'x', why: 'y', alternatives: null }],
      handoff: { next_agent: null, next_phase: null, trigger: null, context: 'go on' },
      note_of_another: null,
    };
    expect(readResult(given)).toEqual({
      status: 'complete',
      decisions: [{ what: 'x', why: 'y' }],
      handoff: { next_agent: null, context: 'go on' },
      note_of_another: null,
    });
    expect(readResult({ status: 'complete', summary: 'done', handoff: null })).toEqual({
      status: 'complete',
      summary: 'done',
    });
  });

  it('needs a summary or a context and not both [R002-34]', () => {
    expect(
      readResult({ status: 'complete', summary: 'done', handoff: { next_phase: 'complete' } }).handoff?.context,
    ).toBe(undefined);
    expect(readResult({ status: 'complete', handoff: { context: 'go on' } }).summary).toBe(undefined);
  });

  it('may be blocked for each of the reasons, with next_agent null or absent', () => {
    for (const blocked_reason of BLOCKED_REASONS) {
      expect(readResult({ ...blocked, blocked_reason }).blocked_reason).toBe(blocked_reason);
    }
    expect(readResult({ ...blocked, handoff: { next_agent: null } }).handoff).toEqual({ next_agent: null });
    expect(readResult({ ...blocked, handoff: { context: 'stuck' } }).handoff).toEqual({ context: 'stuck' });
  });
});

describe('a result that is refused', () => {
  it('has no status, or one that is not of the three [R002-12] [R002-31]', () => {
    const allowed = RESULT_STATUSES.map((status) => `"${status}"`).join(', ');
    expect(refusal({ summary: 'done' }).message).toContain(`status is missing (expected ${allowed})`);
    expect(refusal({ status: 'all-done', summary: 'done' }).message).toContain(
      `status is "all-done" (expected ${allowed})`,
    );
    expect(refusal({ status: null, summary: 'done' }).message).toContain(`status is null (expected ${allowed})`);
  });

  it('says nothing of what happened [R002-33]', () => {
    const empty = 'summary and handoff.context are both empty (one of them has to say what happened).';
    expect(refusal({ status: 'complete' }).message).toBe(`Invalid agent result: ${empty}`);
    expect(refusal({ status: 'complete', summary: ' ', handoff: { context: '' } }).message).toContain(empty);
    expect(refusal({ status: 'complete', handoff: { context: {} } }).message).toContain(empty);
  });

  it('is blocked without a reason, or for one that is none of the reasons [R002-04] [R002-19]', () => {
    const { blocked_reason: _, ...unreasoned } = blocked;
    expect(refusal(unreasoned).message).toContain(
      `blocked_reason is missing (a blocked result needs one of ${BLOCKED_REASONS.join(', ')})`,
    );
    expect(refusal({ ...blocked, blocked_reason: 'bored' }).message).toContain(
      'blocked_reason is "bored" (expected "security_concern",',
    );
  });

  it('is blocked and lists nothing attempted [R002-05]', () => {
    const { attempted: _, ...untried } = blocked;
    expect(refusal(untried).message).toContain('attempted is empty (a blocked result lists what was tried)');
    expect(refusal({ ...blocked, attempted: [] }).message).toContain('attempted is empty');
  });

  it('is blocked and names who is next, be it by the word "null" [R002-06]', () => {
    expect(refusal({ ...blocked, handoff: { next_agent: 'reviewer' } }).message).toContain(
      'handoff.next_agent is "reviewer" (expected null',
    );
    expect(refusal({ ...blocked, handoff: { next_agent: 'null' } }).message).toContain(
      'handoff.next_agent is "null" (expected null',
    );
  });

  it('hears of everything that is wrong at once', () => {
    const error = refusal({ status: 'blocked', files_modified: 'src/a.ts', handoff: { next_agent: 'reviewer' } });
    expect(error.code).toBe('invalid_result');
    expect(error.message).toContain('files_modified is "src/a.ts" (expected a list)');
    expect(error.message.match(/summary|blocked_reason is|attempted is|next_agent/g)).toHaveLength(4);
    expect(error.data.fields).toEqual([
      'files_modified',
      'summary',
      'blocked_reason',
      'attempted',
      'handoff.next_agent',
    ]);
  });

  it('has a field of the wrong kind, which is named with what is allowed', () => {
    const done = { status: 'complete', summary: 'done' };
    expect(refusal({ ...done, handoff: { trigger: 'review' } }).message).toContain(
      'handoff.trigger is "review" (expected a trigger such as "@security-review")',
    );
    expect(refusal({ ...done, handoff: { trigger: '@-review' } }).message).toContain('handoff.trigger is "@-review"');
    expect(refusal({ ...done, handoff: { context: 5 } }).message).toContain(
      'handoff.context is 5 (expected text or an object)',
    );
    expect(refusal({ ...done, handoff: 'next' }).message).toContain('handoff is "next" (expected an object)');
    expect(refusal({ ...done, decisions: ['x'] }).message).toContain('decisions[0] is "x" (expected an object)');
    expect(refusal({ ...done, decisions: { what: 'x' } }).message).toContain(
      'decisions is an object (expected a list)',
    );
    expect(refusal({ ...done, blocked_reason: 3 }).message).toContain('blocked_reason is 3');
  });

  it('is no object', () => {
    expect(refusal([]).message).toBe('Invalid agent result: expected an object, got a list of 0.');
    expect(refusal('5').message).toBe('Invalid agent result: expected an object, got 5.');
    expect(refusal(undefined).code).toBe('not_json');
  });

  it('is text and no JSON', () => {
    expect(() => readResult('{"status": ')).toThrow(SyntaxError);
  });

  it('reaches for a prototype', () => {
    expect(refusal('{"status": "complete", "summary": "x", "__proto__": {"polluted": 1}}').code).toBe('not_json');
  });
});

it('the result has a JSON Schema with the pattern of a trigger and a description for every field', () => {
  const { properties = {} } = z.toJSONSchema(agentResultSchema);
  for (const [name, field] of Object.entries(properties)) expect(field, name).toHaveProperty('description');
  expect(JSON.stringify(properties.handoff)).toContain('"pattern":"^@[a-z][a-z-]*$"');
});

function refusal(given: unknown): BatonError {
  try {
    readResult(given);
  } catch (error) {
    if (error instanceof BatonError) return error;
  }
  throw new Error('it was read');
}

describe('in the library', () => {
  it('a result is held to its shape, as text and as an object', () => {
    const result = { status: 'complete', summary: 'Done.' };
    expect([result, JSON.stringify(result), { status: 'done' }, '{'].map(validateHandoff)).toEqual([
      ...[true, true],
      ...[false, false],
    ]);
  });

  it('a blocked agent is followed by the one for its reason, or by a person', () => {
    expect(routeBlockedAgent('security-concern')).toBe('security-lead');
    expect(routeBlockedAgent('test_failures', { test_failures: 'ask' })).toBeUndefined();
    expect(routeBlockedAgent('missing_requirements')).toBeUndefined();
    expect(routeBlockedAgent('nobody knows')).toBeUndefined();
    expect(routeBlockedAgent('missing-requirements', { missing_requirements: 'analyst' })).toBe('analyst');
  });
});
