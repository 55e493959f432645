import { compileGlob } from '../../../base/glob.ts';
import { isOpen } from '../../../evidence/plan/test-list.ts';
import { kindsOf } from '../../../evidence/quality/judge-kinds.ts';
import { type TestReport, totalsOf } from '../../../evidence/report.ts';
import { TIERS, type TierName } from '../../../protocol/tiers.ts';
import { foundFields, openFindings } from '../../../workflow/findings.ts';
import type { Edge } from '../../../workflow/handoff-rules.ts';
import type { RunState } from '../../../workflow/state.ts';
import { isTargetWord, lookup, phaseOf } from '../../../workflow/workflow.ts';
import type { Judged } from '../judge.ts';
import { keptReport } from '../report.ts';
import type { KeptClaim } from '../session/claim.ts';
import type { Sources } from '../surroundings.ts';
import type { Moment } from '../turn.ts';
import { keptQuality } from './quality-file.ts';

/** What an agent hands on. */
interface Handing {
  readonly edge: Edge;
  readonly claim: KeptClaim;
  readonly judged: Judged;
}

type Evidence = (handing: Handing, moment: Moment, sources: Sources) => Promise<unknown> | unknown;

/** What Baton knows of the fields that a handoff carries: from the record and the files, so that it can be worked out again. */
export async function evidenceFor(handing: Handing, moment: Moment, sources: Sources) {
  const known: Record<string, unknown> = {};
  for (const field of handing.edge.fields) {
    const find = lookup(EVIDENCE, field);
    const value = await find?.(handing, moment, sources);
    if (value !== undefined) known[field] = value;
  }
  return known;
}

const EVIDENCE: Readonly<Record<string, Evidence>> = {
  files_modified: (...about) => filesOf(['modified', 'typechange', 'renamed'], ...about),
  files_created: (...about) => filesOf(['added', 'copied'], ...about),
  files_deleted: (...about) => filesOf(['deleted'], ...about),
  tier_level: (_, { state }) => tierOf(state),
  tier_requirements: (_, { state }) => about(tierOf(state), (tier) => TIERS[tier]),
  tier_guidance: (_, { state }) => about(tierOf(state), guidance),
  implementation_complete: (_, { state }) => (state.rules < MEASURED ? true : undefined),
  test_coverage: async (_, moment) => (await keptQuality(moment))?.coverage,
  test_types: async (_, moment, { pinned }) => {
    const report = await lastReport(moment);
    return report === undefined ? unmeasured(moment, []) : kindsOf(report, pinned.tests.kinds);
  },
  test_results: async (_, moment) => {
    const report = await lastReport(moment);
    return report === undefined
      ? unmeasured(moment, { total: 0, passed: 0, failed: 0, skipped: 0 })
      : { ...resultsOf(report), ...strengthOf(moment.state.candidate) };
  },
  security_findings: (_, { state }) => foundFields(state.knowledge).security_findings,
  verification_criteria: (_, { state }) => foundFields(state.knowledge).verification_criteria,
  remediation_required: (_, { state }) => openFindings(state.knowledge).length > 0,
  sec_ids: (_, { state }) => openFindings(state.knowledge).map(({ sec_id }) => sec_id),
  project_state: ({ edge }, { state }) => projectState(edge, state),
  current_tasks: (_, { state }) => tasksOf(state),
  protocol_updates: (handing, { state }, sources) =>
    state.rules < MEASURED ? [] : protocolUpdates(handing, state, sources),
  backup_location: (_, { state }) => state.start.commit,
  rollback_plan: (_, { run, state }) => `baton rollback ${run} --to ${state.start.commit}`,
  agent_name: ({ edge }) => edge.source,
  timestamp: ({ claim }) => claim.at,
};

/** Since these rules nothing is said that was not measured; runs of before keep what they recorded. */
const MEASURED = 3;

/** What runs of before said where nothing had been measured. */
function unmeasured<Value>({ state }: Moment, value: Value): Value | undefined {
  return state.rules < MEASURED ? value : undefined;
}

function about<Value>(tier: TierName | undefined, tell: (tier: TierName) => Value): Value | undefined {
  return tier === undefined ? undefined : tell(tier);
}

/** What this run changed in the files that say how agents work. */
async function protocolUpdates({ judged }: Handing, { start }: RunState, { changes }: Sources): Promise<string[]> {
  const changed = await changes(start.tree, judged.tree);
  const updates = changed.filter(({ path }) => PROTOCOL_FILES.some((isMeant) => isMeant(path)));
  return updates.slice(0, MOST_TASKS).map(({ kind, path }) => `${path} (${kind})`);
}

/** Settings, workflows, agents, triggers and instructions. */
const PROTOCOL_FILES = [
  ...['baton*.{yaml,yml}', '**/.baton/**', '**/*.agent.md', '**/.claude/agents/**', '.protocol-state/**'],
  '**/{CLAUDE,AGENTS,GEMINI}.md',
].map((glob) => compileGlob(glob));

/** What changed since the agent that receives last had its hands on it, else since the run began. */
async function filesOf(kinds: readonly string[], { edge, judged }: Handing, { state }: Moment, { changes }: Sources) {
  const agentOf = (phase: string | undefined) =>
    phase === undefined ? undefined : phaseOf(state.workflow, phase).agent;
  const seen = state.milestones.findLast(({ phase }) => agentOf(phase) === edge.target);
  const changed = await changes(seen?.tree ?? state.start.tree, judged.tree);
  const paths = changed.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);
  return paths.length <= MOST_PATHS ? paths : [...paths.slice(0, MOST_PATHS), `and ${paths.length - MOST_PATHS} more`];
}

/** A context stays small, however many files a change touches. */
const MOST_PATHS = 300;

/** The tier of the run; none where its workflow knows no tiers. */
function tierOf({ settings, rules }: RunState): TierName | undefined {
  return settings.tier ?? (rules < MEASURED ? 'standard' : undefined);
}

function guidance(tier: TierName): string {
  const {
    tests,
    coverage,
    security_review,
    performance_benchmarks,
    mutation,
    asks_when_unsabotaged: asks,
  } = TIERS[tier];
  const wanted = [
    tests.length === 0 ? 'no particular tests' : `tests: ${tests.join(', ')}`,
    `coverage of lines: ${coverage * 100} %`,
    `security review: ${security_review}`,
    ...(performance_benchmarks ? ['performance benchmarks'] : []),
    ...(mutation ? ['tests that notice every wrong line'] : []),
    ...(asks ? ["a person's approval of code that cannot be sabotaged"] : []),
  ];
  return `The tier is ${tier}. It asks for ${wanted.join('; ')}.`;
}

/** The report on the candidate, else on the last tree that was proved; nothing ran where there is none. */
async function lastReport(moment: Moment): Promise<TestReport | undefined> {
  const { candidate, knowledge } = moment.state;
  const at = candidate?.reportAt ?? knowledge.reportAt;
  return at === 0 ? undefined : keptReport(moment, at);
}

/** Weaker evidence than usual is handed on as such. */
function strengthOf(candidate: RunState['candidate']): { readonly strength?: 'unsabotaged' } {
  return candidate?.unsabotaged === undefined ? {} : { strength: 'unsabotaged' };
}

function resultsOf(report: TestReport) {
  const { total, passed, executed } = totalsOf(report);
  return { total, passed, failed: executed - passed, skipped: total - executed };
}

function projectState({ to }: Edge, state: RunState) {
  const isReview = !isTargetWord(to) && phaseOf(state.workflow, to).gates.includes('findings');
  return {
    status: 'ACTIVE',
    ...(state.rules < MEASURED ? { active_features: 1 } : {}),
    pending_reviews: isReview ? 1 : 0,
    open_security_issues: openFindings(state.knowledge).length,
  };
}

/** The open items of the test list, where there is one; else what was asked for. */
function tasksOf({ knowledge, request }: RunState): readonly string[] {
  const open = knowledge.list.items.filter(isOpen).map(({ description }) => description);
  return open.length === 0 ? [request] : open.slice(0, MOST_TASKS);
}

const MOST_TASKS = 50;
