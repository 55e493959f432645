import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openRefList } from './ref-list.ts';
import { openRepository } from './repository.ts';

const PREFIX = 'refs/baton/handoffs/';

it('a list of refs is the same one as long as none of them moved', async () => {
  const { path, refs } = await listOf('one', 'two');
  await sleep(SETTLED_MS);
  const before = refs();
  expect([...before.keys()]).toEqual([`${PREFIX}one`, `${PREFIX}two`]);
  expect(refs()).toBe(before);
  gitIn(path, 'update-ref', 'refs/heads/other', 'HEAD');
  expect(refs()).toBe(before);
});

it('a list of refs shows what another program did to them, at once', async () => {
  const { path, refs } = await listOf('one', 'two');
  await sleep(SETTLED_MS);
  refs();
  const commit = gitIn(path, 'commit-tree', '-m', 'next', 'HEAD^{tree}');
  gitIn(path, 'update-ref', `${PREFIX}one`, commit);
  expect(refs().get(`${PREFIX}one`)).toBe(commit);
  gitIn(path, 'update-ref', `${PREFIX}three`, commit);
  expect(refs().get(`${PREFIX}three`)).toBe(commit);
  await sleep(SETTLED_MS);
  refs();
  gitIn(path, 'pack-refs', '--all');
  expect([...refs().keys()]).toHaveLength(3);
  await sleep(SETTLED_MS);
  refs();
  gitIn(path, 'update-ref', '-d', `${PREFIX}two`);
  expect([...refs().keys()]).toEqual([`${PREFIX}one`, `${PREFIX}three`]);
});

it('a list of refs misses no change however quickly one follows the other', async () => {
  const { path, refs } = await listOf('one');
  const commits = Array.from({ length: 12 }, (_, n) => gitIn(path, 'commit-tree', '-m', `${n}`, 'HEAD^{tree}'));
  for (const commit of commits) {
    gitIn(path, 'update-ref', `${PREFIX}one`, commit);
    expect(refs().get(`${PREFIX}one`)).toBe(commit);
  }
});

it('there is nothing in a list of refs before there are any', async () => {
  const { path, refs } = await listOf();
  expect(refs().size).toBe(0);
  gitIn(path, 'update-ref', `${PREFIX}one`, 'HEAD');
  expect(refs().size).toBe(1);
});

const SETTLED_MS = 150;

async function listOf(...names: string[]) {
  const path = temporaryRepository();
  for (const name of names) gitIn(path, 'update-ref', `${PREFIX}${name}`, 'HEAD');
  return { path, refs: openRefList(await openRepository(path), PREFIX) };
}
