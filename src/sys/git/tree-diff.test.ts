import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { type FileChange, fileChangeSchema } from '../../evidence/diff.ts';
import { openRepository } from './repository.ts';
import { treeDiff } from './tree-diff.ts';

const LONG = Array.from({ length: 40 }, (_, n) => `line ${n} of a file\n`).join('');

async function changed(
  before: Readonly<Record<string, string | Buffer>>,
  change: (path: string) => void,
  ...options: string[]
) {
  const path = temporaryRepository(...options);
  gitIn(path, 'config', 'gc.auto', '0');
  writeFiles(path, before as Record<string, string>);
  const first = commitAll(path);
  change(path);
  const second = commitAll(path);
  return { path, first, second, repository: await openRepository(path) };
}

const short = ({ kind, from, path }: FileChange) =>
  from === undefined ? `${kind} ${path}` : `${kind} ${from} ${path}`;

describe('the difference of two trees', () => {
  it.each([['sha1'], ['sha256']])('is in the form that is judged, renames and copies found (%s)', async (format) => {
    const { repository, first, second } = await changed(
      { 'src/a': LONG, 'src/b': `${LONG}b`, 'src/c': 'c', 'ü\n"': 'old' },
      (path) => {
        renameSync(join(path, 'src/a'), join(path, 'src/renamed'));
        writeFiles(path, { 'src/copy': `${LONG}b`, 'src/b': `${LONG}b\nmore`, 'new ö': 'n', 'ü\n"': 'new' });
        rmSync(join(path, 'src/c'));
      },
      `--object-format=${format}`,
    );
    const changes: readonly FileChange[] = await treeDiff(repository, first, second);
    for (const change of changes) expect(fileChangeSchema.parse(change)).toEqual(change);
    expect(changes.map(short).sort()).toEqual([
      'added new ö',
      'copied src/b src/copy',
      'deleted src/c',
      'modified src/b',
      'modified ü\n"',
      'renamed src/a src/renamed',
    ]);
    const edit = changes.find(({ path }) => path === 'ü\n"');
    expect(edit).toMatchObject({
      before: 'old',
      after: 'new',
      modeBefore: '100644',
      modeAfter: '100644',
      binary: false,
    });
    expect(edit?.blobAfter).toBe(gitIn(repository.cwd, 'hash-object', 'ü\n"'));
    const gone = changes.find(({ kind }) => kind === 'deleted');
    expect(gone).toMatchObject({ before: 'c', modeAfter: null });
    expect([gone?.after, gone?.blobAfter]).toEqual([undefined, undefined]);
  });

  it('finds copies of files that did not change', async () => {
    const { repository, first, second } = await changed({ a: LONG }, (path) => writeFiles(path, { b: LONG }));
    expect((await treeDiff(repository, first, second)).map(short)).toEqual(['copied a b']);
  });

  it('tells modes, links, submodules, binary files and other encodings', async () => {
    const { repository, first, second } = await changed(
      { run: '#', link: 'file', bin: 'a\0b', latin: Buffer.from([0x61, 0xe9]) },
      (path) => {
        chmodSync(join(path, 'run'), 0o755);
        rmSync(join(path, 'link'));
        symlinkSync('../ü', join(path, 'link'));
        writeFileSync(join(path, 'bin'), 'text');
        writeFileSync(join(path, 'latin'), Buffer.from([0x61, 0xe8]));
        mkdirSync(join(path, 'sub'));
        gitIn(path, 'update-index', '--add', '--cacheinfo', `160000,${gitIn(path, 'rev-parse', 'HEAD')},sub`);
      },
    );
    const changes = new Map((await treeDiff(repository, first, second)).map((change) => [change.path, change]));
    expect(changes.get('run')).toMatchObject({
      kind: 'modified',
      modeBefore: '100644',
      modeAfter: '100755',
      after: '#',
    });
    expect(changes.get('link')).toMatchObject({
      kind: 'typechange',
      modeAfter: '120000',
      before: 'file',
      after: '../ü',
    });
    expect(changes.get('bin')).toMatchObject({ binary: true, after: 'text' });
    expect(changes.get('bin')?.before).toBe(undefined);
    expect(changes.get('latin')).toMatchObject({ binary: false, before: 'a\u00e9', after: 'a\u00e8' });
    expect(changes.get('sub')).toMatchObject({ kind: 'added', modeAfter: '160000', blobAfter: first, binary: false });
    expect(changes.get('sub')?.after).toBe(undefined);
  });

  it('leaves out texts beyond the limits, and says nothing of files that are alike', async () => {
    const { repository, first, second } = await changed({ a: 'a', same: 's' }, (path) =>
      writeFiles(path, { a: 'x'.repeat(50), b: 'y'.repeat(10), c: 'z'.repeat(9) }),
    );
    const changes = await treeDiff(repository, first, second, { fileBytes: 20, totalBytes: 15 });
    expect(changes.map(({ path, before, after }) => [path, before, after?.length])).toEqual([
      ['a', 'a', undefined],
      ['b', undefined, 10],
      ['c', undefined, undefined],
    ]);
    expect(await treeDiff(repository, first, first)).toEqual([]);
  });

  it('of 5,000 changed and moved files comes with all texts', async () => {
    const names = Array.from({ length: 5000 }, (_, n) => `d${n % 50}/f${n}`);
    const { repository, first, second } = await changed(
      Object.fromEntries(names.map((name) => [name, `${LONG}${name}`])),
      (path) => {
        for (const name of names) writeFileSync(join(path, name), `${LONG}${name} changed`);
        renameSync(join(path, 'd1'), join(path, 'moved'));
      },
    );
    const changes = await treeDiff(repository, first, second);
    expect(changes.filter(({ kind }) => kind === 'renamed')).toHaveLength(100);
    expect(changes).toHaveLength(5000);
    expect(changes.every(({ before, after }) => before !== undefined && after !== undefined)).toBe(true);
  });

  it('runs nothing that attributes or settings name', async () => {
    const { path, repository, first, second } = await changed({ 'a.x': LONG }, (directory) =>
      writeFiles(directory, { 'a.x': `${LONG}y`, '.gitattributes': '*.x diff=evil\n' }),
    );
    gitIn(path, 'config', 'diff.evil.textconv', `touch ${path}/ran; cat`);
    gitIn(path, 'config', 'diff.evil.command', `touch ${path}/ran`);
    gitIn(path, 'config', 'diff.external', `touch ${path}/ran`);
    expect(await treeDiff(repository, first, second)).toHaveLength(2);
    expect(gitIn(path, 'status', '--porcelain')).toBe('');
  });

  it('of what is no tree, or not whole, is an error', async () => {
    const { path, repository, first, second } = await changed({ a: '1' }, (directory) =>
      writeFiles(directory, { a: '2' }),
    );
    await expect(treeDiff(repository, 'HEAD', second)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(treeDiff(repository, 'f'.repeat(40), second)).rejects.toMatchObject({ code: 'git_failed' });
    const blob = gitIn(path, 'rev-parse', 'HEAD:a');
    rmSync(join(path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await expect(treeDiff(repository, first, second)).rejects.toMatchObject({ message: /lacks the object/ });
  });
});
