import { type BytePath, foldersAbove, isGitName } from './byte-path.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { type Listed, SUBMODULE_MODE, type TreeListing } from './tree-listing.ts';
import type { Found, WorkTree } from './work-tree.ts';

/** What a workbench holds that cannot be part of a candidate. */
export type ProblemKind =
  | 'nested_repository'
  | 'unreadable'
  | 'pipe'
  | 'socket'
  | 'device'
  | 'too_large'
  | 'inside_submodule'
  | 'refused_name';

export interface FoundProblem {
  readonly kind: ProblemKind;
  readonly path: BytePath;
}

export interface Walked {
  /** Files and links that belong to the project, and submodules that are still there. */
  readonly found: readonly Found[];
  readonly problems: readonly FoundProblem[];
}

/** Whether a path is a folder with dependencies, by its path or by its name. */
export type Excluded = (path: BytePath) => boolean;

export function excludedBy(pathsAndNames: readonly BytePath[]): Excluded {
  const listed = new Set(pathsAndNames);
  return (path) => listed.has(path) || listed.has(path.slice(path.lastIndexOf('/') + 1));
}

/** The files a tree has in such folders. */
export function excludedFiles({ files, folders }: TreeListing, isExcluded: Excluded): Map<BytePath, Listed> {
  const excluded = [...folders.keys()].filter(isExcluded);
  const isBelow = (path: BytePath) => isExcluded(path) || (excluded.length > 0 && foldersAbove(path).some(isExcluded));
  return new Map([...files].filter(([path]) => isBelow(path)));
}

/**
 * Finds what belongs to the project: what the base has, and what it does not ignore. The base's own rules count, not
 * those that stand here now, so nobody can hide a file by a new rule. Level by level, so that git is asked about all
 * unknown paths of a level at once and never looks into what is ignored.
 */
export async function walkWorkTree(
  tree: WorkTree,
  base: TreeListing,
  rules: IgnoreRules,
  isExcluded: Excluded,
): Promise<Walked> {
  const found: Found[] = [];
  const problems: FoundProblem[] = [];
  for (let level: readonly BytePath[] = ['']; level.length > 0; ) {
    const entries = level.flatMap((folder) => enter(tree, folder, isExcluded, problems));
    const isKnown = ({ path, kind }: Found) => base.files.has(path) || (kind === 'folder' && base.folders.has(path));
    const ignored = await rules.ignored(entries.filter((entry) => !isKnown(entry)).map(askedPath));
    const below: BytePath[] = [];
    for (const entry of entries) {
      if (ignored.size > 0 && ignored.has(askedPath(entry))) continue;
      const isSubmodule = entry.kind === 'folder' && base.files.get(entry.path)?.mode === SUBMODULE_MODE;
      if (isSubmodule) lookInside(tree, entry, problems);
      if (isSubmodule || entry.kind !== 'folder') found.push(entry);
      else below.push(entry.path);
    }
    level = below;
  }
  return { found, problems };
}

/** The entries of a folder apart from a repository's own files, which make the folder a repository unless it is the root. */
function enter(tree: WorkTree, folder: BytePath, isExcluded: Excluded, problems: FoundProblem[]): Found[] {
  const entries = tree.list(folder);
  if (entries === undefined) problems.push({ kind: 'unreadable', path: folder });
  return (entries ?? []).filter((entry) => {
    if (isExcluded(entry.path)) return false;
    if (!isGitName(entry.name)) return true;
    if (entry.path !== '.git') problems.push({ kind: 'nested_repository', path: folder === '' ? entry.path : folder });
    return false;
  });
}

/** A submodule's folder is empty here; what is put there is another repository's. */
function lookInside(tree: WorkTree, { path }: Found, problems: FoundProblem[]): void {
  const inside = tree.list(path) ?? [];
  if (inside.some(({ name }) => isGitName(name))) problems.push({ kind: 'nested_repository', path });
  else if (inside.length > 0) problems.push({ kind: 'inside_submodule', path });
}

function askedPath({ path, kind }: Found): BytePath {
  return kind === 'folder' ? `${path}/` : path;
}
