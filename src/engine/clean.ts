import { join } from 'node:path';
import { BatonError, isBatonError } from '../base/error.ts';
import type { Store } from '../store/store.ts';
import { isCacheUsed } from '../sys/cache-directory.ts';
import { discard } from '../sys/discard.ts';
import { diskUsage } from '../sys/disk-usage.ts';
import { branchHead } from '../sys/git/branch.ts';
import { workTreeOn } from '../sys/git/checked-out.ts';
import { deleteRefs } from '../sys/git/delete-refs.ts';
import { listRefs } from '../sys/git/ref-file.ts';
import type { Repository } from '../sys/git/repository.ts';
import { removeAll } from '../sys/removal.ts';
import { hasEnded } from './run/facts.ts';
import type { RunView } from './run/view.ts';
import { removeWorkbench, workbenchOf } from './workbench-record.ts';

/** Something that can be removed. */
export interface CleanItem {
  readonly kind: 'branch' | 'workbench' | 'attempts' | 'cache' | 'journal' | 'notes';
  readonly name: string;
  /** What it takes on the disk, as far as that can be told: git shares objects between refs. */
  readonly bytes?: number | undefined;
}

export interface CleanReport {
  /** Whether it was removed, or only listed. */
  readonly removed: boolean;
  readonly items: readonly CleanItem[];
  /** What stays although it looks as if it could go, and why. */
  readonly kept: readonly { readonly name: string; readonly why: string }[];
}

export interface CleanOptions {
  /** Only list what would be removed. */
  readonly dryRun?: boolean | undefined;
  /** Everything Baton has stored in the repository: journals, handoffs and notes too. It cannot be undone. */
  readonly all?: boolean | undefined;
}

export interface CleanParts {
  readonly repository: Repository;
  readonly store: Store;
  readonly runs: readonly RunView[];
  /** Where dependencies and tool caches of all repositories are. */
  readonly cache: string;
}

/**
 * Removes what runs left and nobody needs: branches of runs that are merged or given up (their journals keep the commits),
 * workbenches and refused attempts of runs that have ended, and caches, which are filled again when they are needed.
 */
export async function clean(parts: CleanParts, { dryRun = false, all = false }: CleanOptions): Promise<CleanReport> {
  refuseRunning(parts.runs);
  const kept: { name: string; why: string }[] = [];
  const keep = (name: string, why: string) => void kept.push({ name, why });
  const plans = [
    ...(await planBranches(parts, all, keep)),
    ...planWorkbenches(parts, all),
    ...(await planAttempts(parts, all)),
    ...planCaches(parts, keep),
    ...(all ? planRecord(parts.repository) : []),
  ];
  if (!dryRun) for (const { remove } of plans) await remove();
  return { removed: !dryRun, items: plans.map(({ kind, name, bytes }) => ({ kind, name, bytes })), kept };
}

type Plan = CleanItem & { remove(): Promise<void> };

/** What is in use must not be taken away. */
function refuseRunning(runs: readonly RunView[]): void {
  const running = runs.filter(({ state }) => state === 'running').map(({ run }) => run);
  if (running.length === 0) return;
  throw new BatonError(
    'lost_race',
    `Cannot clean while a run is in progress: ${running.join(', ')}. Wait until it ends, or stop it with Ctrl-C.`,
  );
}

async function planBranches(
  { repository, runs }: CleanParts,
  all: boolean,
  keep: (name: string, why: string) => void,
): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const { branch, commit, state } of runs) {
    const head = branch === '' ? undefined : branchHead(repository, branch);
    if (head === undefined || !(all || GONE.has(state))) continue;
    const workTree = await workTreeOn(repository, branch);
    if (workTree !== undefined) keep(branch, `checked out in ${workTree}`);
    else if (head !== commit) keep(branch, 'has commits that are not part of the run');
    else {
      const ref = `refs/heads/${branch}`;
      plans.push({ kind: 'branch', name: branch, remove: () => deleteRefs(repository, new Map([[ref, head]])) });
    }
  }
  return plans;
}

/** States in which nobody is going to merge the branch. */
const GONE: ReadonlySet<RunView['state']> = new Set(['merged', 'aborted', 'failed']);

function planWorkbenches({ repository, runs }: CleanParts, all: boolean): Plan[] {
  return runs.flatMap((view) => {
    const place = all || hasEnded(view) ? workbenchOf(repository, view.run) : undefined;
    if (place === undefined) return [];
    const remove = async () => removeWorkbench(repository, view.run);
    return [{ kind: 'workbench' as const, name: view.run, bytes: diskUsage(place), remove }];
  });
}

async function planAttempts({ repository, store, runs }: CleanParts, all: boolean): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const view of runs) {
    if (!(all || hasEnded(view))) continue;
    const items = await store.local.list(view.run).catch(ignoreUnreadable);
    const streams = join(repository.batonDir, 'streams', view.run);
    const bytes = items.reduce((sum, item) => sum + item.bytes, diskUsage(streams));
    if (bytes === 0 && items.length === 0) continue;
    plans.push({
      kind: 'attempts',
      name: view.run,
      bytes,
      async remove() {
        await store.local.drop(view.run);
        removeAll(streams);
      },
    });
  }
  return plans;
}

function ignoreUnreadable(error: unknown): [] {
  if (!isBatonError(error)) throw error;
  return [];
}

/** Proofs and exports of this repository; dependencies and tools' caches serve other repositories of the user, too. */
function planCaches({ repository, cache }: CleanParts, keep: (name: string, why: string) => void): Plan[] {
  const own: readonly Cached[] = [
    ['results of test runs', join(repository.batonDir, 'proofs')],
    ['exported files', join(repository.batonDir, 'shadow.git')],
  ];
  const shared: readonly Cached[] = [
    ['installed dependencies, of all repositories', join(cache, 'dependencies')],
    ['copies of dependencies, of all repositories', join(cache, 'spares')],
    ['caches of test tools, of all repositories', join(cache, 'tools')],
  ];
  const isUsed = isCacheUsed(cache);
  if (isUsed) for (const [name, path] of shared) if (diskUsage(path) > 0) keep(name, 'another process uses them now');
  return [...own, ...(isUsed ? [] : shared)].flatMap(([name, path]) => {
    const bytes = diskUsage(path);
    return bytes === 0 ? [] : [{ kind: 'cache' as const, name, bytes, remove: async () => discard(path) }];
  });
}

type Cached = readonly [name: string, path: string];

/** Journals, handoffs and notes: the record itself. */
function planRecord(repository: Repository): Plan[] {
  const records = listRefs(repository, 'refs/baton/');
  const notes = new Map([...listRefs(repository, 'refs/notes/')].filter(([ref]) => ref.endsWith('-handoffs')));
  const plan = (kind: 'journal' | 'notes', refs: ReadonlyMap<string, string>): Plan[] =>
    [...refs].map(([ref, value]) => ({
      kind,
      name: ref,
      remove: () => deleteRefs(repository, new Map([[ref, value]])),
    }));
  return [...plan('journal', records), ...plan('notes', notes)];
}
