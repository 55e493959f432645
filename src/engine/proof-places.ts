import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { discard } from '../sys/discard.ts';
import { type KeptExport, openKeptExport } from '../sys/git/kept-export.ts';
import type { Repository } from '../sys/git/repository.ts';
import type { TreeLister } from '../sys/git/tree-lister.ts';
import { makeDirectories } from '../sys/kept-file.ts';
import { isPrivatePlace } from '../sys/private-place.ts';
import { openShadow } from '../sys/shadow.ts';
import { type SteadyPlace, takeSteadyPlace, withSteadyPlace } from '../sys/steady-place.ts';

/** What a proof works in: the files of a tree and nothing else, and an empty directory. */
export interface ProofPlace {
  readonly project: string;
  readonly scratch: string;
  /**
   * Where builds of the tree that a run starts from are kept for later proofs in the same directory. Any file of the project
   * that is not as it was then is newer than they are.
   */
  readonly builds?: string | undefined;
  /** Files of the tree that something was done to since. */
  touched(): readonly string[];
}

/** Where proofs are made. */
export interface ProofPlaces {
  within<T>(tree: string, work: (place: ProofPlace) => Promise<T>): Promise<T>;
}

/** A new directory for every proof, gone afterwards. */
export function openFreshPlaces(repository: Repository): ProofPlaces {
  const shadow = openShadow(repository);
  return {
    within: (tree, work) =>
      withSteadyPlace(nameFor(repository), proofLocks(repository), async (path) => {
        const place = placeIn(path);
        makeDirectories(place.project, place.scratch);
        await shadow.exportTree(tree, place.project);
        return work({ ...place, touched: () => [] });
      }),
  };
}

/** One directory for many proofs, until it is closed: what one of them changed is made good before the next. */
export function openKeptPlaces(repository: Repository, list: TreeLister): ProofPlaces & { close(): void } {
  const fresh = openFreshPlaces(repository);
  const shadow = openShadow(repository);
  let kept: { readonly place: SteadyPlace; readonly project: KeptExport } | undefined;
  let isBusy = false;

  function close(): void {
    kept?.place.release();
    kept = undefined;
  }

  async function fill(tree: string): Promise<ProofPlace> {
    if (kept !== undefined && !isPrivatePlace(kept.place.path)) close();
    if (kept === undefined) {
      const place = takeSteadyPlace(nameFor(repository), proofLocks(repository));
      kept = { place, project: openKeptExport(placeIn(place.path).project, shadow) };
    }
    const { project } = kept;
    const builds = join(kept.place.path, 'builds');
    const place = { ...placeIn(kept.place.path), builds, touched: () => project.touched() };
    await project.fill(await list(tree));
    makeDirectories(place.scratch);
    return place;
  }

  return {
    async within(tree, work) {
      if (isBusy) return fresh.within(tree, work);
      isBusy = true;
      try {
        const place = await fill(tree);
        const done = await work(place);
        discard(place.scratch);
        return done;
      } catch (error) {
        close();
        throw error;
      } finally {
        isBusy = false;
      }
    },
    close,
  };
}

function placeIn(path: string) {
  return { project: join(path, 'project'), scratch: join(path, 'scratch') };
}

function nameFor({ batonDir }: Repository): string {
  return `baton-proof-${createHash('sha256').update(batonDir).digest('hex').slice(0, 12)}`;
}

/** Who has which of the directories for proofs. */
export function proofLocks({ batonDir }: Repository): string {
  return join(batonDir, 'locks');
}
