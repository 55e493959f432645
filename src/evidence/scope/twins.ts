import { matchAny } from '../../base/glob.ts';
import { type FileChange, isNewFile } from '../diff.ts';
import { showName } from '../reasons.ts';
import type { Finding, ScopeRules } from './rules.ts';

/** New files that an import of an existing one would find instead: of the same name with another ending. */
export function findTwins(changes: readonly FileChange[], { noTwins = [], tree = [] }: ScopeRules): readonly Finding[] {
  const fresh = changes.filter(isNewFile);
  const names = new Set(fresh.flatMap(({ path }) => moduleNames(path)));
  if (names.size === 0) return [];
  const isWatched = matchAny(noTwins);
  const named = tree.filter((path) => moduleNames(path).some((name) => names.has(name)));
  const known = new Map(named.filter(isWatched).flatMap((path) => moduleNames(path).map((name) => [name, path])));
  const gone = new Set(
    changes.filter(({ kind }) => kind === 'deleted' || kind === 'renamed').map(({ from, path }) => from ?? path),
  );
  return fresh.flatMap(({ path }) => {
    const twin = moduleNames(path)
      .map((name) => known.get(name))
      .find((other) => other !== undefined && other !== path && !gone.has(other));
    if (twin === undefined) return [];
    const problem = `imports of ${showName(twin)} may find this file instead. Give it another name.`;
    return [{ code: 'out_of_scope' as const, path, problem }];
  });
}

/** The names under which a module can be imported, without the ending of its file. */
function moduleNames(path: string): readonly string[] {
  const found = /^(.*?)(\.[cm]?[jt]sx?|\.py)$/.exec(path);
  if (found === null || /\.d\.[cm]?ts$/.test(path)) return [];
  const [, stem = '', ending = ''] = found;
  const kind = ending === '.py' ? 'py' : 'js';
  const whole = stem.replace(kind === 'py' ? /\/__init__$/ : /\/index$/, '');
  return [`${kind}:${whole}`];
}
