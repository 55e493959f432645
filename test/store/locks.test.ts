import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRepository } from '../../src/sys/git/repository.ts';
import { breakLock, fileId } from '../../src/sys/git/writer-file.ts';
import { gitIn, temporaryRepository } from '../repository.ts';
import { eventOf, lockFiles, openStore, writerFiles } from './journals.ts';

const RUN = 'runs/r1';
const REF = `refs/baton/${RUN}`;
const NEVER = Number.POSITIVE_INFINITY;

describe('the lock of a ref', () => {
  it('is broken at once where the Baton process that held it is dead', async () => {
    const path = temporaryRepository();
    const store = await openStore(path, { limitMs: 0, foreignGraceMs: NEVER });
    await kill(await holdLock(path));
    expect(lockFiles(path)).toHaveLength(1);
    expect((await store.append(RUN, undefined, eventOf(RUN))).ok).toBe(true);
    expect(lockFiles(path)).toEqual([]);
  });

  it('is taken away with the files of dead processes when a store is opened, so that git does not meet it', async () => {
    const path = temporaryRepository();
    await kill(await holdLock(path));
    await openStore(path);
    expect(lockFiles(path)).toEqual([]);
    expect(writerFiles(path)).toEqual([]);
    gitIn(path, 'update-ref', REF, 'HEAD');
  });

  it('is waited for where its owner lives, and the append fails in the end and changes nothing', async () => {
    const path = temporaryRepository();
    const store = await openStore(path, { limitMs: 300, foreignGraceMs: 0 });
    const holder = await holdLock(path);
    await expect(store.append(RUN, undefined, eventOf(RUN))).rejects.toMatchObject({ code: 'ref_locked' });
    expect(await store.head(RUN)).toBeUndefined();
    expect(lockFiles(path)).toHaveLength(1);
    expect(writerFiles(path)).toHaveLength(1);
    await kill(holder);
    expect((await store.append(RUN, undefined, eventOf(RUN))).ok).toBe(true);
  });

  it('is waited for until its owner gives it back', async () => {
    const path = temporaryRepository();
    const store = await openStore(path, { limitMs: 30_000, foreignGraceMs: NEVER });
    await holdLock(path);
    const appended = store.append(RUN, undefined, eventOf(RUN));
    await sleep(100);
    expect(lockFiles(path)).toHaveLength(1);
    rmSync(join(path, '.git', `${REF}.lock`));
    expect((await appended).ok).toBe(true);
  });

  it('of unknown owner is broken after a while without any git in the repository', async () => {
    const path = temporaryRepository();
    makeForeignLock(path);
    const store = await openStore(path, { limitMs: 30_000, foreignGraceMs: 100 });
    expect((await store.append(RUN, undefined, eventOf(RUN))).ok).toBe(true);
  });

  it('of unknown owner stays while a git works in any work tree of the repository', async () => {
    const path = temporaryRepository();
    const tree = `${path}-linked`;
    gitIn(path, 'worktree', 'add', '--quiet', '--detach', tree);
    onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
    makeForeignLock(path);
    const git = spawn('git', ['hash-object', '--stdin'], { cwd: tree, stdio: ['pipe', 'ignore', 'ignore'] });
    onTestFinished(() => kill(git));
    await once(git, 'spawn');
    const store = await openStore(path, { limitMs: 400, foreignGraceMs: 50 });
    await expect(store.append(RUN, undefined, eventOf(RUN))).rejects.toMatchObject({ code: 'ref_locked' });
    await kill(git);
    expect((await store.append(RUN, undefined, eventOf(RUN))).ok).toBe(true);
  });

  it('is broken by one process only, and a process that died over it is no hindrance', async () => {
    const path = temporaryRepository();
    const repository = await openRepository(path);
    const lock = makeForeignLock(path);
    const id = fileId(lock) ?? '';
    const claim = join(repository.batonDir, 'writers', `claim.${id}`);
    mkdirSync(dirname(claim), { recursive: true });
    await holdLock(path, 'refs/baton/runs/other');
    const [own = ''] = writerFiles(path);
    symlinkSync(own, claim);
    expect(breakLock(repository, lock, id)).toBe(false);
    expect(existsSync(lock)).toBe(true);
    rmSync(claim);
    symlinkSync(own.replace(/^\d+\.\d+/, '1.1'), claim);
    expect(breakLock(repository, lock, id)).toBe(true);
    expect(breakLock(repository, lock, id)).toBe(true);
    expect(existsSync(lock)).toBe(false);
    expect(writerFiles(path).filter((name) => name.startsWith('claim'))).toEqual([]);
  });
});

/** A lock as git makes it. */
function makeForeignLock(path: string): string {
  const lock = join(path, '.git', `${REF}.lock`);
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, '');
  return lock;
}

/** A process that holds the lock of a ref. */
async function holdLock(path: string, ref = REF): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'holder.mjs');
  const holder = spawn(process.execPath, [program, path, ref], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => kill(holder));
  await once(holder.stdout, 'data');
  return holder;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
