import { describe, expect, it, vi } from 'vitest';
import { BatonError } from '../../../src/base/error.ts';
import type { Actor } from '../../../src/engine/acting.ts';
import type { TestCheck, TestChecks } from '../../../src/engine/test-checks.ts';
import { serveHere } from '../../mcp/serving.ts';
import { temporaryRepository } from '../../repository.ts';
import { rawRequest } from './raw-request.ts';

const ANN: Actor = { name: 'ann', kind: 'person' };
const BOB: Actor = { name: 'bob', kind: 'person' };

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

describe('long work for a client that takes tasks', () => {
  it('is a task at once, says how it goes, and gives the answer of its tool in the end', async () => {
    const { call, ask, checks } = await serveChecks();
    const { result } = await call('run_test_suite', {});
    expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: expect.any(Number) });
    expect(result.createdAt).toBe(new Date(result.createdAt).toISOString());
    const { taskId } = result;
    checks[0]?.say(`running with ${SECRET}`);
    const going = await ask('tasks/get', { taskId });
    expect(going.result).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
    expect(going.result.statusMessage).toContain('running with');
    expect(JSON.stringify(going)).not.toContain(SECRET);
    expect((await ask('tasks/update', { taskId, inputResponses: { x: {} } })).result).toMatchObject({
      resultType: 'complete',
    });
    checks[0]?.end();
    await vi.waitFor(async () => {
      const { result: ended } = await ask('tasks/get', { taskId });
      expect(ended).toMatchObject({ status: 'completed', result: { structuredContent: { state: 'done' } } });
      expect(ended.result.structuredContent).toMatchObject({
        handle: taskId,
        all_pass: true,
        told: expect.any(String),
      });
      expect(JSON.stringify(ended)).not.toContain(SECRET);
    });
  });

  it('can be ended, and ends with the failure that its tool would have told', async () => {
    const { call, ask, checks } = await serveChecks();
    const first = (await call('check_all_pass', {})).result.taskId;
    const second = (await call('check_all_pass', {})).result.taskId;
    expect((await ask('tasks/cancel', { taskId: first })).result).toMatchObject({ resultType: 'complete' });
    checks[1]?.fail(new BatonError('unclear_framework', `Which one? ${SECRET}`));
    await vi.waitFor(async () => {
      expect((await ask('tasks/get', { taskId: first })).result.status).toBe('cancelled');
      const { result } = await ask('tasks/get', { taskId: second });
      expect(result).toMatchObject({ status: 'completed', result: { isError: true } });
      expect(result.result._meta).toMatchObject({ 'baton/code': 'unclear_framework' });
      expect(JSON.stringify(result)).not.toContain(SECRET);
    });
  });

  it("is nobody else's to see or to end", async () => {
    const { call, ask, checks } = await serveChecks();
    const { taskId } = (await call('run_test_suite', {})).result;
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const params = { taskId, ...(method === 'tasks/update' ? { inputResponses: {} } : {}) };
      expect((await ask(method, params, { actor: 1, capabilities })).error).toMatchObject({ code: -32_602 });
      expect((await ask(method, { ...params, taskId: 'none' })).error).toMatchObject({ code: -32_602 });
      expect((await ask(method, params, { capabilities: {} })).error).toMatchObject({ code: -32_021 });
    }
    expect((await ask('tasks/get', { taskId })).result.status).toBe('working');
    checks[0]?.end();
  });

  it('is none where the client does not say so, or where the answer is there at once', async () => {
    const { call, ask, checks } = await serveChecks();
    const plain = await call('run_test_suite', { wait_s: 0 }, { capabilities: {} });
    expect(plain.result).toMatchObject({ resultType: 'complete', structuredContent: { state: 'running' } });
    expect(plain.result).not.toHaveProperty('taskId');
    const { handle } = plain.result.structuredContent;
    expect((await ask('tasks/get', { taskId: handle })).error).toMatchObject({ code: -32_602 });
    checks[0]?.end();
    const quick = call('run_status', {});
    expect((await quick).result).toMatchObject({ resultType: 'complete', structuredContent: { runs: [] } });
  });
});

interface Check {
  say(sentence: string): void;
  end(): void;
  fail(error: unknown): void;
}

/** A server whose tests run until they are told to end. */
async function serveChecks() {
  const served = await serveHere(temporaryRepository(), [ANN, BOB]);
  const checks: Check[] = [];
  vi.spyOn(served.baton.testChecks, 'run').mockImplementation(((_, { onProgress, signal } = {}) => {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new BatonError('interrupted', 'It was told to stop.')));
      checks.push({ say: (sentence) => onProgress?.(sentence), end: () => resolve(CHECK), fail: reject });
    });
  }) satisfies TestChecks['run']);
  const ask = (method: string, params: Record<string, unknown>, options: object = { capabilities }) =>
    rawRequest(served, method, params, options);
  const call = (name: string, given: object, options: object = { capabilities }) =>
    ask('tools/call', { name, arguments: given }, options);
  return { call, ask, checks };
}

const CHECK: TestCheck = {
  tree: '0'.repeat(40),
  told: 'the checkout',
  framework: 'node-test',
  report: { tests: [], uncollected: [], runErrors: [`token=${SECRET}`], output: '' } as never,
  totals: { passed: 1, failed: 0, skipped: 0, todo: 0, errored: 0, uncollected: 0, executed: 1, total: 1 },
  evidence: 'strong',
  doubts: [],
  allPass: true,
  cached: false,
  sandbox: 'none',
  dependencies: 'none',
};
