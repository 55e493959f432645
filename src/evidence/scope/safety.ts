import { foldersOf, foldPath, linkTarget, pathProblem } from '../../base/paths.ts';
import { type FileChange, removedPaths, touchedPaths } from '../diff.ts';
import { showName } from '../reasons.ts';
import type { Finding, Place, ScopeRules } from './rules.ts';

/** Paths, links and repositories that could mean another file than they seem to, or reach out of the tree. */
export function findUnsafe(changes: readonly FileChange[], rules: ScopeRules, place: Place): readonly Finding[] {
  return [
    ...changes.flatMap((change) => touchedPaths(change).flatMap(judgePath)),
    ...changes.flatMap(judgeRepository),
    ...changes.flatMap((change) => judgeLink(change, changes, rules, place)),
    ...findBelowLinks(changes, rules),
    ...findCollisions(changes, rules.tree ?? []),
  ];
}

const unsafe = (path: string, problem: string): Finding => ({ code: 'unsafe_path', path, problem });

function judgePath(path: string): readonly Finding[] {
  const problem = pathProblem(path);
  return problem === undefined ? [] : [unsafe(path, `this path ${problem}. Use a plain name.`)];
}

function judgeRepository(change: FileChange): readonly Finding[] {
  if (change.modeBefore !== '160000' && change.modeAfter !== '160000') return [];
  return [
    unsafe(
      change.path,
      'this is a repository of its own (a submodule). Take it out; it may not be added, moved or removed.',
    ),
  ];
}

const isLink = (change: FileChange): boolean => change.modeAfter === '120000';

/** A link may lead only to what could be changed itself. */
function judgeLink(
  change: FileChange,
  changes: readonly FileChange[],
  rules: ScopeRules,
  place: Place,
): readonly Finding[] {
  if (!isLink(change)) return [];
  const target = change.after === undefined ? undefined : linkTarget(change.path, change.after);
  if (target === undefined) return [unsafe(change.path, 'this symbolic link leads out of the tree. Take it out.')];
  if (target === '' || pathProblem(target) !== undefined) {
    return [unsafe(change.path, 'this symbolic link leads to a place that no file may have. Take it out.')];
  }
  const links = new Set([...changes.filter(isLink).map(({ path }) => path), ...(rules.links ?? [])].map(foldPath));
  if ([...foldersOf(target), target].some((part) => part !== change.path && links.has(foldPath(part)))) {
    return [unsafe(change.path, 'this symbolic link leads through another one. Take it out.')];
  }
  const reached = [target, ...(rules.tree ?? []).filter((path) => path.startsWith(`${target}/`))];
  const problem = reached.map(place.problem).find((found) => found !== undefined);
  if (problem === undefined) return [];
  return [
    {
      code: problem.code,
      path: change.path,
      problem: 'this symbolic link leads to what may not be changed. Take it out.',
    },
  ];
}

/** A file below a link is written somewhere else. */
function findBelowLinks(changes: readonly FileChange[], rules: ScopeRules): readonly Finding[] {
  const replaced = new Set(changes.filter((change) => !isLink(change)).flatMap(touchedPaths));
  const standing = (rules.links ?? []).filter((path) => !replaced.has(path));
  const links = new Set([...standing, ...changes.filter(isLink).map(({ path }) => path)].map(foldPath));
  return changes
    .filter(({ path }) => foldersOf(path).some((folder) => links.has(foldPath(folder))))
    .map(({ path }) => unsafe(path, 'a folder above this file is a symbolic link. Put the file into a real folder.'));
}

/** Paths that a file system without regard to case or composition takes for one: names of files and of folders. */
function findCollisions(changes: readonly FileChange[], tree: readonly string[]): readonly Finding[] {
  const gone = removedPaths(changes);
  const spelt = new Map<string, string>();
  for (const path of tree) {
    if (gone.has(path)) continue;
    for (const part of [...foldersOf(path), path]) spelt.set(foldPath(part), part);
  }
  return changes
    .filter(({ kind }) => kind !== 'deleted')
    .flatMap(({ path }) => {
      const other = [...foldersOf(path), path].flatMap((part) => {
        const known = spelt.get(foldPath(part));
        if (known === undefined) spelt.set(foldPath(part), part);
        return known === undefined || known === part ? [] : [known];
      })[0];
      if (other === undefined) return [];
      return [
        unsafe(
          path,
          `on some file systems this is the same as ${showName(other)}. Use the same spelling, or another name.`,
        ),
      ];
    });
}
