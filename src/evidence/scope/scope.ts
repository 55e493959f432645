import { matchAny } from '../../base/glob.ts';
import { diffLines } from '../../base/line-diff.ts';
import { readIgnoreLine } from '../../formats/gitignore.ts';
import { type FileChange, isNewFile, removedPaths, touchedPaths } from '../diff.ts';
import { decide, nameSome, type Reason, type RefusalCode, reason, showName, type Verdict } from '../reasons.ts';
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
  const gone = removedPaths(changes);
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
  const globs = diffLines(change.before ?? '', change.after).added.flatMap(({ text }) => readIgnoreLine(text));
  const isHidden = matchAny(globs);
  return paths.find((path) => path.startsWith(folder) && isHidden(path.slice(folder.length)));
}

/** New files that an import of an existing one would find instead: of the same name with another ending. */
export function findTwins(changes: readonly FileChange[], { noTwins = [], tree = [] }: ScopeRules): readonly Finding[] {
  const fresh = changes.filter(isNewFile).flatMap(({ path }) => {
    const name = moduleName(path);
    return name === undefined ? [] : [{ path, name }];
  });
  const names = new Set(fresh.map(({ name }) => name));
  const [isWatched, gone] = [matchAny(noTwins), removedPaths(changes)];
  const others = tree.filter((path) => names.has(moduleName(path) ?? '') && !gone.has(path) && isWatched(path));
  const known = new Map(others.map((path) => [moduleName(path), path]));
  return fresh.flatMap(({ path, name }) => {
    const twin = known.get(name);
    if (twin === undefined || twin === path) return [];
    const problem = `imports of ${showName(twin)} may find this file instead. Give it another name.`;
    return [{ code: 'out_of_scope' as const, path, problem }];
  });
}

/** The name under which a module can be imported, without the ending of its file. */
function moduleName(path: string): string | undefined {
  const [, stem = '', ending] = /^(.*?)(\.[cm]?[jt]sx?|\.py)$/.exec(path) ?? [];
  if (ending === undefined || /\.d\.[cm]?ts$/.test(path)) return undefined;
  return ending === '.py' ? `py:${stem.replace(/\/__init__$/, '')}` : `js:${stem.replace(/\/index$/, '')}`;
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
  const places = nameSome(found.map(({ path, line, kind }) => `${path}:${line} (${kind})`));
  const message = `Credentials stand in the changed files: ${places}. Take them out, also from fixtures; read them from the environment or use a made-up value.`;
  return [reason('secret_in_diff', message, { paths: [...new Set(found.map(({ path }) => path))] })];
}
