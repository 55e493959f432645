import type { Mutant } from '../../../code/mutants.ts';
import type { FileChange } from '../../../evidence/diff.ts';
import { type FileRoles, isTesting, roleOf } from '../../../evidence/file-roles.ts';
import { withTestsOf } from '../../../evidence/files/transplant.ts';
import { isAsserted } from '../../../evidence/origin.ts';
import type { HollowCheck } from '../../../evidence/refactor/hollow.ts';
import type { TestCase, TestReport } from '../../../evidence/report.ts';
import type { TreeEdits } from '../../../sys/git/tree-edit.ts';
import type { Judged } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { isNoticed, proveAltered } from './altered.ts';

/** Tests that a phase changed, and wrong versions of the code they test. */
export interface Changed {
  readonly ids: readonly string[];
  /** The files they are in. */
  readonly files: readonly string[];
  readonly mutants: readonly Mutant[];
}

/**
 * Holds changed tests against what they were: as they were, they still pass on the code as it is now, and a wrong version
 * of it that they noticed is noticed still, by whichever test of their files. Nothing is found where the tests as they
 * were cannot be run any more, because what they use has another name now.
 */
export async function compareWithEarlier(
  { ids, files, mutants }: Changed,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<Record<string, HollowCheck>> {
  const earlier = await earlierTests(judged, turn, around);
  const { tree } = judged;
  const then = await proveAltered(tree, await earlier.on({}), earlier.files(files), around);
  const blame = (failing: readonly TestCase[], check: HollowCheck) => {
    const named = ids.filter((id) => failing.some((test) => test.id === id));
    return Object.fromEntries((named.length > 0 ? named : ids).map((id) => [id, check]));
  };
  const broken = failingByAssertion(then, earlier.roles).filter(
    ({ id }) => !turn.state.knowledge.knownFailing.includes(id),
  );
  if (broken.length > 0) return blame(broken, 'behaviour_changed');
  const passing = new Set(then.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  if (passing.size === 0) return {};
  for (const { path, text } of mutants) {
    const altered = { [path]: text };
    if (isNoticed(await proveAltered(tree, altered, files, around))) continue;
    const noticed = failingByAssertion(
      await proveAltered(tree, await earlier.on(altered), earlier.files(files), around),
      earlier.roles,
    );
    const lost = noticed.filter(({ id }) => passing.has(id));
    if (lost.length > 0) return blame(lost, 'mutant_missed');
  }
  return {};
}

function failingByAssertion({ tests }: TestReport, roles: FileRoles): readonly TestCase[] {
  return tests.filter((test) => test.outcome === 'failed' && isAsserted(test, roles));
}

/** The tests and their support as the phase found them. */
async function earlierTests({ tree, changes }: Judged, { state }: Turn, around: Surroundings) {
  const roles = await around.roles(state.base.tree);
  const own = changes.filter(({ path }) => isTesting(path, roles));
  const texts = await Promise.all(
    own.map(async (change) => ({
      change,
      before: await fileAt(around, state.base.tree, change.from ?? change.path),
      after: await fileAt(around, tree, change.path),
    })),
  );
  return {
    roles,
    /** Where the tests of files were. */
    files: (now: readonly string[]) => now.map((file) => own.find(({ path }) => path === file)?.from ?? file),
    /** What puts them back, on the code of the candidate with some files altered. */
    on: async (altered: TreeEdits): Promise<TreeEdits> =>
      Object.assign({}, altered, ...(await Promise.all(texts.map((one) => putBack(one, altered, roles, around))))),
  };
}

interface Versions {
  readonly change: FileChange;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

async function putBack(
  { change, before, after }: Versions,
  altered: TreeEdits,
  roles: FileRoles,
  { readSource }: Surroundings,
): Promise<TreeEdits> {
  const { path, from = path } = change;
  if (roleOf(path, roles) !== 'mixed') return { ...(from === path ? {} : { [path]: null }), [from]: before ?? null };
  const code = altered[path] ?? after;
  const read = async (text: string | null | undefined) =>
    typeof text === 'string' ? readSource(path, text) : undefined;
  const restored = withTestsOf(await read(code), await read(before));
  return restored === undefined ? {} : { [path]: restored };
}
