import { type Totals, totalsOf } from '../evidence/report.ts';
import type { Detection, Framework, ProjectView, Setup } from '../frameworks/framework.ts';
import type { Config } from '../protocol/config-schema.ts';
import { git } from '../sys/git/git.ts';
import type { Repository } from '../sys/git/repository.ts';
import { withTemporary } from '../sys/kept-file.ts';
import { projectFiles } from '../sys/project-files.ts';
import { findSandbox, HOW_TO_GET_IT, sandboxFor } from '../sys/sandbox.ts';
import { openShadow } from '../sys/shadow.ts';
import { openDependencies } from './dependencies.ts';
import { openProver } from './proof.ts';

/** What the engine asks about test frameworks; the drivers themselves are chosen elsewhere. */
export interface FrameworkCatalogue {
  detect(project: ProjectView): Promise<{ readonly chosen: Detection | undefined; readonly question?: string }>;
  load(name: string): Promise<Framework>;
  setupOf(project: ProjectView, directory: string): Setup | undefined;
}

/** One thing that was looked at: what it is like, and what to do if that is not well. */
export interface Finding {
  readonly topic: string;
  readonly state: 'good' | 'limited' | 'bad';
  readonly told: string;
  readonly remedy?: string | undefined;
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Counts of one trial run of the tests on the last commit. */
  readonly trial?: Totals | undefined;
}

export interface DoctorOptions {
  readonly repository: Repository;
  readonly catalogue: FrameworkCatalogue;
  readonly config: Config;
  readonly cache: string;
  readonly onProgress: (sentence: string) => void;
}

const DEFAULT_TIMEOUT_S = 600;

/** Looks at everything a run needs, and runs the tests once on the last commit. */
export async function diagnose(options: DoctorOptions): Promise<Diagnosis> {
  const findings: Finding[] = [await gitFinding(options), await sandboxFinding()];
  const tree = await headTree(options.repository);
  if (tree === undefined) {
    const remedy = 'Commit something first: git add --all && git commit';
    return { findings: [...findings, { topic: 'commit', state: 'bad', told: 'there is no commit yet', remedy }] };
  }
  const chosen = await withTemporary('baton-doctor-', async (directory) => {
    await openShadow(options.repository).exportTree(tree, directory);
    return chooseFrom(projectFiles(directory), options);
  });
  if ('finding' in chosen) return { findings: [...findings, chosen.finding] };
  const told = `${chosen.framework} in ${chosen.directory} (${chosen.because.join(', ')})`;
  findings.push({ topic: 'tests', state: 'good', told });
  const { trial, finding } = await tryTests(tree, chosen, options);
  return { findings: [...findings, finding], trial };
}

/** The framework the project says, or the one that can be told; otherwise what a person must write. */
async function chooseFrom(
  project: ProjectView,
  { catalogue, config }: DoctorOptions,
): Promise<Detection | { finding: Finding }> {
  const { framework, directory } = config.tests ?? {};
  if (framework !== undefined) {
    await catalogue.load(framework);
    return { framework, directory: directory ?? '.', because: ['baton.yaml'], confidence: 'configured' };
  }
  const { chosen, question } = await catalogue.detect(project);
  if (chosen !== undefined) return chosen;
  return { finding: { topic: 'tests', state: 'bad', told: 'which tests to run is not clear', remedy: question } };
}

async function tryTests(
  tree: string,
  chosen: Detection,
  options: DoctorOptions,
): Promise<{ trial?: Totals; finding: Finding }> {
  const { repository, catalogue, config, cache, onProgress } = options;
  const mode = config.sandbox ?? 'auto';
  const dependencies = openDependencies({
    setupOf: (project) => catalogue.setupOf(project, chosen.directory),
    checkout: repository.bare ? undefined : repository.cwd,
    cache,
    sandbox: await sandboxFor(mode),
  });
  const command = config.tests?.command;
  const prover = openProver(
    repository,
    {
      framework: await catalogue.load(chosen.framework),
      directory: chosen.directory,
      command: typeof command === 'string' ? ['sh', '-c', command] : command,
      timeoutMs: (config.tests?.timeout_s ?? DEFAULT_TIMEOUT_S) * 1000,
      sandbox: mode,
    },
    dependencies,
  );
  const proof = await prover.prove(tree, { onProgress });
  const trial = totalsOf(proof.report);
  const { report } = proof;
  const counts = `${trial.passed} passed, ${trial.failed + trial.errored} failed, ${trial.skipped + trial.todo} skipped, ${trial.uncollected} files not collected`;
  const told = `${counts}; dependencies: ${proof.dependencies}; sandbox: ${proof.sandbox}; command: ${report.command.join(' ')}`;
  if (report.incomplete === null) return { trial, finding: { topic: 'trial run', state: 'good', told } };
  const remedy = report.output.slice(-1500);
  return {
    trial,
    finding: { topic: 'trial run', state: 'bad', told: `proves nothing: ${report.incomplete} (${told})`, remedy },
  };
}

async function gitFinding({ repository }: DoctorOptions): Promise<Finding> {
  const version = (await git({ cwd: repository.cwd }, ['--version'])).trim();
  return { topic: 'git', state: 'good', told: `${version}, ${repository.hash}, refs as files` };
}

async function sandboxFinding(): Promise<Finding> {
  const sandbox = await findSandbox();
  if (sandbox.kind !== 'none') return { topic: 'sandbox', state: 'good', told: `bubblewrap ${sandbox.version}` };
  return { topic: 'sandbox', state: 'limited', told: `none: ${sandbox.why}`, remedy: HOW_TO_GET_IT };
}

async function headTree(repository: Repository): Promise<string | undefined> {
  try {
    return (await git({ cwd: repository.cwd }, ['rev-parse', '--verify', '--end-of-options', 'HEAD^{tree}'])).trim();
  } catch {
    return undefined;
  }
}
