import { expect, it } from 'vitest';
import { writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { diffTexts } from './diff-text.ts';
import { openRepository } from './repository.ts';

async function twoTrees(before: Record<string, string>, after: Record<string, string>) {
  const path = temporaryRepository();
  const treeOf = (files: Record<string, string>) => {
    writeFiles(path, files);
    gitIn(path, 'add', '--all');
    return gitIn(path, 'write-tree');
  };
  return [await openRepository(path), treeOf(before), treeOf(after)] as const;
}

it('two trees are told as lines won and lost, and as a patch', async () => {
  const [repository, before, after] = await twoTrees({ a: '1\n', b: '1\n' }, { a: '1\n2\n', c: 'new\n' });
  const { stat, patch } = await diffTexts(repository, before, after, 10_000);
  expect(stat.split('\n').map((line) => line.trim())).toEqual([
    'a | 1 +',
    'c | 1 +',
    '2 files changed, 2 insertions(+)',
    '',
  ]);
  expect(patch).toMatch(/^diff --git a\/a b\/a\n[\s\S]*^\+2\n[\s\S]*^\+new\n$/m);
});

it('a long patch loses its end, and the same tree has none', async () => {
  const [repository, before, after] = await twoTrees({ a: '1\n' }, { a: `${'x'.repeat(5000)}\n` });
  const { patch, omitted } = await diffTexts(repository, before, after, 500);
  expect(omitted).toBeGreaterThan(4_000);
  expect(patch.length).toBeLessThan(600);
  expect(patch).toMatch(/more characters \.\.\.\]\n$/);
  expect(await diffTexts(repository, after, after, 500)).toEqual({ stat: '', patch: '', omitted: 0 });
});

it('a file without lines is told too', async () => {
  const [repository, before, after] = await twoTrees({ a: '1\n' }, { empty: '' });
  expect(await diffTexts(repository, before, after, 500)).toMatchObject({ stat: expect.stringContaining('empty | 0') });
});
