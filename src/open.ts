import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { BatonError, isBatonError } from './base/error.ts';
import type { GrammarName } from './code/parser.ts';
import { type ActingHandoffs, type Actor, actAs } from './engine/acting.ts';
import { loadAgents } from './engine/agents.ts';
import { archiveFinished } from './engine/archive.ts';
import { ATTACHED, type AttachedSessions, openAttached } from './engine/attached-sessions.ts';
import { type WatchChanges, watchChanges } from './engine/changes.ts';
import type { CleanOptions, CleanReport } from './engine/clean.ts';
import type { Diagnosis, FrameworkCatalogue } from './engine/doctor.ts';
import type { AgentCatalogue } from './engine/doctor-agents.ts';
import type { ExportedAgent, ExportOptions } from './engine/export-agents.ts';
import { openStateExport, type StateExport } from './engine/export-state.ts';
import { type Handoffs, openHandoffs } from './engine/handoffs.ts';
import { type NotesReport, projectNotes, repairNotes } from './engine/notes.ts';
import { type NotesSetting, type NotesSettingName, setUpNotes } from './engine/notes-settings.ts';
import type { PhaseWork } from './engine/phase-work.ts';
import { projectNames } from './engine/project-names.ts';
import { type Live, openLive } from './engine/run/live/live.ts';
import { openRuns, type Runs } from './engine/run/runs.ts';
import { type Exchange, type SyncOptions, syncWith } from './engine/sync.ts';
import type { TestChecks } from './engine/test-checks.ts';
import { tidyUp } from './engine/tidy.ts';
import type { JournalCheck } from './engine/verify/journals.ts';
import type { Verification } from './engine/verify/verify.ts';
import { type DeclaredWorkflow, findWorkflow, listWorkflows, workflowTexts } from './engine/workflows.ts';
import { detectFrameworks, type FrameworkChoice } from './frameworks/detect.ts';
import { strykerMutants } from './frameworks/js/stryker.ts';
import { projectCommand } from './frameworks/project-command.ts';
import { FRAMEWORK_NAMES, isFrameworkName, loadFramework } from './frameworks/registry.ts';
import { setupFor } from './frameworks/setup.ts';
import { declaredVersion, refuseOld } from './frameworks/versions.ts';
import type { Agent } from './protocol/agent-file.ts';
import { parseConfig } from './protocol/config.ts';
import { nameProblems } from './protocol/config-names.ts';
import type { Config, RunFlags } from './protocol/config-schema.ts';
import type { Validation } from './protocol/validate/validate.ts';
import { loadRunner, RUNNER_NAMES } from './runners/registry.ts';
import type { Runner } from './runners/runner.ts';
import { openGitStore } from './store/git/git-store.ts';
import type { JournalName, Store } from './store/store.ts';
import { readBounded } from './sys/bounded-file.ts';
import { cacheDirectory } from './sys/cache-directory.ts';
import { createNew } from './sys/created-file.ts';
import { type EditedFile, editTextFile } from './sys/edited-file.ts';
import { openGitConfig } from './sys/git/config.ts';
import { openRepository, type Repository } from './sys/git/repository.ts';
import { projectFiles } from './sys/project-files.ts';
import { findUserSecret } from './sys/user-secret.ts';
import type { Workflow } from './workflow/workflow-schema.ts';

/** A file of the project that cannot be used. */
export interface MalformedFile {
  readonly file: string;
  readonly problem: string;
}

/** Baton in one repository. */
export interface Baton {
  readonly store: Store;
  readonly handoffs: Handoffs;
  readonly runs: Runs;
  /** Evidence on demand: the tests of the checkout, of a commit or of a run, run as gates run them. */
  readonly testChecks: TestChecks;
  /** The sessions of this process that wait for a client to play them. */
  readonly attached: AttachedSessions;
  /** Runs seen from the phase they are in. */
  readonly phases: PhaseWork;
  /** Opens a look at what runs are doing now. */
  live(): Live;
  /** Tells when runs or handoffs may have moved. */
  readonly watch: WatchChanges;
  /** The stored handoffs as an agent or a person may use them. */
  actAs(actor: Actor): ActingHandoffs;
  /** The state of the project as other programs read it. */
  readonly projectState: StateExport;
  /**
   * The project's settings, from baton.yaml in the checkout. With the flags of a run that is about to start: what the file
   * names and is not there is refused, unless a flag stands in its place.
   */
  config(start?: RunFlags): Config;
  /** Writes baton.yaml at the top of the checkout and gives its path. Never over one that is there. */
  createConfig(text: string): string;
  /** Edits a text file of the checkout, or makes it; every byte that the edit does not change stays. */
  editFile(
    file: string,
    edit: (before: string | undefined) => string,
    options?: { readonly write?: boolean },
  ): EditedFile;
  /** Which test framework the checkout uses, or the question a person has to settle. */
  detect(): Promise<FrameworkChoice>;
  /** Puts the note of every completed phase on its commit: of one run, or of all. */
  projectNotes(run?: string): Promise<NotesReport>;
  /** The same, and also on the copies that an amend or a rebase made. */
  repairNotes(run?: string): Promise<NotesReport>;
  /** Checks that journals and notes are as they were written: of one run or handoff, or of all. */
  verifyJournals(run?: string): Promise<JournalCheck>;
  /** The same, and that runs kept to the rules, their commits are theirs, and their gates come to the same again. */
  verify(run?: string): Promise<Verification>;
  /** Tells git what to do with handoff notes. */
  setUpNotes(wanted: ReadonlySet<NotesSettingName>): Promise<readonly NotesSetting[]>;
  /** Looks at everything a run needs, and runs the tests once on the last commit. */
  diagnose(onProgress: (sentence: string) => void): Promise<Diagnosis>;
  /** The agents that runs may call, by name: the built-in ones and those of the checkout. */
  agents(): Promise<ReadonlyMap<string, Agent>>;
  /** Agent and workflow files that cannot be read. Runs that do not use them go on without. */
  malformed(): Promise<readonly MalformedFile[]>;
  /** What is wrong with the agents of the checkout, all of them together. */
  validateAgents(): Promise<Validation>;
  /** Writes copies of agents for another program, and tells what that program cannot be told. */
  exportAgents(agents: readonly Agent[], options: ExportOptions): Promise<readonly ExportedAgent[]>;
  /** The workflows that runs may name: the built-in ones and those of the checkout. */
  workflows(): ReadonlyMap<string, DeclaredWorkflow>;
  /** Paths of the workflow files of the checkout. */
  workflowFiles(): readonly string[];
  /** A workflow by its name or its file, held to all rules. */
  workflow(nameOrPath: string): Promise<Workflow>;
  /** Exchanges runs, handoffs and notes with a remote: the one named, that of baton.yaml, or the usual one. */
  sync(remote?: string, options?: SyncOptions): Promise<Exchange>;
  /** Moves finished runs and handoffs into the archive and gives those it moved. They are read as before. */
  archiveFinished(): Promise<readonly JournalName[]>;
  /** Removes what runs left and nobody needs, and says what it was. */
  clean(options?: CleanOptions): Promise<CleanReport>;
  /** Ends the helper processes. Nothing is lost without it: they end with this process. */
  close(): void;
}

export interface OpenOptions {
  readonly cwd: string;
  /** Whether clients of this process play the sessions of the runner `attached`. Default: there are none. */
  readonly attached?: boolean | undefined;
  /** Runners of your own, by the name that `runner` in baton.yaml, `roles` and flags use. */
  readonly runners?: Readonly<Record<string, Runner>> | undefined;
}

/** Opens the repository a directory belongs to. The only place that chooses drivers. */
export async function openBaton(options: OpenOptions): Promise<Baton> {
  const own = checkOwnRunners(options.runners ?? {});
  const repository = await openRepository(options.cwd);
  const store = openGitStore(repository);
  await tidyUp(repository, store);
  const runnerNames = [...RUNNER_NAMES, ...own.keys()];
  const config = (start?: RunFlags) => readConfig(repository, runnerNames, start);
  const attached = openAttached();
  const players: Omit<AgentCatalogue, 'runners'> = {
    agents: async (useBuiltIn) => loadAgents(repository, config(), useBuiltIn),
    workflow: async (name) => findWorkflow(repository, name, loadAgents(repository, config())),
    async runner({ runner, command }) {
      const registered = own.get(runner);
      if (registered !== undefined) return registered;
      if (runner === ATTACHED && options.attached === true) return attached.runner;
      return loadRunner(runner, { repository: repository.checkout ?? repository.cwd, command });
    },
  };
  const reader = once(async () => (await import('./code/reader.ts')).openSourceReader(loadGrammar));
  const parts = {
    ...{ repository, store, catalogue: openCatalogue(), cache: cacheDirectory, config, ...players },
    readSource: async (path: string, text: string) => (await reader())(path, text),
  };
  const runs = openRuns(parts);
  const handoffs = openHandoffs(store);
  const authority = () => players.workflow(config().workflow ?? 'tdd');
  const checks = once(async () =>
    (await import('./engine/test-checks.ts')).openTestChecks({ ...parts, config, attached }),
  );
  const phases = once(async () => (await import('./engine/phase-work.ts')).openPhaseWork({ ...parts, attached }));
  return {
    store,
    runs,
    attached,
    testChecks: {
      run: async (...given) => (await checks()).run(...given),
      failure: async (...given) => (await checks()).failure(...given),
    },
    phases: {
      stateAt: async (of) => (await phases()).stateAt(of),
      tests: async (run) => (await phases()).tests(run),
      completion: async (run, test) => (await phases()).completion(run, test),
      handIn: async (run, signal) => (await phases()).handIn(run, signal),
    },
    live: () => openLive(parts),
    watch: watchChanges(store),
    actAs: (actor) => actAs(actor, { handoffs, agents: players.agents, authority }),
    projectState: openStateExport({ repository, store }),
    config,
    createConfig: (text) => createNew(join(repository.checkout ?? repository.cwd, 'baton.yaml'), text),
    editFile: (file, edit, options) => editTextFile(repository.checkout ?? repository.cwd, file, edit, options),
    detect: () => detectFrameworks(projectFiles(repository.checkout ?? repository.cwd)),
    handoffs,
    projectNotes: (run) => projectNotes(store, run),
    repairNotes: (run) => repairNotes(store, run),
    verifyJournals: async (run) => (await import('./engine/verify/journals.ts')).verifyJournals(store, run),
    async verify(run) {
      const { verifyRecord } = await import('./engine/verify/verify.ts');
      return verifyRecord({ ...parts, secret: findUserSecret() }, run);
    },
    setUpNotes: (wanted) => setUpNotes(openGitConfig(repository), wanted),
    sync: async (remote, options) => syncWith(store, remote ?? config().remote, options),
    archiveFinished: () => archiveFinished(store),
    agents: async () => loadAgents(repository, config()),
    malformed: () => malformedFiles(repository, config()),
    async validateAgents() {
      const { validateProject } = await import('./engine/validate-agents.ts');
      return validateProject(repository, config(), runnerNames);
    },
    async exportAgents(agents, options) {
      const { exportAgents } = await import('./engine/export-agents.ts');
      return exportAgents(repository, agents, options);
    },
    workflows: () => listWorkflows(repository),
    workflowFiles: () =>
      workflowTexts(repository).map(({ file }) => relative(repository.cwd, join(repository.checkout ?? '', file))),
    workflow: players.workflow,
    async diagnose(onProgress) {
      const catalogue = openCatalogue();
      const agents = { ...players, runners: runnerNames };
      const { diagnose } = await import('./engine/doctor.ts');
      return diagnose({
        malformed: await malformedFiles(repository, config()),
        misnamed: refusalOf(() => config({})),
        repository,
        catalogue,
        agents,
        config: config(),
        cache: cacheDirectory(),
        onProgress,
      });
    },
    async clean(options = {}) {
      const { clean } = await import('./engine/clean.ts');
      return clean({ repository, store, runs: await runs.list(), cache: cacheDirectory() }, options);
    },
    close() {
      runs.close();
      store.close();
    },
  };
}

/** A name that means one of Baton's own runners would make a run depend on the program that opened it without saying so. */
function checkOwnRunners(runners: Readonly<Record<string, Runner>>): ReadonlyMap<string, Runner> {
  const taken = Object.keys(runners).find((name) => (RUNNER_NAMES as readonly string[]).includes(name));
  if (taken !== undefined) {
    throw new BatonError('invalid_input', `${taken} is a built-in runner. Register yours under another name.`);
  }
  return new Map(Object.entries(runners));
}

/** Agent and workflow files that cannot be read, with what is wrong in each. */
async function malformedFiles(repository: Repository, config: Config): Promise<readonly MalformedFile[]> {
  const { malformed: agents } = loadAgents(repository, config);
  return [...agents, ...listWorkflows(repository).malformed].map(({ file, error }) => ({
    file,
    problem: error.message,
  }));
}

/** What a refusal says; nothing where there is none. */
function refusalOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return error.message;
  }
}

/** What is opened when it is first asked for. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
}

function openCatalogue(): FrameworkCatalogue {
  return {
    detect: detectFrameworks,
    load: loadFramework,
    commandOf: projectCommand,
    setupOf: setupFor,
    async checkVersion(name, directory, read) {
      if (isFrameworkName(name)) refuseOld(name, await declaredVersion(name, directory, read));
    },
    mutants: strykerMutants,
    coverage: async (...about) => (await import('./frameworks/coverage.ts')).measureCoverage(...about),
  };
}

/** A grammar, where the build puts it. */
async function loadGrammar(name: GrammarName): Promise<Uint8Array> {
  return readFile(new URL(`../dist/code/grammars/tree-sitter-${name}.wasm`, import.meta.url));
}

/** The project's own settings, as they stand in the checkout. */
function readConfig(repository: Repository, runners: readonly string[], start: RunFlags | undefined): Config {
  const { checkout } = repository;
  const text = checkout === undefined ? undefined : readConfigFile(join(checkout, 'baton.yaml'));
  if (text === undefined) return {};
  return parseConfig(text, (value, broken) => {
    if (start === undefined && broken.length === 0) return [];
    return nameProblems(value, { ...projectNames(repository, value), runners, frameworks: FRAMEWORK_NAMES }, start);
  });
}

/** The text of baton.yaml, or nothing if there is none. */
function readConfigFile(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const read = readBounded(path, 1_000_000);
  if ('bytes' in read) return read.bytes.toString('utf8');
  throw new BatonError('invalid_input', `${path} ${read.problem}.`);
}
