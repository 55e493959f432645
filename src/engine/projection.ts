import { BatonError, isBatonError } from '../base/error.ts';
import { writeTddNote } from '../handoff/dialects/tdd-note.ts';
import { type Entry, isJournalName, type JournalName, type Problem, type Store } from '../store/store.ts';
import { noteFor } from '../workflow/note.ts';

/** A note as the journal has it. */
export interface ProjectedNote {
  /** The phase commit the journal records. */
  readonly commit: string;
  /** The notes it belongs to, such as `tdd-handoffs`. */
  readonly notes: string;
  readonly run: string;
  readonly phase: string;
  readonly cycle: number;
  /** The journal entry it comes from, and where that stands. */
  readonly entry: string;
  readonly place: string;
  readonly text: string;
}

/** One journal with the notes its completed phases make. */
export interface ProjectedJournal {
  readonly journal: JournalName;
  readonly events: number;
  readonly notes: readonly ProjectedNote[];
  /** Whether the journal as a whole could be read. */
  readonly readable: boolean;
  readonly problems: readonly Problem[];
}

/** Reads a journal and makes its notes. What cannot be read, or makes no note, is told and does not stop the rest. */
export async function projectJournal(store: Store, journal: JournalName): Promise<ProjectedJournal> {
  let entries: readonly Entry[];
  try {
    entries = await store.read(journal);
  } catch (error) {
    return { journal, events: 0, notes: [], readable: false, problems: [problemOf(journal, error)] };
  }
  const notes: ProjectedNote[] = [];
  const problems: Problem[] = [];
  for (const entry of entries.filter(({ event }) => event.type === 'phase.completed')) {
    const place = `${journal}, event ${entry.event.seq} (${shortId(entry.id)})`;
    try {
      notes.push(projectEntry(entry, place));
    } catch (error) {
      problems.push(problemOf(place, error));
    }
  }
  return { journal, events: entries.length, notes, readable: true, problems };
}

/** The journals of one run, or all of the kinds asked for. A run nobody knows is an error. */
export async function journalsOf(
  store: Store,
  run: string | undefined,
  kinds: readonly ('runs' | 'handoffs')[],
): Promise<readonly JournalName[]> {
  const all = (await Promise.all(kinds.map((kind) => store.list(kind)))).flat();
  if (run === undefined) return all;
  const names = kinds.map((kind) => `${kind}/${run}`).filter(isJournalName);
  const found = names.find((name) => all.includes(name));
  if (found !== undefined) return [found];
  throw new BatonError(
    'not_found',
    `There is no ${kinds.join(' or ').replaceAll(/s\b/g, '')} ${JSON.stringify(run)}.`,
    {
      data: { run },
    },
  );
}

/** Enough of an id for a person to find it again. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}

function projectEntry({ id, event }: Entry, place: string): ProjectedNote {
  const { commit, notes, note } = noteFor(event, id);
  const { run, cycle } = note;
  return { commit, notes, run, phase: event.phase ?? '', cycle, entry: id, place, text: `${writeTddNote(note)}\n` };
}

/** A refusal as something to tell, on one line. */
export function problemOf(place: string, error: unknown): Problem {
  if (isBatonError(error)) return { place, what: error.message.replaceAll(/\s+/g, ' ') };
  throw error;
}
