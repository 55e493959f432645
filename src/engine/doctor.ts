import { type ErrorCode, isBatonError } from '../base/error.ts';
import { matchAny } from '../base/glob.ts';
import type { Mutant } from '../code/mutants.ts';
import type { Measured } from '../evidence/quality/judge-quality.ts';
import type { Totals } from '../evidence/report.ts';
import type { FileCoverage } from '../formats/coverage/file-coverage.ts';
import type { Detection, Framework, ProjectView, RunRequest, Setup } from '../frameworks/framework.ts';
import { type Config, type SuiteSettings, singleSuite, suiteList } from '../protocol/config-schema.ts';
import { identities } from '../sys/git/commit.ts';
import { git } from '../sys/git/git.ts';
import { headOf, submodulesOf } from '../sys/git/head.ts';
import type { Repository } from '../sys/git/repository.ts';
import { withTemporary } from '../sys/kept-file.ts';
import { projectFiles } from '../sys/project-files.ts';
import { findSandbox } from '../sys/sandbox.ts';
import { openShadow } from '../sys/shadow.ts';
import { needsTests } from '../workflow/adapted.ts';
import { type AgentCatalogue, agentFindings } from './doctor-agents.ts';
import { treeFindings } from './doctor-tree.ts';
import type { Finding } from './finding.ts';
import { chooseTestsIn, type PinnedTests } from './run/start/choose-tests.ts';
import { tryTests } from './trial.ts';

/** What the engine asks about test frameworks; the drivers themselves are chosen elsewhere. */
export interface FrameworkCatalogue {
  detect(project: ProjectView): Promise<{
    readonly choices: readonly Detection[];
    readonly chosen: Detection | undefined;
    readonly question?: string;
  }>;
  load(name: string, options?: { readonly reports?: readonly string[] | undefined }): Promise<Framework>;
  /** What a person types in a directory to run its tests, where that can be told. */
  commandOf(framework: string, project: ProjectView, directory: string): string | undefined;
  setupOf(project: ProjectView, directory: string): Setup | undefined;
  /** Refuses a framework whose version, as far as the project's own files fix it, is too old. */
  checkVersion?(
    framework: string,
    directory: string,
    read: (path: string) => Promise<string | undefined> | string | undefined,
  ): Promise<void>;
  /** Wrong versions of some lines of a file, where a tool knows how to make them. */
  mutants?(path: string, text: string, lines: readonly number[]): Promise<readonly Mutant[] | undefined>;
  /** Which lines the tests of a package run, by its framework or as the project says. */
  coverage?(
    framework: string,
    request: RunRequest,
    own: { readonly command: string | readonly string[]; readonly report: string } | undefined,
  ): Promise<Measured<readonly FileCoverage[]>>;
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Counts of one trial run of the tests on the last commit. */
  readonly trial?: Totals | undefined;
}

export interface DoctorOptions {
  readonly repository: Repository;
  readonly catalogue: FrameworkCatalogue;
  readonly agents: AgentCatalogue;
  readonly config: Config;
  readonly cache: string;
  readonly onProgress: (sentence: string) => void;
  /** What baton.yaml names and is not there. */
  readonly misnamed?: string | undefined;
  /** Agent and workflow files that cannot be read. */
  readonly malformed?: readonly { readonly file: string; readonly problem: string }[] | undefined;
}

/** Looks at everything a run needs, and runs the tests once on the last commit. */
export async function diagnose(options: DoctorOptions): Promise<Diagnosis> {
  const findings: Finding[] = [
    await gitFinding(options),
    ...(await identityFindings(options)),
    ...(options.misnamed?.split('\n') ?? []).map((told): Finding => ({ topic: 'settings', state: 'bad', told })),
    await sandboxFinding(options.config),
    ...(await agentFindings(options.agents, options.config)),
    ...(options.malformed ?? []).map(
      ({ file, problem }): Finding => ({
        topic: 'ignored',
        state: 'limited',
        told: `${file} cannot be used`,
        remedy: problem,
      }),
    ),
  ];
  const head = await headOf(options.repository);
  if (head === undefined) {
    const remedy = 'Commit something first: git add --all && git commit';
    return { findings: [...findings, { topic: 'commit', state: 'bad', told: 'there is no commit yet', remedy }] };
  }
  const untested = await untestedWorkflow(options);
  if (untested !== undefined) {
    const told = `the workflow ${untested} runs none`;
    return { findings: [...findings, { topic: 'tests', state: 'good', told }] };
  }
  const submodules = await submodulesOf(options.repository, head.tree);
  const { chosen, settings } = await withTemporary('baton-doctor-', async (directory) => {
    await openShadow(options.repository).exportTree(head.tree, directory);
    const project = projectFiles(directory);
    return {
      chosen: await chooseFrom(project, options),
      settings: [
        ...treeFindings(options.repository, submodules, { directory, files: project.files }),
        ...settingFindings(project, options.config),
      ],
    };
  });
  if ('finding' in chosen) return { findings: [...findings, ...settings, chosen.finding] };
  findings.push(...chosen.found, ...settings);
  try {
    const { trial, found } = await tryTests({ ...options, head, pinned: chosen.pinned });
    return { findings: [...findings, ...found], trial };
  } catch (error) {
    if (!isBatonError(error) || !FOR_A_PERSON.has(error.code)) throw error;
    return { findings: [...findings, { topic: 'trial run', state: 'bad', told: error.message }] };
  }
}

/** The name of the project's workflow if it runs no tests. One that cannot be read is told with the agents. */
async function untestedWorkflow({ agents, config }: DoctorOptions): Promise<string | undefined> {
  try {
    const workflow = await agents.workflow(config.workflow ?? 'tdd');
    return needsTests(workflow) ? undefined : workflow.name;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return undefined;
  }
}

/** What keeps tests from being run and a person must mend; the message says how. */
const FOR_A_PERSON: ReadonlySet<ErrorCode> = new Set(['missing_program', 'project_misconfigured', 'no_sandbox']);

/** Globs of baton.yaml that name no file of the last commit: a slip of the pen, or not written yet. */
function settingFindings({ files }: ProjectView, config: Config): Finding[] {
  const suites = suiteList(config);
  if (suites !== undefined) return suites.flatMap((suite) => idleGlobs(files, suite, suite.directory ?? '.'));
  return idleGlobs(files, singleSuite(config) ?? {}, '.');
}

function idleGlobs(files: readonly string[], suite: SuiteSettings, directory: string): Finding[] {
  const given = { files: suite.files ?? [], config_files: suite.config_files ?? [] };
  const at = (glob: string) => (directory === '.' ? glob : `${directory}/${glob}`);
  const base = directory === '.' ? 'the repository' : directory;
  return Object.entries(given).flatMap(([key, globs]) => {
    const idle = globs.filter((glob) => !files.some(matchAny([at(glob)])));
    if (idle.length === 0) return [];
    const told = `no file is named by ${idle.map((glob) => JSON.stringify(glob)).join(', ')}`;
    const remedy = `Fix tests.${key} in baton.yaml: its globs are relative to ${base}.`;
    return [{ topic: `tests.${key}`, state: 'limited', told, remedy }];
  });
}

/** The suites the project names, or the framework that can be told; otherwise what a person must write. */
async function chooseFrom(
  project: ProjectView,
  { catalogue, config }: DoctorOptions,
): Promise<{ readonly pinned: PinnedTests; readonly found: readonly Finding[] } | { readonly finding: Finding }> {
  const isSaid = suiteList(config) !== undefined || singleSuite(config)?.framework !== undefined;
  const detected = isSaid ? undefined : await catalogue.detect(project);
  if (detected !== undefined && detected.chosen === undefined) {
    const { question } = detected;
    return { finding: { topic: 'tests', state: 'bad', told: 'which tests to run is not clear', remedy: question } };
  }
  try {
    const pinned = await chooseTestsIn(project, { catalogue }, config);
    const because = detected?.chosen?.because ?? ['baton.yaml'];
    const suites = pinned.suites ?? [pinned.tests];
    const found = suites.map(({ framework, directory }): Finding => {
      const isThere = project.files.some((file) => directory === '.' || file.startsWith(`${directory}/`));
      const told = `${framework} in ${directory} (${because.join(', ')})`;
      if (isThere) return { topic: 'tests', state: 'good', told };
      const remedy = 'Fix `directory` of that suite in baton.yaml, or commit its files.';
      return { topic: 'tests', state: 'bad', told: `there is no directory ${directory} in the last commit`, remedy };
    });
    return { pinned, found };
  } catch (error) {
    if (!isBatonError(error) || !(error.code === 'unclear_framework' || FOR_A_PERSON.has(error.code))) throw error;
    return { finding: { topic: 'tests', state: 'bad', told: error.message } };
  }
}

async function gitFinding({ repository }: DoctorOptions): Promise<Finding> {
  const version = (await git({ cwd: repository.cwd }, ['--version'])).trim();
  return { topic: 'git', state: 'good', told: `${version}, ${repository.hash}, refs as files` };
}

/** Commits are made in the user's name. */
async function identityFindings({ repository }: DoctorOptions): Promise<Finding[]> {
  try {
    await identities(repository);
    return [];
  } catch (error) {
    if (!isBatonError(error) || error.code !== 'missing_identity') throw error;
    return [{ topic: 'git', state: 'bad', told: error.message }];
  }
}

async function sandboxFinding({ sandbox: mode }: Config): Promise<Finding> {
  if (mode === 'off') {
    const remedy = 'Take `sandbox: off` out of baton.yaml.';
    return { topic: 'sandbox', state: 'limited', told: `none: baton.yaml turns it off. ${UNCONTAINED}`, remedy };
  }
  const sandbox = await findSandbox();
  if (sandbox.kind !== 'none') {
    return { topic: 'sandbox', state: 'good', told: `bubblewrap ${sandbox.version}. ${CONTAINED}` };
  }
  const state = mode === 'require' ? 'bad' : 'limited';
  return { topic: 'sandbox', state, told: `none: ${sandbox.why}. ${UNCONTAINED}`, remedy: sandbox.remedy };
}

const CONTAINED =
  'Agents and tests write to places of their own and do not see your home; only agents reach the network';
const UNCONTAINED =
  'Agents and tests run as you: they can read your keys, write anywhere you can and reach the network; what they leave in the project is still judged';
