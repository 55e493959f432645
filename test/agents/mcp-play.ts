import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { ModelCall, ModelScript, ModelTurn } from '../../src/testing/models/model-script.ts';
import { batonJson } from '../baton.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../repository.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A repository with code and two tests that pass. */
export function reviewProject(): string {
  const path = temporaryRepository();
  const files = {
    'package.json': '{"type": "module", "scripts": {"test": "node --test"}}\n',
    'src/sum.js': 'export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);\n',
    'test/sum.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('the sum of nothing is zero', () => assert.equal(sum([]), 0));
test('the sum of two numbers', () => assert.equal(sum([1, 2]), 3));
`,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  gitIn(path, 'add', '.');
  gitIn(path, 'commit', '--quiet', '-m', 'sum');
  return path;
}

/** Hands the project to its reviewer, and gives the id of the handoff. */
export function handOver(project: string): string {
  const args = ['--from', 'dev', '--to', 'code-reviewer', '--task', 'Review the sum.'];
  return batonJson(project, 'handoff', 'create', ...args).id;
}

/** What the record says of a handoff: who moved it, to what, and what was said with it. */
export function historyOf(project: string, id: string): readonly (readonly string[])[] {
  const { history } = batonJson(project, 'handoff', 'show', id);
  return history.map(({ status, actor, note }: Record<string, string>) => [status, actor, ...(note ? [note] : [])]);
}

const SUMMARY = 'Read it; it adds up.';

/** The history of a handoff that `reviewing` took to its end. */
export const REVIEWED = [
  ['pending', 'dev'],
  ['accepted', 'code-reviewer'],
  [
    'completed',
    'code-reviewer',
    expect.stringMatching(new RegExp(`^Seen by Baton: All tests pass .*: 2 passed\\..*\\n\\n${SUMMARY}$`, 's')),
  ],
];

/** All that a program started by a test may see of the machine. Its `npx` starts the built Baton instead of fetching one. */
export function userEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const bin = temporaryDirectory();
  const npx = `#!/bin/sh\n[ "$1 $2" = "-y batonpass" ] || exit 64\nshift 2\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
  writeFileSync(join(bin, 'npx'), npx);
  chmodSync(join(bin, 'npx'), 0o755);
  return {
    HOME: temporaryDirectory(),
    TMPDIR: temporaryDirectory(),
    PATH: [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    ...more,
  };
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts a program, gives it nothing to read, and waits for its end. */
export async function runProgram(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 50_000 });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err } satisfies Ended;
}

export interface HttpServed {
  readonly url: string;
  /** Tokens by the agent that acts with each. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** `baton mcp --http` for some agents, until the test ends. */
export async function serveHttp(cwd: string, agents: readonly string[]): Promise<HttpServed> {
  const args = [MAIN, 'mcp', '--http', '--port', '0', '--json', ...agents.flatMap((agent) => ['--as', agent])];
  const child = spawn(process.execPath, args, { cwd, env: userEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => ended(child));
  const line = await firstLine(child);
  const { url, clients } = JSON.parse(line) as { url: string; clients: { name: string; token: string }[] };
  return { url, tokens: Object.fromEntries(clients.map(({ name, token }) => [name, token])) };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let told = '';
  for await (const chunk of child.stdout ?? []) {
    told += chunk;
    if (told.includes('\n')) return told.split('\n', 1)[0] ?? '';
  }
  throw new Error(`It ended before it said where it serves: ${told}`);
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });
}

/** How an agent program names a tool of a server. */
export type NameTool = (tool: string) => string;

/**
 * A model that takes a handoff, has the tests run and completes the handoff with what was seen, one call after the other;
 * each reads the answer to the one before.
 */
export function reviewing(handoff: string, nameTool: NameTool): ModelScript {
  const call = (tool: string, input: Readonly<Record<string, unknown>>): ModelTurn => {
    return { calls: [{ do: 'tool', name: nameTool(tool), input } satisfies ModelCall] };
  };
  return ({ turn, toolResults }) => {
    if (turn === 0) return call('handoff_list', {});
    if (turn === 1) return call('handoff_accept', { id: handoff });
    if (turn === 2) return call('run_test_suite', { wait_s: 50 });
    if (turn > 3) return { say: 'The review is done.' };
    const check = /handle\W+([0-9a-f-]{8,})/.exec(toolResults.join('\n'))?.[1];
    return call('handoff_complete', { id: handoff, summary: SUMMARY, check });
  };
}

/** Who the user is to git, for what is committed in their name. */
export const IDENTITY = {
  GIT_AUTHOR_NAME: 'A User',
  GIT_AUTHOR_EMAIL: 'user@example.com',
  GIT_COMMITTER_NAME: 'A User',
  GIT_COMMITTER_EMAIL: 'user@example.com',
};

/** A model that starts a run, plans it in the workbench it is shown, and hands that in. It reads what it was told so far. */
export function planning(told: readonly string[], nameTool: NameTool): ModelScript {
  const run = 'product';
  const call = (name: string, input: Readonly<Record<string, unknown>>): ModelTurn => ({
    calls: [{ do: 'tool', name, input }],
  });
  return ({ turn }) => {
    const workbench = /"workbench":"([^"]+)"/.exec(told.join('\n'))?.[1];
    if (turn === 0) return call(nameTool('run_start'), { request: 'The product of numbers.', name: run });
    if (turn === 1) return call(nameTool('run_status'), { run, wait_s: 50 });
    if (turn === 2) return call(nameTool('read_handoff_state'), { run });
    if (workbench === undefined) return { say: 'No session waits.' };
    const content = '# Product\n\n- [ ] the product of nothing is one\n';
    if (turn === 3) return call('Write', { file_path: join(workbench, 'test-list.md'), content });
    return turn === 4 ? call(nameTool('git_commit_phase'), { run, wait_s: 50 }) : { say: 'It is planned.' };
  };
}
