import { type FileChange, touchedPaths } from '../../../evidence/diff.ts';
import { type FileRole, roleOf, rolesByGlobs } from '../../../evidence/file-roles.ts';
import { addsTestFile } from '../../../evidence/files/seen-roles.ts';
import { type Reason, reason, reasonFor } from '../../../evidence/reasons.ts';
import { filesWithTests } from '../../../evidence/report.ts';
import { phaseScope } from '../../../evidence/scope/phases.ts';
import { PROTECTED_FILES } from '../../../evidence/scope/protected.ts';
import { compileScope, type ScopeRules } from '../../../evidence/scope/rules.ts';
import { judgeScope, judgeSecrets } from '../../../evidence/scope/scope.ts';
import { isSameAgent } from '../../../handoff/agent-aliases.ts';
import { findSecrets } from '../../../handoff/secret-rules.ts';
import { outputOf } from '../../../workflow/output.ts';
import { lookup, phaseOf } from '../../../workflow/workflow.ts';
import type { Phase } from '../../../workflow/workflow-schema.ts';
import type { Judged, Judgement } from '../judge.ts';
import { tickedList } from '../list-edits.ts';
import type { Pinned } from '../pinned.ts';
import { acceptedReport } from '../report.ts';
import { type Sources, TEST_LIST } from '../surroundings.ts';
import type { Moment } from '../turn.ts';

/** Judges by the diff alone whether a session kept to what its phase may change, and left no secret. */
export async function judgeChanges({ changes }: Judged, moment: Moment, sources: Sources): Promise<Judgement> {
  const own = await withoutTick(changes, moment, sources);
  const { files: tree, links } = await sources.paths(moment.state.base.tree);
  const allowPaths = await testsByContent(own, moment, sources);
  const rules = { ...rulesFor(moment, sources), allowPaths, tree, links };
  const { reasons, facts } = judgeScope(own, rules);
  const { needsApproval } = compileScope(rules);
  const guarded = own.flatMap(touchedPaths).filter(needsApproval);
  return {
    reasons: [...leftOut(moment), ...reasons, ...judgeSecrets(secretsIn(own))],
    facts: { ...facts },
    ...(guarded.length === 0 ? {} : { remember: { needs_approval: guarded } }),
  };
}

/**
 * Paths that red may change though no pattern for test files matches them: files in which tests ran before, and new files
 * that have tests in their text. Whether those ran too is seen in the proof (`unprovedTestFiles`).
 */
async function testsByContent(
  changes: readonly FileChange[],
  moment: Moment,
  sources: Sources,
): Promise<readonly string[]> {
  if (!writesTests(moment, sources)) return [];
  const ran = new Set(filesWithTests(await acceptedReport(moment)));
  return changes.filter((change) => ran.has(change.path) || addsTestFile(change)).map(({ path }) => path);
}

/** New files of red that only their text makes test files. Tests must be seen to run in them. */
export async function unprovedTestFiles(
  { changes }: Judged,
  moment: Moment,
  sources: Sources,
): Promise<readonly string[]> {
  if (!writesTests(moment, sources)) return [];
  const { problem } = compileScope(rulesFor(moment, sources));
  return changes.filter((change) => addsTestFile(change) && problem(change.path) !== undefined).map(({ path }) => path);
}

/** Whether the phase may change tests and nothing else, and the project does not say otherwise. */
function writesTests({ state }: Moment, { pinned }: Pick<Sources, 'pinned'>): boolean {
  return phaseOf(state.workflow, state.phase).writes === 'tests' && pinned.scope?.[state.phase] === undefined;
}

/** Why a path may not be written in the present phase, as far as the path and the tests that ran before tell. */
export function writeRule(
  moment: Moment,
  sources: Pick<Sources, 'pinned'>,
  ran: readonly string[] = [],
): (path: string) => string | undefined {
  const allowPaths = writesTests(moment, sources) ? ran : [];
  const { problem } = compileScope({ ...rulesFor(moment, sources), allowPaths });
  const { files, ...others } = sources.pinned.tests;
  const roles = rolesByGlobs({ tests: files, ...others });
  const isFrozen = phaseOf(moment.state.workflow, moment.state.phase).writes === 'implementation';
  return (path) => {
    const found = problem(path);
    if (found !== undefined) return `${path}: ${found.problem}`;
    const role = roleOf(path, roles);
    return isFrozen && FROZEN[role] !== undefined
      ? `${path} ${FROZEN[role]} and stays as it is in this phase.`
      : undefined;
  };
}

const FROZEN: Readonly<Partial<Record<FileRole, string>>> = {
  test: 'holds tests',
  support: 'is used by tests',
  config: 'decides how tests run',
};

/** The change that Baton itself made is not the agent's. */
export async function withoutTick(changes: readonly FileChange[], moment: Moment, sources: Sources) {
  const phase = phaseOf(moment.state.workflow, moment.state.phase);
  if (phase.ticks !== true) return changes;
  const expected = await tickedList(moment, sources);
  return changes.filter(({ path, after }) => path !== TEST_LIST || after !== expected);
}

const PHASE_OF = { test_list: 'plan', tests: 'red', implementation: 'green', refactoring: 'refactor' } as const;

function rulesFor({ run, state }: Moment, { pinned }: Pick<Sources, 'pinned'>): ScopeRules {
  const { workflow } = state;
  const phase = phaseOf(workflow, state.phase);
  const output = outputOf(workflow, run);
  const within = lookup(pinned.agents, phase.agent)?.scope;
  return {
    ...allowedIn(phase, pinned.scope?.[state.phase], pinned, output),
    output,
    ...(within === undefined ? {} : { within: inOutput(within, output) }),
    ...(isSameAgent(phase.agent, workflow.orchestrator ?? '') ? { withApproval: phase.with_approval } : {}),
  };
}

/** What the phase itself allows: by the project's word, by globs, or by what its kind of work needs. */
function allowedIn(
  { writes, gates }: Phase,
  named: readonly string[] | undefined,
  pinned: Pinned,
  output: string | undefined,
): ScopeRules {
  const { files, support, config, mixed } = pinned.tests;
  const kept = [...PROTECTED_FILES, ...(pinned.protected ?? [])];
  // Where tests are written beside code, no file may take the place of one that tests use.
  const noTwins = gates.includes('tests') ? [...files, ...support] : [];
  if (named !== undefined) return { allow: inOutput(named, output), protected: kept, noTwins };
  if (typeof writes !== 'string') return { allow: inOutput(writes, output), protected: kept, noTwins };
  if (writes === 'nothing') return { allow: [], protected: kept };
  if (writes === 'anything') return { allow: ['**'], protected: kept, noTwins };
  const rules = phaseScope(PHASE_OF[writes], { tests: files, support, config, mixed, protected: kept });
  return writes === 'test_list' ? rules : { ...rules, packages: pinned.packages };
}

/** Globs with the directory of artifacts put in; those that need one where there is none mean nothing. */
function inOutput(globs: readonly string[], output: string | undefined): readonly string[] {
  return output === undefined
    ? globs.filter((glob) => !glob.includes('{output}'))
    : globs.map((glob) => glob.replaceAll('{output}', output));
}

/** What could not be part of the snapshot: nested repositories, files nobody can read. */
function leftOut({ state }: Moment): readonly Reason[] {
  const problems = state.candidate?.problems ?? [];
  const nested = problems.filter(({ kind }) => kind === 'nested_repository').map(({ path }) => path);
  const others = problems.filter(({ kind }) => kind !== 'nested_repository');
  return [
    ...reasonFor('unsafe_path', 'paths', nested, (named) => {
      return `There are git repositories inside the project: ${named}. Remove their .git directories or the folders.`;
    }),
    ...others.map(({ path, kind }) =>
      reason('unsafe_path', `${path} cannot be kept (${kind}). Remove it.`, { paths: [path] }),
    ),
  ];
}

function secretsIn(changes: readonly FileChange[]) {
  return changes.flatMap(({ path, before = '', after = '' }) => {
    if (after === '') return [];
    const known = new Set(findSecrets(before).map(({ start, end }) => before.slice(start, end)));
    return findSecrets(after)
      .filter(({ start, end }) => !known.has(after.slice(start, end)))
      .map(({ kind, start }) => ({ path, kind, line: after.slice(0, start).split('\n').length }));
  });
}
