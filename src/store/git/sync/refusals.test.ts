import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addEvents,
  bareRepository,
  type Clone,
  cloneOf,
  openStore,
  refsOf,
  sync,
  twoClones,
} from '../../../../test/clones.ts';
import { gitIn, temporaryRepository } from '../../../../test/repository.ts';
import { openRepository } from '../../../sys/git/repository.ts';
import { sampleEvent } from '../../../testing/store-contract.ts';
import { packJournals } from '../housekeeping.ts';

describe('what a remote has that is not a journal', () => {
  const cases: readonly (readonly [string, string, (path: string) => string, RegExp])[] = [
    ['a commit of somebody else', 'runs/x', (path) => gitIn(path, 'rev-parse', 'HEAD'), /[0-9a-f]{40} .*not an event/],
    ['a blob', 'runs/x', (path) => stored(path, 'hello'), /[0-9a-f]{40} .*it is a blob, not a commit/],
    ['a tree', 'handoffs/x', (path) => gitIn(path, 'rev-parse', 'HEAD^{tree}'), /it is a tree, not a commit/],
    ['a tag', 'runs/x', (path) => tagged(path), /it is a tag, not a commit/],
    ['an upper-case name', 'runs/UPPER', (path) => entry(path, {}), /not the name of a run/],
    ['a nested name', 'runs/a/b', (path) => entry(path, {}), /not the name of a run/],
    ['a name with a dot', 'handoffs/x.y', (path) => entry(path, {}), /not the name of a run/],
    ['a name that means something to a shell', 'runs/$(id);`id`', (path) => entry(path, {}), /not the name/],
    ['another archive', 'archive/mine', (path) => entry(path, {}), /not the name of a run/],
    [
      'the journal of another run',
      'runs/x',
      (path) => entry(path, { run: 'other' }),
      /belongs to other, not to runs\/x/,
    ],
    ['a journal without its beginning', 'runs/x', (path) => entry(path, { seq: 2 }, 'HEAD'), /not an event/],
    ['a gap', 'runs/x', (path) => entry(path, { seq: 3 }, entry(path, {})), /event 1 but stands at place 2/],
    ['a folder among the attachments', 'runs/x', (path) => withFolder(path), /"sub" is not a file/],
    ['an archive that is a blob', 'archive/journals', (path) => stored(path, 'x'), /it is a blob, not a commit/],
    [
      'an archive of files',
      'archive/journals',
      (path) => archiveOf(path, 'blob'),
      /is not where a run or handoff ends/,
    ],
    ['an archive of what it does not hold', 'archive/journals', (path) => archiveOf(path, 'commit'), /does not hold/],
    ['notes that are a blob', '../notes/tdd-handoffs', (path) => stored(path, 'x'), /it is a blob, not a commit/],
  ];

  it.each(cases)('is refused by name and disturbs nothing else: %s', async (_, name, make, why) => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/good', 2);
    await sync(one);
    const hostile = temporaryRepository();
    const ref = name.startsWith('../') ? `refs/${name.slice(3)}` : `refs/baton/${name}`;
    gitIn(hostile, 'push', '--quiet', remote, `${make(hostile)}:${ref}`);
    await addEvents(two.store, 'runs/mine', 1);
    const before = refsOf(remote, ref);
    const report = await sync(two);
    expect(report).toMatchObject({ received: ['runs/good'], sent: ['runs/mine'], diverged: [] });
    expect(report.refused).toEqual([{ journal: name.replace('../', ''), why: expect.stringMatching(why) }]);
    expect(refsOf(remote, ref)).toEqual(before);
    await packJournals(await openRepository(two.path));
    expect((await two.store.read('runs/good')).length).toBe(2);
    expect(refsOf(two.path, 'refs/baton/runs', 'refs/baton/handoffs', 'refs/baton/archive', 'refs/notes')).toHaveLength(
      2,
    );
  });

  it('does not touch a journal of that name here', async () => {
    const { one, remote } = await twoClones();
    const head = await addEvents(one.store, 'runs/x', 2);
    gitIn(one.path, 'push', '--quiet', remote, 'HEAD:refs/baton/runs/x');
    expect((await sync(one)).refused).toMatchObject([{ journal: 'runs/x' }]);
    expect(await one.store.head('runs/x')).toBe(head);
  });

  it('keeps a damaged journal here from being sent', async () => {
    const { one, remote } = await twoClones();
    gitIn(one.path, 'update-ref', 'refs/baton/runs/x', 'HEAD');
    await addEvents(one.store, 'runs/good', 1);
    expect(await sync(one)).toMatchObject({ sent: ['runs/good'], refused: [{ journal: 'runs/x' }] });
    expect(refsOf(remote)).toHaveLength(1);
  });
});

describe('what never leaves', () => {
  it('is everything under refs/baton but runs, handoffs and the archive', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 1);
    await one.store.local.put('a', 'transcript.txt', 'secret', '2026-01-01T00:00:00.000Z');
    gitIn(one.path, 'update-ref', 'refs/baton/local/b', 'HEAD');
    gitIn(one.path, 'update-ref', 'refs/baton/set-aside/runs/a', 'HEAD');
    gitIn(one.path, 'tag', '-a', '-m', 'a tag', 'v1', (await one.store.head('runs/a')) ?? '');
    gitIn(one.path, 'config', 'push.followTags', 'true');
    await sync(one);
    await sync(one);
    expect(refsOf(remote).map((line) => line.split(' ')[0])).toEqual(['refs/baton/runs/a']);
    gitIn(one.path, 'push', '--quiet', 'origin', 'refs/baton/local/b', 'refs/heads/main');
    await sync(two);
    expect(refsOf(two.path, 'refs/baton/local', 'refs/remotes', 'refs/tags')).toEqual([]);
    expect(existsSync(join(two.path, '.git/FETCH_HEAD'))).toBe(false);
  });
});

describe('a remote that does not take what is sent', () => {
  it('is told in its own words and leaves everything here as it was', async () => {
    const { one, remote } = await twoClones();
    hook(join(remote, 'hooks'), 'pre-receive', 'echo "no runs on Fridays" >&2; exit 1');
    await addEvents(one.store, 'runs/a', 2);
    const before = refsOf(one.path);
    await expect(sync(one)).rejects.toMatchObject({
      code: 'git_failed',
      message: 'Cannot send to origin: pre-receive hook declined; no runs on Fridays.',
    });
    expect(refsOf(one.path)).toEqual(before);
    expect(refsOf(remote)).toEqual([]);
  });

  it('is told when it is not there', async () => {
    const one = await cloneOf('/nowhere/at/all.git');
    await expect(sync(one)).rejects.toMatchObject({
      code: 'git_failed',
      message: "Cannot fetch from origin: '/nowhere/at/all.git' does not appear to be a git repository.",
    });
  });

  it('is told without the password in its address', async () => {
    const one = await cloneOf('unused');
    const told = sync(one, 'https://me:pa55word@127.0.0.1:1/x.git');
    await expect(told).rejects.toMatchObject({ code: 'git_failed' });
    await expect(told).rejects.not.toMatchObject({ message: expect.stringContaining('pa55word') });
  });
});

describe('the remote', () => {
  it('is the one that is set, or origin, or the only one', async () => {
    const remote = bareRepository();
    const { store, path } = await cloneOf(remote);
    const usual = () => store.sync(undefined, { project: async () => undefined });
    gitIn(path, 'remote', 'add', 'other', remote);
    expect((await usual()).remote).toBe('origin');
    gitIn(path, 'config', 'baton.remote', 'other');
    expect((await usual()).remote).toBe('other');
    gitIn(path, 'config', '--unset', 'baton.remote');
    gitIn(path, 'remote', 'remove', 'origin');
    expect((await usual()).remote).toBe('other');
    gitIn(path, 'remote', 'add', 'third', remote);
    await expect(usual()).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('other, third'),
    });
    gitIn(path, 'remote', 'remove', 'other');
    gitIn(path, 'remote', 'remove', 'third');
    await expect(usual()).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('no remote') });
  });

  it.each(['nope', '--upload-pack=touch x', '-q', '', 'no/such/directory'])('is not found as %j', async (name) => {
    const one = await cloneOf(bareRepository());
    await expect(sync(one, name)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('There are: origin'),
    });
  });

  it('is never a command', async () => {
    const one = await cloneOf(bareRepository());
    await expect(sync(one, 'ext::sh -c "touch pwned"')).rejects.toMatchObject({ code: 'git_failed' });
    gitIn(one.path, 'remote', 'add', 'sly', 'ext::sh -c "touch pwned"');
    await expect(sync(one, 'sly')).rejects.toMatchObject({ code: 'git_failed' });
    expect(existsSync(join(one.path, 'pwned'))).toBe(false);
  });

  it('can be given by path, also from below the top of a work tree, and by a name git would not put into a ref', async () => {
    const { one, two, remote } = await twoClones();
    await addEvents(one.store, 'runs/a', 1);
    expect(await sync(one, remote)).toMatchObject({ remote, sent: ['runs/a'] });
    gitIn(two.path, 'remote', 'add', 'team/x.y', '../shared.git');
    const nested = join(remote, '..', 'work', 'deep');
    execFileSync('git', ['clone', '--quiet', two.path, join(nested, '..')]);
    mkdirSync(nested);
    const deep: Clone = { path: nested, store: await openStore(nested) };
    gitIn(nested, 'remote', 'add', 'team/x.y', '../shared.git');
    expect(await sync(deep, 'team/x.y')).toMatchObject({ remote: 'team/x.y', received: ['runs/a'] });
    expect(await sync(deep, '../../shared.git')).toMatchObject({ remote, received: [] });
  });

  it('may be mirrored without anything here being overwritten', async () => {
    const { one, two } = await twoClones();
    const first = await addEvents(one.store, 'runs/a', 1);
    await sync(one);
    gitIn(two.path, 'config', 'remote.origin.fetch', '+refs/*:refs/*');
    gitIn(two.path, 'config', 'remote.origin.mirror', 'true');
    await sync(two);
    const ours = await addEvents(two.store, 'runs/a', 1, { actor: 'two' });
    await addEvents(two.store, 'runs/b', 1);
    await addEvents(one.store, 'runs/a', 1, { actor: 'one' });
    await sync(one);
    expect(await sync(two)).toMatchObject({ sent: ['runs/b'], diverged: [{ journal: 'runs/a', ours }] });
    expect(await two.store.head('runs/a')).toBe(ours);
    expect(gitIn(two.path, 'rev-parse', `${ours}~1`)).toBe(first);
  });

  it("is reached without this repository's hooks", async () => {
    const one = await cloneOf(bareRepository());
    for (const name of ['pre-push', 'reference-transaction', 'post-checkout']) {
      hook(join(one.path, '.git/hooks'), name, 'touch hook-ran; exit 1');
    }
    await addEvents(one.store, 'runs/a', 1);
    expect((await sync(one)).sent).toEqual(['runs/a']);
    expect(existsSync(join(one.path, 'hook-ran'))).toBe(false);
  });
});

function hook(directory: string, name: string, script: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(directory, name), 0o755);
}

function piped(path: string, input: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: path, input, encoding: 'utf8' }).trim();
}

function stored(path: string, text: string): string {
  return piped(path, text, 'hash-object', '-w', '--stdin');
}

function tagged(path: string): string {
  gitIn(path, 'tag', '-a', '-m', 'x', 'mark', entry(path, {}));
  return gitIn(path, 'rev-parse', 'refs/tags/mark');
}

/** A commit that is an event of the run `x`, but for what is said otherwise. */
function entry(path: string, more: object, parent?: string, tree = 'HEAD^{tree}'): string {
  const text = `baton: x\n\n${JSON.stringify({ v: 1, seq: 1, ...sampleEvent({ run: 'x' }), ...more })}\n`;
  return piped(path, text, 'commit-tree', ...(parent === undefined ? [] : ['-p', parent]), tree);
}

function withFolder(path: string): string {
  const inner = piped(path, `100644 blob ${stored(path, 'x')}\tfile\n`, 'mktree');
  return entry(path, {}, undefined, piped(path, `040000 tree ${inner}\tsub\n`, 'mktree'));
}

/** An archive commit with one run, none of whose parents lead there. */
function archiveOf(path: string, kind: 'blob' | 'commit'): string {
  const [mode, id] = kind === 'blob' ? ['100644', stored(path, 'x')] : ['160000', entry(path, {})];
  const runs = piped(path, `${mode} ${kind} ${id}\tx\n`, 'mktree');
  return gitIn(path, 'commit-tree', '-m', 'archive', piped(path, `040000 tree ${runs}\truns\n`, 'mktree'));
}
