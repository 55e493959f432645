import type { Entry } from '../../store/store.ts';
import { type FinishedRun, findMerges } from '../../sys/git/merged-runs.ts';
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
  return seen.map(({ view }) => {
    const found = merges.get(view.run);
    return found === undefined
      ? view
      : { ...view, state: 'merged', merged: { into: found.into, commit: found.commit } };
  });
}

function finishedRun({ view, entries }: LookedAt): FinishedRun {
  const base = entries[0]?.event.data.base as { readonly commit: string };
  return { run: view.run, start: base.commit, commit: view.commit, journal: entries.at(-1)?.id ?? '' };
}
