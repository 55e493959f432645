import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDependencies } from '../../src/engine/dependencies.ts';
import { openProver } from '../../src/engine/proof.ts';
import { openKeptPlaces } from '../../src/engine/proof-places.ts';
import type { TestReport } from '../../src/evidence/report.ts';
import type { Framework, RunRequest, Setup } from '../../src/frameworks/framework.ts';
import { openRepository } from '../../src/sys/git/repository.ts';
import { listTree } from '../../src/sys/git/tree-listing.ts';
import { type SandboxMode, sandboxFor } from '../../src/sys/sandbox.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../repository.ts';

/** A framework whose only test is a shell script in the project. */
export function scriptFramework(onRun: (request: RunRequest) => void = () => undefined): Framework {
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

/** A repository with such a script and other files, and the tree of them. */
export async function scriptProject(script: string, more: Record<string, string> = {}) {
  const path = temporaryRepository();
  for (const [name, text] of Object.entries({ 'test.sh': script, ...more })) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  gitIn(path, 'add', '--all');
  return { path, tree: gitIn(path, 'write-tree') };
}

export interface ProverOptions {
  readonly sandbox?: SandboxMode;
  readonly setup?: Setup;
  readonly checkout?: string;
  readonly framework?: Framework;
  readonly timeoutMs?: number;
  readonly cache?: string;
  readonly directory?: string;
  readonly command?: string | readonly string[] | false;
  readonly variables?: readonly string[];
  readonly git?: boolean;
  /** In one directory, as proofs of a run are. */
  readonly kept?: boolean;
}

/** A prover of a repository that has nothing to do with the user's own cache. */
export async function proverFor(path: string, options: ProverOptions = {}) {
  const repository = await openRepository(path);
  const sandbox = options.sandbox ?? 'auto';
  const dependencies = openDependencies({
    setupOf: () => options.setup,
    checkout: options.checkout,
    command: options.command,
    variables: options.variables,
    cache: options.cache ?? temporaryDirectory(),
    sandbox: await sandboxFor(sandbox),
  });
  const settings = {
    framework: options.framework ?? scriptFramework(),
    directory: options.directory ?? '.',
    timeoutMs: options.timeoutMs ?? 20_000,
    sandbox,
    git: options.git,
  };
  const places = openKeptPlaces(repository, (tree) => listTree(repository, tree));
  if (options.kept === true) onTestFinished(() => places.close());
  return openProver(repository, settings, dependencies, options.kept === true ? places : undefined);
}
