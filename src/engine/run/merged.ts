import type { Entry } from '../../store/store.ts';
import { type FinishedRun, type FoundMerge, findMerges } from '../../sys/git/merged-runs.ts';
import { listRefTexts } from '../../sys/git/ref-file.ts';
import type { Repository } from '../../sys/git/repository.ts';
import type { RunView } from './view.ts';

/** A run as it is shown, and everything recorded of it. */
export interface LookedAt {
  readonly view: RunView;
  readonly entries: readonly Entry[];
}

/**
 * The runs, with those whose work is on a branch of the user's as \`merged\`. Git is asked, not the journal: people merge by
 * hand and by pull requests, too.
 */
export async function withMerges(repository: Repository, seen: readonly LookedAt[]): Promise<readonly RunView[]> {
  const completed = seen.filter(({ view }) => view.state === 'completed').map(finishedRun);
  const merges = await findMerges(repository, completed);
  return seen.map(({ view }) => ({ ...view, ...mergedState(merges.get(view.run)) }));
}

/** What a merge changes about the view of a run. */
export function mergedState(found: FoundMerge | undefined): Partial<Pick<RunView, 'state' | 'merged'>> {
  return found === undefined ? {} : { state: 'merged', merged: { into: found.into, commit: found.commit } };
}

function finishedRun({ view, entries }: LookedAt): FinishedRun {
  const base = entries[0]?.event.data.base as { readonly commit: string };
  return { run: view.run, start: base.commit, commit: view.commit, journal: entries.at(-1)?.id ?? '' };
}

/** Finds merges again and again. Git is asked only when a run has been completed or a branch has moved. */
export function openMergeSearch(
  repository: Repository,
): (runs: readonly FinishedRun[]) => Promise<ReadonlyMap<string, FoundMerge>> {
  let known: { readonly mark: string; readonly merges: ReadonlyMap<string, FoundMerge> } | undefined;
  return async (runs) => {
    if (runs.length === 0) return new Map();
    const refs = ['refs/heads/', 'refs/remotes/'].map((prefix) => [...listRefTexts(repository, prefix)]);
    const mark = JSON.stringify([refs, runs]);
    if (known?.mark !== mark) known = { mark, merges: await findMerges(repository, runs) };
    return known.merges;
  };
}
