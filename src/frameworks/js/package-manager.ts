import { posix } from 'node:path';
import type { ProjectView } from '../framework.ts';

export type PackageManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** Which package manager a JavaScript project uses, and how Baton knows. */
export interface PackageManager {
  readonly name: PackageManagerName;
  /** Yarn of today and Yarn 1 have little but the name in common. */
  readonly classic: boolean;
  /** The lock file, relative to the project; nothing if there is none. */
  readonly lockFile: string | undefined;
  readonly because: string;
}

const LOCK_FILES: Readonly<Record<string, PackageManagerName>> = {
  'pnpm-lock.yaml': 'pnpm',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'yarn.lock': 'yarn',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
};

/**
 * The package manager of a directory: what `packageManager` in package.json says, else the nearest lock file, in the
 * directory or above it. Nothing if there is no package.json.
 */
export function packageManagerOf(project: ProjectView, directory = '.'): PackageManager | undefined {
  const files = new Set(project.files);
  const places = placesFrom(directory);
  if (!places.some((place) => files.has(posix.join(place, 'package.json')))) return undefined;
  for (const place of places) {
    const manifest = posix.join(place, 'package.json');
    const [, name, version = ''] = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(packageManagerField(project.read(manifest))) ?? [];
    const locks = Object.entries(LOCK_FILES).filter(([file]) => files.has(posix.join(place, file)));
    const [lock, locked] = locks.find(([, manager]) => name === undefined || manager === name) ?? [];
    const chosen = (name as PackageManagerName | undefined) ?? locked;
    if (chosen === undefined) continue;
    const lockFile = lock === undefined ? undefined : posix.join(place, lock);
    const because = name === undefined ? (lockFile ?? '') : `"packageManager" in ${manifest}`;
    return { name: chosen, classic: isClassic(project, place, version), lockFile, because };
  }
  return { name: 'npm', classic: false, lockFile: undefined, because: 'no lock file: npm is what comes with Node' };
}

/** The directory and those above it, up to the project. */
function placesFrom(directory: string): string[] {
  const parts = posix
    .normalize(directory)
    .split('/')
    .filter((part) => part !== '.' && part !== '');
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), '.'];
}

function packageManagerField(manifest: string | undefined): string {
  try {
    const { packageManager } = JSON.parse(manifest ?? '{}') as { packageManager?: unknown };
    return typeof packageManager === 'string' ? packageManager : '';
  } catch {
    return '';
  }
}

/** Yarn 1, by its version, else by the form of its lock file. */
function isClassic(project: ProjectView, place: string, version: string): boolean {
  if (version !== '') return version === '1';
  const lock = project.read(posix.join(place, 'yarn.lock')) ?? '';
  return lock !== '' && !/^__metadata:/m.test(lock);
}
