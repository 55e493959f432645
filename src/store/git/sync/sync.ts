import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../../base/error.ts';
import { faultPoint } from '../../../base/fault-point.ts';
import type { Head, JournalName, SyncReport, SyncWork } from '../../store.ts';
import type { GitStorage } from '../git-storage.ts';
import { applyHere, changesThere } from './apply.ts';
import { settleArchives } from './archive.ts';
import { type CandidatePlan, candidatesThere } from './candidates.ts';
import { aloneWith } from './lock.ts';
import { compareSides, lookHere, lookThere } from './look.ts';
import { lookAtNotes, notesThere, rebaseNotes } from './notes.ts';
import { endOf, planSync, type Step } from './plan.ts';
import { findRemote, type Remote } from './remote.ts';
import { fetchFrom, pushTo } from './transfer.ts';

/**
 * Exchanges journals, the archive, notes and what unfinished runs need with a remote: looks at it, decides, takes in what is new there, then sends
 * what is new here in one push that holds only if the remote still is as it was seen. If it is not, all of it again.
 */
export async function syncJournals(
  storage: GitStorage,
  asked: string | undefined,
  work: SyncWork,
): Promise<SyncReport> {
  const remote = await findRemote(storage.repository, asked);
  await work.prepare?.();
  return aloneWith(storage.repository, remote, () => exchange(storage, remote, work));
}

/** As long as the remote moves somebody else gets through, so that all do in the end. */
const MOST_ROUNDS = 25;

/** A remote may refuse because another push is just being taken in; one that refuses again and again means it. */
const MOST_REFUSALS = 3;

async function exchange(storage: GitStorage, remote: Remote, work: SyncWork): Promise<SyncReport> {
  const taken: Taken = { journals: new Set(), archived: new Set(), notes: new Set() };
  let refusals = 0;
  let seen: ReadonlyMap<string, Head> = new Map();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (round > 0) await sleep(Math.random() * Math.min(1_000, 50 * 2 ** round));
    const fetched = await fetchFrom(storage.repository, remote);
    faultPoint('sync.fetched');
    const decision = await decide(storage, fetched);
    faultPoint('sync.decided');
    if ((await takeIn(storage, decision, taken)) === 'moved') continue;
    await work.project();
    const { plan, archives, notes } = decision;
    const noteChanges = await notesThere(storage, notes.theirs, notes.refused);
    const candidates = await candidatesThere(storage, fetched, untouched(decision), work);
    const changes = [...changesThere(plan.there, archives.there), ...noteChanges, ...candidates.changes];
    faultPoint('sync.sending');
    const pushed = await pushTo(storage.repository, remote, changes);
    if (pushed.ok) {
      for (const { ref } of noteChanges) taken.notes.add(ref.slice('refs/notes/'.length));
      return report(remote, decision, taken, candidates);
    }
    refusals = sameRefs(seen, fetched) ? refusals + 1 : 1;
    seen = fetched;
    if (refusals === MOST_REFUSALS) throw pushed.error;
  }
  throw new BatonError('lost_race', `${remote.label} kept changing while journals were being sent. Try again.`);
}

/** What was taken in, over all rounds. */
interface Taken {
  readonly journals: Set<JournalName>;
  readonly archived: Set<JournalName>;
  readonly notes: Set<string>;
}

type Decision = Awaited<ReturnType<typeof decide>>;

/** Gathers what both sides have and what is to become of it. Nothing is changed yet. */
async function decide(storage: GitStorage, fetched: ReadonlyMap<string, Head>) {
  const ours = await lookHere(storage);
  const { theirs, refused: foreign, archiveShut } = await lookThere(storage, fetched, ours);
  const { differences, refused: unreadable } = await compareSides(storage, ours, theirs);
  const plan = planSync(differences, archiveShut);
  const settled = await settleArchives(storage, plan, ours.archive, theirs.archive);
  const notes = await lookAtNotes(storage, fetched);
  return {
    plan,
    notes,
    archives: {
      here: { from: ours.archive.commit, to: settled.here },
      there: { from: theirs.archive.commit, to: settled.there },
    },
    refused: [...foreign, ...unreadable, ...notes.refused],
  };
}

/** Brings this side to what was decided, or says that somebody here was faster. */
async function takeIn(
  storage: GitStorage,
  { plan, archives, notes }: Decision,
  taken: Taken,
): Promise<'done' | 'moved'> {
  if ((await applyHere(storage, plan.here, archives.here)) === 'moved') return 'moved';
  for (const journal of lengthened(plan.here)) taken.journals.add(journal);
  for (const journal of putAway(plan.here)) taken.archived.add(journal);
  faultPoint('sync.received');
  const rebased = await rebaseNotes(storage, notes.theirs);
  if (rebased === 'moved') return 'moved';
  for (const name of rebased) taken.notes.add(name);
  return 'done';
}

/** Journals that are left as they are: what belongs to them is left as well. */
function untouched({ plan, refused }: Decision): ReadonlySet<string> {
  return new Set([...plan.diverged, ...refused].map(({ journal }) => journal));
}

function report(
  remote: Remote,
  { plan, refused }: Decision,
  taken: Taken,
  { sent, tooLarge }: CandidatePlan,
): SyncReport {
  return {
    remote: remote.label,
    received: [...taken.journals].sort(),
    sent: lengthened(plan.there),
    archived: [...new Set([...taken.archived, ...putAway(plan.there)])].sort(),
    notes: [...taken.notes].sort(),
    diverged: plan.diverged,
    refused,
    candidates: sent,
    tooLarge,
  };
}

function lengthened(steps: readonly Step[]): readonly JournalName[] {
  return steps.filter(({ from, to }) => endOf(from) !== endOf(to)).map(({ journal }) => journal);
}

function putAway(steps: readonly Step[]): readonly JournalName[] {
  return steps.filter(({ from, to }) => from.own !== undefined && to.own === undefined).map(({ journal }) => journal);
}

function sameRefs(one: ReadonlyMap<string, Head>, other: ReadonlyMap<string, Head>): boolean {
  return one.size === other.size && [...one].every(([ref, head]) => other.get(ref) === head);
}
