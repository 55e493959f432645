import { isObject } from '../../../base/json.ts';
import { coverageThatCounts } from '../../../evidence/coverage/coverage.ts';
import { judgeKinds, kindsOf } from '../../../evidence/quality/judge-kinds.ts';
import { judgeQuality, type Measured, type QualityTargets } from '../../../evidence/quality/judge-quality.ts';
import type { FileCoverage } from '../../../formats/coverage/file-coverage.ts';
import { TIERS } from '../../../protocol/tiers.ts';
import { phaseOf } from '../../../workflow/workflow.ts';
import type { Judged, Judgement } from '../judge.ts';
import { keptReport } from '../report.ts';
import type { Sources, Surroundings } from '../surroundings.ts';
import type { Moment, Turn } from '../turn.ts';
import { proveCandidate } from './prove-candidate.ts';
import { type KeptQuality, QUALITY_FILE } from './quality-file.ts';
import { runCommand } from './run-command.ts';

/** Measures the figures that the phase has to reach, and holds them to it. */
export async function judgeFigures(judged: Judged, turn: Turn, around: Surroundings): Promise<Judgement> {
  const targets = targetsOf(turn);
  const wantsFigures = targets.accuracy !== undefined || targets.false_positives !== undefined;
  const coverage = targets.coverage === undefined ? undefined : await measureLines(judged, turn, around);
  const figures = wantsFigures ? await measureFigures(judged, around) : undefined;
  const { reasons, facts } = judgeQuality({ targets, coverage, figures });
  const kept: KeptQuality = { tree: judged.tree, ...(facts as Omit<KeptQuality, 'tree'>) };
  return { reasons, facts: { ...facts }, attachments: { [QUALITY_FILE]: JSON.stringify(kept) } };
}

/** What the phase has to reach. */
export function targetsOf({ state }: Moment): QualityTargets {
  return phaseOf(state.workflow, state.phase).quality ?? {};
}

/** Which lines the tests of the candidate run. Where what is run was built first, the files of the project are not seen. */
async function measureLines(
  { tree }: Judged,
  { state }: Turn,
  around: Surroundings,
): Promise<Measured<readonly FileCoverage[]>> {
  around.onProgress('measuring which lines the tests run');
  const measured = await around.coverage(tree);
  if ('unknown' in measured) return measured;
  const [changes, { files }, roles] = await Promise.all([
    around.changes(state.start.tree, tree),
    around.paths(tree),
    around.roles(state.base.tree),
  ]);
  const inTree = new Set(files);
  const isBuilt = measured.value.some(({ path }) => !inTree.has(path));
  return { value: coverageThatCounts(measured.value, isBuilt ? [] : changes, roles) };
}

/** What the project's own command for figures prints: one JSON object, alone or on its last line. */
async function measureFigures(
  { tree }: Judged,
  around: Surroundings,
): Promise<Measured<Readonly<Record<string, unknown>>> | undefined> {
  const command = around.pinned.figures?.command;
  if (command === undefined) return undefined;
  around.onProgress('measuring the figures of the project');
  const { ok, told, output } = await runCommand(command, tree, around);
  if (!ok) return { unknown: `\`figures.command\` ${told}: ${output.trim().slice(-MOST_TOLD)}` };
  const found = [output, output.trim().split('\n').at(-1) ?? ''].map(objectIn).find((one) => one !== undefined);
  return found === undefined ? { unknown: '`figures.command` printed no JSON object.' } : { value: found };
}

const MOST_TOLD = 600;

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Judges that tests of every kind ran which the tier of the run asks for. */
export async function judgeTestKinds(judged: Judged, turn: Turn, around: Surroundings): Promise<Judgement> {
  const { candidate, base } = turn.state;
  const report =
    candidate?.reportAt === undefined
      ? await proveCandidate(judged.tree, base.tree, around.prover)
      : await keptReport(turn, candidate.reportAt);
  return kindsJudgement(report, turn, around);
}

/** The same, where the report is known. */
export function kindsJudgement(
  report: Parameters<typeof kindsOf>[0],
  { state }: Moment,
  { pinned }: Pick<Sources, 'pinned'>,
): Judgement {
  const wanted = TIERS[state.settings.tier ?? 'standard'].tests;
  const { kinds } = pinned.tests;
  return { reasons: judgeKinds(wanted, report, kinds), facts: { kinds: [...kindsOf(report, kinds)] } };
}
