import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BatonError } from '../../../base/error.ts';
import { type GitPlace, git, runGit } from '../../../sys/git/git.ts';
import type { Repository } from '../../../sys/git/repository.ts';

/** A place journals are exchanged with. */
export interface Remote {
  /** What people call it: its name, or its address without credentials. */
  readonly label: string;
  /** What git fetches from: the name if it has one, so that its own settings count. */
  readonly fetchFrom: string;
  /** What git pushes to: always an address. A push to a name would also move refs here, without comparing. */
  readonly pushTo: string;
  /** Where what was last seen there is kept: a prefix of refs, with a slash at the end. */
  readonly tracking: string;
}

/** The remote somebody named, or the usual one: `baton.remote`, `origin`, or the only one there is. */
export async function findRemote(repository: Repository, asked: string | undefined): Promise<Remote> {
  const names = (await git(placeOf(repository), ['remote'])).split('\n').filter((name) => name !== '');
  const wanted = asked ?? (await usualRemote(repository, names));
  if (wanted === '' || wanted.startsWith('-')) throw unknown(wanted, names);
  if (names.includes(wanted)) return namedRemote(repository, wanted);
  const address = addressOf(repository, wanted);
  if (address === undefined) throw unknown(wanted, names);
  return { label: withoutCredentials(address), fetchFrom: address, pushTo: address, tracking: trackingOf(address) };
}

/** Git is started where the user stands: an address may be a path that counts from the top of the work tree. */
export function placeOf({ cwd }: Repository): GitPlace {
  return { cwd };
}

/** Takes passwords and tokens out of an address before anybody sees it. */
export function withoutCredentials(address: string): string {
  return address.replaceAll(/(?<=:\/\/)[^/\s]*@/g, '');
}

async function usualRemote(repository: Repository, names: readonly string[]): Promise<string> {
  const { code, stdout } = await runGit(placeOf(repository), ['config', '--get', 'baton.remote']);
  const configured = stdout.toString('utf8').trimEnd();
  if (code === 0 && configured !== '') return configured;
  if (names.includes('origin')) return 'origin';
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw new BatonError(
    'not_found',
    names.length === 0
      ? 'This repository has no remote. Add one (`git remote add origin URL`), or name an address: `baton sync URL`.'
      : `Which remote? There is no origin; there are ${names.join(', ')}. Name one, or set it: \`git config baton.remote NAME\`.`,
    { data: { remotes: names } },
  );
}

async function namedRemote(repository: Repository, name: string): Promise<Remote> {
  const pushTo = (await git(placeOf(repository), ['remote', 'get-url', '--push', '--end-of-options', name])).trimEnd();
  return { label: name, fetchFrom: name, pushTo, tracking: trackingOf(name) };
}

/** Something with a colon is an address as it stands; anything else must be a directory. */
function addressOf({ cwd }: Repository, text: string): string | undefined {
  if (text.includes(':')) return text;
  const path = resolve(cwd, text);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;
}

/** A name that cannot be one part of a ref, or an address, is kept under its digest. */
function trackingOf(name: string): string {
  const plain = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name);
  const digest = () => `by-address-${createHash('sha256').update(name).digest('hex').slice(0, 20)}`;
  return `refs/baton/remotes/${plain ? name : digest()}/`;
}

function unknown(wanted: string, names: readonly string[]): BatonError {
  const there = names.length === 0 ? 'This repository has none' : `There are: ${names.join(', ')}`;
  return new BatonError('not_found', `There is no remote ${JSON.stringify(withoutCredentials(wanted))}. ${there}.`, {
    data: { remotes: names },
  });
}
