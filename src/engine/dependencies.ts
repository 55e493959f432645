import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { MANIFEST_FILES } from '../evidence/manifests/manifest-kinds.ts';
import type { ProjectView, Setup } from '../frameworks/framework.ts';
import { useCache } from '../sys/cache-directory.ts';
import { makeDirectories } from '../sys/kept-file.ts';
import { projectFiles } from '../sys/project-files.ts';
import { hasFixedLinks, type Move, repoint } from '../sys/repoint.ts';
import type { Sandbox } from '../sys/sandbox.ts';
import { borrowCopy, versionOf } from '../sys/spare-copy.ts';
import { writeText } from '../sys/staged-directory.ts';
import {
  commandsOf,
  environmentAt,
  type Installation,
  install,
  isDirectory,
  type Watching,
  WRITTEN_CACHES,
} from './install.ts';

/** What a proof gets to depend on. */
export interface Provided {
  readonly mounts: readonly { readonly from: string; readonly to: string }[];
  /** Places in them that tools insist on writing. */
  readonly layers: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where they came from, in words. */
  readonly told: string;
  /** Tells these dependencies from all others; nothing if nobody knows what they are. */
  readonly key: string | undefined;
  /** For who needs them no longer: copies may serve the next. */
  giveBack(): void;
}

export interface Dependencies {
  /** Part of every proof's key: other ways to get dependencies are other surroundings. */
  readonly digest: string;
  /** Where Baton keeps what can be made again. */
  readonly cache: string;
  provide(project: string, directory: string, watching?: Watching): Promise<Provided>;
}

export interface DependencyOptions {
  /** How this project's dependencies are installed, from its lock file; nothing if it has none. */
  setupOf(project: ProjectView): Setup | undefined;
  /** The user's own command for that (`tests.setup`), as text for a shell or as arguments; false: nothing is installed. */
  readonly command?: string | readonly string[] | false | undefined;
  /** Names of the user's variables that reach it (`tests.env`). */
  readonly variables?: readonly string[] | undefined;
  /** The user's checkout, whose installed dependencies serve where nothing can be installed. */
  readonly checkout: string | undefined;
  readonly cache: string;
  readonly sandbox: Sandbox | undefined;
}

/**
 * Dependencies for proofs: installed once per lock file from manifests and lock files alone, by the lock file's own
 * command or the user's; shown to proofs read-only, or copied where there is no sandbox.
 */
export function openDependencies(options: DependencyOptions): Dependencies {
  const { cache, sandbox, checkout } = options;
  const showAll = (pairs: readonly Pair[], told: string) => show(pairs, { cache, sandbox, told });
  return {
    cache,
    get digest() {
      const about = [checkout ?? null, cache, options.command ?? null, stateOf(checkout)];
      return createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 16);
    },
    async provide(project, directory, watching = {}) {
      useCache(cache);
      const view = projectFiles(project);
      const setup = installationOf(options, view, directory);
      if (setup?.orHome !== undefined && existsSync(join(homedir(), setup.orHome))) {
        const told = `what ~/${setup.orHome} holds (${setup.lockFiles.join(', ')} is no lock file)`;
        return { ...showAll([], told), key: undefined, environment: {} };
      }
      // What the tree itself brings is part of the project, whatever the checkout has made of it.
      const there = installedIn(checkout, directory).filter((path) => !existsSync(join(project, path)));
      const showInstalled = (why: string): Provided => {
        for (const path of there) if (basename(path) === 'node_modules') makeCache(join(checkout ?? '', path));
        const found = there.map((path) => ({
          from: join(checkout ?? '', path),
          to: join(project, path),
          version: undefined,
          move: { from: checkout ?? '', to: project },
        }));
        const told = `what ${found.length === 0 ? 'this machine' : 'the checkout'} has installed (${why})`;
        return { ...showAll(found, told), key: undefined, environment: {} };
      };
      if (options.command === false) return showInstalled('tests.setup is false');
      if (setup === undefined) {
        if (there.length > 0) return showInstalled('no lock file');
        return { ...showAll([], 'none'), key: 'none', environment: {} };
      }
      if (setup.unfit !== undefined) return showInstalled(setup.unfit);
      const missing = setup.toolFrom === undefined ? undefined : missingProgram(setup);
      if (missing !== undefined && (there.length > 0 || setup.orInterpreter === true)) {
        return showInstalled(`${setup.lockFiles.join(', ')} needs ${missing}, which is not installed`);
      }
      const installed = await install(view, setup, { ...watching, cache, sandbox, variables: options.variables });
      const pairs = installed.results.map((path) => ({
        from: join(installed.project, path),
        to: join(project, path),
        version: 'installed',
      }));
      const shown = showAll(pairs, `${setup.lockFiles.join(', ') || 'tests.setup'}, by ${commandsOf(setup)}`);
      return { ...shown, key: installed.key, environment: environmentAt(setup, project) };
    },
  };
}

/**
 * What is mounted read-only can only have a writable layer where a folder is. Tools that make this one when they first run
 * (ava, babel-loader, nyc) fail without it.
 */
function makeCache(installed: string): void {
  try {
    makeDirectories(join(installed, '.cache'));
  } catch {
    // The user may not write there either: a tool that insists on it says so.
  }
}

/** The user's own command sees every manifest and lock file, and what it makes is taken as it is. */
function installationOf(
  { setupOf, command }: DependencyOptions,
  view: ProjectView,
  directory: string,
): Installation | undefined {
  if (command === false) return undefined;
  const found = setupOf(view);
  if (command === undefined) return found;
  return {
    tool: 'tests.setup',
    directory,
    lockFiles: [],
    environment: {},
    placeholders: [],
    ...found,
    commands: [typeof command === 'string' ? ['sh', '-c', command] : command],
    needs: [...(found?.needs ?? []), ...MANIFEST_FILES, ...TOOL_SETTINGS],
    results: undefined,
    unfit: undefined,
    toolFrom: undefined,
    orHome: undefined,
  };
}

/** The first program of an installation that nothing on the path is called. */
function missingProgram({ commands }: Installation): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => place !== '');
  const isThere = (name: string) => name.includes('/') || places.some((place) => isExecutable(join(place, name)));
  return commands.flatMap(([name]) => name ?? []).find((name) => !isThere(name));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Manifests of other languages, and settings that package managers obey. */
const TOOL_SETTINGS = [
  '**/{settings.gradle,settings.gradle.kts,gradle.properties,Gemfile,Gemfile.lock,composer.json,composer.lock}',
  '**/{mix.exs,mix.lock,.npmrc,.yarnrc,.yarnrc.yml,pnpm-workspace.yaml,uv.toml,poetry.toml,pip.conf}',
  '**/{.python-version,.nvmrc,.node-version,.tool-versions,rust-toolchain,rust-toolchain.toml,go.work,go.work.sum}',
];

interface Pair {
  readonly from: string;
  readonly to: string;
  /** By which it is known to be what it was; nothing if only a look at it can tell. */
  readonly version: string | undefined;
  /** The project it was installed for, and the one it is shown to. */
  readonly move?: Move | undefined;
}

interface Showing {
  readonly cache: string;
  readonly sandbox: Sandbox | undefined;
  readonly told: string;
}

/**
 * Mounts directories read-only with writable layers over their caches, or copies them: where nothing can be mounted, and
 * where links in them would lead to the files of the checkout.
 */
function show(
  pairs: readonly Pair[],
  { cache, sandbox, told }: Showing,
): Pick<Provided, 'mounts' | 'layers' | 'told' | 'giveBack'> {
  const there = pairs.filter(({ from }) => existsSync(from));
  const isCopied = ({ from, move }: Pair) =>
    sandbox === undefined || (move !== undefined && hasFixedLinks(from, move.from));
  const copied = there.filter(isCopied);
  const mounted = there.filter((pair) => !copied.includes(pair));
  const spares = join(cache, 'spares');
  const copies = copied.map(({ from, to, version = versionOf(from), move }) => {
    const copy = borrowCopy({ from, to, spares, version });
    if (move !== undefined) repoint(to, from, move);
    return copy;
  });
  for (const { from, to } of mounted) {
    if (isDirectory(from)) makeDirectories(to);
    else writeText(to, '');
  }
  const layers = mounted.flatMap(({ from, to }) =>
    WRITTEN_CACHES.filter((name) => existsSync(join(from, name))).map((name) => join(to, name)),
  );
  return {
    mounts: mounted,
    layers,
    told: copied.length === 0 ? told : `${told}, copied`,
    giveBack: () => {
      for (const copy of copies) copy.giveBack();
    },
  };
}

const DEPENDENCY_FOLDERS = ['node_modules', '.venv', 'venv', 'vendor'];

/** Dependency directories a checkout has: at its root and in the package whose tests count. */
function installedIn(checkout: string | undefined, directory: string): string[] {
  if (checkout === undefined) return [];
  const places = directory === '.' ? ['.'] : ['.', directory];
  const names = places.flatMap((place) => DEPENDENCY_FOLDERS.map((name) => join(place, name)));
  return names.filter((path) => existsSync(join(checkout, path)));
}

/** When something was last installed in a checkout, as far as its folders tell. */
function stateOf(checkout: string | undefined): string[] {
  const names = [...DEPENDENCY_FOLDERS, 'node_modules/.package-lock.json'];
  return names.map((name) => String(statSync(join(checkout ?? '', name), { throwIfNoEntry: false })?.mtimeMs ?? ''));
}
