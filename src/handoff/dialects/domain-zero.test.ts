import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PUBLISHED_EVENT } from '../../../test/scenarios/protocol/published-event.ts';
import { BatonError } from '../../base/error.ts';
import { HANDOFF_STATUSES, type HandoffStatus } from '../lifecycle.ts';
import { readPackage, type SealedHandoff } from '../package.ts';
import {
  DOMAIN_ZERO_AGENTS,
  type DomainZeroEvent,
  domainZeroEvent,
  domainZeroEventSchema,
  parseDomainZeroEvent,
  requestFromDomainZero,
  writeDomainZeroEvent,
} from './domain-zero.ts';

const ajv = new Ajv();
addFormats.default(ajv);
const isPublishedEvent = ajv.compile(PUBLISHED_EVENT);

const event: DomainZeroEvent = {
  event_id: 'e-1',
  timestamp: '2026-01-31T12:00:00Z',
  source_agent: 'yuuji',
  target_agent: 'megumi',
  trigger: '@security-review',
  context: { files_modified: ['src/auth/jwt.ts'], tier_level: 'standard', test_coverage: { statements: 95 } },
  status: 'pending',
};

const at = new Date('2026-01-31T12:30:00Z');

describe('an event that is read', () => {
  it('comes from its text or an object, frozen all the way down', () => {
    for (const read of [parseDomainZeroEvent(JSON.stringify(event)), parseDomainZeroEvent(event)]) {
      expect(read).toEqual(event);
      for (const part of [read, read.context, read.context.test_coverage]) expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('may leave out its status and have fields of its own', () => {
    const { status: _, ...rest } = event;
    expect(parseDomainZeroEvent({ ...rest, mission: 7 })).toEqual({ ...rest, mission: 7 });
  });
});

describe('an event that is refused', () => {
  it('lacks a required field', () => {
    for (const field of PUBLISHED_EVENT.required) {
      const { [field]: _, ...rest } = event;
      expect(refusal(rest).message).toContain(`${field} is missing`);
      expect(refusal(rest).code).toBe('invalid_event');
    }
  });

  it('has a field of the wrong kind, which is named with what is allowed', () => {
    const agents = '(expected "yuuji", "megumi", "nobara", "gojo")';
    expect(refusal({ ...event, source_agent: 'sukuna' }).message).toContain(`source_agent is "sukuna" ${agents}`);
    expect(refusal({ ...event, trigger: 'review' }).message).toContain(
      'trigger is "review" (expected a trigger such as',
    );
    expect(refusal({ ...event, trigger: '@Review' }).message).toContain('trigger is "@Review"');
    expect(refusal({ ...event, timestamp: '2026-13-01' }).message).toContain(
      'timestamp is "2026-13-01" (expected an ISO',
    );
    expect(refusal({ ...event, timestamp: '2026-01-31T12:00Z' }).message).toContain('timestamp is "2026-01-31T12:00Z"');
    expect(refusal({ ...event, context: [] }).message).toContain('context is a list of 0 (expected an object)');
    expect(refusal({ ...event, status: 'done' }).message).toContain(
      'status is "done" (expected "pending", "completed"',
    );
    expect(refusal([]).message).toContain('the value is a list of 0 (expected an object)');
  });

  it('is text and no JSON', () => {
    expect(() => parseDomainZeroEvent('@security-review')).toThrow(SyntaxError);
  });
});

describe('the event of a handoff', () => {
  it('tells its id, its time, its agents, its trigger and its context [R003-63]', () => {
    const handoff = handoffOf({
      sessionId: 's-1',
      artifacts: ['a.md'],
      userRequest: 'sign tokens',
      decisions: [{ what: 'jwt', why: 'asked for' }],
      workingDirectory: '/home/someone/project',
      custom: { tier_level: 'critical', session_id: 'their own' },
    });
    expect(domainZeroEvent(handoff, '@security-review', at)).toEqual({
      event_id: 'h-1',
      timestamp: '2026-01-31T11:00:00.000Z',
      source_agent: 'yuuji',
      target_agent: 'megumi',
      trigger: '@security-review',
      context: {
        artifacts: ['a.md'],
        decisions: [{ what: 'jwt', why: 'asked for' }],
        user_request: 'sign tokens',
        session_id: 'their own',
        tier_level: 'critical',
      },
      status: 'pending',
    });
    expect(domainZeroEvent(handoffOf({}), '@security-review', at).context).toEqual({});
  });

  it('has one of three statuses, and failed for what ran out of time [R003-65]', () => {
    const statuses = HANDOFF_STATUSES.map((status) => domainZeroEvent(handoffOf({}, status), '@approved', at).status);
    const failed = ['failed', 'failed', 'failed', 'failed'];
    expect(statuses).toEqual(['pending', 'pending', 'pending', 'completed', ...failed]);
    expect(domainZeroEvent(handoffOf({}), '@approved', new Date('2027-01-01')).status).toBe('failed');
  });

  it('is refused for agents that are not of Domain Zero, and for a trigger that is none', () => {
    const foreign = readPackage({ ...handoffOf({}).toJSON(), targetAgent: 'code-reviewer' });
    expect(() => domainZeroEvent(foreign, '@approved', at)).toThrow(
      'target_agent is "code-reviewer" (expected "yuuji", "megumi", "nobara", "gojo")',
    );
    expect(() => domainZeroEvent(handoffOf({}), 'approved', at)).toThrow('trigger is "approved"');
  });

  it('is valid by the schema Domain Zero publishes, whatever the handoff holds [R003-64]', () => {
    fc.assert(
      fc.property(anyHandoff(), trigger, anyDate, (handoff, raised, moment) => {
        const text = writeDomainZeroEvent(domainZeroEvent(handoff, raised, moment));
        expect(isPublishedEvent(JSON.parse(text)), ajv.errorsText(isPublishedEvent.errors)).toBe(true);
        expect(writeDomainZeroEvent(parseDomainZeroEvent(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the request of an event', () => {
  it('passes the context on under the same agents, with the trigger in task and metadata', () => {
    expect(requestFromDomainZero(event)).toEqual({
      sourceAgent: 'yuuji',
      targetAgent: 'megumi',
      context: { custom: event.context },
      instructions: { task: 'Answer the trigger @security-review that yuuji raised, with the context passed on.' },
      metadata: { trigger: '@security-review' },
    });
  });

  it('comes only of a valid event', () => {
    expect(() => requestFromDomainZero({ ...event, trigger: 'x' })).toThrow(BatonError);
  });
});

it('the schema of an event asks for the same fields as the one Domain Zero publishes', () => {
  const { required, properties = {} } = z.toJSONSchema(domainZeroEventSchema);
  expect(required).toEqual(PUBLISHED_EVENT.required);
  expect(properties).toMatchObject(PUBLISHED_EVENT.properties);
});

function handoffOf(context: object, status: HandoffStatus = 'pending'): SealedHandoff {
  return readPackage({
    id: 'h-1',
    version: '1.0.0',
    sourceAgent: 'yuuji',
    targetAgent: 'megumi',
    priority: 'normal',
    status,
    context,
    instructions: { task: 'review' },
    createdAt: '2026-01-31T12:00:00+01:00',
    expiresAt: '2026-01-31T13:00:00Z',
  });
}

const agent = fc.constantFrom(...DOMAIN_ZERO_AGENTS);
const trigger = fc.stringMatching(/^@[a-z-]+$/);
const anyDate = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true });
const text = fc.string({ unit: 'binary' });
const json = fc.dictionary(text, fc.jsonValue()).filter((value) => !JSON.stringify(value).includes('"__proto__":'));

function anyHandoff(): fc.Arbitrary<SealedHandoff> {
  const context = fc.record(
    {
      sessionId: text,
      artifacts: fc.array(text),
      userRequest: text,
      decisions: fc.array(fc.record({ what: text, why: text })),
      custom: json,
    },
    { requiredKeys: [] },
  );
  return fc
    .record({
      id: fc.string({ minLength: 1, maxLength: 200 }),
      sourceAgent: agent,
      targetAgent: agent,
      status: fc.constantFrom(...HANDOFF_STATUSES),
      context,
      createdAt: anyDate,
      expiresAt: anyDate,
    })
    .map((fields) => readPackage({ version: '1.0.0', priority: 'normal', instructions: { task: 'go' }, ...fields }));
}

function refusal(given: object): BatonError {
  try {
    parseDomainZeroEvent(given);
  } catch (error) {
    if (error instanceof BatonError) return error;
  }
  throw new Error('it was read');
}
