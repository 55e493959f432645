import type { FileChange } from '../../../evidence/diff.ts';
import { isTested } from '../../../evidence/file-roles.ts';
import { diffLines } from '../../../evidence/line-diff.ts';
import { type Mutant, mutantsOf, spread } from '../../../evidence/mutation/mutants.ts';
import { isAsserted } from '../../../evidence/origin.ts';
import { showName } from '../../../evidence/reasons.ts';
import type { Suspicion } from '../../../evidence/suspicions/suspicion.ts';
import type { Judged, Judgement } from '../judge.ts';
import { acceptedReport } from '../report.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { proveAltered } from './altered.ts';

/** Most wrong versions that are tried; the first that every test notices ends it. */
const MOST_MUTANTS = 6;

/**
 * Tests of the cycle that were red only because something did not exist, and that no wrong version of what green wrote
 * makes fail: they may ask for nothing but that it is there.
 */
export async function unnoticing(
  { tree, changes }: Judged,
  { remember, report }: Judgement,
  turn: Turn,
  around: Surroundings,
): Promise<readonly Suspicion[]> {
  if (report === undefined || report.strength === 'weak') return [];
  const red = await acceptedReport(turn);
  const roles = await around.roles(turn.state.base.tree);
  const asserted = new Set(red.tests.filter((test) => isAsserted(test, roles)).map(({ id }) => id));
  const own = new Set(remember?.new_tests ?? []);
  let open = report.tests.filter(({ id, outcome }) => own.has(id) && !asserted.has(id) && outcome === 'passed');
  if (open.length === 0) return [];
  const written = changes.filter(({ path, after }) => after !== undefined && isTested(path, roles));
  const files = [...new Set(open.map(({ file }) => file))];
  let isTried = false;
  for (const { path, text } of spread(written.flatMap(calmMutants), MOST_MUTANTS)) {
    if (open.length === 0) break;
    around.onProgress('making the code wrong, to see whether the new tests notice');
    const altered = await proveAltered(tree, { [path]: text }, files, around);
    const passed = new Set(altered.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
    if (altered.incomplete?.startsWith('timeout') === true) return [];
    // What does not even load says nothing about the tests.
    if (altered.incomplete !== null || altered.uncollected.length > 0) continue;
    isTried = true;
    open = open.filter(({ id }) => passed.has(id));
  }
  return isTried ? open.map(({ id, file }) => suspicionOf(id, file)) : [];
}

/** Wrong versions that come to an end: not of lines that a loop goes by, which might never. */
function calmMutants({ path, before = '', after = '' }: FileChange): readonly Mutant[] {
  const calm = diffLines(before, after).added.filter(({ text }) => !LOOPS.test(text));
  return mutantsOf(
    path,
    after,
    calm.map(({ line }) => line),
  );
}

const LOOPS = /\b(?:while|for|loop|until|do)\b|\+\+|--|[-+]=/;

function suspicionOf(id: string, path: string): Suspicion {
  const message = `The new test ${showName(id)} was red only for want of what it uses, and passes with every wrong version of it that was tried`;
  return { code: 'notices_nothing', message, path, line: 1 };
}
