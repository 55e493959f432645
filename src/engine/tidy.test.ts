import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deadEnd, deadProcess } from '../../test/dead-process.ts';
import { temporaryDirectory, temporaryRepository } from '../../test/repository.ts';
import { openGitStore } from '../store/git/git-store.ts';
import { openRepository, type Repository } from '../sys/git/repository.ts';
import { writeKept } from '../sys/kept-file.ts';
import { takeOwnership } from '../sys/owner-lock.ts';
import { makePrivatePlace } from '../sys/private-place.ts';
import { takeSteadyPlace } from '../sys/steady-place.ts';
import { makeDemoProject } from './demo.ts';
import { proofLocks } from './proof-places.ts';
import { ownersIn } from './run/owner.ts';
import { tidyUp } from './tidy.ts';
import { openWorkbench } from './workbench.ts';

it('the workbench of a run that has ended is taken away, that of any other stays', async () => {
  const { repository, store, temporary } = await newPlace();
  for (const [run, type] of [
    ['over', 'run.aborted'],
    ['open', 'run.parked'],
    ['moved', 'run.aborted'],
  ]) {
    const event = { type, at: '2026-01-01T00:00:00.000Z', run, actor: 'baton', data: {} };
    await store.append(`runs/${run}`, undefined, event);
    await openWorkbench(repository, String(run));
  }
  takeOwnership(join(ownersIn(repository), 'moved'));
  await tidyUp(repository, store);
  expect(readdirSync(join(repository.batonDir, 'workbenches')).sort()).toEqual(['moved.json', 'open.json']);
  expect(readdirSync(temporary)).toHaveLength(2);
});

it('what a dead process worked in is taken away, with its locks', async () => {
  const { repository, store, temporary } = await newPlace();
  const lock = JSON.stringify({ ...deadProcess(), host: 'here', since: 'then' });
  for (const directory of [ownersIn(repository), proofLocks(repository)]) mkdirSync(directory, { recursive: true });
  writeFileSync(join(ownersIn(repository), 'r'), lock);
  writeFileSync(join(proofLocks(repository), 'baton-proof-0.lock'), lock);
  mkdirSync(join(repository.batonDir, `shadow-${deadEnd()}`));
  for (const name of ['baton-proof-0', `baton-session-${deadEnd()}`, `baton-proof-1.gone-${deadEnd()}`])
    mkdirSync(join(temporary, name, 'in'), { recursive: true, mode: 0o700 });
  await tidyUp(repository, store);
  expect(readdirSync(ownersIn(repository))).toEqual([]);
  expect(readdirSync(proofLocks(repository))).toEqual([]);
  expect(readdirSync(repository.batonDir).filter((name) => name.startsWith('shadow-'))).toEqual([]);
  expect(readdirSync(temporary).filter((name) => !name.includes('.gone-'))).toEqual([]);
});

it('what a living process works in is left alone', async () => {
  const { repository, store } = await newPlace();
  const session = makePrivatePlace('baton-session-');
  const proof = takeSteadyPlace('baton-proof', proofLocks(repository));
  writeKept(join(repository.batonDir, 'proofs', 'p.json'), {});
  await tidyUp(repository, store);
  expect([session, proof.path].every(existsSync)).toBe(true);
  expect(readdirSync(proofLocks(repository))).toEqual(['baton-proof-0.lock']);
  proof.release();
});

it('the project of a demo stays after its process has ended, until it was not used for a day', async () => {
  const { repository, store, temporary } = await newPlace();
  const script = join(temporary, 'script.yaml');
  const demos = [await makeDemoProject(script), await makeDemoProject(script), await makeDemoProject(script)];
  const [fresh = '', old = '', used = ''] = demos.map(({ path }) => path);
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const path of [old, used]) {
    for (const name of ['', '.git']) utimesSync(join(path, name), longAgo, longAgo);
  }
  mkdirSync(join(temporary, 'baton-demo-of-mine'));
  utimesSync(join(temporary, 'baton-demo-of-mine'), longAgo, longAgo);
  await tidyUp(await openRepository(used), store);
  expect([fresh, old, used, join(temporary, 'baton-demo-of-mine')].map((path) => existsSync(path))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  await tidyUp(repository, store);
  expect([fresh, used].map((path) => existsSync(path))).toEqual([true, false]);
});

/** A repository, and an empty directory for temporary files. */
async function newPlace(): Promise<{
  repository: Repository;
  store: ReturnType<typeof openGitStore>;
  temporary: string;
}> {
  const repository = await openRepository(temporaryRepository());
  const store = openGitStore(repository);
  const temporary = temporaryDirectory();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  onTestFinished(() => {
    store.close();
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  return { repository, store, temporary };
}
