import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BatonError } from '../base/error.ts';
import { matchAny } from '../evidence/glob.ts';
import type { ProjectView, Setup } from '../frameworks/framework.ts';
import { cleanEnvironment } from '../sys/environment.ts';
import { makeDirectories } from '../sys/kept-file.ts';
import { runProgram } from '../sys/program.ts';
import { projectFiles } from '../sys/project-files.ts';
import { type Sandbox, sandboxed } from '../sys/sandbox.ts';
import { copyDirectory, stagedDirectory, writeText } from '../sys/staged-directory.ts';

/** What a proof gets to depend on. */
export interface Provided {
  readonly mounts: readonly { readonly from: string; readonly to: string }[];
  /** Places in them that tools insist on writing. */
  readonly layers: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where they came from, in words. */
  readonly told: string;
}

export interface Dependencies {
  /** Part of every proof's key: other ways to get dependencies are other surroundings. */
  readonly digest: string;
  provide(project: string, directory: string, onProgress?: (sentence: string) => void): Promise<Provided>;
}

export interface DependencyOptions {
  /** How this project's dependencies are installed, from its lock file; nothing if it has none. */
  setupOf(project: ProjectView): Setup | undefined;
  /** The user's checkout, whose installed dependencies serve a project without a lock file. */
  readonly checkout: string | undefined;
  readonly cache: string;
  readonly sandbox: Sandbox | undefined;
}

/** Caches tools keep inside dependency directories and fail without. */
const WRITTEN_CACHES = ['.vite', '.vite-temp', '.cache'];

const SETUP_TIMEOUT_MS = 15 * 60_000;

/**
 * Dependencies for proofs: installed once per lock file from manifests and lock files alone, by the lock file's own
 * command, into a cache that no session can reach; shown to proofs read-only, or copied where there is no sandbox.
 */
export function openDependencies(options: DependencyOptions): Dependencies {
  const digest = createHash('sha256')
    .update(`${options.checkout ?? ''} ${options.cache}`)
    .digest('hex')
    .slice(0, 16);

  function install(project: string, setup: Setup, onProgress: (sentence: string) => void): Promise<string> {
    const view = projectFiles(project);
    return stagedDirectory(join(options.cache, 'dependencies', setupKey(view, setup)), async (staging) => {
      onProgress(`installing dependencies: ${commandsOf(setup)}`);
      makeDirectories(join(staging, 'project', setup.directory));
      for (const path of filesFor(setup.needs, view)) writeText(join(staging, 'project', path), view.read(path) ?? '');
      for (const path of filesFor(setup.placeholders, view)) writeText(join(staging, 'project', path), '');
      await runSetup(staging, setup, options.sandbox, onProgress);
    });
  }

  return {
    digest,
    async provide(project, directory, onProgress = () => undefined) {
      const setup = options.setupOf(projectFiles(project));
      if (setup !== undefined) {
        const place = await install(project, setup, onProgress);
        const from = setup.results.map((path) => ({ from: join(place, 'project', path), to: join(project, path) }));
        const shown = show(from, options.sandbox, `${setup.lockFiles.join(', ')}, by ${commandsOf(setup)}`);
        return { ...shown, environment: environmentAt(setup, project) };
      }
      const installed = installedIn(options.checkout, directory).map((path) => ({
        from: join(options.checkout ?? '', path),
        to: join(project, path),
      }));
      return show(
        installed,
        options.sandbox,
        installed.length === 0 ? 'none' : 'what the checkout has installed (no lock file)',
      );
    },
  };
}

/** Mounts directories read-only with writable layers over their caches, or copies them where nothing can be mounted. */
function show(pairs: readonly { from: string; to: string }[], sandbox: Sandbox | undefined, told: string): Provided {
  const there = pairs.filter(({ from }) => existsSync(from));
  for (const { from, to } of there) {
    if (sandbox === undefined) copyDirectory(from, to);
    else if (isDirectory(from)) makeDirectories(to);
    else writeText(to, '');
  }
  if (sandbox === undefined) return { mounts: [], layers: [], environment: {}, told: `${told}, copied` };
  const layers = there.flatMap(({ from, to }) =>
    WRITTEN_CACHES.filter((name) => existsSync(join(from, name))).map((name) => join(to, name)),
  );
  return { mounts: there, layers, environment: {}, told };
}

/** Runs the setup in a directory that holds manifests and lock files only, with network and without the user's home. */
async function runSetup(
  staging: string,
  setup: Setup,
  sandbox: Sandbox | undefined,
  onProgress: (line: string) => void,
): Promise<void> {
  const project = join(staging, 'project');
  const places = { home: join(staging, 'home'), temporary: join(staging, 'tmp') };
  makeDirectories(places.home, places.temporary);
  const rules = { writable: [staging], network: true, cwd: join(project, setup.directory) };
  for (const command of setup.commands) {
    const program = command.map((argument) => argument.replaceAll('{project}', project));
    const result = await runProgram({
      program: sandbox === undefined ? program : sandboxed(program, rules),
      cwd: rules.cwd,
      environment: cleanEnvironment(places, { CI: 'true', ...environmentAt(setup, project) }),
      timeoutMs: SETUP_TIMEOUT_MS,
      onOutput: (piece) => onProgress(piece.trim().split('\n').at(-1) ?? ''),
    });
    if (result.exitCode !== 0) throw setupFailed(program.join(' '), result.output);
  }
  for (const path of setup.results) {
    const provided = join(project, path);
    if (isDirectory(provided)) makeDirectories(...WRITTEN_CACHES.map((name) => join(provided, name)));
  }
}

function setupFailed(command: string, output: string): BatonError {
  return new BatonError(
    'project_misconfigured',
    `Installing dependencies failed: ${command}. Run it yourself to see why, or set tests.setup in baton.yaml.\n${output.slice(-2000)}`,
    { data: { command } },
  );
}

function setupKey(view: ProjectView, setup: Setup): string {
  const hash = createHash('sha256').update(
    JSON.stringify([setup.commands, setup.environment, process.version, process.platform, process.arch]),
  );
  for (const path of filesFor(setup.needs, view)) hash.update(`\0${path}\0${view.read(path) ?? ''}`);
  for (const path of filesFor(setup.placeholders, view)) hash.update(`\0${path}`);
  return hash.digest('hex').slice(0, 32);
}

function filesFor(globs: readonly string[], { files }: ProjectView): string[] {
  return files.filter(matchAny(globs)).sort();
}

function commandsOf({ commands }: Setup): string {
  return commands.map((command) => command.join(' ')).join(' && ');
}

function environmentAt({ environment }: Setup, project: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replaceAll('{project}', project)]),
  );
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Dependency directories a checkout has: at its root and in the package whose tests count. */
function installedIn(checkout: string | undefined, directory: string): string[] {
  if (checkout === undefined) return [];
  const places = directory === '.' ? ['.'] : ['.', directory];
  const names = places.flatMap((place) => ['node_modules', '.venv', 'venv', 'vendor'].map((name) => join(place, name)));
  return names.filter((path) => existsSync(join(checkout, path)));
}
