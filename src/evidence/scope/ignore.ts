import { matchAny } from '../../base/glob.ts';
import { diffLines } from '../../base/line-diff.ts';
import { type FileChange, removesFile } from '../diff.ts';
import { showName } from '../reasons.ts';
import type { Finding } from './rules.ts';

/** `.gitignore` files that would keep existing or new files of the tree from being seen. */
export function findHiding(changes: readonly FileChange[], tree: readonly string[]): readonly Finding[] {
  const gone = new Set(changes.filter(removesFile).map((change) => change.from ?? change.path));
  const kept = changes.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
  const paths = [...tree.filter((path) => !gone.has(path)), ...kept];
  return changes
    .filter(({ path, kind }) => kind !== 'deleted' && /(?:^|\/)\.gitignore$/.test(path))
    .flatMap((change) => {
      const hidden = hiddenBy(change, paths);
      if (hidden === undefined) return [];
      const problem = `a line added here would hide ${showName(hidden)}, which belongs to the project. Take the line out.`;
      return [{ code: 'out_of_scope' as const, path: change.path, problem }];
    });
}

function hiddenBy(change: FileChange, paths: readonly string[]): string | undefined {
  if (change.after === undefined) return change.path;
  const folder = change.path.slice(0, -'.gitignore'.length);
  const globs = diffLines(change.before ?? '', change.after).added.flatMap(({ text }) => toGlobs(text));
  const isHidden = matchAny(globs);
  return paths.find((path) => path.startsWith(folder) && isHidden(path.slice(folder.length)));
}

/** A line of a `.gitignore` as globs; a pattern with a slash counts from the file's own folder. */
function toGlobs(line: string): readonly string[] {
  const pattern = line.replace(/(?<!\\)\s+$/, '');
  if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('!')) return [];
  const plain = pattern.replace(/\/$/, '').replace(/[{}]/g, '\\$&');
  const anchored = plain.includes('/') ? plain.replace(/^\//, '') : `**/${plain}`;
  return pattern.endsWith('/') ? [`${anchored}/?*`, `${anchored}/?*/**`] : [anchored, `${anchored}/**`];
}
