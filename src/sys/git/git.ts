import { type ChildProcess, spawn } from 'node:child_process';
import { BatonError, isBatonError } from '../../base/error.ts';
import { faultPoint } from '../../base/fault-point.ts';

/** Where a git program works: by directory, or by repository. */
export interface GitPlace {
  readonly cwd: string;
  readonly gitDir?: string | undefined;
  /** Variables set on top of git's clean environment. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** It changes a checkout of the user's: it is told of signals, but does not die half-way with Baton's process group. */
  readonly alone?: boolean | undefined;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Settings a repository must not choose for us: nothing of its own is run by Baton's git calls. */
const PINNED = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.quotePath=false',
  '-c',
  'protocol.ext.allow=never',
];

/** The arguments of every git call: pinned settings first, then the repository, then the command. */
export function gitArguments(place: GitPlace, args: readonly string[]): string[] {
  const repository = place.gitDir === undefined ? [] : [`--git-dir=${place.gitDir}`];
  return [...PINNED, ...repository, ...args];
}

/** The environment of every git call: the user's, without what would point git elsewhere or make it ask. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_') || KEPT.has(name));
  return {
    ...Object.fromEntries(entries),
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C',
  };
}

/** Identity, credentials and the choice of configuration are the user's to set. */
const KEPT: ReadonlySet<string> = new Set([
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'GIT_SSL_CERT',
  'GIT_SSL_KEY',
  'GIT_SSL_NO_VERIFY',
  'GIT_PROXY_SSL_CAINFO',
  'GIT_ASKPASS',
]);

/**
 * Runs one git command to its end. A failing command is a result, not an error; a git that cannot start, or that somebody
 * ends, is one: it said nothing.
 */
export async function runGit(place: GitPlace, args: readonly string[], input?: string | Buffer): Promise<GitResult> {
  const verb = verbOf(args);
  faultPoint('git.before', verb);
  const result = await startedAgain(place, args, () => toItsEnd(place, args, input));
  faultPoint('git.after', verb);
  return result;
}

/** What git is to do: the first word that is neither an option nor the setting behind a `-c`. */
export function verbOf(args: readonly string[]): string {
  return args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? '';
}

/**
 * Starts a git in a process group of its own once more if Ctrl-C ended it. The terminal cannot reach that group, so it was
 * reached before it had joined it, and before it had become git: nothing was done.
 */
async function startedAgain(
  place: GitPlace,
  args: readonly string[],
  start: () => Promise<GitResult>,
): Promise<GitResult> {
  for (let left = MAX_RESTARTS; ; left--) {
    try {
      return await start();
    } catch (error) {
      const isReached = isBatonError(error) && error.data.signal === 'SIGINT' && isApart(place, args);
      if (!isReached || left === 0) throw error;
    }
  }
}

const MAX_RESTARTS = 3;

function isApart(place: GitPlace, args: readonly string[]): boolean {
  return place.alone !== true && !TALKING.has(verbOf(args));
}

function toItsEnd(place: GitPlace, args: readonly string[], input: string | Buffer | undefined): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', gitArguments(place, args), {
      cwd: place.cwd,
      env: { ...gitEnvironment(), ...place.environment },
      detached: place.alone === true || isApart(place, args),
    });
    const unbind = place.alone === true ? passSignals(child) : () => undefined;
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined);
    child.on('error', (cause) => {
      unbind();
      reject(cannotStart(place, cause));
    });
    child.on('close', (code, signal) => {
      unbind();
      if (code === null) {
        reject(new BatonError('git_failed', `git ${verbOf(args)} was ended by ${signal}.`, { data: { signal } }));
      } else resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') });
    });
    child.stdin.end(input);
  });
}

/**
 * What talks to a remote: it may ask for a password in the terminal, and Ctrl-C ends it. Everything else is short and has a
 * process group of its own. A terminal sends Ctrl-C to the whole group, and a git that dies of it would fail the run that
 * is being parked.
 */
const TALKING: ReadonlySet<string> = new Set(['fetch', 'ls-remote', 'push']);

/** Lets a program in a process group of its own know what this one is told; gives what ends that. */
function passSignals({ pid }: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals) => {
    try {
      if (pid !== undefined) process.kill(-pid, signal);
    } catch {
      // It has just ended.
    }
  };
  for (const signal of PASSED) process.on(signal, pass);
  return () => {
    for (const signal of PASSED) process.off(signal, pass);
  };
}

const PASSED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a git command that is expected to succeed and gives its output as text. */
export async function git(place: GitPlace, args: readonly string[], input?: string | Buffer): Promise<string> {
  const result = await runGit(place, args, input);
  if (result.code === 0) return result.stdout.toString('utf8');
  throw failed(args, result);
}

/** The output of a git command that tells by exit code 1 that there is nothing to tell. */
export async function askGit(place: GitPlace, args: readonly string[]): Promise<string | undefined> {
  const result = await runGit(place, args);
  if (result.code === 0) return result.stdout.toString('utf8');
  if (result.code === 1) return undefined;
  throw failed(args, result);
}

function failed(args: readonly string[], { code, stderr }: GitResult): BatonError {
  return new BatonError('git_failed', `git ${verbOf(args)} failed: ${lastLine(stderr) || `exit code ${code}`}.`, {
    data: { args, code, stderr },
  });
}

/** The line of git's complaint that says what is wrong, without its prefix. */
export function lastLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const told = lines.find((line) => line.startsWith('fatal: ') || line.startsWith('error: ')) ?? lines.at(-1) ?? '';
  return told.replace(/^(fatal|error): /, '').replace(/\.$/, '');
}

function cannotStart({ cwd }: GitPlace, cause: Error): BatonError {
  const missing = 'code' in cause && cause.code === 'ENOENT';
  const message = missing
    ? `Cannot start git in ${cwd}: git is not installed or the directory does not exist.`
    : `Cannot start git in ${cwd}: ${cause.message}.`;
  return new BatonError('git_failed', message, { cause });
}
