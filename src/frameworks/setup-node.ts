import { posix } from 'node:path';
import type { ProjectView, Setup } from './framework.ts';
import type { PackageManager } from './js/package-manager.ts';

/** A JavaScript project is set up where its lock file is; a monorepo's packages get theirs along. */
export function nodeSetup(manager: PackageManager, lockFile: string, project: ProjectView): Setup {
  const directory = posix.dirname(lockFile);
  const at = (path: string) => (directory === '.' ? path : posix.join(directory, path));
  const plugAndPlay =
    manager.name === 'yarn' &&
    !manager.classic &&
    !/^\s*nodeLinker:\s*["']?(node-modules|pnpm)/m.test(project.read(at('.yarnrc.yml')) ?? '');
  const packages = project.files
    .filter(
      (file) => posix.basename(file) === 'package.json' && file.startsWith(directory === '.' ? '' : `${directory}/`),
    )
    .filter((file) => !file.includes('node_modules/'))
    .map((file) => posix.join(posix.dirname(file), 'node_modules'));
  return {
    tool: manager.name,
    toolFrom: manager.name === 'npm' ? 'apt install npm' : `npm install --global ${manager.name}`,
    directory,
    lockFiles: [lockFile],
    commands: [installCommand(manager)],
    // A Yarn that lies in the repository would be code of the project.
    environment: manager.name === 'yarn' ? { YARN_IGNORE_PATH: '1', YARN_ENABLE_GLOBAL_CACHE: 'false' } : {},
    needs: ['**/package.json', posix.basename(lockFile), ...NODE_SETTINGS].map(at),
    placeholders: [],
    results: plugAndPlay ? ['.pnp.cjs', '.pnp.loader.mjs', '.yarn/cache', '.yarn/unplugged'].map(at) : packages,
  };
}

const NODE_SETTINGS = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'pnpm-workspace.yaml',
  'bunfig.toml',
  'patches/**',
  '.yarn/patches/**',
];

/** The install command that changes no lock file and runs no scripts. */
export function installCommand({ name, classic }: Pick<PackageManager, 'name' | 'classic'>): readonly string[] {
  if (name === 'npm') return ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (name === 'pnpm') return ['pnpm', 'install', '--frozen-lockfile', '--ignore-scripts', '--ignore-pnpmfile'];
  if (name === 'bun') return ['bun', 'install', '--frozen-lockfile', '--ignore-scripts'];
  if (classic) return ['yarn', 'install', '--frozen-lockfile', '--ignore-scripts', '--non-interactive'];
  return ['yarn', 'install', '--immutable', '--mode=skip-build'];
}
