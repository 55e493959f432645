import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metrics as globalMetrics, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Watching } from '../../src/engine/run/surround.ts';
import { findListener } from '../../src/engine/telemetry/listener.ts';
import { observed } from '../../src/engine/telemetry/observe.ts';
import { openBaton } from '../../src/open.ts';
import { gitIn, temporaryRepository } from '../repository.ts';
import { startTale } from '../workflow/tale.ts';

const TEST = (value: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('the sum of nothing is zero', () => {
  assert.equal(sum([]), ${value});
});
`;

const usage = { input_tokens: 900, output_tokens: 100, usd: 0.25 };

/** One cycle: red fails, is refused, and passes; green calls tools and tells the trace it belongs to. */
const SCRIPT = [
  { phase: 'plan', cycle: 1, write: { 'test-list.md': '- [ ] the sum of nothing is zero\n' }, usage },
  { phase: 'plan', cycle: 2 },
  { phase: 'red', attempt: 1, end: 'failed', detail: 'no idea' },
  { phase: 'red', attempt: 2, write: { 'notes.txt': 'not a test\n' } },
  { phase: 'red', attempt: 3, write: { 'test/sum.test.js': TEST(0) } },
  {
    phase: 'green',
    run: ['echo "trace=$TRACEPARENT."', 'true'],
    write: { 'src/sum.js': 'export const sum = () => 0;\n' },
  },
  { phase: 'refactor' },
];

/** A project whose agents play the script, driven to the end of its run. */
async function driveScript(script: readonly object[] = SCRIPT, more: Partial<Watching> = {}) {
  const path = temporaryRepository();
  const manifest = { name: 'sum', private: true, type: 'module', scripts: { test: 'node --test' } };
  const config = { runner: 'scripted', command: 'script.json', model: 'a-model', attempts: 4 };
  for (const [name, value] of Object.entries({ 'package.json': manifest, 'baton.yaml': config, 'script.json': script }))
    writeFileSync(join(path, name), JSON.stringify(value));
  gitIn(path, 'checkout', '--quiet', 'main');
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--message=project');
  const baton = await openBaton({ cwd: path });
  onTestFinished(() => baton.close());
  const given = { request: 'a sum', name: 'sum', config: baton.config(), acceptBaselineFailures: false };
  const { run } = await baton.runs.start(given);
  const view = await baton.runs.drive(run, more);
  const entries = await baton.runs.entries(run);
  const attached = async (type: string, name: string, phase: string) => {
    const entry = entries.findLast(({ event }) => event.type === type && event.phase === phase);
    return String(await baton.store.attachment(entry?.attachments[name] ?? ''));
  };
  return { view, entries, attached };
}

const spans = new InMemorySpanExporter();
const told = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: told, exportIntervalMillis: 1e9 });

/** Registers SDKs as a user would, in this process alone. */
function listen(processor: SpanProcessor = new SimpleSpanProcessor(spans)): void {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
}

beforeEach(() => spans.reset());
afterEach(() => {
  trace.disable();
  globalMetrics.disable();
  delete process.env.TRACEPARENT;
});

function named(name: string): readonly ReadableSpan[] {
  return spans.getFinishedSpans().filter((span) => span.name === name);
}

describe('a run that somebody listens to', { timeout: 240_000 }, () => {
  it('is a trace: the drive, its sessions, their tools, its gates and handoffs; and it is counted', async () => {
    listen();
    globalMetrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    process.env.TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const { view, attached } = await driveScript();
    expect(view.state).toBe('completed');

    const [drive] = named('invoke_workflow tdd');
    expect(drive?.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.conversation.id': 'sum',
      'gen_ai.workflow.name': 'tdd',
      'baton.run.state': 'completed',
    });
    expect(drive?.spanContext().traceId).toBe('a'.repeat(32));
    expect(drive?.parentSpanContext?.spanId).toBe('b'.repeat(16));
    const inside = spans.getFinishedSpans().filter(({ name }) => /^(?:invoke_agent|baton)/.test(name));
    expect(inside.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
      inside.map(() => drive?.spanContext().spanId),
    );

    const [planned] = named('invoke_agent test-list-agent');
    expect(planned?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'test-list-agent',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'a-model',
      'gen_ai.conversation.id': 'sum',
      'gen_ai.workflow.name': 'tdd',
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.output_tokens': 100,
      'baton.phase': 'plan',
      'baton.cycle': 1,
      'baton.attempt': 1,
    });
    expect(planned?.status.code).toBe(SpanStatusCode.UNSET);
    const tries = named('invoke_agent test-agent');
    expect(tries.map(({ attributes }) => attributes['error.type'])).toEqual(['failed', undefined, undefined]);
    expect(tries[0]?.status.code).toBe(SpanStatusCode.ERROR);

    const [green] = named('invoke_agent implementing-agent');
    const tools = named('execute_tool Bash');
    expect(tools.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
      green?.spanContext().spanId,
      green?.spanContext().spanId,
    ]);
    expect(tools[0]?.attributes).toEqual({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'Bash' });
    const traceparent = `trace=00-${'a'.repeat(32)}-${green?.spanContext().spanId}-01.`;
    expect(await attached('session.ended', 'transcript.txt', 'green')).toContain(traceparent);

    const gates = spans.getFinishedSpans().filter(({ name }) => name.startsWith('baton.gate '));
    const verdicts = gates.map(({ name, attributes }) => [
      attributes['baton.phase'],
      name.slice('baton.gate '.length),
      attributes['baton.gate.verdict'],
      attributes['baton.gate.codes'],
    ]);
    expect(verdicts).toEqual([
      ['plan', 'scope', 'passed', []],
      ['plan', 'list', 'passed', []],
      ['red', 'scope', 'refused', ['out_of_scope']],
      ['red', 'scope', 'passed', []],
      ['red', 'red', 'passed', []],
      ['green', 'scope', 'passed', []],
      ['green', 'green', 'passed', []],
      ['refactor', 'scope', 'passed', []],
      ['refactor', 'refactor', 'passed', []],
      ['plan', 'scope', 'passed', []],
      ['plan', 'list', 'passed', []],
    ]);
    const [proved] = named('baton.gate green');
    expect(proved?.startTime).not.toEqual(proved?.endTime);
    const handoffs = drive?.events.filter(({ name }) => name === 'baton.handoff').map(({ attributes }) => attributes);
    expect(handoffs?.map((handoff) => handoff?.['gen_ai.agent.handoff.source.name'])).toEqual([
      'test-list-agent',
      'test-agent',
      'implementing-agent',
      'refactor-agent',
      'test-list-agent',
    ]);
    expect(handoffs?.map((handoff) => handoff?.['gen_ai.agent.handoff.target.name'])).toEqual([
      'test-agent',
      'implementing-agent',
      'refactor-agent',
      'test-list-agent',
      undefined,
    ]);

    await reader.forceFlush();
    const [counted] = told.getMetrics();
    const points = (name: string) =>
      (counted?.scopeMetrics ?? []).flatMap(({ metrics }) =>
        metrics.filter(({ descriptor }) => descriptor.name === name).flatMap(({ dataPoints }) => [...dataPoints]),
      );
    const sessions = points('baton.sessions').map(({ attributes: { 'baton.phase': phase, ...other }, value }) => [
      phase,
      other['baton.session.ended'],
      value,
    ]);
    expect(sessions).toEqual([
      ['plan', 'done', 2],
      ['red', 'failed', 1],
      ['red', 'done', 2],
      ['green', 'done', 1],
      ['refactor', 'done', 1],
    ]);
    expect(points('baton.retries')).toMatchObject([{ value: 2, attributes: { 'gen_ai.agent.name': 'test-agent' } }]);
    const refused = { 'baton.phase': 'red', 'baton.gate.name': 'scope', 'baton.refusal.code': 'out_of_scope' };
    expect(points('baton.refusals')).toMatchObject([{ value: 1, attributes: refused }]);
    expect(points('baton.cost')).toMatchObject([{ value: 0.25 }]);
    expect(points('gen_ai.client.token.usage')).toMatchObject([
      { attributes: { 'gen_ai.token.type': 'input' }, value: { sum: 900, count: 1 } },
      { attributes: { 'gen_ai.token.type': 'output' }, value: { sum: 100, count: 1 } },
    ]);
    const durations = points('gen_ai.client.operation.duration');
    expect(durations.map(({ attributes }) => attributes['error.type'])).toContain('failed');
    const allAttributes = JSON.stringify([...spans.getFinishedSpans().map(({ attributes }) => attributes), durations]);
    expect(allAttributes).not.toMatch(/no idea|sum of nothing|echo/);
  });

  it('goes on, whatever those who listen do', async () => {
    const broken = () => {
      throw new Error('the listener is broken');
    };
    listen({ onStart: broken, onEnd: broken, forceFlush: async () => undefined, shutdown: async () => undefined });
    const { view } = await driveScript([{ phase: 'plan', end: 'unavailable', detail: 'no key' }]);
    expect(view).toMatchObject({ state: 'parked', why: 'no key' });
  });

  it('ends its spans where it is parked, or fails', async () => {
    listen();
    await driveScript([{ phase: 'plan', end: 'unavailable', detail: 'no key' }]);
    expect(named('invoke_agent test-list-agent')[0]?.attributes).toMatchObject({ 'error.type': 'unavailable' });
    expect(named('invoke_workflow tdd')[0]?.attributes).toMatchObject({ 'baton.run.state': 'parked' });
    const { state } = startTale();
    const failing = async ({ onEntry }: Watching) => {
      const event = { v: 1, seq: 2, type: 'session.started', at: '', run: 'r1', actor: 'baton', data: { agent: 'a' } };
      onEntry?.({ id: '', event, attachments: {}, anchor: undefined });
      throw new Error('the disk is full');
    };
    const drive = observed({ watching: {}, before: async () => state, drive: failing });
    await expect(drive).rejects.toThrow('the disk is full');
    expect(named('invoke_agent a')[0]?.attributes).toMatchObject({ 'error.type': 'lost' });
    expect(named('invoke_workflow tdd')[1]?.attributes).toMatchObject({ 'error.type': 'error' });
  });
});

describe('a run that nobody listens to', () => {
  it('is not read, and is watched as it would be without telemetry', async () => {
    const watching = {};
    const { state } = startTale();
    const seen: Watching[] = [];
    const before = () => Promise.reject(new Error('nobody may ask'));
    await observed({
      watching,
      before,
      drive: async (given) => {
        seen.push(given);
        return state;
      },
    });
    expect(seen).toEqual([watching]);
    expect(seen[0]).toBe(watching);
  });

  it('does not even load the API, and without the package nothing happens', async () => {
    const load = () => Promise.reject(new Error("Cannot find package '@opentelemetry/api'"));
    let loads = 0;
    const counting = () => {
      loads += 1;
      return load();
    };
    expect(await findListener(counting)).toBeUndefined();
    expect(loads).toBe(0);
    listen();
    expect(await findListener(counting)).toBeUndefined();
    expect(loads).toBe(1);
    expect(await findListener()).toHaveProperty('trace');
  });
});

describe('the trace that Baton is part of', () => {
  it.each([
    ['00-00000000000000000000000000000000-bbbbbbbbbbbbbbbb-01'],
    ['ff-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01'],
    ['nonsense'],
    [''],
  ])('begins with the run where TRACEPARENT is %j', async (given) => {
    listen();
    process.env.TRACEPARENT = given;
    const { state } = startTale();
    await observed({ watching: {}, before: async () => state, drive: async () => state });
    expect(named('invoke_workflow tdd')[0]?.parentSpanContext).toBeUndefined();
  });

  it('goes to a run only while a session plays', async () => {
    listen();
    const { state } = startTale();
    const traces: (string | undefined)[] = [];
    const drive = async ({ onEntry, onMessage, traceparent }: Watching) => {
      const tell = (type: string, data: Record<string, unknown>) =>
        onEntry?.({
          id: '',
          event: { v: 1, seq: 2, type, at: '', run: 'r1', actor: 'baton', data },
          attachments: {},
          anchor: undefined,
        });
      traces.push(traceparent?.());
      tell('session.started', { session: 's', agent: 'a' });
      traces.push(traceparent?.());
      for (const tool of ['Read', 'Edit', 'Read']) onMessage?.({ kind: 'tool_call', tool, input: { path: 'secret' } });
      onMessage?.({ kind: 'tool_result', tool: 'Read', ok: false, text: 'no such file' });
      onMessage?.({ kind: 'tool_result', tool: 'Grep', ok: true, text: 'nobody called it' });
      tell('session.ended', { session: 's', ended: 'done', usage: { tokens: 0, usd: 0, ms: 1 } });
      traces.push(traceparent?.());
      return state;
    };
    await observed({ watching: {}, before: async () => state, drive });
    const session = named('invoke_agent a')[0]?.spanContext();
    expect(traces).toEqual([undefined, `00-${session?.traceId}-${session?.spanId}-01`, undefined]);
    const tools = spans.getFinishedSpans().filter(({ name }) => name.startsWith('execute_tool'));
    expect(tools.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['execute_tool Read', 'tool_error'],
      ['execute_tool Edit', undefined],
      ['execute_tool Read', undefined],
    ]);
  });
});
