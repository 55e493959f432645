import { posix } from 'node:path';
import { holdsTests, rolesByGlobs } from '../evidence/file-roles.ts';
import { type TestReport, type Totals, totalsOf } from '../evidence/report.ts';
import type { Detection, Framework, ProjectView, Setup } from '../frameworks/framework.ts';
import type { Config } from '../protocol/config-schema.ts';
import type { Head } from '../sys/git/head.ts';
import type { Repository } from '../sys/git/repository.ts';
import { sandboxFor } from '../sys/sandbox.ts';
import { openDependencies } from './dependencies.ts';
import type { Finding } from './finding.ts';
import { openProver } from './proof.ts';

export interface TrialOptions {
  readonly repository: Repository;
  readonly head: Head;
  readonly chosen: Detection;
  readonly catalogue: {
    load(name: string): Promise<Framework>;
    setupOf(project: ProjectView, directory: string): Setup | undefined;
  };
  readonly config: Config;
  readonly cache: string;
  readonly onProgress: (sentence: string) => void;
}

const DEFAULT_TIMEOUT_S = 600;

/** Runs the tests of the last commit once, as the settings say, and tells what that showed. */
export async function tryTests(
  options: TrialOptions,
): Promise<{ readonly trial: Totals; readonly found: readonly Finding[] }> {
  const { repository, head, chosen, catalogue, config, cache, onProgress } = options;
  const mode = config.sandbox ?? 'auto';
  const dependencies = openDependencies({
    setupOf: (project) => catalogue.setupOf(project, chosen.directory),
    checkout: repository.checkout,
    command: config.tests?.setup,
    cache,
    sandbox: await sandboxFor(mode),
  });
  const framework = await catalogue.load(chosen.framework);
  const command = config.tests?.command;
  const prover = openProver(
    repository,
    {
      framework,
      directory: chosen.directory,
      command: typeof command === 'string' ? ['sh', '-c', command] : command,
      timeoutMs: (config.tests?.timeout_s ?? DEFAULT_TIMEOUT_S) * 1000,
      sandbox: mode,
      git: config.tests?.git,
    },
    dependencies,
  );
  // A run's own branch holds what agents wrote.
  const trusted = head.branch?.startsWith('baton/') !== true;
  const proof = await prover.prove(head.tree, { onProgress, trusted });
  const trial = totalsOf(proof.report);
  const { report } = proof;
  const counts = `${trial.passed} passed, ${trial.failed + trial.errored} failed, ${trial.skipped + trial.todo} skipped, ${trial.uncollected} files not collected`;
  const told = `${counts}; dependencies: ${proof.dependencies}; sandbox: ${proof.sandbox}; command: ${report.command.join(' ')}`;
  if (report.incomplete === null) {
    const good: Finding = { topic: 'trial run', state: 'good', told };
    return { trial, found: [good, ...unnamedFindings(report, framework, chosen, config)] };
  }
  const remedy = report.output.slice(-1500);
  const bad: Finding = {
    topic: 'trial run',
    state: 'bad',
    told: `proves nothing: ${report.incomplete} (${told})`,
    remedy,
  };
  return { trial, found: [bad] };
}

/** Tests in files that do not count as test files: gates would take them for sources, which any agent may change. */
function unnamedFindings(
  { tests }: TestReport,
  framework: Framework,
  { directory }: Detection,
  config: Config,
): Finding[] {
  const roles = rolesByGlobs({
    tests: config.tests?.files ?? framework.testFiles,
    support: framework.supportFiles,
    config: config.tests?.config_files ?? framework.configFiles,
    mixed: framework.mixedFiles ?? [],
  });
  const files = [...new Set(tests.map(({ file }) => posix.join(directory, file)))];
  const unnamed = files.filter((file) => !holdsTests(file, roles)).sort();
  if (unnamed.length === 0) return [];
  const more = unnamed.length > MOST_NAMED ? ` and ${unnamed.length - MOST_NAMED} more` : '';
  const told = `tests ran in files that are not taken for test files: ${unnamed.slice(0, MOST_NAMED).join(', ')}${more}`;
  return [{ topic: 'tests.files', state: 'limited', told, remedy: 'Name them with tests.files in baton.yaml.' }];
}

const MOST_NAMED = 5;
