import { isAncestor } from '../../sys/git/branch.ts';
import { type CommitObject, decodeCommit } from '../../sys/git/commit-object.ts';
import { type PhaseFacts, phaseTrailers } from '../../sys/git/trailers.ts';
import { type ObjectPlace, readWhole } from '../../sys/git/whole-object.ts';
import type { EventData } from '../../workflow/event-data.ts';
import type { RunState } from '../../workflow/state.ts';
import { phaseOf } from '../../workflow/workflow.ts';
import type { Sources } from '../run/surroundings.ts';
import type { Teller } from './findings.ts';
import type { Step } from './past.ts';

/** Compares the commit an event speaks of with what the record says of it. Says whether there was one to compare. */
export async function checkCommit(step: Step, { pinned }: Sources, git: ObjectPlace, tell: Teller): Promise<boolean> {
  const { entry, moment, after } = step;
  const { state } = moment;
  switch (entry.event.type) {
    case 'phase.completed': {
      const { agent } = phaseOf(state.workflow, state.phase);
      const facts = { ...placeIn(state), agent, model: pinned.runners[agent]?.model };
      await checkOwn(after.base, state, facts, git, tell);
      return true;
    }
    case 'phase.rolled_back': {
      const { list } = entry.event.data as EventData<'phase.rolled_back'>;
      const phase = list === undefined ? 'rollback' : 'skip';
      await checkOwn(after.base, state, { ...placeIn(state), phase, agent: 'baton' }, git, tell);
      return true;
    }
    case 'person.committed':
      await checkPersons(after.base, state, git, tell);
      return true;
    default:
      return false;
  }
}

/** The commit a run began with. */
export async function checkStart({ start }: RunState, git: ObjectPlace, tell: Teller): Promise<void> {
  const commit = await readCommit(start.commit, git, tell);
  if (commit !== undefined) checkTree(commit, start, tell);
}

function placeIn({ run, phase, cycle }: RunState): PhaseFacts {
  return { run, phase, cycle };
}

type Place = RunState['base'];

/** A commit of Baton's own: the files that were judged, on top of the commit before, in the name of its phase. */
async function checkOwn(base: Place, { base: before }: RunState, facts: PhaseFacts, git: ObjectPlace, tell: Teller) {
  const commit = await readCommit(base.commit, git, tell);
  if (commit === undefined) return;
  checkTree(commit, base, tell);
  if (commit.parents.join(' ') !== before.commit) {
    const on = commit.parents.length === 0 ? 'no commit' : commit.parents.join(' and ');
    tell.problem(`its commit ${base.commit} stands on ${on}, not on ${before.commit}, which is the one before it.`);
  }
  const trailers = commit.message.trimEnd().split('\n\n').at(-1) ?? '';
  const expected = phaseTrailers(facts);
  if (trailers !== expected) {
    tell.problem(`its commit ${base.commit} says ${onOneLine(trailers)} of itself, not ${onOneLine(expected)}.`);
  }
}

/** Commits that people made are theirs: all that is known of them is that they were added, and which files came of it. */
async function checkPersons(base: Place, { base: before }: RunState, git: ObjectPlace, tell: Teller): Promise<void> {
  const commit = await readCommit(base.commit, git, tell);
  if (commit === undefined) return;
  checkTree(commit, base, tell);
  if (!(await isAncestor(git.repository, before.commit, base.commit))) {
    tell.problem(`the commit ${base.commit} does not stand on ${before.commit}, which is the one before it.`);
  }
  tell.unchecked(
    'commits that were put on the branch by hand: no gate has judged them, the tests were run on their files.',
  );
}

function checkTree({ tree }: CommitObject, place: Place, tell: Teller): void {
  if (tree === place.tree) return;
  tell.problem(`the commit ${place.commit} holds the tree ${tree}, but what was recorded and judged is ${place.tree}.`);
}

async function readCommit(id: string, git: ObjectPlace, tell: Teller): Promise<CommitObject | undefined> {
  const { object, damage } = await readWhole(git, id);
  if (damage !== undefined) tell.problem(`the commit ${id}: ${damage}.`);
  else if (object?.type !== 'commit') tell.problem(`${id} is a ${object?.type}, not a commit.`);
  return object?.type === 'commit' ? decodeCommit(object.content) : undefined;
}

function onOneLine(trailers: string): string {
  return JSON.stringify(trailers.slice(0, LONGEST).replaceAll('\n', ', '));
}

const LONGEST = 300;
