import type { Problem, Store } from '../store/store.ts';
import { journalsOf, type ProjectedNote, projectJournal } from './projection.ts';

/** A note on a commit: the phase commit the journal records, or a copy of it that an amend or a rebase made. */
export interface PlacedNote {
  readonly commit: string;
  /** The recorded commit, if this one is a copy. */
  readonly original: string | undefined;
  readonly notes: string;
  readonly run: string;
  readonly phase: string;
  readonly cycle: number;
}

export interface NotesReport {
  /** Notes that were missing or said something else. */
  readonly written: readonly PlacedNote[];
  readonly unchanged: number;
  /** Copies of phase commits, found by their trailers. */
  readonly matched: readonly PlacedNote[];
  /** Journals and events that make no note. */
  readonly problems: readonly Problem[];
}

/** Puts the note of every completed phase on its commit: of one run, or of all. */
export async function projectNotes(store: Store, run?: string): Promise<NotesReport> {
  const { notes, problems } = await readNotesOf(store, run);
  return place(store, notes, [], problems);
}

/** The same, and also on copies: commits on branches that carry the trailers of a phase but are not its commit. */
export async function repairNotes(store: Store, run?: string): Promise<NotesReport> {
  const { notes, problems } = await readNotesOf(store, run);
  return place(store, notes, await findCopies(store, notes, run), problems);
}

interface Copy {
  readonly commit: string;
  readonly note: ProjectedNote;
}

async function readNotesOf(store: Store, run: string | undefined) {
  const notes: ProjectedNote[] = [];
  const problems: Problem[] = [];
  for (const journal of await journalsOf(store, run, ['runs'])) {
    const projected = await projectJournal(store, journal);
    notes.push(...projected.notes);
    problems.push(...projected.problems);
  }
  return { notes, problems };
}

/** Of several phases with the same trailers, after a rollback, the last is the one that counts. */
async function findCopies(store: Store, notes: readonly ProjectedNote[], run: string | undefined): Promise<Copy[]> {
  const recorded = new Set(notes.map(({ commit }) => commit));
  const byTrailers = new Map(notes.map((note) => [`${note.run} ${note.phase} ${note.cycle}`, note]));
  const copies: Copy[] = [];
  for (const found of await store.findCommits({ run })) {
    const note = byTrailers.get(`${found.run} ${found.phase} ${found.cycle}`);
    if (note !== undefined && !recorded.has(found.commit)) copies.push({ commit: found.commit, note });
  }
  return copies;
}

/** Writes what is missing or different, all notes of one name at once. */
async function place(
  store: Store,
  notes: readonly ProjectedNote[],
  copies: readonly Copy[],
  problems: readonly Problem[],
): Promise<NotesReport> {
  const wanted = new Map<string, Map<string, ProjectedNote>>();
  for (const { commit, note } of [...notes.map((note) => ({ commit: note.commit, note })), ...copies]) {
    wanted.set(note.notes, (wanted.get(note.notes) ?? new Map()).set(commit, note));
  }
  const written: PlacedNote[] = [];
  let unchanged = 0;
  for (const [name, byCommit] of wanted) {
    const texts = new Map([...byCommit].map(([commit, note]) => [commit, note.text]));
    const changed = new Set(await store.writeNotes(name, texts));
    unchanged += byCommit.size - changed.size;
    for (const [commit, note] of byCommit) if (changed.has(commit)) written.push(placed(commit, note));
  }
  return { written, unchanged, matched: copies.map(({ commit, note }) => placed(commit, note)), problems };
}

function placed(commit: string, note: ProjectedNote): PlacedNote {
  const { notes, run, phase, cycle } = note;
  return { commit, original: note.commit === commit ? undefined : note.commit, notes, run, phase, cycle };
}
