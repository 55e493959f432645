import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openRepository } from '../../sys/git/repository.ts';
import { openGitStore } from './git-store.ts';

const NOTES = 'tdd-handoffs';
const REF = `refs/notes/${NOTES}`;

async function open(path: string) {
  const store = openGitStore(await openRepository(path));
  onTestFinished(() => store.close());
  return store;
}

/** Commits of a repository, as many as asked for. */
function makeCommits(path: string, count: number): string[] {
  const tree = gitIn(path, 'rev-parse', 'HEAD^{tree}');
  return Array.from({ length: count }, (_, n) => gitIn(path, 'commit-tree', '-m', `c${n}`, tree));
}

function shown(path: string, commit: string): string {
  return gitIn(path, 'notes', `--ref=${NOTES}`, 'show', commit);
}

describe.each([
  ['an ordinary repository', []],
  ['a SHA-256 repository', ['--object-format=sha256']],
  ['a bare repository', ['--bare']],
])('notes in %s', (_, options) => {
  it('are read by git as they were written, and listed [R001-22]', async () => {
    const path = temporaryRepository(...options);
    const [first = '', second = ''] = makeCommits(path, 2);
    const store = await open(path);
    const texts = new Map([
      [first, '{"phase": "RED"}\n'],
      [second, 'two\nlines, ünïcode ✓\n'],
    ]);
    expect([...(await store.writeNotes(NOTES, texts))].sort()).toEqual([first, second].sort());
    expect(shown(path, first)).toBe('{"phase": "RED"}');
    expect(shown(path, second)).toBe('two\nlines, ünïcode ✓');
    expect(gitIn(path, 'notes', `--ref=${NOTES}`, 'list').split('\n')).toHaveLength(2);
    expect(await store.readNotes(NOTES)).toEqual(texts);
    expect(gitIn(path, 'fsck', '--full', '--strict', '--no-dangling')).not.toMatch(/error|missing/);
  });
});

describe('writing notes', () => {
  it('replaces the note of a commit and keeps all others [R001-28]', async () => {
    const path = temporaryRepository();
    const commits = makeCommits(path, 5);
    const store = await open(path);
    await store.writeNotes(NOTES, new Map(commits.map((commit) => [commit, 'old\n'])));
    expect(await store.writeNotes(NOTES, new Map([[commits[2] ?? '', 'new\n']]))).toEqual([commits[2]]);
    expect(commits.map((commit) => shown(path, commit))).toEqual(['old', 'old', 'new', 'old', 'old']);
  });

  it('writes nothing when nothing changes', async () => {
    const path = temporaryRepository();
    const texts = new Map(makeCommits(path, 3).map((commit) => [commit, 'text\n']));
    const store = await open(path);
    expect(await store.writeNotes(NOTES, new Map())).toEqual([]);
    expect(await store.listNotes()).toEqual([]);
    await store.writeNotes(NOTES, texts);
    const before = [gitIn(path, 'rev-parse', REF), gitIn(path, 'count-objects')];
    expect(await store.writeNotes(NOTES, texts)).toEqual([]);
    expect([gitIn(path, 'rev-parse', REF), gitIn(path, 'count-objects')]).toEqual(before);
  });

  it('works on notes that git laid out flat, and leaves alone those that are as they should be', async () => {
    const path = temporaryRepository();
    const [kept = '', same = '', replaced = ''] = makeCommits(path, 3);
    for (const commit of [kept, same, replaced]) {
      gitIn(path, 'notes', `--ref=${NOTES}`, 'add', '-m', 'by git', commit);
    }
    expect(gitIn(path, 'ls-tree', '--name-only', REF).split('\n')).toContain(kept);
    const store = await open(path);
    const texts = new Map([
      [same, 'by git\n'],
      [replaced, 'by Baton\n'],
    ]);
    expect(await store.writeNotes(NOTES, texts)).toEqual([replaced]);
    expect([kept, same, replaced].map((commit) => shown(path, commit))).toEqual(['by git', 'by git', 'by Baton']);
    expect(gitIn(path, 'notes', `--ref=${NOTES}`, 'list').split('\n')).toHaveLength(3);
    gitIn(path, 'notes', `--ref=${NOTES}`, 'append', '-m', 'and more', replaced);
    expect((await store.readNotes(NOTES)).get(replaced)).toBe('by Baton\n\nand more\n');
  });

  it('works on deeper fan-outs, on other files among the notes, and joins what stands twice', async () => {
    const path = temporaryRepository();
    const [deep = '', twice = ''] = makeCommits(path, 2);
    const blob = writeBlob(path, 'deep\n');
    const other = writeBlob(path, 'other\n');
    fillNotes(path, [
      [`${deep.slice(0, 2)}/${deep.slice(2, 4)}/${deep.slice(4)}`, blob],
      [twice, blob],
      [`${twice.slice(0, 2)}/${twice.slice(2)}`, other],
      ['README', other],
    ]);
    const store = await open(path);
    expect((await store.readNotes(NOTES)).get(deep)).toBe('deep\n');
    const texts = new Map([
      [deep, 'deeper\n'],
      [twice, 'deep\n'],
    ]);
    expect([...(await store.writeNotes(NOTES, texts))].sort()).toEqual([deep, twice].sort());
    expect(await store.readNotes(NOTES)).toEqual(texts);
    expect([shown(path, deep), shown(path, twice)]).toEqual(['deeper', 'deep']);
    const files = gitIn(path, 'ls-tree', '-r', '--name-only', REF).split('\n');
    expect(files).toHaveLength(3);
    expect(files).toContain('README');
    expect(files).toContain(`${deep.slice(0, 2)}/${deep.slice(2, 4)}/${deep.slice(4)}`);
  });

  it('loses nothing to others who write at the same time', async () => {
    const path = temporaryRepository();
    const stores = await Promise.all(Array.from({ length: 6 }, () => open(path)));
    const commits = makeCommits(path, 60);
    const writes = commits.map((commit, n) => {
      const store = stores[n % stores.length];
      return store?.writeNotes(NOTES, new Map([[commit, `note ${n}\n`]]));
    });
    await Promise.all(writes);
    expect(gitIn(path, 'notes', `--ref=${NOTES}`, 'list').split('\n')).toHaveLength(60);
    for (const [n, commit] of commits.entries()) expect(shown(path, commit)).toBe(`note ${n}`);
  });

  it('keeps three thousand notes readable by git, and adds one by rewriting one subtree', async () => {
    const path = temporaryRepository();
    const ids = Array.from({ length: 3000 }, (_, n) => hashOf(path, n));
    const store = await open(path);
    await store.writeNotes(NOTES, new Map(ids.map((id, n) => [id, `{"n": ${n}}\n`])));
    expect(gitIn(path, 'notes', `--ref=${NOTES}`, 'list').split('\n')).toHaveLength(3000);
    expect(shown(path, ids[1234] ?? '')).toBe('{"n": 1234}');
    const before = Number(gitIn(path, 'count-objects').split(' ')[0]);
    const [commit = ''] = makeCommits(path, 1);
    await store.writeNotes(NOTES, new Map([[commit, 'one more\n']]));
    expect(Number(gitIn(path, 'count-objects').split(' ')[0]) - before).toBe(5);
    expect((await store.readNotes(NOTES)).size).toBe(3001);
    gitIn(path, 'notes', `--ref=${NOTES}`, 'add', '-m', 'by git', 'HEAD');
    expect((await store.readNotes(NOTES)).size).toBe(3002);
    expect((await store.readNotes(NOTES)).get(ids[1234] ?? '')).toBe('{"n": 1234}\n');
  });

  it.each([
    '',
    'commits',
    '../x-handoffs',
    'a b-handoffs',
    'A-handoffs',
    '-x-handoffs',
    'x-handoffs.lock',
    'x/y-handoffs',
  ])('refuses the name %j', async (name) => {
    const path = temporaryRepository();
    const store = await open(path);
    await expect(store.readNotes(name)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(store.writeNotes(name, new Map())).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('refuses to put a note on what is no commit id', async () => {
    const store = await open(temporaryRepository());
    for (const commit of ['HEAD', 'a'.repeat(39), 'a'.repeat(64), 'A'.repeat(40)]) {
      await expect(store.writeNotes(NOTES, new Map([[commit, 'x']]))).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  it.each([
    ['a blob', (path: string) => writeBlob(path, 'no notes')],
    ['a tree', (path: string) => gitIn(path, 'rev-parse', 'HEAD^{tree}')],
    ['a tag of a blob', (path: string) => tagOf(path, writeBlob(path, 'no notes'))],
    ['an object that is not there', () => '1'.repeat(40)],
  ])('replaces what the ref points at where that is %s', async (_, make) => {
    const path = temporaryRepository();
    const [commit = ''] = makeCommits(path, 1);
    mkdirSync(join(path, '.git/refs/notes'), { recursive: true });
    writeFileSync(join(path, '.git', REF), `${make(path)}\n`);
    const store = await open(path);
    expect(await store.readNotes(NOTES)).toEqual(new Map());
    expect(await store.writeNotes(NOTES, new Map([[commit, 'text\n']]))).toEqual([commit]);
    expect(shown(path, commit)).toBe('text');
    expect(gitIn(path, 'rev-list', '--count', REF)).toBe('1');
  });

  it('says what to do when notes are damaged, and goes on once that is done', async () => {
    const path = temporaryRepository();
    const [commit = ''] = makeCommits(path, 1);
    const store = await open(path);
    await store.writeNotes(NOTES, new Map([[commit, 'text\n']]));
    const tree = gitIn(path, 'rev-parse', `${REF}^{tree}`);
    rmSync(join(path, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    const other = await open(path);
    await expect(other.readNotes(NOTES)).rejects.toThrow(/git update-ref -d refs\/notes\/tdd-handoffs/);
    await expect(other.writeNotes(NOTES, new Map([[commit, 'x']]))).rejects.toMatchObject({ code: 'storage_failed' });
    gitIn(path, 'update-ref', '-d', REF);
    await other.writeNotes(NOTES, new Map([[commit, 'text\n']]));
    expect(shown(path, commit)).toBe('text');
  });
});

function tagOf(path: string, object: string): string {
  const input = `object ${object}\ntype blob\ntag x\ntagger a <a@b> 0 +0000\n\nx\n`;
  return execFileSync('git', ['mktag'], { cwd: path, input, encoding: 'utf8' }).trim();
}

function writeBlob(path: string, input: string): string {
  return execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: path, input, encoding: 'utf8' }).trim();
}

/** Makes a notes ref of files at given paths. */
function fillNotes(path: string, files: readonly (readonly [string, string])[]): void {
  const options = { cwd: path, env: { ...process.env, GIT_INDEX_FILE: join(path, '.git/notes-index') } };
  for (const [name, blob] of files) {
    execFileSync('git', ['update-index', '--add', '--cacheinfo', `100644,${blob},${name}`], options);
  }
  const tree = execFileSync('git', ['write-tree'], { ...options, encoding: 'utf8' }).trim();
  gitIn(path, 'update-ref', REF, gitIn(path, 'commit-tree', '-m', 'notes', tree));
}

/** An id that looks like a commit's; notes do not ask whether the commit is there. */
function hashOf(_path: string, n: number): string {
  return n.toString(16).padStart(4, '0').split('').reverse().join('').repeat(10);
}
