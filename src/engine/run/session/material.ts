import { isFailing } from '../../../evidence/compare.ts';
import type { FileChange } from '../../../evidence/diff.ts';
import { holdsTests } from '../../../evidence/file-roles.ts';
import { showFailure } from '../../../evidence/reasons.ts';
import { type TestReport, totalsOf } from '../../../evidence/report.ts';
import { diffTexts } from '../../../sys/git/diff-text.ts';
import { needsTests } from '../../../workflow/adapted.ts';
import type { Material } from '../../../workflow/briefing.ts';
import { edgeOf } from '../../../workflow/briefing-edges.ts';
import { outputOf } from '../../../workflow/output.ts';
import { phaseOf } from '../../../workflow/workflow.ts';
import { acceptedReport } from '../report.ts';
import { fileAt, type Surroundings, TEST_LIST } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { beginningOf, recentList } from './excerpts.ts';

/** Gathers what an agent is told beside the state of the run. All of it is cut to a size that does not grow. */
export async function gatherMaterial(turn: Turn, around: Surroundings): Promise<Material> {
  const { state } = turn;
  const { tests } = around.pinned;
  const { tree } = state.base;
  const [report, { files: paths }] = await Promise.all([acceptedReport(turn), around.paths(tree)]);
  const before = comparedTree(turn);
  const isOfCycle = edgeOf(phaseOf(state.workflow, state.phase)) !== undefined;
  const files = cycleFiles(turn, report);
  const output = outputOf(state.workflow, state.run);
  const [listText, example, diff, runChanges, changes] = await Promise.all([
    fileAt(around, tree, TEST_LIST),
    exampleTest(report, paths, tree, around),
    before === undefined ? undefined : diffTexts(around.repository, before, tree, MOST_DIFF, output),
    around.changes(state.start.tree, tree),
    before === undefined || isOfCycle ? [] : around.changes(before, tree),
  ]);
  return {
    framework: tests.framework,
    testCommand: tests.shown,
    totals: needsTests(state.workflow) ? totalsOf(report) : undefined,
    listText: listText && recentList(listText),
    layout: layoutOf(paths),
    existingTests: existingTests(report, turn),
    testGlobs: tests.files.slice(0, 8),
    exampleTest: example,
    testFiles: files,
    failures: failuresOf(report, turn),
    runFiles: runChanges.slice(0, MOST_PATHS).map(({ path }) => path),
    changedFiles: namedChanges(changes),
    diffStat: diff?.stat ?? '',
    diff: diff?.patch ?? '',
    declared: {
      handoffs: around.pinned.agents[phaseOf(state.workflow, state.phase).agent]?.handoffs ?? [],
      triggers: around.pinned.triggers,
    },
  };
}

const MOST_DIFF = 12_000;
const MOST_TESTS = 40;

const MOST_PATHS = 100;

/** Paths with what became of each; of very many only the first. */
function namedChanges(changes: readonly FileChange[]): readonly string[] {
  const named = changes.slice(0, MOST_PATHS).map(({ kind, path }) => `${path} (${kind})`);
  return changes.length > MOST_PATHS ? [...named, `and ${changes.length - MOST_PATHS} more`] : named;
}

/**
 * What the files are compared with: red for those after it in its cycle, the cycle before for plan; outside of the cycle
 * what the agent of the phase left last, else where the run began.
 */
function comparedTree({ state: { milestones, phase, cycle, workflow, start } }: Turn): string | undefined {
  const { agent } = phaseOf(workflow, phase);
  if (edgeOf(phaseOf(workflow, phase)) === undefined) {
    const seen = milestones.findLast((one) => one.phase !== undefined && phaseOf(workflow, one.phase).agent === agent);
    return (seen ?? start).tree;
  }
  const wanted = phase === 'plan' ? { phase, cycle: cycle - 1 } : { phase: 'red', cycle };
  return milestones.findLast((one) => one.phase === wanted.phase && one.cycle === wanted.cycle)?.tree;
}

function cycleFiles({ state: { knowledge } }: Turn, report: TestReport): string[] {
  const own = new Set(knowledge.newTests);
  const seen = report.tests.filter(({ id }) => own.has(id)).map(({ file }) => file);
  return [...new Set([...seen, ...(knowledge.red?.redFiles ?? [])])];
}

/** The tests a run begins with; later ones are in the test list. */
function existingTests({ tests }: TestReport, { state: { cycle } }: Turn): string[] {
  return cycle === 1 ? tests.slice(0, MOST_TESTS).map(({ id }) => id) : [];
}

/** How the tests of this cycle fail, as the last proof saw it. */
function failuresOf(report: TestReport, { state: { knowledge } }: Turn): string {
  const own = new Set(knowledge.newTests);
  const tests = report.tests.filter((test) => own.has(test.id) && isFailing(test));
  const files = report.uncollected.filter(({ file }) => knowledge.red?.redFiles.includes(file) === true);
  return [
    ...tests.map(({ id, failure }) => showFailure(id, failure)),
    ...files.map(({ file, failure }) => showFailure(file, failure)),
  ]
    .map(({ name, text }) => `${name}\n${text}`)
    .join('\n\n');
}

const MOST_FOLDERS = 40;

/** Folders with the number of files in each, largest first. */
function layoutOf(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_FOLDERS);
  return folders.map(([folder, count]) => `${folder}: ${count} ${count === 1 ? 'file' : 'files'}`).join('\n');
}

/** The beginning of a test file: enough to see how tests are written here, and no more of it when the file grows. */
async function exampleTest({ tests }: TestReport, paths: readonly string[], tree: string, around: Surroundings) {
  const roles = await around.roles(tree);
  const ran = tests[0]?.file;
  const isShown = ran !== undefined && paths.includes(ran) && holdsTests(ran, roles);
  const path = isShown ? ran : paths.find((one) => roles.roleOf(one) === 'test');
  const text = path === undefined ? undefined : await fileAt(around, tree, path);
  return path === undefined || text === undefined ? undefined : { path, text: beginningOf(text) };
}
