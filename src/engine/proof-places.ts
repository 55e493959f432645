import { createHash, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { discard } from '../sys/discard.ts';
import { type KeptExport, openKeptExport } from '../sys/git/kept-export.ts';
import type { Repository } from '../sys/git/repository.ts';
import type { TreeLister } from '../sys/git/tree-lister.ts';
import { makeDirectories } from '../sys/kept-file.ts';
import { isPrivatePlace } from '../sys/private-place.ts';
import { openShadow } from '../sys/shadow.ts';
import { MOST_PLACES, type SteadyPlace, takeSteadyPlace, withSteadyPlace } from '../sys/steady-place.ts';

/** What a proof works in: the files of a tree and nothing else, and an empty directory. */
export interface ProofPlace {
  readonly project: string;
  readonly scratch: string;
  /**
   * Where builds of the tree that a run starts from are kept for the proofs of the run. Any file of the project that is not
   * at the place where it was then, as it was, is newer than they are.
   */
  readonly builds?: string | undefined;
  /** Files of the tree that something was done to since. */
  touched(): readonly string[];
}

/** Where proofs are made. */
export interface ProofPlaces {
  /** `isBeside`: in a directory of its own, wherever others are made. */
  within<T>(tree: string, work: (place: ProofPlace) => Promise<T>, isBeside?: boolean): Promise<T>;
}

/** A new directory for every proof, gone afterwards. */
export function openFreshPlaces(repository: Repository): ProofPlaces {
  const shadow = openShadow(repository);
  return {
    within(tree, work, isBeside = false) {
      const prepare = async (path: string) => {
        const place = placeIn(path);
        makeDirectories(place.project, place.scratch);
        await shadow.exportTree(tree, place.project);
        return work({ ...place, touched: () => [] });
      };
      // What runs must not see from its directory which of several experiments it is part of.
      const first = isBeside ? randomInt(1, MOST_PLACES) : 0;
      return withSteadyPlace(nameFor(repository), proofLocks(repository), prepare, first);
    },
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
    const place = { ...placeIn(kept.place.path), builds: buildsIn(kept.place), touched: () => project.touched() };
    await project.fill(await list(tree));
    makeDirectories(place.scratch);
    return place;
  }

  return {
    async within(tree, work, isBeside = false) {
      if (isBusy || isBeside) {
        const builds = kept === undefined ? undefined : buildsIn(kept.place);
        return fresh.within(tree, (place) => work({ ...place, builds }), true);
      }
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

function buildsIn({ path }: SteadyPlace): string {
  return join(path, 'builds');
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
