import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { openRepository } from '../../sys/git/repository.ts';
import { STORE_CONTRACT, sampleEvent } from '../../testing/store-contract.ts';
import { openGitStore } from './git-store.ts';
import { packJournals } from './housekeeping.ts';

async function open(path: string) {
  const store = openGitStore(await openRepository(path));
  onTestFinished(() => store.close());
  return store;
}

const KINDS: readonly (readonly [string, () => string])[] = [
  ['an ordinary repository', () => temporaryRepository()],
  ['a SHA-256 repository', () => temporaryRepository('--object-format=sha256')],
  ['a bare repository', () => temporaryRepository('--bare')],
  ['a linked work tree', linkedWorkTree],
  ['a clone with alternates', sharedClone],
  ['a path with spaces and unicode', () => repositoryAt(join(temporaryDirectory(), 'with späces ✓'))],
];

describe.each(KINDS)('the git store in %s', (_, repository) => {
  for (const { title, run } of STORE_CONTRACT) it(title, async () => run(await open(repository())));

  it('leaves a repository git finds nothing wrong with', async () => {
    const path = repository();
    const store = await open(path);
    const first = await store.append('runs/r1', undefined, sampleEvent(), { attachments: { 'a.txt': 'a' } });
    await store.append('runs/r1', first.head, sampleEvent());
    expect(gitIn(path, 'fsck', '--full', '--strict', '--no-dangling', 'refs/baton/runs/r1')).not.toMatch(
      /error|missing|dangling (?!tree)/,
    );
    expect(gitIn(path, 'rev-list', '--count', 'refs/baton/runs/r1')).toBe('2');
  });
});

describe('a journal in git', () => {
  it('reads well in git log', async () => {
    const path = temporaryRepository();
    const store = await open(path);
    const event = sampleEvent({ type: 'gate.refused', phase: 'green', cycle: 2, attempt: 3, actor: 'agent <x>\ny' });
    await store.append('runs/r1', undefined, event);
    expect(gitIn(path, 'log', '--format=%s | %an', 'refs/baton/runs/r1')).toBe(
      'baton: gate.refused green #2 (attempt 3) | agent x y',
    );
  });

  it('brings the empty tree of its plain entries where the repository has none', async () => {
    const path = temporaryDirectory();
    gitIn(path, 'init', '--quiet');
    writeFileSync(join(path, 'a.txt'), 'a');
    gitIn(path, 'add', 'a.txt');
    gitIn(path, 'commit', '--quiet', '--message', 'start');
    const store = await open(path);
    const first = await store.append('runs/r1', undefined, sampleEvent(), { attachments: { 'a.txt': 'a' } });
    await store.append('runs/r1', first.head, sampleEvent());
    expect(gitIn(path, 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
  });

  it('keeps the phase commit alive as a second parent', async () => {
    const path = temporaryRepository();
    const store = await open(path);
    const anchor = gitIn(path, 'commit-tree', '-m', 'feat: x', 'HEAD^{tree}');
    const started = await store.append('runs/r1', undefined, sampleEvent({ type: 'run.started' }));
    await store.append('runs/r1', started.head, sampleEvent({ type: 'phase.completed' }), { anchor });
    expect((await store.last('runs/r1'))?.anchor).toBe(anchor);
    gitIn(path, 'gc', '--quiet', '--prune=now', '--aggressive');
    expect(gitIn(path, 'cat-file', '-t', anchor)).toBe('commit');
    expect((await store.read('runs/r1')).map(({ event }) => event.type)).toEqual(['run.started', 'phase.completed']);
  });

  it('survives packing and collection by git, with writes in between', async () => {
    const path = temporaryRepository();
    const store = await open(path);
    let head: string | undefined;
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 20; n++) head = (await store.append('runs/r1', head, sampleEvent())).head;
      gitIn(path, 'pack-refs', '--all', '--prune');
      if (round % 2 === 0) gitIn(path, 'gc', '--quiet', '--prune=now');
      const other = await open(path);
      expect((await other.read('runs/r1')).length).toBe((round + 1) * 20);
      expect(await other.list('runs')).toEqual(['runs/r1']);
    }
  });

  it('is found among a hundred thousand packed refs', async () => {
    const path = temporaryRepository();
    const store = await open(path);
    const first = await store.append('runs/r1', undefined, sampleEvent());
    gitIn(path, 'pack-refs', '--all');
    const commit = gitIn(path, 'rev-parse', 'HEAD');
    const tags = Array.from({ length: 100_000 }, (_, n) => `${commit} refs/tags/t${String(n).padStart(6, '0')}\n`);
    const own = `${first.head} refs/baton/runs/r1\n${commit} refs/heads/main\n`;
    writeFileSync(
      join(path, '.git/packed-refs'),
      `# pack-refs with: peeled fully-peeled sorted \n${own}${tags.join('')}`,
    );
    const second = await store.append('runs/r1', first.head, sampleEvent());
    expect(second.ok).toBe(true);
    expect(gitIn(path, 'rev-parse', 'refs/baton/runs/r1')).toBe(second.head);
    expect(gitIn(path, 'tag', '--list').split('\n')).toHaveLength(100_000);
  });

  it('reads a long journal written elsewhere', async () => {
    const path = temporaryRepository();
    const writer = await open(path);
    let head: string | undefined;
    for (let n = 0; n < 300; n++) head = (await writer.append('runs/r1', head, sampleEvent({ data: { n } }))).head;
    const entries = await (await open(path)).read('runs/r1');
    expect(entries.map(({ event }) => event.data.n)).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  it('is read anew when its ref was replaced by another history', async () => {
    const path = temporaryRepository();
    const store = await open(path);
    let head: string | undefined;
    for (let n = 0; n < 80; n++) head = (await store.append('runs/r1', head, sampleEvent({ data: { n } }))).head;
    const shared = (await store.read('runs/r1'))[9]?.id ?? '';
    gitIn(path, 'update-ref', 'refs/baton/runs/r1', shared);
    const other = await open(path);
    let fork: string | undefined = shared;
    for (let n = 0; n < 60; n++) fork = (await other.append('runs/r1', fork, sampleEvent({ data: { fork: n } }))).head;
    expect((await store.read('runs/r1')).map(({ event }) => event.seq)).toEqual(
      Array.from({ length: 70 }, (_, n) => n + 1),
    );
  });

  it('has its loose objects packed before git would collect them', async () => {
    const path = temporaryRepository();
    gitIn(path, 'config', 'gc.auto', '400');
    const store = await open(path);
    let head: string | undefined;
    for (let n = 0; n < 700; n++)
      head = (await store.append('runs/r1', head, sampleEvent({ data: { n, salt: 2 } }))).head;
    const loose = readdirSync(join(path, '.git/objects')).includes('17')
      ? readdirSync(join(path, '.git/objects/17'))
      : [];
    expect(loose.length).toBeLessThanOrEqual(2);
    expect(Number(/in-pack: (\d+)/.exec(gitIn(path, 'count-objects', '-v'))?.[1])).toBeGreaterThan(100);
    expect((await store.read('runs/r1')).length).toBe(700);
  });

  it('stays whole when packed on demand', async () => {
    const path = temporaryRepository();
    const store = await open(path);
    await packJournals(await openRepository(path));
    const first = await store.append('runs/r1', undefined, sampleEvent(), { attachments: { 'a.txt': 'hello' } });
    await packJournals(await openRepository(path));
    expect(Number(/in-pack: (\d+)/.exec(gitIn(path, 'count-objects', '-v'))?.[1])).toBeGreaterThan(2);
    const [entry] = await (await open(path)).read('runs/r1');
    expect(entry?.id).toBe(first.head);
  });
});

describe('something foreign in a journal', () => {
  const cases: readonly (readonly [string, (path: string) => string, RegExp])[] = [
    ['a plain commit', (path) => gitIn(path, 'rev-parse', 'HEAD'), /its message is not an event/],
    ['a tree', (path) => gitIn(path, 'rev-parse', 'HEAD^{tree}'), /it is a tree, not a commit/],
    ['broken JSON', (path) => message(path, 'baton: x\n\n{"v": }\n'), /cannot be read: .*JSON/],
    ['the wrong shape', (path) => message(path, 'baton: x\n\n{"v": 1}\n'), /seq is missing/],
    ['another run', (path) => message(path, body({ run: 'other' })), /belongs to other, not to runs\/r1/],
    ['the wrong place', (path) => message(path, body({ seq: 2 }), 'HEAD'), /its message is not an event|place/],
  ];

  it.each(cases)('is an error that names the commit: %s', async (_, make, why) => {
    const path = temporaryRepository();
    const id = make(path);
    gitIn(path, 'update-ref', 'refs/baton/runs/r1', id);
    const store = await open(path);
    await expect(store.read('runs/r1')).rejects.toThrow(why);
    await expect(store.read('runs/r1')).rejects.toMatchObject({ code: 'corrupt_journal' });
  });

  it('is an error when the ref itself holds no id', async () => {
    const path = temporaryRepository();
    mkdirSync(join(path, '.git/refs/baton/runs'), { recursive: true });
    writeFileSync(join(path, '.git/refs/baton/runs/r1'), 'ref: refs/heads/main\n');
    const store = await open(path);
    await expect(store.head('runs/r1')).rejects.toMatchObject({ code: 'corrupt_journal' });
  });
});

function body(more: object): string {
  return `baton: x\n\n${JSON.stringify({ v: 1, seq: 1, ...sampleEvent(), ...more })}\n`;
}

function message(path: string, text: string, ...parents: string[]): string {
  const options = parents.flatMap((parent) => ['-p', parent]);
  return execFileSync('git', ['commit-tree', ...options, 'HEAD^{tree}'], {
    cwd: path,
    input: text,
    encoding: 'utf8',
  }).trim();
}

function repositoryAt(path: string): string {
  execFileSync('git', ['init', '--quiet', path]);
  gitIn(path, 'commit', '--quiet', '--allow-empty', '--message=start');
  return path;
}

function linkedWorkTree(): string {
  const main = temporaryRepository();
  const path = join(temporaryDirectory(), 'tree');
  gitIn(main, 'worktree', 'add', '--quiet', '--detach', path);
  return path;
}

function sharedClone(): string {
  const main = temporaryRepository();
  const path = join(temporaryDirectory(), 'clone');
  execFileSync('git', ['clone', '--quiet', '--shared', main, path]);
  return path;
}
