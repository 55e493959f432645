import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../test/repository.ts';
import type { TestReport } from '../evidence/report.ts';
import type { Framework, RunRequest, Setup } from '../frameworks/framework.ts';
import { openRepository } from '../sys/git/repository.ts';
import { findSandbox, type SandboxMode, sandboxFor } from '../sys/sandbox.ts';
import { openDependencies } from './dependencies.ts';
import { openProver } from './proof.ts';

/** A framework whose only test is a shell script in the project. */
function scriptFramework(onRun: (request: RunRequest) => void = () => undefined): Framework {
  return {
    name: 'script',
    testFiles: [],
    supportFiles: [],
    configFiles: [],
    detect: () => [],
    async run(request): Promise<TestReport> {
      onRun(request);
      const result = await request.start(['sh', 'test.sh'], {});
      const passed = result.exitCode === 0;
      return {
        framework: 'script',
        strength: 'strong',
        command: ['sh', 'test.sh'],
        exitCode: result.exitCode,
        signal: result.signal,
        wallMs: result.wallMs,
        tests: [{ id: 'test.sh::works', file: 'test.sh', path: ['works'], outcome: passed ? 'passed' : 'failed' }],
        uncollected: [],
        runErrors: [],
        focused: false,
        canary: 'absent',
        incomplete: result.timedOut ? 'timeout' : null,
        output: result.output,
      };
    },
  };
}

async function project(script: string, more: Record<string, string> = {}) {
  const path = temporaryRepository();
  for (const [name, text] of Object.entries({ 'test.sh': script, ...more })) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  gitIn(path, 'add', '--all');
  return { path, tree: gitIn(path, 'write-tree') };
}

interface Options {
  readonly sandbox?: SandboxMode;
  readonly setup?: Setup;
  readonly checkout?: string;
  readonly framework?: Framework;
  readonly timeoutMs?: number;
  readonly cache?: string;
}

async function prover(path: string, options: Options = {}) {
  const sandbox = options.sandbox ?? 'auto';
  const dependencies = openDependencies({
    setupOf: () => options.setup,
    checkout: options.checkout,
    cache: options.cache ?? temporaryDirectory(),
    sandbox: await sandboxFor(sandbox),
  });
  const settings = {
    framework: options.framework ?? scriptFramework(),
    directory: '.',
    timeoutMs: options.timeoutMs ?? 20_000,
    sandbox,
  };
  return openProver(await openRepository(path), settings, dependencies);
}

describe('a proof', () => {
  it('runs the tests on the files of the tree, without .git, and leaves nothing behind', async () => {
    let place = '';
    const { path, tree } = await project('ls -A; cat data.txt; pwd', { 'data.txt': 'from the tree' });
    writeFileSync(join(path, 'data.txt'), 'changed in the checkout');
    const framework = scriptFramework(({ directory }) => {
      place = directory;
    });
    const { report, cached } = await (await prover(path, { framework })).prove(tree);
    expect(report.output).toContain('from the tree');
    expect(report.output).not.toContain('.git\n');
    expect([report.exitCode, cached]).toEqual([0, false]);
    expect(existsSync(place)).toBe(false);
  });

  it('is known the second time, and made again on request or for another tree', async () => {
    let runs = 0;
    const framework = scriptFramework(() => {
      runs += 1;
    });
    const { path, tree } = await project('true');
    const cache = temporaryDirectory();
    const first = await (await prover(path, { framework, cache })).prove(tree);
    const second = await (await prover(path, { framework, cache })).prove(tree);
    expect([first.cached, second.cached, runs]).toEqual([false, true, 1]);
    expect(second.report).toEqual(first.report);
    await (await prover(path, { framework, cache })).prove(tree, { fresh: true });
    expect(runs).toBe(2);
    await (await prover(path, { framework, cache })).prove(tree, { selection: { files: ['a'] } });
    expect(runs).toBe(3);
  });

  it('is not believed from a damaged memory', async () => {
    const { path, tree } = await project('true');
    const cache = temporaryDirectory();
    await (await prover(path, { cache })).prove(tree);
    const memory = join(path, '.git/baton/proofs');
    for (const file of readdirSync(memory)) writeFileSync(join(memory, file), '{"report": {"tests": []}}');
    expect((await (await prover(path, { cache })).prove(tree)).cached).toBe(false);
    for (const file of readdirSync(memory)) writeFileSync(join(memory, file), '{');
    expect((await (await prover(path, { cache })).prove(tree)).cached).toBe(false);
  });

  it('that ran out of time is not remembered', async () => {
    const { path, tree } = await project('sleep 30');
    const short = await prover(path, { timeoutMs: 300 });
    expect((await short.prove(tree)).report.incomplete).toBe('timeout');
    expect((await short.prove(tree)).cached).toBe(false);
  });

  it('sees no variables and no home of the user', async () => {
    const { path, tree } = await project('env; echo home=$HOME');
    process.env.BATON_TEST_TOKEN = 'secret-token';
    const { report } = await (await prover(path)).prove(tree);
    delete process.env.BATON_TEST_TOKEN;
    expect(report.output).not.toContain('secret-token');
    expect(report.output).toContain('CI=true');
    expect(report.output).toMatch(/home=.*baton-proof-/);
  });
});

describe('dependencies of a proof', () => {
  const setup: Setup = {
    tool: 'sh',
    directory: '.',
    lockFiles: ['lock.txt'],
    commands: [
      ['sh', '-c', 'mkdir -p node_modules/dep && cat lock.txt > node_modules/dep/index && echo run >> ../runs && ls'],
    ],
    environment: { DEP_HOME: '{project}/node_modules' },
    needs: ['lock.txt', 'manifest.json'],
    placeholders: [],
    results: ['node_modules'],
  };

  it.each(['auto', 'off'] as const)(
    'are installed once per lock file and shown to the tests (sandbox %s)',
    async (sandbox) => {
      const files = { 'lock.txt': 'version 1', 'manifest.json': '{}' };
      const { path, tree } = await project('cat node_modules/dep/index; echo x > node_modules/dep/index', files);
      const cache = temporaryDirectory();
      const told: string[] = [];
      const first = await prover(path, { setup, cache, sandbox });
      const { report, dependencies } = await first.prove(tree, { onProgress: (line) => told.push(line) });
      expect(report.output).toContain('version 1');
      expect(dependencies).toContain('lock.txt, by sh -c');
      expect(told[0]).toContain('installing dependencies');
      await first.prove(tree, { fresh: true });
      const [entry = ''] = readdirSync(join(cache, 'dependencies'));
      expect(readFileSync(join(cache, 'dependencies', entry, 'runs'), 'utf8')).toBe('run\n');
      expect(readFileSync(join(cache, 'dependencies', entry, 'project/node_modules/dep/index'), 'utf8')).toBe(
        'version 1',
      );
      expect(existsSync(join(cache, 'dependencies', entry, 'project/test.sh'))).toBe(false);
    },
  );

  it('are installed anew for another lock file', async () => {
    const cache = temporaryDirectory();
    const { path, tree } = await project('cat node_modules/dep/index', { 'lock.txt': 'version 1' });
    await (await prover(path, { setup, cache })).prove(tree);
    writeFileSync(join(path, 'lock.txt'), 'version 2');
    gitIn(path, 'add', '--all');
    const { report } = await (await prover(path, { setup, cache })).prove(gitIn(path, 'write-tree'));
    expect(report.output).toContain('version 2');
    expect(readdirSync(join(cache, 'dependencies'))).toHaveLength(2);
  });

  it('that cannot be installed are told with the command and what it printed, and leave no half of them', async () => {
    const cache = temporaryDirectory();
    const { path, tree } = await project('true', { 'lock.txt': 'x' });
    const failing = { ...setup, commands: [['sh', '-c', 'mkdir node_modules; echo no such package; exit 1']] };
    await expect((await prover(path, { setup: failing, cache })).prove(tree)).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringMatching(/Installing dependencies failed: sh -c[\s\S]*no such package/),
    });
    expect(readdirSync(join(cache, 'dependencies'))).toEqual([]);
  });

  it('come from the checkout where there is no lock file, and it says so', async () => {
    const { path, tree } = await project('cat node_modules/dep.txt; echo changed > node_modules/dep.txt');
    mkdirSync(join(path, 'node_modules'));
    writeFileSync(join(path, 'node_modules/dep.txt'), 'installed');
    const { report, dependencies } = await (await prover(path, { checkout: path })).prove(tree);
    expect(report.output).toContain('installed');
    expect(dependencies).toContain('what the checkout has installed');
    expect(readFileSync(join(path, 'node_modules/dep.txt'), 'utf8')).toBe('installed');
  });

  it('have writable caches where tools insist on them', async (context) => {
    const sandbox = await findSandbox();
    if (sandbox.kind === 'none') context.skip(`no sandbox: ${sandbox.why}`);
    const script =
      'echo x > node_modules/.vite-temp/x && echo y > node_modules/.cache/y && echo layered; echo z > node_modules/z';
    const { path, tree } = await project(script, { 'lock.txt': 'version 1' });
    const { report } = await (await prover(path, { setup })).prove(tree);
    expect(report.output).toContain('layered');
    expect(report.exitCode).not.toBe(0);
  });
});
