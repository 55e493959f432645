import { BatonError, isBatonError } from '../base/error.ts';
import type { JsonObject } from '../base/json.ts';
import { parseTddNote } from '../handoff/dialects/tdd-note.ts';
import type { Store } from '../store/store.ts';
import type { Repository } from '../sys/git/repository.ts';
import { historyOf } from '../sys/git/revision.ts';

/** Where no phase has left anything. */
const NOTHING_YET: JsonObject = { phase: 'PLAN', cycle: 1, pending_tests: [], completed_tests: [] };

/** So far back is looked for a phase. */
const MOST_COMMITS = 10_000;

/**
 * The state of the workflow at a commit: its note, or that of the newest phase commit it is made from, with the commit the
 * note is on. Notes of one workflow, or of any.
 */
export async function stateIn(
  { repository, store }: { readonly repository: Repository; readonly store: Store },
  commit: string | undefined,
  workflow: string | undefined,
): Promise<JsonObject> {
  if (commit === undefined) return NOTHING_YET;
  const names = workflow === undefined ? await store.listNotes() : [`${workflow}-handoffs`];
  const notes = await Promise.all(names.map((name) => store.readNotes(name)));
  if (notes.every(({ size }) => size === 0)) return NOTHING_YET;
  for (const one of await historyOf(repository, commit, MOST_COMMITS)) {
    const text = notes.map((byCommit) => byCommit.get(one)).find((found) => found !== undefined);
    if (text !== undefined) return { ...readNote(text, one), commit: one };
  }
  return NOTHING_YET;
}

function readNote(text: string, commit: string): JsonObject {
  try {
    return parseTddNote(text) as unknown as JsonObject;
  } catch (cause) {
    const why = isBatonError(cause) ? cause.message : 'It is not JSON.';
    throw new BatonError(
      'invalid_note',
      `The note on ${commit.slice(0, 12)} cannot be read: ${why} Write it anew from the journal: baton repair-notes.`,
      { cause },
    );
  }
}
