import type { FileChange } from '../../../evidence/diff.ts';
import type { TestReport } from '../../../evidence/report.ts';
import type { Suspicion } from '../../../evidence/suspicions/suspicion.ts';
import { findSuspicions } from '../../../evidence/suspicions/suspicions.ts';
import type { Judged } from '../judge.ts';
import type { Sources } from '../surroundings.ts';
import type { Moment } from '../turn.ts';

/** What looks like a way round the tests in a candidate; of red with what its proof showed. */
export async function suspicionsIn(
  { changes }: Judged,
  moment: Moment,
  sources: Sources,
  redReport?: TestReport,
): Promise<readonly Suspicion[]> {
  const roles = await sources.roles(moment.state.base.tree);
  return findSuspicions({ changes, roles, redChanges: await changesOfRed(moment, sources), redReport });
}

/** What red of the present cycle changed. */
export async function changesOfRed({ state }: Moment, sources: Sources): Promise<readonly FileChange[]> {
  const [planned, red] = ['plan', 'red'].map((name) =>
    state.milestones.findLast(({ phase, cycle }) => phase === name && cycle === state.cycle),
  );
  return red === undefined || planned === undefined ? [] : sources.changes(planned.tree, red.tree);
}
