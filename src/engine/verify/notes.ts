import { isObject } from '../../base/json.ts';
import type { Problem, Store } from '../../store/store.ts';
import { type ProjectedJournal, type ProjectedNote, problemOf, shortId } from '../projection.ts';

export interface CheckedNotes {
  /** How many notes are there that the journals made, or that say so. */
  readonly checked: number;
  readonly problems: readonly Problem[];
}

/**
 * Compares notes with what the journals make of them: missing ones, different ones, and notes anywhere that claim a
 * journal entry which does not exist. Notes of others, which claim none, are not Baton's to judge.
 */
export async function checkNotes(
  store: Store,
  journals: readonly ProjectedJournal[],
  run: string | undefined,
): Promise<CheckedNotes> {
  const projected = journals.flatMap(({ notes }) => notes);
  const names = new Set([...(await store.listNotes()), ...projected.map(({ notes }) => notes)]);
  const unreadable = new Set<string>(journals.filter(({ readable }) => !readable).map(({ journal }) => journal));
  const problems: Problem[] = [];
  let checked = 0;
  for (const name of [...names].sort()) {
    const notes = projected.filter((note) => note.notes === name);
    const byEntry = new Map(notes.map((note) => [note.entry, note]));
    const found = await checkNotesUnder(store, { name, notes, byEntry, unreadable, run });
    problems.push(...found.problems);
    checked += found.checked;
  }
  return { checked, problems };
}

/** The notes of one name, as the journals have them. */
interface Expected {
  readonly name: string;
  readonly notes: readonly ProjectedNote[];
  readonly byEntry: ReadonlyMap<string, ProjectedNote>;
  /** Journals whose entries are not known: what notes say of them cannot be judged. */
  readonly unreadable: ReadonlySet<string>;
  /** The only run that is asked about, if it is one. */
  readonly run: string | undefined;
}

async function checkNotesUnder(store: Store, expected: Expected): Promise<CheckedNotes> {
  const ref = `refs/notes/${expected.name}`;
  let notes: ReadonlyMap<string, string>;
  try {
    notes = await store.readNotes(expected.name);
  } catch (error) {
    return { checked: 0, problems: [problemOf(ref, error)] };
  }
  const problems: Problem[] = [];
  const tell = (commit: string, what: string) => problems.push({ place: `${ref}, commit ${shortId(commit)}`, what });
  const byCommit = new Map(expected.notes.map((note) => [note.commit, note]));
  for (const [commit, note] of byCommit) {
    const text = notes.get(commit);
    if (text === undefined) tell(commit, `the note of ${note.place} is missing. \`baton repair-notes\` writes it.`);
    else if (text !== note.text) tell(commit, `${differs(note)} \`baton repair-notes\` writes it again.`);
  }
  const others = [...notes].filter(([commit]) => !byCommit.has(commit));
  const claims = others.flatMap(([commit, text]) => claimOf(commit, text, expected) ?? []);
  for (const claim of claims) {
    const note = claim.journal === undefined ? undefined : expected.byEntry.get(claim.journal);
    if (note === undefined) tell(claim.commit, `${baseless(claim)} ${removal(expected.name, claim.commit)}`);
    else if (claim.text !== note.text) tell(claim.commit, `${differs(note)} ${removal(expected.name, claim.commit)}`);
  }
  try {
    for (const { commit, note } of await findMisplaced(store, claims, expected)) {
      const why = `it is the note of ${note.place}, on a commit that does not carry the trailers of that phase.`;
      tell(commit, `${why} ${removal(expected.name, commit)}`);
    }
  } catch (error) {
    problems.push(problemOf(ref, error));
  }
  return { checked: notes.size - others.length + claims.length, problems };
}

/** What a note says about where it comes from. */
interface Claim {
  readonly commit: string;
  readonly text: string;
  readonly run: string | undefined;
  readonly journal: string | undefined;
}

function claimOf(commit: string, text: string, { run, byEntry, unreadable }: Expected): Claim | undefined {
  const note = parseObject(text);
  const claim = { commit, text, run: textOf(note.run), journal: textOf(note.journal) };
  if (claim.run === undefined && claim.journal === undefined) return undefined;
  if (claim.run !== undefined && unreadable.has(`runs/${claim.run}`)) return undefined;
  const asked = run === undefined || claim.run === run || (claim.journal !== undefined && byEntry.has(claim.journal));
  return asked ? claim : undefined;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A note that git or Baton carried along to a copy of its commit is in order; on any other commit it is not. */
async function findMisplaced(
  store: Store,
  claims: readonly Claim[],
  { byEntry }: Expected,
): Promise<readonly { readonly commit: string; readonly note: ProjectedNote }[]> {
  const carried = claims.flatMap(({ commit, text, journal = '' }) => {
    const note = byEntry.get(journal);
    return note?.text === text ? [{ commit, note }] : [];
  });
  const found = await store.findCommits({ commits: carried.map(({ commit }) => commit) });
  const trailers = new Map(found.map((one) => [one.commit, one]));
  return carried.filter(({ commit, note: { run, phase, cycle } }) => {
    const said = trailers.get(commit);
    return said !== undefined && (said.run !== run || said.phase !== phase || said.cycle !== cycle);
  });
}

function differs({ place }: ProjectedNote): string {
  return `the note does not say what ${place} says.`;
}

function baseless({ run, journal }: Claim): string {
  const of = run === undefined ? '' : ` of the run ${run}`;
  const claims =
    journal === undefined ? `it names no journal entry${of}` : `it claims journal entry ${shortId(journal)}${of}`;
  const why = 'the note is forged, or the journal was changed or not fetched (`baton sync`)';
  return journal === undefined ? `${claims}: the note is forged.` : `${claims}, which does not exist here: ${why}.`;
}

function removal(notes: string, commit: string): string {
  return `To take it away: git notes --ref=${notes} remove ${commit}`;
}
