import { earlierPath, type FileChange, removesFile } from './diff.ts';
import { matchAny } from './glob.ts';
import { type ManifestReader, unreadable } from './manifests/frozen.ts';
import { compareGoMod, compareGoSum, compareRequirements } from './manifests/line-manifests.ts';
import { comparePackageJson, compareWholePackageJson } from './manifests/package-json.ts';
import { comparePackageLock } from './manifests/package-lock.ts';
import { comparePnpmLock } from './manifests/pnpm-lock.ts';
import { comparePom } from './manifests/pom.ts';
import {
  compareCargo,
  compareIni,
  comparePipfile,
  comparePyproject,
  compareWholeIni,
  compareWholeToml,
} from './manifests/settings-files.ts';
import { compareCargoLock, comparePythonLock } from './manifests/toml-lock.ts';
import { compareYarnLock } from './manifests/yarn-lock.ts';
import { nameSome, type Reason, reason, showName } from './reasons.ts';

/** Reads one kind of manifest or lock file. */
const READERS: Readonly<Record<string, ManifestReader>> = {
  'package.json': comparePackageJson,
  'package-lock.json': comparePackageLock,
  'npm-shrinkwrap.json': comparePackageLock,
  'pnpm-lock.yaml': comparePnpmLock,
  'yarn.lock': compareYarnLock,
  'pyproject.toml': comparePyproject,
  'setup.cfg': compareIni,
  'tox.ini': compareIni,
  Pipfile: comparePipfile,
  'poetry.lock': comparePythonLock,
  'uv.lock': comparePythonLock,
  'pdm.lock': comparePythonLock,
  'Cargo.toml': compareCargo,
  'Cargo.lock': compareCargoLock,
  'pom.xml': comparePom,
  'go.mod': compareGoMod,
  'go.sum': compareGoSum,
};

/** Reads everything in one, where nothing but needed packages may be added. Of the others the keys are enough. */
const WHOLE_READERS: Readonly<Record<string, ManifestReader>> = {
  'package.json': compareWholePackageJson,
  'pyproject.toml': compareWholeToml,
  'Cargo.toml': compareWholeToml,
  Pipfile: compareWholeToml,
  'setup.cfg': compareWholeIni,
  'tox.ini': compareWholeIni,
};

/** Lock files that cannot be read here: any change of them counts. */
const OPAQUE = matchAny(['**/bun.lock', '**/bun.lockb', '**/Pipfile.lock']);
const REQUIREMENTS = matchAny([
  '**/{*-,}requirements{-*,.*,}.{txt,in}',
  '**/requirements/*.{txt,in}',
  '**/constraints*.txt',
]);

/** Globs of all files that are judged key by key here. */
export const MANIFEST_FILES: readonly string[] = [
  ...Object.keys(READERS).map((name) => `**/${name}`),
  ...['**/bun.lock', '**/bun.lockb', '**/Pipfile.lock', '**/*requirements*.{txt,in}'],
];

/** Whether a file is judged by its keys, not by its bytes. */
export function isManifest(path: string): boolean {
  return readerOf(path) !== undefined;
}

export interface ManifestRules {
  /** Packages the list item says are needed: their entries may be added. */
  readonly needs: readonly string[];
  /** `keys`: what is test-relevant is frozen. `all`: nothing but the needed packages may be added. */
  readonly frozen: 'keys' | 'all';
  /** Whether tests lie below a folder: only there does a new manifest change how they run. Not known: they do. */
  hasTests?(directory: string): boolean;
}

/** What changed in manifests and lock files that may not. */
export function judgeManifests(changes: readonly FileChange[], rules: ManifestRules): readonly Reason[] {
  return changes.flatMap((change) => [
    ...(removesFile(change) ? judgeOne(earlierPath(change), change.before, undefined, change, rules) : []),
    ...(change.kind === 'deleted'
      ? []
      : judgeOne(change.path, removesFile(change) ? undefined : change.before, change.after, change, rules)),
  ]);
}

function judgeOne(
  path: string,
  before: string | undefined,
  after: string | undefined,
  change: FileChange,
  rules: ManifestRules,
): readonly Reason[] {
  const reader = readerOf(path);
  if (reader === undefined) return [];
  const isNew = before === undefined && (change.modeBefore === null || removesFile(change));
  if (isNew && rules.hasTests?.(directoryOf(path)) === false) return [];
  const isGone = after === undefined && (change.modeAfter === null || removesFile(change));
  const isKnown = (isNew || before !== undefined) && (isGone || after !== undefined) && isPlain(change);
  if (rules.frozen === 'all' && rules.needs.length === 0) return [mayNotChange(path)];
  const read = (rules.frozen === 'all' ? WHOLE_READERS[baseName(path)] : undefined) ?? reader;
  const { changed, unreadable: why } = isKnown
    ? read({ before, after, needs: rules.needs })
    : unreadable('its text is not known');
  if (why !== undefined) return [cannotBeRead(path, why)];
  return changed.length === 0 ? [] : [frozenChanged(path, changed)];
}

function readerOf(path: string): ManifestReader | undefined {
  const name = baseName(path);
  if (Object.hasOwn(READERS, name)) return READERS[name];
  if (OPAQUE(path))
    return ({ before, after }) => (before === after ? { changed: [] } : unreadable('its format is not known'));
  return REQUIREMENTS(path) ? compareRequirements : undefined;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A link in place of a manifest could be anything. */
function isPlain({ modeBefore, modeAfter }: FileChange): boolean {
  return [modeBefore, modeAfter].every((mode) => mode === null || mode.startsWith('100'));
}

function directoryOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function frozenChanged(path: string, changed: readonly string[]): Reason {
  const message = `${showName(path)} decides how tests run, and this changed in it: ${nameSome(changed)}. Put these back as they were; other entries may change. A package that a new test needs has to be named by the list item: (needs: name).`;
  return reason('test_config_changed', message, { paths: [path] });
}

function cannotBeRead(path: string, why: string): Reason {
  const message = `${showName(path)} was changed and what changed in it cannot be told: ${why}. Put it back, or into a form that can be read.`;
  return reason('test_config_changed', message, { paths: [path] });
}

function mayNotChange(path: string): Reason {
  const message = `${showName(path)} was changed while writing a test. Put it back; a package that the test needs has to be named by the list item: (needs: name).`;
  return reason('test_config_changed', message, { paths: [path] });
}
