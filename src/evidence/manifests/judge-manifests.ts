import { readJson } from '../../formats/json.ts';
import { earlierPath, type FileChange, isNewFile, removesFile } from '../diff.ts';
import { nameSome, type Reason, reason, showName } from '../reasons.ts';
import { compareLocks } from './compare-locks.ts';
import { compareManifest, type FrozenDifference, type ManifestPair } from './compare-manifest.ts';
import { isSettings, kindOf } from './manifest-kinds.ts';
import { isNpmTestPackage } from './test-packages.ts';

/** Whether a file is judged by its keys, not by its bytes. */
export function isManifest(path: string): boolean {
  return kindOf(path) !== undefined;
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
  return changes.flatMap((change) => {
    const isMoved = removesFile(change) || isNewFile(change);
    const old = removesFile(change) ? judgeOne(earlierPath(change), change.before, undefined, change, rules) : [];
    if (change.kind === 'deleted') return old;
    return [...old, ...judgeOne(change.path, isMoved ? undefined : change.before, change.after, change, rules)];
  });
}

function judgeOne(
  path: string,
  before: string | undefined,
  after: string | undefined,
  change: FileChange,
  rules: ManifestRules,
): readonly Reason[] {
  if (!isManifest(path)) return [];
  const isNew = before === undefined && (isNewFile(change) || removesFile(change));
  if (isNew && rules.hasTests?.(directoryOf(path)) === false) return judgeFurther(path, after);
  const isGone = after === undefined && removesFile(change);
  const isKnown = (isNew || before !== undefined) && (isGone || after !== undefined) && isPlain(change);
  if (rules.frozen === 'all' && (rules.needs.length === 0 || isSettings(path))) return [mayNotChange(path)];
  if (!isKnown) return [cannotBeRead(path, 'its text is not known')];
  const pair = { before, after, needs: rules.needs, ...(change.sources && { sources: change.sources }) };
  const { changed, unreadable } = compareVersions(path, pair, rules.frozen === 'all');
  if (unreadable !== undefined) return [cannotBeRead(path, unreadable)];
  return changed.length === 0 ? [] : [frozenChanged(path, changed)];
}

/** How two versions of a file differ in what is frozen; `isWhole`: in anything, where its kind is frozen as a whole. */
export function compareVersions(path: string, pair: ManifestPair, isWhole = false): FrozenDifference {
  const kind = kindOf(path);
  if (kind === undefined) return { changed: [] };
  return 'read' in kind ? compareManifest(kind, pair, isWhole && kind.isWhole) : compareLocks(kind, pair);
}

/** A manifest above no test may say what it likes, but not take a test tool's place. */
function judgeFurther(path: string, after: string | undefined): readonly Reason[] {
  if (!/(?:^|\/)package\.json$/i.test(path)) return [];
  const { changed, unreadable } = compareVersions(path, { before: undefined, after, needs: [] });
  if (unreadable !== undefined) return [cannotBeRead(path, unreadable)];
  const isTool = changed.includes('name') && isNpmTestPackage(String(readJson(after ?? '')?.name));
  const taken = changed.filter((key) => key.startsWith('bin') || (key === 'name' && isTool));
  return taken.length === 0 ? [] : [frozenChanged(path, taken)];
}

/** A link in place of a manifest could be anything. */
function isPlain({ modeBefore, modeAfter }: FileChange): boolean {
  return [modeBefore, modeAfter].every((mode) => mode === null || mode.startsWith('100'));
}

/** The folder a manifest speaks for; a list of vendored packages for the one above. */
function directoryOf(path: string): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return folder.replace(/(?:^|\/)vendor$/, '');
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
