import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSourceReader } from '../../src/code/reader.ts';
import { loadAgents } from '../../src/engine/agents.ts';
import { openRuns } from '../../src/engine/run/runs.ts';
import { builtInWorkflow } from '../../src/engine/workflows.ts';
import { detectFrameworks } from '../../src/frameworks/detect.ts';
import type { Framework, RunRequest } from '../../src/frameworks/framework.ts';
import { projectCommand } from '../../src/frameworks/project-command.ts';
import { loadFramework } from '../../src/frameworks/registry.ts';
import { loadRunner } from '../../src/runners/registry.ts';
import { openGitStore } from '../../src/store/git/git-store.ts';
import { openRepository } from '../../src/sys/git/repository.ts';
import { sandboxFor } from '../../src/sys/sandbox.ts';
import { REQUEST } from '../scenarios/tdd/command.ts';
import { newProject } from '../scenarios/tdd/project.ts';
import { CODE, LOOP, ONE_TEST, TEST, ZERO } from '../scenarios/tdd/sum.ts';

const WRONG = 'export const sum = () => 1;\n';

it('experiments are made while the tests run, and end where these fail', { timeout: 240_000 }, async ({ skip }) => {
  skip((await sandboxFor('auto')) === undefined || availableParallelism() < 2, 'nothing can be run side by side');
  const project = newProject([
    ONE_TEST,
    { phase: 'green', attempt: 1, write: { [CODE]: WRONG } },
    { phase: 'green', write: { [CODE]: ZERO } },
    { phase: 'refactor', write: { [CODE]: LOOP } },
  ]);
  const seen: string[] = [];
  let judged = '';
  /** Lets all tests end only after an experiment on the same tree has begun. */
  const watched = (framework: Framework): Framework => {
    let begun: () => void = () => undefined;
    return {
      ...framework,
      async run(request) {
        const kind = kindOf(request);
        if (judged !== '') seen.push(`${judged}: ${kind}`);
        if (kind !== 'all tests') begun();
        const isHeld = kind === 'all tests' && judged !== '';
        const other = isHeld ? new Promise<void>((resolve) => (begun = resolve)) : undefined;
        const report = await framework.run(request);
        await other;
        return report;
      },
    };
  };
  const repository = await openRepository(project.path);
  const runs = openRuns({
    repository,
    store: openGitStore(repository),
    catalogue: {
      detect: detectFrameworks,
      load: async (name) => watched(await loadFramework(name)),
      commandOf: projectCommand,
      setupOf: () => undefined,
    },
    cache: () => join(project.beside, 'cache'),
    config: () => ({}),
    readSource: openSourceReader(async (name) =>
      readFileSync(new URL(`../../dist/code/grammars/tree-sitter-${name}.wasm`, import.meta.url)),
    ),
    agents: async () => loadAgents(repository, {}),
    workflow: async (name) => builtInWorkflow(name),
    runner: async ({ runner, command }) => loadRunner(runner, { repository: project.path, command }),
  });
  const agent = new URL('../agents/planned.mjs', import.meta.url).pathname;
  const config = { runner: 'command', command: `node ${agent} ${project.plan}` };
  const { run } = await runs.start({ request: REQUEST, config });
  const { state } = await runs.drive(run, {
    onProgress(sentence) {
      judged = /^judging: (green|refactor)$/.exec(sentence)?.[1] ?? (sentence.startsWith('judging') ? '' : judged);
    },
  });
  runs.close();
  expect(state).toBe('completed');
  expect(seen.filter((one) => one === 'green: all tests')).toHaveLength(2);
  expect(seen.filter((one) => one === 'green: other expectations')).toHaveLength(2);
});

function kindOf({ directory, selection }: RunRequest): string {
  if (selection.files === undefined) return 'all tests';
  return readFileSync(join(directory, TEST), 'utf8').includes('sum([]), 0)') ? 'sabotage' : 'other expectations';
}
