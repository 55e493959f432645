import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { contentDigest } from '../../src/engine/content-digest.ts';
import type { TestCompletion } from '../../src/engine/phase-work.ts';
import type { TestCheck } from '../../src/engine/test-checks.ts';
import { preparePackage } from '../../src/handoff/prepare.ts';
import type { McpHost } from '../../src/mcp/host.ts';
import { createServer } from '../../src/mcp/server.ts';
import { openWorks } from '../../src/mcp/works.ts';
import { type Baton, openBaton } from '../../src/open.ts';
import { openUserSecret } from '../../src/sys/user-secret.ts';
import { gitIn } from '../repository.ts';
import { waitingRun } from '../scenarios/mcp/waiting-run.ts';

/** What an answer must not hold, whatever is asked. Made here, so that no file of the project looks as if it held one. */
export const SECRETS = {
  journal: `ghp_${'a1B2c3D4e5F6'.repeat(3)}`,
  config: `glpat-${'Zx9Yw8Vu7Ts6'.repeat(2).slice(0, 20)}`,
  environment: `sk-ant-api03-${'q7W8e9R0t1Y2'.repeat(7)}-AA`,
} as const;

/** A repository with something of everything, and a server on it for each sort of client. */
export async function openPlace() {
  const { project, run, ask } = await waitingRun('approval');
  const root = dirname(project.path);
  const canary = join(project.beside, 'canary.txt');
  writeFileSync(canary, `canary-${'0f'.repeat(16)}\n`);
  const remote = join(root, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  gitIn(project.path, 'remote', 'add', 'origin', remote);
  writeFileSync(join(project.path, 'baton.yaml'), `# token: ${SECRETS.config}\n${configIn(project.path)}`);
  openUserSecret();
  const baton = await openBaton({ cwd: project.path, attached: true });
  const handoffs = await prepareSome(baton);
  const leaving = new AbortController();
  void baton.attached.runner.play({
    ...SESSION,
    run,
    workbench: mkdir(join(root, 'workbench')),
    signal: leaving.signal,
  } as unknown as Parameters<typeof baton.attached.runner.play>[0]);
  const works = openWorks();
  const serving = { host: quick(baton), version: '0', works };
  const clients = await Promise.all([
    connect(createServer(serving, { name: 'ann', kind: 'person' })),
    connect(createServer(serving, { name: 'writer', kind: 'agent' })),
    connect(createServer(serving, { name: 'ann', kind: 'person' }), { elicitation: {} }),
  ]);
  const key = readFileSync(join(project.environment.XDG_CONFIG_HOME ?? '', 'baton', 'answer-key'), 'utf8').trim();
  return {
    project,
    root,
    clients,
    /** Texts that stand in no answer. */
    forbidden: [...Object.values(SECRETS), key, readFileSync(canary, 'utf8').trim(), 'root:x:0:0'],
    known: [run, ask, ...handoffs, gitIn(project.path, 'rev-parse', 'HEAD'), 'HEAD', ...NAMES],
    async close() {
      leaving.abort();
      await works.close();
      await Promise.all(clients.map(({ close }) => close()));
      baton.close();
    },
  };
}

const NAMES = ['origin', 'writer', 'ann', 'anybody', 'attached', 'notes', 'T1', 'new-run', 'strict', '0.0.1.x'];

const SESSION = {
  workflow: 'notes',
  phase: 'write',
  agent: 'writer',
  cycle: 1,
  attempt: 1,
  instructions: 'Write what is asked for.',
  prompt: `Write. The log said: token=${SECRETS.journal}`,
  deadlineMs: 3_600_000,
};

function configIn(path: string): string {
  return readFileSync(join(path, 'baton.yaml'), 'utf8');
}

function mkdir(path: string): string {
  mkdirSync(path);
  return path;
}

/** Handoffs of each sort, and one from a clone that took no secret out. */
async function prepareSome({ handoffs, store }: Baton): Promise<string[]> {
  const request = { sourceAgent: 'ann', targetAgent: 'writer', context: {}, instructions: 'Write it' };
  const made = await Promise.all([1, 2, 3].map(() => handoffs.create(request)));
  await handoffs.move(made[1]?.handoff.id ?? '', 'accepted', 'writer');
  const foreign = preparePackage({ ...request, instructions: 'Look at this' });
  const content = { ...foreign.toJSON(), instructions: { task: `Use the token ${SECRETS.journal} to write it` } };
  const event = { type: 'handoff.prepared', at: new Date().toISOString(), run: foreign.id, actor: 'ann' } as const;
  const data = { handoff: content, digest: contentDigest(content) };
  await store.append(`handoffs/${foreign.id}`, undefined, { ...event, data } as never);
  return [...made.map(({ handoff }) => handoff.id), foreign.id];
}

/**
 * Baton without what takes long: runs are not moved, tests not run, phases not judged, one test is said to be open, and of
 * the runs that are started and the exchanges with a remote that is there only the first few are real. All else that is
 * looked up, checked and recorded is.
 */
function quick(baton: Baton): McpHost {
  const check: TestCheck = {
    tree: '0'.repeat(40),
    told: 'the checkout',
    framework: 'node-test',
    report: { tests: [], uncollected: [], runErrors: [], output: `token=${SECRETS.journal}` } as never,
    totals: { passed: 0, failed: 0, skipped: 0, todo: 0, errored: 0, uncollected: 0, executed: 0, total: 0 },
    evidence: 'strong',
    doubts: [`it printed ${SECRETS.environment}`],
    allPass: false,
    cached: false,
    sandbox: 'none',
    dependencies: 'none',
  };
  let exchanges = 0;
  let starts = 0;
  return {
    ...baton,
    runs: {
      ...baton.runs,
      drive: (run) => baton.runs.view(run),
      start(options) {
        starts += 1;
        return starts > MOST_STARTS
          ? baton.runs.list().then(([first]) => ({ ...first, warnings: [] }) as never)
          : baton.runs.start(options);
      },
    },
    testChecks: {
      run: async () => check,
      failure: async (_, test) => ({
        test,
        found: false,
        fails: false,
        forTheRightReason: false,
        repeats: false,
        message: undefined,
        reasons: [],
        check,
      }),
    },
    phases: {
      ...baton.phases,
      handIn: async () => ({ kind: 'refused', phase: 'write', attempt: 1, reasons: [] }),
      completion: async (run, test) => (test === 'T1' ? LACKING : baton.phases.completion(run, test)),
    },
    async sync(remote) {
      if (remote === 'origin' || remote === undefined) exchanges += 1;
      if (exchanges <= MOST_EXCHANGES) return baton.sync(remote);
      return { remote: 'origin', received: [], sent: [], archived: [], notes: [], diverged: [], refused: [] } as never;
    },
  };
}

const LACKING: TestCompletion = {
  state: 'lacking',
  test: { id: 'T1', description: `logs in with ${SECRETS.journal}`, state: 'open' },
  lacking: 'It was not seen to fail yet.',
};

const MOST_EXCHANGES = 3;
const MOST_STARTS = 10;

export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client that sends what it is told, without looking at it, and answers no question. */
async function connect(server: ReturnType<typeof createServer>, capabilities: object = {}) {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<unknown, (answer: Answer) => void>();
  let sent = 0;
  here.onmessage = (message) => {
    if ('method' in message && 'id' in message) {
      void here.send({ jsonrpc: '2.0', id: message.id, result: { action: 'decline' } } as never);
    } else if ('id' in message) waiting.get(message.id)?.(message as Answer);
  };
  await server.connect(there);
  await here.start();
  const ask = (method: string, params: unknown): Promise<Answer> => {
    sent += 1;
    const id = sent;
    return new Promise((resolve, reject) => {
      waiting.set(id, (answer) => {
        waiting.delete(id);
        resolve(answer);
      });
      here.send({ jsonrpc: '2.0', id, method, params } as never).catch(reject);
    });
  };
  const clientInfo = { name: 'fuzz', version: '0' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  await here.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { ask, close: () => server.close() };
}

/** Everything that no tool may change: files, refs and settings, apart from Baton's own. */
export function unchanging(root: string, checkout: string): Readonly<Record<string, unknown>> {
  const refs = gitIn(checkout, 'for-each-ref', '--format=%(refname) %(objectname)').split('\n');
  return {
    files: filesIn(root),
    refs: refs.filter((line) => !/^refs\/(?:baton|notes|heads\/baton)\//.test(line)),
    settings: gitIn(checkout, 'config', '--list', '--show-origin'),
    head: gitIn(checkout, 'symbolic-ref', 'HEAD'),
    status: gitIn(checkout, '--no-optional-locks', 'status', '--porcelain'),
  };
}

/** Where Baton and git keep what they write: its journals, its worktrees, its cache. */
const OWN =
  /^(?:temporary|cache|config|remote\.git|checkout\/\.git\/(?:objects|refs|baton|logs|worktrees|packed-refs))(?:\/|$)/;

function filesIn(root: string, at: string = root): readonly string[] {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = join(at, entry.name);
    const name = relative(root, path);
    if (OWN.test(name)) return [];
    if (entry.isDirectory()) return [name, ...filesIn(root, path)];
    const { size, mtimeMs } = lstatSync(path);
    return [`${name} ${size} ${mtimeMs}`];
  });
}
