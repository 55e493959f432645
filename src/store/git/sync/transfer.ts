import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BatonError } from '../../../base/error.ts';
import { flushObjects } from '../../../sys/git/flush-objects.ts';
import { lastLine, runGit } from '../../../sys/git/git.ts';
import { listRefs } from '../../../sys/git/ref-file.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import type { Head } from '../../store.ts';
import { placeOf, type Remote, withoutCredentials } from './remote.ts';

/** Everything that is exchanged; all else under `refs/baton`, above all `refs/baton/local`, stays where it is. */
const EXCHANGED: readonly (readonly [there: string, here: string])[] = [
  ['refs/baton/runs/*', 'runs/*'],
  ['refs/baton/handoffs/*', 'handoffs/*'],
  ['refs/baton/archive/*', 'archive/*'],
  ['refs/baton/candidates/*', 'candidates/*'],
  ['refs/notes/*-handoffs', 'notes/*-handoffs'],
];

/** Looks at a remote: what it has is here afterwards, on the disk, and kept alive by tracking refs. Gives those. */
export async function fetchFrom(repository: Repository, remote: Remote): Promise<ReadonlyMap<string, Head>> {
  const started = Date.now();
  removeLeftLocks(join(repository.commonDir, remote.tracking));
  const refspecs = EXCHANGED.map(([there, here]) => `+${there}:${remote.tracking}${here}`);
  const { code, stderr } = await runGit(placeOf(repository), [
    ...FETCH,
    '--end-of-options',
    remote.fetchFrom,
    ...refspecs,
  ]);
  if (code !== 0) throw failed(`Cannot fetch from ${remote.label}`, remote, stderr);
  await flushObjects(repository, started);
  const refs = [...listRefs(repository, remote.tracking)];
  return new Map(refs.map(([ref, head]) => [ref.slice(remote.tracking.length), head]));
}

/** Git neither waits for single objects nor for the refs it writes; the former are to be relied on, the latter not. */
const FETCH = [
  ...['-c', 'core.fsync=all,-reference', 'fetch', '--quiet', '--prune', '--no-tags', '--no-write-fetch-head'],
  ...['--refmap=', '--no-auto-maintenance', '--no-write-commit-graph', '--no-recurse-submodules'],
];

/** One ref there: what it is to become (nothing: it goes) and what it was when it was last looked at. */
export interface Change {
  readonly ref: string;
  readonly to: Head | undefined;
  readonly from: Head | undefined;
}

/** Whether the remote took the changes; if it did not, what it said. */
export type Pushed = { readonly ok: true } | { readonly ok: false; readonly error: BatonError };

/**
 * Changes refs at a remote, all or none, and only from the values they were seen at. So many that no command line holds
 * them go in several pushes, in their order.
 */
export async function pushTo(repository: Repository, remote: Remote, changes: readonly Change[]): Promise<Pushed> {
  for (let at = 0; at < changes.length; at += MOST_AT_ONCE) {
    const part = changes.slice(at, at + MOST_AT_ONCE);
    const leases = part.map(({ ref, from }) => `--force-with-lease=${ref}:${from ?? ''}`);
    const refspecs = part.map(({ ref, to }) => `${to ?? ''}:${ref}`);
    const args = [...PUSH, ...leases, '--end-of-options', remote.pushTo, ...refspecs];
    const { code, stdout, stderr } = await runGit(placeOf(repository), args);
    if (code === 0) continue;
    const reasons = rejections(stdout.toString('utf8'));
    const doing = `Cannot send to ${remote.label}`;
    if (reasons.length === 0) throw failed(doing, remote, stderr);
    return { ok: false, error: failed(doing, remote, stderr, reasons) };
  }
  return { ok: true };
}

const PUSH = ['push', '--atomic', '--no-verify', '--porcelain', '--no-follow-tags', '--recurse-submodules=no'];

const MOST_AT_ONCE = 1000;

/** Why the remote refused, out of `!<tab>from:to<tab>[remote rejected] (reason)`; what only fell with the rest is left out. */
function rejections(porcelain: string): readonly string[] {
  const reasons = porcelain.split('\n').flatMap((line) => /^!\t[^\t]*\t\[[^\]]*\] \((.*)\)$/.exec(line)?.[1] ?? []);
  const own = reasons.filter((reason) => reason !== 'atomic push failed' && reason !== 'atomic transaction failed');
  return [...new Set(own.length > 0 ? own : reasons)];
}

function failed(doing: string, remote: Remote, stderr: string, reasons: readonly string[] = []): BatonError {
  const said = stderr.split('\n').flatMap((line) => /^remote: (?!error: )(.*\S)/.exec(line)?.[1] ?? []);
  const sentence = reasons.length > 0 ? [...reasons, ...said].join('; ') : lastLine(stderr);
  // What a server says is shown on a terminal, which it must not steer.
  const told = withoutCredentials(sentence)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return new BatonError('git_failed', `${doing}: ${told.replace(/\.$/, '')}.`, {
    data: { remote: remote.label, reasons, stderr: withoutCredentials(stderr) },
  });
}

/** Only one exchange with a remote runs at a time, so a lock on a tracking ref was left by one that died. */
function removeLeftLocks(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false }) === undefined) return;
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.lock')) rmSync(join(directory, name), { force: true });
  }
}
