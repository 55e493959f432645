import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeFiles } from '../../test/engine/benches.ts';
import { gitIn, temporaryRepository } from '../../test/repository.ts';
import { openRepository } from '../sys/git/repository.ts';
import { listTree } from '../sys/git/tree-listing.ts';
import { openKeptPlaces, type ProofPlace } from './proof-places.ts';

async function keptPlaces() {
  const path = temporaryRepository();
  writeFiles(path, { 'src/x': 'x\n' });
  gitIn(path, 'add', '--all');
  const repository = await openRepository(path);
  const places = openKeptPlaces(repository, (tree) => listTree(repository, tree));
  onTestFinished(() => places.close());
  return { places, tree: gitIn(path, 'write-tree') };
}

/** What a proof finds, before it leaves something everywhere. */
async function look({ project, scratch }: ProofPlace) {
  const names = [readdirSync(project), readdirSync(scratch)];
  const text = readFileSync(join(project, 'src/x'), 'utf8');
  writeFiles(project, { left: 'x', 'src/x': 'changed' });
  writeFileSync(join(scratch, 'left'), 'x');
  return { names, text, project };
}

const CLEAN = { names: [['src'], []], text: 'x\n' };

it('every proof finds the files of its tree and nothing of the proof before, at the same place', async () => {
  const { places, tree } = await keptPlaces();
  const first = await places.within(tree, look);
  expect(first).toMatchObject(CLEAN);
  expect(await places.within(tree, look)).toEqual(first);
});

it('two proofs at once have a place each', async () => {
  const { places, tree } = await keptPlaces();
  const [outer, inner] = await places.within(tree, async (place) => {
    const other = await places.within(tree, look);
    return [await look(place), other] as const;
  });
  expect([outer, inner]).toMatchObject([CLEAN, CLEAN]);
  expect(inner.project).not.toBe(outer.project);
});

it('nothing is left once the place is given up, and the next proof gets another', async () => {
  const { places, tree } = await keptPlaces();
  const { project } = await places.within(tree, look);
  expect(existsSync(project)).toBe(true);
  places.close();
  expect(existsSync(dirname(project))).toBe(false);
  expect(await places.within(tree, look)).toMatchObject(CLEAN);
});

it('a place is made anew after a failure, and after temporary files were cleared', async () => {
  const { places, tree } = await keptPlaces();
  const failing = places.within(tree, async ({ project }) => {
    writeFiles(project, { left: 'x' });
    throw new Error('no tests today');
  });
  await expect(failing).rejects.toThrow('no tests today');
  const { project, ...found } = await places.within(tree, look);
  expect(found).toEqual(CLEAN);
  rmSync(dirname(project), { recursive: true });
  expect(await places.within(tree, look)).toMatchObject(CLEAN);
});

it('what is done to files of the tree is seen, also where they are as they were again', async () => {
  const { places, tree } = await keptPlaces();
  const untouched = await places.within(tree, async ({ project, touched }) => {
    writeFiles(project, { left: 'x' });
    return touched();
  });
  expect(untouched).toEqual([]);
  const restored = await places.within(tree, async ({ project, touched }) => {
    writeFiles(project, { 'src/x': 'changed' });
    writeFiles(project, { 'src/x': 'x\n' });
    return touched();
  });
  expect(restored).toEqual(['src/x']);
  const removed = await places.within(tree, async ({ project, touched }) => {
    rmSync(join(project, 'src/x'));
    return touched();
  });
  expect(removed).toEqual(['src/x']);
  expect(await places.within(tree, async ({ touched }) => touched())).toEqual([]);
});

it('proofs beside others have directories that tell nothing, and the builds of the run', async () => {
  const { places, tree } = await keptPlaces();
  const kept = await places.within(tree, async (place) => place);
  const besides: ProofPlace[] = [];
  for (let times = 0; times < 8; times++) besides.push(await places.within(tree, async (place) => place, true));
  expect(new Set(besides.map(({ project }) => project)).size).toBeGreaterThan(1);
  expect(besides.map(({ project }) => project)).not.toContain(kept.project);
  expect(new Set(besides.map(({ builds }) => builds))).toEqual(new Set([kept.builds]));
});
