import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentHandoffCoordinator, agentHandoffCoordinator } from './coordinator.ts';
import { HANDOFF_STATUSES, type HandoffStatus } from './lifecycle.ts';
import type { HandoffPackage } from './package.ts';
import type { CreateHandoffRequest } from './prepare.ts';
import { ExecutionTrace } from './trace.ts';

const REQUEST: CreateHandoffRequest = {
  sourceAgent: 'speckit-generator',
  targetAgent: 'code-reviewer',
  context: { artifacts: ['spec.md'] },
  instructions: 'Review the spec.',
};

const { prepareHandoff, parseHandoff } = AgentHandoffCoordinator;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('prepareHandoff', () => {
  it('gives a pending package of version 1.0.0 with an id of its own [R004-05 R004-11 R004-12 R004-14]', () => {
    const handoff = prepareHandoff(REQUEST);
    expect(handoff).toMatchObject({
      version: '1.0.0',
      sourceAgent: 'speckit-generator',
      targetAgent: 'code-reviewer',
      priority: 'normal',
      status: 'pending',
      context: { artifacts: ['spec.md'] },
      instructions: { task: 'Review the spec.' },
    });
    expect(prepareHandoff({ ...REQUEST, sourceAgent: 'anything goes' }).id).not.toBe(handoff.id);
  });

  it('expires after 60 minutes or as told [R004-13 R004-32]', () => {
    const minutes = (handoff: HandoffPackage) =>
      ((handoff.expiresAt?.getTime() ?? 0) - handoff.createdAt.getTime()) / 60_000;
    expect(minutes(prepareHandoff(REQUEST))).toBe(60);
    expect(minutes(prepareHandoff({ ...REQUEST, expirationMinutes: 0.5 }))).toBe(0.5);
  });

  it('carries priority, metadata and every context and instruction field [R004-06 R004-08 R004-10 R004-16]', () => {
    const context = {
      sessionId: 's-1',
      artifacts: ['a.ts'],
      workingDirectory: '/repo',
      userRequest: 'Do it',
      decisions: [{ what: 'w', why: 'y', alternatives: ['z'] }],
      custom: { coverage: { lines: 94 } },
    };
    const instructions = {
      task: 't',
      expectedOutput: 'markdown',
      constraints: ['c'],
      focusAreas: ['f'],
      avoid: ['a'],
      deadline: new Date('2026-02-01T00:00:00Z'),
    };
    const given = { ...REQUEST, context, instructions, priority: 'immediate' as const, metadata: { ticket: 7 } };
    const handoff = prepareHandoff(given);
    expect(handoff).toMatchObject({ context, instructions, priority: 'immediate', metadata: { ticket: 7 } });
  });

  it('is a frozen copy: neither the request nor a date taken from it can change it [R004-17 R004-18]', () => {
    const artifacts = ['spec.md'];
    const deadline = new Date('2026-02-01T00:00:00Z');
    const handoff = prepareHandoff({ ...REQUEST, context: { artifacts }, instructions: { task: 't', deadline } });
    artifacts.push('more.md');
    deadline.setTime(0);
    handoff.createdAt.setTime(0);
    handoff.instructions.deadline?.setTime(0);
    expect(handoff.context.artifacts).toEqual(['spec.md']);
    expect(handoff.createdAt.toISOString()).toBe('2026-01-01T12:00:00.000Z');
    expect(handoff.instructions.deadline?.toISOString()).toBe('2026-02-01T00:00:00.000Z');
    for (const part of [handoff, handoff.context, handoff.context.artifacts, handoff.instructions, handoff.toJSON()]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('takes a snapshot of the trace that later recordings do not reach [R004-15 R004-37 R004-38]', () => {
    const trace = new ExecutionTrace('generate');
    trace.recordDecision('template', 'standard', 'usual');
    trace.recordMetric('files', 7);
    trace.recordMetric('time', 3, 'ms');
    trace.recordError('slow', 'took long');
    trace.complete(true);
    const handoff = prepareHandoff({ ...REQUEST, trace });
    trace.recordDecision('late', 'x', 'y');
    expect(handoff.trace).toEqual({
      operation: 'generate',
      timestamp: '2026-01-01T12:00:00.000Z',
      durationMs: 0,
      decisions: [{ point: 'template', choice: 'standard', reason: 'usual' }],
      metrics: [
        { name: 'files', value: 7 },
        { name: 'time', value: 3, unit: 'ms' },
      ],
      errors: [{ code: 'slow', message: 'took long' }],
      success: true,
    });
    expect(AgentHandoffCoordinator.createTraceSnapshot(trace).decisions).toHaveLength(2);
    expect(prepareHandoff(REQUEST).trace).toBeUndefined();
  });

  it('takes secrets out and says where, or refuses them [R003-46 R003-47 R003-48]', () => {
    const request = { ...REQUEST, context: { custom: { api_key: 'sk_live_123456', files: ['a.ts'] } } };
    const handoff = prepareHandoff(request);
    expect(JSON.stringify(handoff)).not.toContain('sk_live_123456');
    expect(handoff.context.custom?.files).toEqual(['a.ts']);
    expect(handoff.redactions?.map(({ field }) => field)).toEqual(['context.custom.api_key']);
    expect(prepareHandoff(REQUEST).redactions).toBeUndefined();
    expect(() => prepareHandoff({ ...request, redaction: 'refuse' })).toThrow(
      expect.objectContaining({ code: 'secret_found' }),
    );
  });

  it.each([
    ['no request', null, /request: expected an object, got null/],
    [
      'an unknown priority',
      { ...REQUEST, priority: 'urgent' },
      /priority is "urgent" \(expected "immediate", "normal"/,
    ],
    ['an empty agent', { ...REQUEST, targetAgent: '' }, /targetAgent is ""/],
    ['an agent over two lines', { ...REQUEST, targetAgent: 'a\nb' }, /targetAgent has a line break/],
    ['no instructions', { ...REQUEST, instructions: undefined }, /instructions is missing/],
    ['an empty task', { ...REQUEST, instructions: '' }, /instructions\.task is ""/],
    ['no context', { ...REQUEST, context: undefined }, /context is missing/],
    ['a negative expiry', { ...REQUEST, expirationMinutes: -1 }, /expirationMinutes is -1/],
    ['an endless expiry', { ...REQUEST, expirationMinutes: 1e300 }, /expirationMinutes is 1e\+300/],
    ['an expiry in words', { ...REQUEST, expirationMinutes: '5' }, /expirationMinutes is "5"/],
    ['a trace that is none', { ...REQUEST, trace: 'trace' }, /trace is "trace", not an ExecutionTrace/],
    ['a trace without export', { ...REQUEST, trace: {} }, /trace is an object, not an ExecutionTrace/],
    ['a value JSON lacks', { ...REQUEST, context: { custom: { f: () => 1 } } }, /context\.custom\.f: a function/],
    [
      'a broken date',
      { ...REQUEST, instructions: { task: 't', deadline: 'soon' } },
      /instructions\.deadline is "soon"/,
    ],
  ])('refuses %s and names the field [R004-19]', (_, request, message) => {
    expect(() => prepareHandoff(request as unknown as CreateHandoffRequest)).toThrow(message);
  });
});

describe('parseHandoff', () => {
  const full = () =>
    prepareHandoff({ ...REQUEST, instructions: { task: 't', deadline: new Date('2026-02-01T00:00:00Z') } });

  it('reads what toJSON and JSON.stringify wrote, dates restored [R004-20 R004-21 R004-39 R004-40]', () => {
    const original = full();
    for (const json of [AgentHandoffCoordinator.toJSON(original), JSON.stringify(original), original.toJSON()]) {
      const parsed = parseHandoff(json);
      expect(parsed).toEqual(original);
      expect(parsed.createdAt).toBeInstanceOf(Date);
      expect(parsed.expiresAt).toBeInstanceOf(Date);
      expect(parsed.instructions.deadline).toBeInstanceOf(Date);
    }
    expect(AgentHandoffCoordinator.toJSON(original)).toContain('\n  "version": "1.0.0"');
  });

  it('reads an object with Date values, and gives a sealed package back as it is', () => {
    const original = full();
    const plain = { ...original, instructions: { ...original.instructions } };
    expect(parseHandoff(plain)).toEqual(original);
    expect(parseHandoff(original)).toBe(original);
  });

  it('keeps fields it does not know [R004-09]', () => {
    const record = { ...full().toJSON(), extra: { deep: [1] }, context: { more: true } };
    const parsed = parseHandoff(JSON.stringify(record));
    expect(parsed).toMatchObject({ extra: { deep: [1] }, context: { more: true } });
    expect(parseHandoff(JSON.stringify(parsed))).toEqual(parsed);
  });

  it('looks at the version before the shape [R004-22 R004-23]', () => {
    expect(() => parseHandoff({ sourceAgent: 'test' })).toThrow('missing version');
    expect(() => parseHandoff({ version: '2.0.0' })).toThrow('Incompatible handoff version: 2.0.0 (expected 1.0.0)');
    expect(() => parseHandoff({ version: 1 })).toThrow('version is 1 (expected text such as "1.0.0")');
    expect(parseHandoff({ ...full().toJSON(), version: '1.9.3' }).version).toBe('1.9.3');
  });

  it.each([
    ['null', /expected an object, got null/],
    ['[]', /expected an object, got a list of 0/],
    ['"x"', /expected an object, got "x"/],
  ])('refuses %s', (json, message) => {
    expect(() => parseHandoff(json)).toThrow(message);
  });

  it.each([
    [{ status: 'done' }, /status is "done" \(expected "pending", "accepted"/],
    [{ createdAt: 'yesterday' }, /createdAt is "yesterday" \(expected an ISO 8601 date/],
    [{ expiresAt: 5 }, /expiresAt is 5/],
    [{ id: undefined }, /id is missing/],
    [{ context: { artifacts: 'spec.md' } }, /context\.artifacts is "spec\.md" \(expected a list\)/],
    [{ trace: { operation: 'x' } }, /trace\.timestamp is missing/],
  ])('names the field that is wrong: %j [R004-24]', (change, message) => {
    expect(() => parseHandoff(JSON.stringify({ ...full().toJSON(), ...change }))).toThrow(message);
  });

  it('leaves text that is not JSON to JSON.parse [R004-25]', () => {
    expect(() => parseHandoff('not json')).toThrow(SyntaxError);
  });
});

describe('a coordinator', () => {
  let coordinator: AgentHandoffCoordinator;
  beforeEach(() => {
    coordinator = new AgentHandoffCoordinator();
  });

  it('gives back the very object that was registered [R004-26]', () => {
    const handoff = prepareHandoff(REQUEST);
    coordinator.register(handoff);
    expect(coordinator.get(handoff.id)).toBe(handoff);
    expect(coordinator.get('unknown')).toBeUndefined();
  });

  it('checks and copies a package that was made elsewhere, and registers no bad one', () => {
    const foreign = { ...prepareHandoff(REQUEST), context: { artifacts: ['a'] } };
    coordinator.register(foreign);
    foreign.context.artifacts.push('b');
    expect(coordinator.get(foreign.id)?.context.artifacts).toEqual(['a']);
    const bad = { ...foreign, id: 'bad', status: 'done' } as unknown as HandoffPackage;
    expect(() => coordinator.register(bad)).toThrow(/status is "done"/);
    expect(coordinator.get('bad')).toBeUndefined();
  });

  it('moves a status by replacing the package [R004-27 R004-28 R004-29]', () => {
    const handoff = prepareHandoff(REQUEST);
    coordinator.register(handoff);
    expect(coordinator.updateStatus(handoff.id, 'accepted')).toBe(true);
    expect(coordinator.get(handoff.id)?.status).toBe('accepted');
    expect(handoff.status).toBe('pending');
    expect(coordinator.updateStatus('unknown', 'accepted')).toBe(false);
    expect(coordinator.updateStatus(handoff.id, 'completed')).toBe(true);
    for (const status of HANDOFF_STATUSES) expect(coordinator.updateStatus(handoff.id, status)).toBe(false);
    expect(coordinator.get(handoff.id)?.status).toBe('completed');
  });

  it('refuses a status that does not exist, by name', () => {
    expect(() => coordinator.updateStatus('any', 'done' as HandoffStatus)).toThrow(
      'Invalid status: "done" (expected pending, accepted',
    );
  });

  it('lets nobody take what ran out of time; it can only be marked so', () => {
    const handoff = prepareHandoff({ ...REQUEST, expirationMinutes: 1 });
    coordinator.register(handoff);
    vi.advanceTimersByTime(60_001);
    expect(coordinator.isExpired(handoff)).toBe(true);
    expect(coordinator.updateStatus(handoff.id, 'accepted')).toBe(false);
    expect(coordinator.updateStatus(handoff.id, 'expired')).toBe(true);
    expect(coordinator.get(handoff.id)?.status).toBe('expired');
  });

  it('lists what waits for an agent, by priority and age [R004-33 R004-34]', () => {
    const prepare = (priority: 'immediate' | 'normal' | 'background', more = {}) => {
      vi.advanceTimersByTime(1000);
      const handoff = prepareHandoff({ ...REQUEST, priority, ...more });
      coordinator.register(handoff);
      return handoff.id;
    };
    const background = prepare('background');
    const first = prepare('normal');
    const immediate = prepare('immediate');
    const second = prepare('normal');
    prepare('immediate', { targetAgent: 'security-auditor' });
    prepare('immediate', { expirationMinutes: 0 });
    coordinator.updateStatus(prepare('immediate'), 'accepted');
    vi.advanceTimersByTime(1);
    const listed = coordinator.listPendingForAgent('code-reviewer').map(({ id }) => id);
    expect(listed).toEqual([immediate, first, second, background]);
  });

  it('clears what expired and keeps the rest [R004-35]', () => {
    const short = prepareHandoff({ ...REQUEST, expirationMinutes: 1 });
    const long = prepareHandoff(REQUEST);
    coordinator.register(short);
    coordinator.register(long);
    vi.advanceTimersByTime(120_000);
    expect(coordinator.clearExpired()).toBe(1);
    expect(coordinator.get(short.id)).toBeUndefined();
    expect(coordinator.get(long.id)).toBe(long);
  });

  it('has a shared instance [R004-46]', () => {
    expect(agentHandoffCoordinator).toBeInstanceOf(AgentHandoffCoordinator);
  });
});
