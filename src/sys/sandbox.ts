import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { BatonError } from '../base/error.ts';
import { runProgram } from './program.ts';
import { secretDirectory } from './user-secret.ts';

/** `auto`: where there is one. `require`: or not at all. `off`: never. */
export type SandboxMode = 'auto' | 'require' | 'off';

/** What a sandboxed program may do. Everything else of the disk is read-only, homes and temporary files are hidden. */
export interface SandboxRules {
  /** Directories it may write. */
  readonly writable: readonly string[];
  /** Directories shown at another place, read-only: dependencies at their own place in the project. */
  readonly mounts?: readonly { readonly from: string; readonly to: string }[] | undefined;
  /** Empty writable directories laid over places in read-only ones: caches that tools insist on. */
  readonly scratch?: readonly string[] | undefined;
  /** Files and directories it may read although homes are hidden. */
  readonly readable?: readonly string[] | undefined;
  /** Files of a login, shown at another place; they may be renewed there. */
  readonly login?: readonly { readonly from: string; readonly to: string }[] | undefined;
  readonly network: boolean;
  readonly cwd: string;
}

/** A way to run programs contained, or the reason why there is none. */
export type Sandbox =
  | { readonly kind: 'bubblewrap'; readonly version: string }
  | { readonly kind: 'none'; readonly why: string; readonly remedy: string };

let found: Promise<Sandbox> | undefined;

/** Looks once whether bubblewrap is there and may make the namespaces it needs; again only where a run begins. */
export function findSandbox({ again = false } = {}): Promise<Sandbox> {
  if (again || found === undefined) found = tryBubblewrap();
  return found;
}

/** The sandbox to use under a mode, or nothing; `require` without one is an error that says how to get it. */
export async function sandboxFor(mode: SandboxMode): Promise<Sandbox | undefined> {
  if (mode === 'off') return undefined;
  const sandbox = await findSandbox();
  if (sandbox.kind !== 'none') return sandbox;
  if (mode === 'auto') return undefined;
  throw new BatonError(
    'no_sandbox',
    `A sandbox is required (sandbox: require), but ${sandbox.why}. ${sandbox.remedy} To run without one, set \`sandbox: auto\` in baton.yaml.`,
  );
}

const INSTALL =
  'Install it (Debian, Ubuntu: `apt install bubblewrap`; Fedora: `dnf install bubblewrap`; Arch: `pacman -S bubblewrap`).';
const ALLOW_NAMESPACES =
  'Allow unprivileged user namespaces: `sysctl kernel.unprivileged_userns_clone=1`, or on Ubuntu 24.04 and later `sysctl kernel.apparmor_restrict_unprivileged_userns=0`; in a container, start it with a seccomp profile that allows them.';

/** The same program, started through bubblewrap under the rules. */
export function sandboxed(program: readonly string[], rules: SandboxRules): string[] {
  const home = realpathSync(homedir());
  return [
    'bwrap',
    // Root inside would be root outside for some files; another user with no capabilities is not.
    ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
    ...[
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-cgroup-try',
      '--die-with-parent',
      '--new-session',
    ],
    ...(rules.network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...['--tmpfs', '/tmp', '--tmpfs', '/var/tmp', '--tmpfs', '/run', '--tmpfs', home],
    ...toolchains(home).flatMap((path) => ['--ro-bind', path, path]),
    // Settings need not lie in the home.
    ...[secretDirectory()].filter((path) => existsSync(path)).flatMap((path) => ['--tmpfs', realpathSync(path)]),
    ...(rules.readable ?? []).flatMap((path) => ['--ro-bind', path, path]),
    ...rules.writable.flatMap((path) => ['--bind', path, path]),
    ...(rules.login ?? []).flatMap(({ from, to }) => ['--bind', from, to]),
    ...(rules.mounts ?? []).flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...(rules.scratch ?? []).flatMap((path) => ['--tmpfs', path]),
    ...['--chdir', rules.cwd, '--', ...program],
  ];
}

/** Tools people install under their home; without them their programs would not be found. No credentials among them. */
const HOME_TOOLS = [
  '.asdf',
  '.bun/bin',
  '.cargo/bin',
  '.cargo/registry',
  '.deno/bin',
  '.gradle/caches',
  '.gradle/jdks',
  '.gradle/wrapper',
  '.local/bin',
  '.local/lib',
  '.local/share/mise',
  '.local/share/pnpm',
  '.local/share/uv',
  '.m2/repository',
  '.nvm/versions',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.sdkman/candidates',
  '.volta',
  'go/bin',
  'go/pkg',
];

function toolchains(home: string): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((path) => path.startsWith(home + sep));
  const known = HOME_TOOLS.map((name) => join(home, name));
  return [...new Set([...known, ...onPath])].filter((path) => existsSync(path));
}

async function tryBubblewrap(): Promise<Sandbox> {
  if (process.platform !== 'linux')
    return {
      kind: 'none',
      why: `bubblewrap is for Linux and this is ${process.platform}`,
      remedy: 'Use Linux, or WSL2 on Windows.',
    };
  const rules: SandboxRules = { writable: [], network: false, cwd: '/' };
  const start = (program: readonly string[]) =>
    runProgram({ program, cwd: '/', environment: { PATH: process.env.PATH ?? '' }, timeoutMs: 10_000 });
  try {
    const version = await start(['bwrap', '--version']);
    const trial = await start(sandboxed(['true'], rules));
    if (trial.exitCode === 0) return { kind: 'bubblewrap', version: version.output.trim().replace(/^bubblewrap /, '') };
    const said = trial.output.trim().split('\n').at(-1) ?? '';
    return { kind: 'none', why: `bubblewrap cannot create namespaces here (${said})`, remedy: ALLOW_NAMESPACES };
  } catch {
    return { kind: 'none', why: 'bubblewrap is not installed', remedy: INSTALL };
  }
}
