import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The program as a user has it: packed, and installed globally under a prefix of its own. */
export interface Installed {
  readonly baton: string;
  /** Search paths: all programs of this machine, and the same without bubblewrap. */
  readonly path: { readonly whole: string; readonly withoutSandbox: string };
  remove(): void;
}

/**
 * Packs what was built and installs it with `npm install --global`. The package goes without network: what it depends on is
 * put into it from node_modules, as bundled dependencies.
 */
export function install(): Installed {
  const place = mkdtempSync(join(tmpdir(), 'baton-world-'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: place, encoding: 'utf8', stdio: 'pipe' });
  const quiet = ['--silent', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'];
  const tarball = npm('pack', ...quiet, '--pack-destination', place, ROOT).trim();
  execFileSync('tar', ['-xzf', tarball], { cwd: place });
  const unpacked = join(place, 'package');
  bundleDependencies(unpacked);
  const prefix = join(place, 'prefix');
  npm('install', '--global', ...quiet, '--install-links', '--prefix', prefix, unpacked);
  const whole = [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  return {
    baton: join(prefix, 'bin/baton'),
    path: { whole, withoutSandbox: linkPrograms(join(place, 'programs'), whole, 'bwrap') },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

function bundleDependencies(unpacked: string): void {
  const file = join(unpacked, 'package.json');
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  const names = Object.keys(manifest.dependencies ?? {});
  for (const name of neededBy(names)) {
    cpSync(join(ROOT, 'node_modules', name), join(unpacked, 'node_modules', name), { recursive: true });
  }
  writeFileSync(file, JSON.stringify({ ...manifest, bundleDependencies: names }));
}

/** Packages and all that they depend on, by their places in node_modules. */
function neededBy(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    open.push(...Object.keys(manifest.dependencies ?? {}));
  }
  return found;
}

/** A directory that links to every program of a search path but one. */
function linkPrograms(directory: string, path: string, without: string): string {
  const seen = new Set([without]);
  mkdirSync(directory);
  for (const from of path.split(delimiter)) {
    for (const name of programsIn(from)) {
      if (seen.has(name)) continue;
      seen.add(name);
      symlinkSync(join(from, name), join(directory, name));
    }
  }
  return directory;
}

function programsIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A program that runs in a process group of its own, as in a terminal. */
export interface Started {
  readonly ended: Promise<Ended>;
  /** Resolves with whether its output came to match before it ended. */
  until(pattern: RegExp): Promise<boolean>;
  /** What Ctrl-C does: the signal goes to the program and to all that it started in its group. */
  pressCtrlC(): void;
}

export function start(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Started {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let [out, err] = ['', ''];
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out: out.trimEnd(), err: err.trimEnd() }));
  });
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    err += piece;
  });
  return {
    ended,
    until(pattern) {
      const seen = new Promise<boolean>((resolve) => {
        const look = () => pattern.test(out) && resolve(true);
        child.stdout.on('data', look);
        look();
      });
      return Promise.race([seen, ended.then(() => pattern.test(out))]);
    },
    pressCtrlC: () => interrupt(child),
  };
}

function interrupt({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

/** A command as it is shown when it fails. */
export function showCommand(program: string, args: readonly string[]): string {
  return [basename(program), ...args]
    .map((word) => (/^[\w@./:=-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}
