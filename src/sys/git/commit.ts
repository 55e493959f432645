import { BatonError } from '../../base/error.ts';
import { onDisk } from '../durable.ts';
import { flushObjects } from './flush-objects.ts';
import { type GitPlace, git, lastLine, runGit } from './git.ts';
import { readLoose } from './loose-object.ts';
import { gitObject, writeDurably } from './object-file.ts';
import type { Repository } from './repository.ts';
import { checkId } from './tree-listing.ts';

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly at: Date;
  /** Who makes it, as `Name <address>`, or author and committer. Default: the user, whom git is asked for. */
  readonly identity?: string | Identities | undefined;
  /** Whether the user's git signs it, in the user's name. */
  readonly sign?: boolean | undefined;
}

export type Identities = readonly [author: string, committer: string];

/**
 * Makes a commit without hooks. When it returns, the commit is on the disk; what it is made of must have been there
 * before, as `takeSnapshot` and `editTree` see to. Nothing refers to it yet.
 */
export async function commitTree(repository: Repository, commit: NewCommit): Promise<string> {
  const { tree, parents, message, at, identity } = commit;
  await checkThere(repository, tree, parents);
  if (commit.sign === true) return signedOrNot(await signedCommit(repository, commit));
  const who = identity ?? (await identities(repository));
  const [author, committer] = typeof who === 'string' ? [who, who] : who;
  const seconds = Math.floor(at.getTime() / 1000);
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${author} ${seconds} +0000`,
    `committer ${committer} ${seconds} +0000`,
    '',
    message.replaceAll('\0', '').trimEnd(),
    '',
  ];
  const object = gitObject(repository, 'commit', lines.join('\n'));
  await onDisk('store a commit', () => writeDurably(repository, [object]));
  return object.id;
}

/** A commit signed by the user's git, or what kept git from it. */
export async function signedCommit(
  repository: Repository,
  { tree, parents, message, at }: NewCommit,
): Promise<{ readonly id: string } | { readonly why: string }> {
  const started = Date.now();
  const date = `${Math.floor(at.getTime() / 1000)} +0000`;
  const place = { ...placeOf(repository), environment: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } };
  const parentArguments = parents.flatMap((parent) => ['-p', checkId(repository, parent)]);
  const args = ['-c', 'core.fsync=all', 'commit-tree', '-S', ...parentArguments, '-F', '-', checkId(repository, tree)];
  const { code, stdout, stderr } = await runGit(place, args, message);
  if (code !== 0) return { why: lastLine(stderr) };
  await flushObjects(repository, started);
  return { id: stdout.toString('utf8').trimEnd() };
}

function signedOrNot(signed: { readonly id: string } | { readonly why: string }): string {
  if ('id' in signed) return signed.id;
  throw new BatonError(
    'git_failed',
    `Git cannot sign the commit: ${signed.why}. See that \`git commit --gpg-sign\` works, or set commit.sign to false in baton.yaml and resume with --reload.`,
  );
}

/** The user as git names them, author and committer. A name that git would only guess does not count. */
export async function identities(repository: Repository): Promise<Identities> {
  const place = { cwd: repository.cwd, gitDir: repository.gitDir };
  const ask = async (name: string) => {
    const { code, stdout } = await runGit(place, ['-c', 'user.useConfigOnly=true', 'var', name]);
    if (code === 0) return stdout.toString('utf8').replace(/ \d+ [+-]\d{4}\n$/, '');
    throw new BatonError(
      'missing_identity',
      'Git does not know who you are, and commits need a name. Run `git config --global user.name "Your Name"` and `git config --global user.email you@example.com`.',
    );
  };
  return Promise.all([ask('GIT_AUTHOR_IDENT'), ask('GIT_COMMITTER_IDENT')]);
}

/** The tree of a commit. */
export async function treeOf(repository: Repository, commit: string): Promise<string> {
  const loose = readLoose(repository, checkId(repository, commit));
  if (loose?.type === 'commit') return loose.content.toString('latin1', TREE_AT, TREE_AT + commit.length);
  const args = ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`];
  const { code, stdout } = await runGit(placeOf(repository), args);
  if (code === 0) return stdout.toString('utf8').trimEnd();
  throw new BatonError('git_failed', `The repository has no commit ${commit}. Fetch it, or look: git fsck.`);
}

const TREE_AT = 'tree '.length;

/** A commit as a line of a list. */
export interface CommitLine {
  readonly commit: string;
  readonly subject: string;
}

/** The commits that lead to one and to none of the others, newest first, up to a hundred. */
export async function commitsBeyond(
  repository: Repository,
  head: string,
  known: readonly string[],
): Promise<readonly CommitLine[]> {
  const ids = [checkId(repository, head), ...known.map((id) => `^${checkId(repository, id)}`)];
  const args = ['log', '-z', `--max-count=${MAX_LISTED}`, '--no-show-signature', '--format=%H %s', ...ids, '--'];
  const lines = (await git(placeOf(repository), args)).split('\0').filter((line) => line !== '');
  return lines.map((line) => ({ commit: line.slice(0, head.length), subject: line.slice(head.length + 1) }));
}

const MAX_LISTED = 100;

/** A commit of what is not there would damage the repository for whoever reads it next. */
async function checkThere(repository: Repository, tree: string, parents: readonly string[]): Promise<void> {
  const wanted = [{ id: tree, type: 'tree' }, ...parents.map((id) => ({ id, type: 'commit' }))];
  const unseen = wanted.filter(({ id, type }) => readLoose(repository, checkId(repository, id))?.type !== type);
  if (unseen.length === 0) return;
  const ids = unseen.map(({ id }) => `${id}\n`).join('');
  const format = '--batch-check=%(objectname) %(objecttype)';
  const there = (await git(placeOf(repository), ['cat-file', format], ids)).split('\n');
  const missing = unseen.find(({ id, type }, at) => there[at] !== `${id} ${type}`);
  if (missing === undefined) return;
  throw new BatonError('git_failed', `Cannot make a commit: the repository has no ${missing.type} ${missing.id}.`);
}

function placeOf({ commonDir }: Repository): GitPlace {
  return { cwd: commonDir, gitDir: commonDir };
}
