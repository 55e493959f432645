import { isBatonError } from '../../base/error.ts';
import { writeTddNote } from '../../handoff/dialects/tdd-note.ts';
import type { Entry } from '../../store/store.ts';
import { type BranchProjection, branchHead, hasCommit, isAncestor, projectBranch } from '../../sys/git/branch.ts';
import { noteFor } from '../../workflow/note.ts';
import { projectNotes } from '../notes.ts';
import type { Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

type Projecting = Pick<Surroundings, 'repository' | 'store'>;

/** Puts the note of a phase on its commit, and the run's branch where the journal says it is. */
export async function projectPhase(entry: Entry, turn: Turn, around: Projecting): Promise<BranchProjection> {
  const { commit, notes, note } = noteFor(entry.event, entry.id);
  const text = `${writeTddNote(note)}\n`;
  const [moved] = await Promise.all([
    moveBranch(turn, around),
    unlessDamaged(around.store.writeNotes(notes, new Map([[commit, text]]))),
  ]);
  return moved;
}

/** Repairs what a crash may have left undone: all notes of the run, and its branch. */
export async function repairProjections(turn: Turn, around: Projecting): Promise<BranchProjection> {
  await unlessDamaged(projectNotes(around.store, turn.run));
  return moveBranch(turn, around);
}

/** Notes are made from the journal: damaged ones stop no run. `baton verify` and `baton repair-notes` name them. */
async function unlessDamaged(writing: Promise<unknown>): Promise<void> {
  await writing.catch((error: unknown) => {
    const isDamage = isBatonError(error) && (error.code === 'corrupt_journal' || error.data.object !== undefined);
    if (!isDamage) throw error;
  });
}

/** The branch may stand at any commit the last accepted one is made from; anything else is somebody's own work. */
export async function moveBranch({ state }: Turn, { repository }: Projecting): Promise<BranchProjection> {
  const to = state.base.commit;
  const head = branchHead(repository, state.branch);
  const isOurs = [state.start, ...state.milestones].some(({ commit }) => commit === head);
  const isBehind = head !== undefined && (isOurs || (await isAncestorHere(repository, head, to)));
  return projectBranch(repository, state.branch, { known: isBehind ? [head] : [], to });
}

/** The later commit may be missing here, which `projectBranch` says. */
async function isAncestorHere(
  repository: Surroundings['repository'],
  earlier: string,
  later: string,
): Promise<boolean> {
  return (await hasCommit(repository, later)) && isAncestor(repository, earlier, later);
}
