import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckOptions, TestCheck, TestChecks } from '../../engine/test-checks.ts';
import { type TestCase, type TestReport, totalsOf } from '../../evidence/report.ts';
import { sampleReport } from '../../testing/evidence-samples.ts';
import type { McpHost } from '../host.ts';
import { createServer } from '../server.ts';
import { openWorks } from '../works.ts';

/** A client of a server whose tests end as told. */
async function clientWith(checks: Partial<TestChecks>): Promise<Client> {
  const host = { testChecks: checks } as unknown as McpHost;
  const works = openWorks();
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createServer({ host, version: '0', works }, { name: 'ann', kind: 'person' }).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  await client.listTools();
  onTestFinished(async () => {
    await client.close();
    await works.close();
  });
  return client;
}

function checkWith(more: Partial<TestReport>): TestCheck {
  const report = sampleReport([], { exitCode: 1, ...more });
  return {
    tree: 'a'.repeat(40),
    told: 'the checkout',
    framework: report.framework,
    report,
    totals: totalsOf(report),
    evidence: 'strong',
    doubts: [],
    allPass: false,
    cached: false,
    sandbox: 'none',
    dependencies: 'none',
  };
}

function testCase(name: string, outcome: TestCase['outcome'], message?: string): TestCase {
  const failure = message === undefined ? {} : { failure: { kind: 'assertion' as const, message } };
  return { id: `a.test.js::${name}`, file: 'a.test.js', path: [name], outcome, ...failure };
}

const textOf = ({ content }: { content?: unknown }) => (content as readonly { text: string }[])[0]?.text ?? '';
// biome-ignore lint/suspicious/noExplicitAny: what comes out of a tool is looked at field by field.
const dataOf = ({ structuredContent }: { structuredContent?: unknown }) => structuredContent as any;

/** Tests that run until they are told to end or to stop. */
function slowChecks(): { checks: Partial<TestChecks>; finish(): void; stopped: Promise<void> } {
  let finish: () => void = () => undefined;
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const run = (_: unknown, { signal, onProgress }: CheckOptions = {}) =>
    new Promise<TestCheck>((resolve, reject) => {
      onProgress?.('installing');
      onProgress?.('running the tests');
      signal?.addEventListener('abort', () => {
        stop();
        reject(new Error('stopped'));
      });
      finish = () => resolve(checkWith({}));
    });
  return { checks: { run }, finish: () => finish(), stopped };
}

describe('the tests of a project, through a tool', () => {
  it('give the failing ones first, and say what was left out', async () => {
    const passing = Array.from({ length: 500 }, (_, n) => testCase(`passes ${n}`, 'passed'));
    const failing = testCase('fails', 'failed', `expected 1\n${'x'.repeat(50_000)}`);
    const output = 'y'.repeat(100_000);
    const client = await clientWith({ run: async () => checkWith({ tests: [...passing, failing], output }) });
    const answer = await client.callTool({ name: 'run_test_suite', arguments: {} });
    const { tests, left_out: leftOut, totals } = dataOf(answer);
    expect(tests[0]).toMatchObject({ id: 'a.test.js::fails', failure: { kind: 'assertion' } });
    expect(totals).toMatchObject({ passed: 500, failed: 1 });
    expect(leftOut).toEqual(['401 more tests']);
    expect(JSON.stringify(answer).length).toBeLessThan(30_000);
    expect(textOf(answer)).toBe(
      'Not all tests pass (the checkout): 500 passed, 1 failed.\n- a.test.js::fails: expected 1',
    );
  });

  it('carry no secret that a test printed', async () => {
    const secret = ['ghp', '_', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'].join('');
    const message = `${'x'.repeat(1_980)} ${secret}`;
    const report = { tests: [testCase('t', 'failed', message)], output: `token ${secret}`, runErrors: [secret] };
    const client = await clientWith({ run: async () => checkWith(report) });
    const answer = await client.callTool({ name: 'run_test_suite', arguments: {} });
    expect(JSON.stringify(answer)).not.toContain(secret.slice(4, 16));
  });

  it('carry no half of a secret where a line of words is cut', async () => {
    const secret = ['ghp', '_', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'].join('');
    const report = { tests: [testCase('t', 'failed', `${'x'.repeat(270)} ${secret}`)], output: '', runErrors: [] };
    const client = await clientWith({ run: async () => checkWith(report) });
    const answer = await client.callTool({ name: 'run_test_suite', arguments: {} });
    expect(JSON.stringify(answer)).not.toContain(secret.slice(4, 16));
  });

  it('tell nobody a secret while they run', async () => {
    const secret = ['ghp', '_', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'].join('');
    const seen: (string | undefined)[] = [];
    const client = await clientWith({
      run: async (_, { onProgress } = {}) => {
        onProgress?.(`npm error 401 https://x:${secret}@registry.example/`);
        return checkWith({});
      },
    });
    const options = { onprogress: ({ message }: { message?: string | undefined }) => void seen.push(message) };
    await client.callTool({ name: 'run_test_suite', arguments: {} }, options);
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain(secret);
  });

  it('that take long give a handle, by which their end is asked for', async () => {
    const { checks, finish } = slowChecks();
    const client = await clientWith(checks);
    const begun = await client.callTool({ name: 'check_all_pass', arguments: { wait_s: 0.05 } });
    const { handle } = dataOf(begun);
    const progress = 'running the tests';
    expect(dataOf(begun)).toEqual({ state: 'running', handle, progress, told: textOf(begun) });
    expect(textOf(begun)).toContain(`run_status with handle ${handle}`);
    const meanwhile = await client.callTool({ name: 'run_status', arguments: { handle } });
    expect(dataOf(meanwhile).work).toMatchObject({ state: 'running', about: 'whether all tests of the checkout pass' });
    finish();
    const ended = await client.callTool({ name: 'run_status', arguments: { handle, wait_s: 5 } });
    expect(dataOf(ended).work).toMatchObject({ state: 'done', result: { all_pass: false, failing: [] } });
    expect(textOf(ended)).toContain('Not all tests pass');
  });

  it('tell how they go to a client that asks for it', async () => {
    const { checks, finish } = slowChecks();
    const client = await clientWith(checks);
    const seen: (string | undefined)[] = [];
    const options = {
      onprogress: ({ message }: { message?: string | undefined }) => {
        seen.push(message);
        if (seen.length === 2) finish();
      },
    };
    await client.callTool({ name: 'run_test_suite', arguments: {} }, options);
    expect(seen).toEqual(['installing', 'running the tests']);
  });

  it('are stopped when the call is withdrawn', async () => {
    const { checks, stopped } = slowChecks();
    const client = await clientWith(checks);
    const withdrawing = new AbortController();
    const call = client.callTool({ name: 'run_test_suite', arguments: {} }, { signal: withdrawing.signal });
    const failed = expect(call).rejects.toThrow();
    setTimeout(() => withdrawing.abort(), 50);
    await failed;
    await stopped;
  });

  it('are not run when the call was withdrawn before they began', async () => {
    const began: (boolean | undefined)[] = [];
    const run = async (_: unknown, { signal }: CheckOptions = {}) => {
      began.push(signal?.aborted);
      return checkWith({});
    };
    const client = await clientWith({ run });
    const call = { jsonrpc: '2.0', id: 'w', method: 'tools/call', params: { name: 'run_test_suite', arguments: {} } };
    const withdrawal = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'w' } };
    await Promise.all([call, withdrawal].map((message) => client.transport?.send(message as JSONRPCMessage)));
    await vi.waitFor(() => expect(began).toEqual([true]));
  });

  it('are those of one thing only', async () => {
    const client = await clientWith({});
    const answer = await client.callTool({ name: 'run_test_suite', arguments: { run: 'a', commit: 'abcd' } });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain('Name a run or a commit, not both');
  });

  it('say which test may have been meant where there is none of that name', async () => {
    const check = checkWith({ tests: [testCase('adds up', 'passed')] });
    const none = { found: false, fails: false, forTheRightReason: false, repeats: false, message: undefined };
    const failure = async (_: unknown, test: string) => ({ ...none, test, reasons: [], check });
    const client = await clientWith({ failure });
    const answer = await client.callTool({ name: 'check_test_failure', arguments: { test: 'a.test.js::add up' } });
    expect(dataOf(answer)).toMatchObject({ found: false, nearest: 'a.test.js::adds up' });
  });
});
