import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { BatonError } from '../base/error.ts';
import { matchAny } from '../base/glob.ts';
import { foldersOf } from '../base/paths.ts';
import type { ProjectView, Setup } from '../frameworks/framework.ts';
import { limitCache, markUsed, maxCacheBytes } from '../sys/cache-directory.ts';
import { cleanEnvironment, homeVariables } from '../sys/environment.ts';
import { makeDirectories, readKept, writeKept } from '../sys/kept-file.ts';
import { runProgram } from '../sys/program.ts';
import { type Sandbox, type SandboxRules, sandboxed } from '../sys/sandbox.ts';
import { stagedDirectory, writeText } from '../sys/staged-directory.ts';

/** Dependencies that are installed: where, and which paths of a project hold them. */
export interface Installed {
  readonly key: string;
  readonly project: string;
  readonly results: readonly string[];
}

/** How dependencies are installed. Where nobody says what the commands make, it is whatever was not there before. */
export type Installation = Omit<Setup, 'results'> & { readonly results: readonly string[] | undefined };

/** Who waits for an install or a proof. */
export interface Watching {
  readonly onProgress?: ((sentence: string) => void) | undefined;
  /** Ends what runs, and the work with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

export interface InstallOptions extends Watching {
  readonly cache: string;
  readonly sandbox: Sandbox | undefined;
  /** Names of the user's variables that the commands get. */
  readonly variables?: readonly string[] | undefined;
}

/** Caches tools keep inside dependency directories and fail without. */
export const WRITTEN_CACHES = ['.vite', '.vite-temp', '.cache'];

/**
 * Installs dependencies once for all projects with the same manifests, lock files and commands: in a directory that holds
 * nothing else, into a cache that no session can reach.
 */
export async function install(view: ProjectView, setup: Installation, options: InstallOptions): Promise<Installed> {
  const key = setupKey(view, setup);
  const all = join(options.cache, 'dependencies');
  const place = await stagedDirectory(join(all, key), async (staging) => {
    limitCache(all, maxCacheBytes());
    options.onProgress?.(`installing dependencies: ${commandsOf(setup)}`);
    const project = join(staging, 'project');
    makeDirectories(join(project, setup.directory));
    const needed = neededFiles(setup, view);
    const placeholders = filesFor(setup.placeholders, view).filter((path) => !needed.includes(path));
    for (const path of needed) writeText(join(project, path), contentOf(path, view));
    for (const path of placeholders) writeText(join(project, path), '');
    await runSetup(staging, setup, options);
    const results = setup.results ?? newPaths(project, [...needed, ...placeholders]);
    for (const path of results) {
      const made = join(project, path);
      if (isDirectory(made)) makeDirectories(...WRITTEN_CACHES.map((name) => join(made, name)));
    }
    writeKept(join(staging, 'results.json'), results);
  });
  markUsed(place);
  const results = readKept(join(place, 'results.json')) as readonly string[] | undefined;
  return { key, project: join(place, 'project'), results: results ?? setup.results ?? [] };
}

/** Runs the commands with network and without the user's home. */
async function runSetup(staging: string, setup: Installation, options: InstallOptions): Promise<void> {
  const { sandbox, onProgress, signal } = options;
  const secrets = variablesOf(options.variables ?? []);
  const project = join(staging, 'project');
  const places = { home: join(staging, 'home'), temporary: join(staging, 'tmp') };
  makeDirectories(places.home, places.temporary);
  const rules = { writable: [staging], network: true, cwd: join(project, setup.directory) };
  for (const command of setup.commands) {
    const program = command.map((argument) => argument.replaceAll('{project}', project));
    const result = await runProgram({
      // Through a shell, which says of a program that is not there the same everywhere.
      program: wrapped(['sh', '-c', 'exec "$0" "$@"', ...program], rules, sandbox),
      cwd: rules.cwd,
      environment: cleanEnvironment(places, {
        CI: 'true',
        ...homeVariables(setup.homes ?? {}),
        ...environmentAt(setup, project),
        ...secrets,
      }),
      timeoutMs: SETUP_TIMEOUT_MS,
      signal,
      onOutput: (piece) => onProgress?.(withoutValues(piece, secrets).trim().split('\n').at(-1) ?? ''),
    });
    if (signal?.aborted === true) throw new BatonError('interrupted', 'Installing dependencies was stopped.');
    const output = withoutValues(stripVTControlCharacters(result.output), secrets).replaceAll(`${project}/`, '');
    if (result.exitCode === NOT_FOUND && setup.toolFrom !== undefined) throw noTool(setup, program[0] ?? '');
    if (result.exitCode !== 0) throw setupFailed(commandsOf(setup).replaceAll('{project}', '.'), output);
  }
}

/** Variables of the user by name. One that is not set is an error: the install would fail with a stranger one. */
function variablesOf(names: readonly string[], from: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const missing = names.filter((name) => from[name] === undefined);
  if (missing.length > 0) {
    throw new BatonError(
      'project_misconfigured',
      `tests.env in baton.yaml names ${missing.join(', ')}, not set in your environment. Set it, or remove it from tests.env.`,
      { data: { missing } },
    );
  }
  return Object.fromEntries(names.map((name) => [name, from[name] ?? '']));
}

/** What a program printed, without the values it was trusted with. */
function withoutValues(text: string, secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets).reduce(
    (shown, [name, value]) => (value === '' ? shown : shown.replaceAll(value, `[redacted: ${name}]`)),
    text,
  );
}

function wrapped(program: readonly string[], rules: SandboxRules, sandbox: Sandbox | undefined): readonly string[] {
  return sandbox === undefined ? program : sandboxed(program, rules);
}

const NOT_FOUND = 127;

function noTool({ lockFiles, toolFrom }: Installation, program: string): BatonError {
  return new BatonError(
    'missing_program',
    `${lockFiles.join(', ')} needs ${program}, which is not installed. Install it: \`${toolFrom}\`, or set tests.setup in baton.yaml (\`false\`: use what is installed).`,
    { data: { program } },
  );
}

const SETUP_TIMEOUT_MS = 15 * 60_000;

function setupFailed(command: string, output: string): BatonError {
  return new BatonError(
    'project_misconfigured',
    `Installing dependencies failed: ${command}. It was run where there is nothing but manifests and lock files. ` +
      `Run it yourself to see why, or set tests.setup in baton.yaml (\`false\`: use what is installed).\n${firstErrors(output)}`,
    { data: { command } },
  );
}

/**
 * What a package manager complained of first, which is the cause; what it prints last is its usage, or where a log is.
 * Where no line looks like an error, the end.
 */
export function firstErrors(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !NOISE.test(line));
  const first = lines.findIndex((line) => ERROR_LINE.test(line));
  if (first < 0) return lines.join('\n').trim().slice(-MAX_SHOWN);
  const shown = lines.slice(first).join('\n').trim();
  return shown.length <= MAX_SHOWN ? shown : `${shown.slice(0, MAX_SHOWN).trimEnd()}\n...`;
}

const MAX_SHOWN = 2000;
const ERROR_LINE =
  /^\s*(?:npm (?:error|ERR!)|.*\bERR_PNPM_|(?:error|ERROR|fatal|Error|YN\d+: .*\bError)\b)|\b[A-Z]\w*Error: /;

/** Lines of npm that say nothing of the cause. */
const NOISE = /^npm (?:warn|WARN)\b|^npm (?:error|ERR!)\s*$|A complete log of this run can be found/;

/** What commands have made that was not there: the topmost of it. */
function newPaths(project: string, given: readonly string[]): string[] {
  const folders = new Set(given.flatMap(foldersOf));
  const files = new Set(given);
  const below = (folder: string): string[] =>
    readdirSync(join(project, folder)).flatMap((name) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (folders.has(path)) return below(path);
      return files.has(path) ? [] : [path];
    });
  return below('');
}

function setupKey(view: ProjectView, setup: Installation): string {
  const hash = createHash('sha256').update(
    JSON.stringify([setup.commands, setup.environment, process.version, process.platform, process.arch]),
  );
  for (const path of neededFiles(setup, view)) hash.update(`\0${path}\0`).update(contentOf(path, view));
  for (const path of filesFor(setup.placeholders, view)) hash.update(`\0${path}`);
  return hash.digest('hex').slice(0, 32);
}

/** What the commands read: manifests and lock files, and what those point to inside the repository. */
function neededFiles({ needs, referenced = [] }: Installation, view: ProjectView): readonly string[] {
  return [...new Set([...filesFor(needs, view), ...referenced])].sort();
}

function contentOf(path: string, view: ProjectView): string | Uint8Array {
  return view.bytes?.(path) ?? view.read(path) ?? '';
}

function filesFor(globs: readonly string[], { files }: ProjectView): string[] {
  return files.filter(matchAny(globs)).sort();
}

export function commandsOf({ commands }: Installation): string {
  return commands.map((command) => command.join(' ')).join(' && ');
}

export function environmentAt({ environment }: Installation, project: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replaceAll('{project}', project)]),
  );
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
