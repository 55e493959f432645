import { earlierPath, type FileChange, isNewFile, removesFile } from '../diff.ts';
import { nameSome, type Reason, reason, showName } from '../reasons.ts';
import { unreadable } from './frozen.ts';
import { shadowedTools } from './package-json.ts';
import { isSettings, readerOf, wholeReaderOf } from './readers.ts';

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
  const reader = readerOf(path);
  if (reader === undefined) return [];
  const isNew = before === undefined && (isNewFile(change) || removesFile(change));
  if (isNew && rules.hasTests?.(directoryOf(path)) === false) return judgeFurther(path, after);
  const isGone = after === undefined && removesFile(change);
  const isKnown = (isNew || before !== undefined) && (isGone || after !== undefined) && isPlain(change);
  if (rules.frozen === 'all' && (rules.needs.length === 0 || isSettings(path))) return [mayNotChange(path)];
  const read = (rules.frozen === 'all' ? wholeReaderOf(path) : undefined) ?? reader;
  const { changed, unreadable: why } = isKnown
    ? read({ before, after, needs: rules.needs, ...(change.sources && { sources: change.sources }) })
    : unreadable('its text is not known');
  if (why !== undefined) return [cannotBeRead(path, why)];
  return changed.length === 0 ? [] : [frozenChanged(path, changed)];
}

/** A manifest above no test may say what it likes, but not take a test tool's place. */
function judgeFurther(path: string, text: string | undefined): readonly Reason[] {
  const taken = /(?:^|\/)package\.json$/i.test(path) ? shadowedTools(text) : [];
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
