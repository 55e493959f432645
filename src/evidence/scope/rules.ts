import { matchAny } from '../../base/glob.ts';
import { groupBy } from '../../base/group-by.ts';
import { foldPath } from '../../base/paths.ts';
import { MANIFEST_FILES } from '../manifests/manifest-kinds.ts';
import { nameSome, type Reason, type RefusalCode, reason } from '../reasons.ts';
import { AGENT_FOLDERS } from './protected.ts';

/** What a phase may change. Globs; `deny` and `protected` win over `allow` and hold in any case and composition. */
export interface ScopeRules {
  readonly allow: readonly string[];
  /** Single paths that may change as well, whatever their names. */
  readonly allowPaths?: readonly string[];
  readonly deny?: readonly string[];
  readonly protected: readonly string[];
  /** Where the run leaves its artifacts: it may lie in a folder of an agent program, which is protected otherwise. */
  readonly output?: string | undefined;
  /** Protected files that may change if a person approves. */
  readonly withApproval?: readonly string[] | undefined;
  /** What the agent that plays the phase may change at all, whatever the phase allows. */
  readonly within?: readonly string[] | undefined;
  /** The packages whose tests are run: a change anywhere else would not be proved. Manifests at the top may change. */
  readonly packages?: readonly string[] | undefined;
  /** Files for which no other may be found in their place: `make.js` beside `make.ts`, a package beside a module. */
  readonly noTwins?: readonly string[];
  /** No file made executable. */
  readonly noExecutables?: boolean;
  /** Paths of the earlier tree: to see names that collide and files that a `.gitignore` would hide. */
  readonly tree?: readonly string[];
  /** Those of the earlier tree's paths that are symbolic links. */
  readonly links?: readonly string[];
}

/** One thing wrong with one path. */
export interface Finding {
  readonly code: RefusalCode;
  readonly path: string;
  /** What is wrong and what to do, after the paths it holds for. */
  readonly problem: string;
}

export interface Place {
  /** Whether a path may change only if a person approves. */
  readonly needsApproval: (path: string) => boolean;
  /** What speaks against changing a path at all. */
  readonly problem: (path: string) => Omit<Finding, 'path'> | undefined;
}

/** The rules about paths, made ready to be asked many times. */
export function compileScope(rules: ScopeRules): Place {
  const isProtected = protection(rules);
  const isApprovable = matchAny(rules.withApproval ?? []);
  const isWithin = rules.within === undefined ? () => true : matchAny(rules.within);
  const isDenied = matchFolded(rules.deny ?? []);
  const isAllowedByGlob = matchAny(rules.allow);
  const allowedPaths = new Set(rules.allowPaths);
  const isAllowed = (path: string) => isAllowedByGlob(path) || allowedPaths.has(path);
  const own = nameSome(rules.within ?? []);
  const isUnproved = outsideOf(rules.packages);
  const unproved = `no tests are run for it: only those of ${nameSome(rules.packages ?? [])} are. ${BACK} A person can add its package to tests in baton.yaml.`;
  const allowed = rules.allow.length === 0 ? 'nothing' : nameSome(rules.allow);
  return {
    needsApproval: (path) => isApprovable(path) && isProtected(path),
    problem: (path) => {
      if (isApprovable(path) && isProtected(path)) return undefined;
      if (isProtected(path)) return { code: 'protected_file', problem: PROTECTED };
      if (isDenied(path)) return { code: 'out_of_scope', problem: DENIED };
      if (!isWithin(path)) return { code: 'out_of_scope', problem: `its agent may change only ${own}. ${BACK}` };
      if (isUnproved(path)) return { code: 'out_of_scope', problem: unproved };
      if (isAllowed(path)) return undefined;
      return { code: 'out_of_scope', problem: `this phase may change only ${allowed}. ${BACK}` };
    },
  };
}

/** Whether a path lies in no package, and is no manifest or lock file that packages share. */
function outsideOf(packages: readonly string[] | undefined): (path: string) => boolean {
  if (packages === undefined) return () => false;
  return (path) => !packages.some((one) => path.startsWith(`${one}/`)) && !(isShared(path) && !path.includes('/'));
}

const isShared = matchAny(MANIFEST_FILES);

const BACK = 'Put it back as it was.';
const PROTECTED = 'steers agents, Baton, git or CI and is protected. Put it back as it was; a person can change it.';
const DENIED = 'may not be changed in this phase. Put it back as it was.';

/** Folders of agent programs are protected but for the directory of artifacts; everything else wherever it is. */
function protection({ protected: files, output }: ScopeRules): (path: string) => boolean {
  const isFirm = matchFolded(files.filter((glob) => glob !== AGENT_FOLDERS));
  const isAgents = matchFolded(files.filter((glob) => glob === AGENT_FOLDERS));
  return (path) => isFirm(path) || (isAgents(path) && !(output !== undefined && path.startsWith(`${output}/`)));
}

function matchFolded(globs: readonly string[]): (path: string) => boolean {
  const matches = matchAny(globs.map(foldPath));
  return (path) => matches(foldPath(path));
}

/** One reason for all findings alike. */
export function tellTogether(findings: readonly Finding[]): readonly Reason[] {
  const groups = groupBy(findings, ({ code, problem }) => `${code}\n${problem}`);
  return [...groups.values()].map((group) => {
    const { code, problem } = group[0] as Finding;
    const paths = [...new Set(group.map(({ path }) => path))];
    return reason(code, `${nameSome(paths)}: ${problem}`, { paths });
  });
}
