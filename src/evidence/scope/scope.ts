import { matchAny } from '../../base/glob.ts';
import { diffLines } from '../../base/line-diff.ts';
import { type FileChange, isNewFile, removesFile, touchedPaths } from '../diff.ts';
import { decide, type Reason, type RefusalCode, reason, showName, type Verdict } from '../reasons.ts';
import { compileScope, type Finding, type Place, type ScopeRules, tellTogether } from './rules.ts';
import { findUnsafe } from './safety.ts';

export interface ScopeFacts {
  readonly files: number;
  /** Files that are now executable and were not. */
  readonly executable: readonly string[];
  readonly binary: readonly string[];
}

/** Judges by paths, kinds and modes whether a phase stayed within what it may change. */
export function judgeScope(changes: readonly FileChange[], rules: ScopeRules): Verdict<ScopeFacts> {
  const place = compileScope(rules);
  const findings = [
    ...findUnsafe(changes, rules, place),
    ...changes.flatMap((change) => judgeChange(change, rules, place)),
    ...findHiding(changes, rules.tree ?? []),
    ...findTwins(changes, rules),
  ];
  return decide(tellTogether(findings), {
    files: changes.length,
    executable: changes.filter(madeExecutable).map(({ path }) => path),
    binary: changes.filter(({ binary }) => binary).map(({ path }) => path),
  });
}

function judgeChange(change: FileChange, rules: ScopeRules, place: Place): readonly Finding[] {
  const findings: Finding[] = [];
  const say = (code: RefusalCode, path: string, problem: string) => findings.push({ code, path, problem });
  for (const path of touchedPaths(change)) {
    const found = place.problem(path);
    if (found !== undefined) say(found.code, path, found.problem);
  }
  if (rules.noExecutables === true && madeExecutable(change)) {
    say('out_of_scope', change.path, 'this phase may not make files executable. Take the mode back.');
  }
  return findings;
}

function madeExecutable({ modeBefore, modeAfter }: FileChange): boolean {
  return modeAfter === '100755' && modeBefore !== '100755';
}

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

/** A credential found in an added line by whoever knows the patterns; never the credential itself. */
export interface FoundSecret {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
}

/** A commit cannot be redacted, so a credential in a diff is refused. */
export function judgeSecrets(found: readonly FoundSecret[]): readonly Reason[] {
  if (found.length === 0) return [];
  const places = found.slice(0, 5).map(({ path, line, kind }) => `${showName(path)}, line ${line} (${kind})`);
  const more = found.length > places.length ? ` and ${found.length - places.length} more` : '';
  const message = `Credentials stand in the changed files: ${places.join('; ')}${more}. Take them out, also from fixtures; read them from the environment or use a made-up value.`;
  return [reason('secret_in_diff', message, { paths: [...new Set(found.map(({ path }) => path))] })];
}
