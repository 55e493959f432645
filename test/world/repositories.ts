import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Story } from './matrix.ts';

/** A machine: a home with the settings of its user, and where it keeps temporary files. */
export interface Machine {
  readonly home: string;
  readonly temporary: string;
  /** A file with a line for each hook and signing program of the user that git called. */
  readonly calls: string;
}

/** A checkout on a machine. */
export interface Checkout {
  readonly path: string;
  readonly machine: Machine;
}

/** A repository as a user has it. */
export interface Repository extends Checkout {
  /** What other clones are made from: a bare remote, or the repository itself where it has none. */
  readonly shared: string;
  /** The branch a run is merged into, if it is not the one that is checked out. */
  readonly into?: string;
}

export type Kind = Story['repository'];

/** Makes a repository of a kind, with the files of a project, in an empty directory. */
export async function makeRepository(kind: Kind, root: string, project: Files): Promise<Repository> {
  const place = kind === 'odd path' ? join(root, 'Projets d’été') : root;
  const machine = makeMachine(root, 'home', kind);
  const path = join(place, 'checkout');
  const made = { path, machine, shared: path };
  const git = (cwd: string, ...args: string[]) => gitOn(machine, cwd, ...args);
  mkdirSync(place, { recursive: true });
  switch (kind) {
    case 'clone':
    case 'shallow clone': {
      const shared = await makeRemote(root, machine, project);
      const depth = kind === 'clone' ? [] : ['--depth=1'];
      await git(root, 'clone', '--quiet', ...depth, `file://${shared}`, path);
      await git(path, 'pack-refs', '--all');
      return { ...made, shared };
    }
    case 'worktree': {
      const main = join(place, 'main');
      await makePlain(machine, main, project);
      await git(main, 'worktree', 'add', '--quiet', '-b', 'topic', path);
      return { ...made, shared: main };
    }
    case 'bare remote': {
      const shared = join(root, 'remote.git');
      await makePlain(machine, path, project);
      await git(root, 'init', '--quiet', '--bare', shared);
      await git(path, 'remote', 'add', 'origin', shared);
      await git(path, 'push', '--quiet', 'origin', 'main');
      await git(shared, 'symbolic-ref', 'HEAD', 'refs/heads/main');
      return { ...made, shared };
    }
    case 'submodule and LFS': {
      const library = join(root, 'library');
      await makePlain(machine, library, { 'index.js': 'export const one = 1;\n' });
      await makePlain(machine, path, {
        ...project,
        '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
        'big.bin': POINTER,
      });
      await git(path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'libs/library');
      await git(path, 'commit', '--quiet', '--message', 'Use a library');
      return made;
    }
    case 'detached HEAD':
      await makePlain(machine, path, project);
      await git(path, 'tag', 'v1');
      await git(path, 'checkout', '--quiet', 'v1');
      return { ...made, into: 'main' };
    case 'dirty checkout':
      await makePlain(machine, path, { ...project, 'old.js': '\n' });
      writeFiles(path, { 'README.md': '# Stashed\n' });
      await git(path, 'stash', '--quiet');
      writeFiles(path, { 'README.md': '# Changed\n', 'staged.js': 'throw 1;\n', 'new.js': 'throw 2;\n' });
      await git(path, 'add', 'staged.js');
      await git(path, 'rm', '--quiet', 'old.js');
      return made;
    default:
      await makePlain(machine, path, project);
      return made;
  }
}

export type Files = Readonly<Record<string, string>>;

/** A project with a test suite of node:test without tests. */
export const TINY: Files = {
  'package.json': '{ "name": "tiny", "type": "module", "scripts": { "test": "node --test" } }\n',
  'README.md': '# Tiny\n',
};

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;

async function makePlain(machine: Machine, path: string, files: Files): Promise<void> {
  await gitOn(machine, dirname(path), 'init', '--quiet', '--initial-branch=main', path);
  await commitFiles(machine, path, files, 'Start');
}

/** A bare repository with some history, a tag and another branch. */
async function makeRemote(root: string, machine: Machine, files: Files): Promise<string> {
  const [first, shared] = [join(root, 'first'), join(root, 'remote.git')];
  await makePlain(machine, first, { 'README.md': '# Before\n' });
  await gitOn(machine, first, 'tag', '--annotate', '--message', 'One', 'v1');
  await gitOn(machine, first, 'branch', 'other');
  await commitFiles(machine, first, files, 'Make it a project');
  await gitOn(machine, root, 'clone', '--quiet', '--bare', first, shared);
  return shared;
}

async function commitFiles(machine: Machine, path: string, files: Files, message: string): Promise<void> {
  writeFiles(path, files);
  await gitOn(machine, path, 'add', '--all');
  await gitOn(machine, path, 'commit', '--quiet', '--message', message);
}

export function writeFiles(path: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
}

/** A clone on another machine, whose user has the same settings. */
export async function cloneElsewhere({ shared }: Repository, root: string, kind: Kind): Promise<Checkout> {
  const machine = makeMachine(root, 'other home', kind);
  const path = join(root, 'other clone');
  await gitOn(machine, root, 'clone', '--quiet', shared, path);
  return { path, machine };
}

/** A bare clone on yet another machine. */
export async function cloneBare({ shared }: Repository, root: string): Promise<Checkout> {
  const machine = makeMachine(root, 'bare home', 'init');
  const path = join(root, 'bare clone.git');
  await gitOn(machine, root, 'clone', '--quiet', '--bare', shared, path);
  return { path, machine };
}

function makeMachine(root: string, name: string, kind: Kind): Machine {
  const home = join(root, name);
  const temporary = join(root, `${name} temporary`);
  const calls = join(home, 'calls');
  for (const directory of [home, temporary]) mkdirSync(directory, { recursive: true });
  const sections = [
    '[user]\n\tname = Ann\n\temail = ann@example.com\n',
    ...(kind === 'signed commits' ? [signing(home, calls)] : []),
    ...(kind === 'global settings' ? [settings(home, calls)] : []),
  ];
  writeFileSync(join(home, '.gitconfig'), sections.join(''));
  return { home, temporary, calls };
}

/** Commits and tags are signed, by a program that says so and signs nothing. */
function signing(home: string, calls: string): string {
  const program = writeProgram(
    join(home, 'sign'),
    `echo sign >> '${calls}'\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED D' >&2\nprintf -- '-----BEGIN PGP SIGNATURE-----\\n\\nsigned\\n-----END PGP SIGNATURE-----\\n'\n`,
  );
  return `[commit]\n\tgpgSign = true\n[tag]\n\tgpgSign = true\n[gpg]\n\tprogram = ${program}\n`;
}

const HOOKS = [
  'pre-commit',
  'commit-msg',
  'post-commit',
  'pre-merge-commit',
  'post-checkout',
  'post-merge',
  'pre-push',
];

/** Settings that change what git does in every repository of a user. */
function settings(home: string, calls: string): string {
  for (const hook of HOOKS) writeProgram(join(home, 'hooks', hook), `echo ${hook} >> '${calls}'\n`);
  return `[core]\n\tautocrlf = true\n\thooksPath = ${join(home, 'hooks')}\n[init]\n\tdefaultBranch = trunk\n`;
}

function writeProgram(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}`);
  chmodSync(path, 0o755);
  return path;
}

/** The variables of a user on a machine, with nothing of the tests among them but where languages are installed. */
export function environmentOf({ home, temporary }: Machine, path: string): NodeJS.ProcessEnv {
  return { ...LANGUAGE_HOMES, HOME: home, TMPDIR: temporary, PATH: path, LANG: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' };
}

/** Managers of versions look for them below the home of whoever installed them. */
const LANGUAGE_HOMES = {
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), '.rustup'),
  PYENV_ROOT: process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'),
};

/** Runs git as the user of a machine and gives what it printed. */
export async function gitOn(machine: Machine, cwd: string, ...args: string[]): Promise<string> {
  const env = environmentOf(machine, process.env.PATH ?? '');
  return (await promisify(execFile)('git', args, { cwd, env })).stdout.trimEnd();
}

export type Look = Readonly<Record<string, string>>;

/** Everything of a checkout that is its user's: HEAD, index, files, refs, settings, and which of their programs ran. */
export async function lookAt({ path, machine }: Checkout): Promise<Look> {
  const git = (...args: string[]) => gitOn(machine, path, '--no-optional-locks', ...args);
  const own = await git('rev-parse', '--absolute-git-dir');
  const common = await git('rev-parse', '--path-format=absolute', '--git-common-dir');
  return {
    head: readFileSync(join(own, 'HEAD'), 'utf8'),
    index: digestOf(join(own, 'index')),
    files: await git('status', '--porcelain=v2', '--branch', '--untracked-files=all', '--ignored'),
    diff: await git('diff'),
    refs: (await git('for-each-ref', '--format=%(refname) %(objectname) %(symref)'))
      .split('\n')
      .filter((line) => !/^refs\/(?:heads\/baton|baton|notes)\//.test(line))
      .map((line) => line.trimEnd())
      .join('\n'),
    stash: await git('stash', 'list'),
    settings: [join(common, 'config'), join(own, 'config.worktree'), join(machine.home, '.gitconfig')]
      .map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
      .join('\n'),
    calls: existsSync(machine.calls) ? readFileSync(machine.calls, 'utf8') : '',
  };
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
