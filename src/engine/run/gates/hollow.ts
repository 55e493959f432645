import { type Mutant, mutantsOf, spread } from '../../../code/mutants.ts';
import { type FileRoles, isTested, isTesting, roleOf } from '../../../evidence/file-roles.ts';
import { withTestsOf } from '../../../evidence/files/transplant.ts';
import { diffLines } from '../../../evidence/line-diff.ts';
import { isAsserted } from '../../../evidence/origin.ts';
import type { ProofInput } from '../../../evidence/proof.ts';
import type { HollowCheck } from '../../../evidence/refactor/hollow.ts';
import type { TestReport } from '../../../evidence/report.ts';
import type { Milestone } from '../../../workflow/state.ts';
import type { Judged } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { proveAltered } from './altered.ts';
import { type Changed, compareWithEarlier } from './earlier-tests.ts';

type Checks = Record<string, HollowCheck>;

/**
 * Finds out whether tests changed in refactor still notice a wrong implementation: at the red commit of their cycle they
 * must fail by an assertion; where what they test did not exist there, one of several wrong implementations must be
 * noticed. And they must not be weaker than they were before the phase. Tests older than the run are unknown.
 */
export async function checkHollow(
  ids: readonly string[],
  { after }: ProofInput,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<Readonly<Checks>> {
  const checks: Checks = Object.fromEntries(ids.map((id) => [id, 'unknown' as const]));
  const roles = await around.roles(turn.state.base.tree);
  for (const [red, own] of byRed(ids, turn)) {
    around.onProgress(`checking ${own.length} changed tests against the code before they passed`);
    const files = [...new Set(after.tests.filter(({ id }) => own.includes(id)).map(({ file }) => file))];
    const report = await proveAltered(red.tree, await testsOf(judged, red.tree, roles, around), files, around);
    for (const id of own) checks[id] = atRed(id, report, roles);
    const mutants = spread(await mutantsSince(red, judged.tree, turn, around), MOST_MUTANTS);
    const missing = own.filter((id) => checks[id] === 'failed_otherwise');
    if (missing.length > 0)
      Object.assign(checks, await againstMutants({ ids: missing, files, mutants }, judged, roles, around));
    const shown = own.filter((id) => checks[id] === 'asserted' || checks[id] === 'mutant_caught');
    if (shown.length > 0) {
      Object.assign(checks, await compareWithEarlier({ ids: shown, files, mutants }, judged, turn, around));
    }
  }
  return checks;
}

/** Tests by the red commit that first had them. */
function byRed(ids: readonly string[], { state }: Turn): Map<Milestone, string[]> {
  const found = new Map<Milestone, string[]>();
  for (const id of ids) {
    const green = state.milestones.find(({ phase, knowledge }) => phase === 'green' && knowledge.newTests.includes(id));
    const red = state.milestones.findLast(({ phase, cycle }) => phase === 'red' && cycle === green?.cycle);
    if (red !== undefined) found.set(red, [...(found.get(red) ?? []), id]);
  }
  return found;
}

type Files = Record<string, string | null>;

/** The tests and their support as the candidate has them, as far as it changed them; of mixed sources the tests alone. */
async function testsOf({ tree, changes }: Judged, red: string, roles: FileRoles, around: Surroundings): Promise<Files> {
  const files: Files = {};
  for (const { path, from } of changes.filter((change) => isTesting(change.path, roles))) {
    const now = await fileAt(around, tree, path);
    const then = roleOf(path, roles) === 'mixed' ? await fileAt(around, red, path) : undefined;
    const read = async (text: string | undefined) => (text === undefined ? undefined : around.readSource(path, text));
    const tests = withTestsOf(await read(then), await read(now));
    files[path] = tests ?? now ?? null;
    if (from !== undefined && from !== path) files[from] ??= null;
  }
  return files;
}

function atRed(id: string, report: TestReport, roles: FileRoles): HollowCheck {
  const test = report.tests.find((one) => one.id === id);
  if (test?.outcome === 'passed') return 'passed';
  return test !== undefined && isAsserted(test, roles) ? 'asserted' : 'failed_otherwise';
}

const MOST_MUTANTS = 12;

async function againstMutants(
  { ids, files, mutants }: Changed,
  { tree }: Judged,
  roles: FileRoles,
  around: Surroundings,
): Promise<Checks> {
  const checks: Checks = {};
  let tried = 0;
  for (const mutant of mutants) {
    const open = ids.filter((id) => checks[id] === undefined);
    if (open.length === 0) break;
    const report = await proveAltered(tree, { [mutant.path]: mutant.text }, files, around);
    tried += 1;
    for (const id of open) {
      const test = report.tests.find((one) => one.id === id);
      if (test?.outcome === 'failed' && isAsserted(test, roles)) checks[id] = 'mutant_caught';
    }
  }
  for (const id of ids) checks[id] ??= tried === 0 ? 'failed_otherwise' : 'mutant_missed';
  return checks;
}

/** Wrong versions of what green of the same cycle wrote, as it stands in the candidate. */
async function mutantsSince(red: Milestone, tree: string, { state }: Turn, around: Surroundings): Promise<Mutant[]> {
  const green = state.milestones.findLast(({ phase, cycle }) => phase === 'green' && cycle === red.cycle);
  if (green === undefined) return [];
  const [written, roles] = await Promise.all([around.changes(red.tree, green.tree), around.roles(state.base.tree)]);
  const code = written.filter(({ path }) => isTested(path, roles));
  const mutants: Mutant[] = [];
  for (const { path, before = '' } of code) {
    const now = await fileAt(around, tree, path);
    if (now === undefined) continue;
    mutants.push(
      ...mutantsOf(
        await around.readSource(path, now),
        diffLines(before, now).added.map(({ line }) => line),
      ),
    );
  }
  return mutants;
}
