import { earlierPath, type FileChange, touchedPaths } from '../diff.ts';
import { additiveProblem } from '../files/additive.ts';
import { decide, type RefusalCode, type Verdict } from '../reasons.ts';
import { findHiding } from './ignore.ts';
import { compileScope, type Finding, type Place, type ScopeRules, tellTogether } from './rules.ts';
import { findUnsafe } from './safety.ts';
import { findTwins } from './twins.ts';

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
  const why = place.isAdditiveOnly(earlierPath(change)) ? additiveProblem(change) : undefined;
  if (why !== undefined) {
    say('out_of_scope', change.path, `lines may only be added here, but ${why}. Put back what was there.`);
  }
  return findings;
}

function madeExecutable({ modeBefore, modeAfter }: FileChange): boolean {
  return modeAfter === '100755' && modeBefore !== '100755';
}
