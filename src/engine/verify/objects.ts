import { objectsBetween } from '../../sys/git/object-list.ts';
import { type ObjectPlace, readWhole } from '../../sys/git/whole-object.ts';
import type { RunState } from '../../workflow/state.ts';
import type { Teller } from './findings.ts';

/** Hashes again everything the commits of a run brought along: what is compared must be what was written. */
export async function checkObjects(
  { start, milestones, base }: RunState,
  git: ObjectPlace,
  tell: Teller,
): Promise<void> {
  const commits = [...new Set([...milestones, base].map(({ commit }) => commit))];
  for (const { id, path } of await objectsBetween(git.repository, start.commit, commits)) {
    const { damage } = await readWhole(git, id);
    if (damage !== undefined) tell.problem(`${path === '' ? '' : `${path}: `}${damage}.`);
  }
}
