import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JournalName } from '../../src/store/store.ts';
import { temporaryRepository } from '../repository.ts';
import { expectKept, expectSound, writerFiles } from './journals.ts';
import { canRunAs, runWriters, type Said, type WriterOptions } from './writers.ts';

const ONE: readonly JournalName[] = ['runs/r1'];
const EIGHT = Array.from({ length: 8 }, (_, n): JournalName => `runs/r${n + 1}`);

/** Eight processes may have to share one core with other tests. */
const PATIENT = { timeout: 240_000 };

describe('eight processes that write at the same time', PATIENT, () => {
  it.each([
    ['to one run', ONE],
    ['to eight runs', EIGHT],
  ])('lose nothing and record nothing twice: %s', async (_, journals) => {
    const repository = temporaryRepository();
    const said = await runWriters(eight({ repository, journals, events: 200 }));
    await expectAllKept(repository, journals, said, 1_600);
  });

  it('create a run once, and the others are told by what', async () => {
    const repository = temporaryRepository();
    const journals = Array.from({ length: 20 }, (_, n): JournalName => `runs/new-${n}`);
    const create = { startAt: Date.now() + 1_500, everyMs: 60 };
    const said = await runWriters(eight({ repository, journals, create }));
    expect(said.flatMap(({ errors }) => errors)).toEqual([]);
    for (const journal of journals) {
      const told = (kind: 'acks' | 'losses') => said.flatMap((one) => one[kind].filter((at) => at.journal === journal));
      const [winner] = told('acks');
      expect(told('acks')).toHaveLength(1);
      expect(told('losses').map(({ head }) => head)).toEqual(Array.from({ length: 7 }, () => winner?.head));
    }
    await expectKept(
      repository,
      journals,
      said.flatMap(({ acks }) => acks),
      0,
    );
  });
});

describe('writers while git tidies up', PATIENT, () => {
  it.each([
    ['packs refs', ['pack-refs', '--all', '--prune']],
    ['collects garbage', ['gc', '--quiet']],
    ['collects garbage into a pack of its own', ['gc', '--quiet', '--cruft']],
  ])('lose nothing and meet no error: it %s', async (_, command) => {
    const repository = temporaryRepository();
    const stop = keepRunning(repository, command);
    const said = await runWriters(four({ repository, journals: ONE, events: 60 }));
    await stop();
    await expectAllKept(repository, ONE, said, 240);
  });
});

describe('writers in containers of their own', PATIENT, () => {
  it('do not take each other for dead', async (ctx) => {
    const through = ['unshare', '--pid', '--fork', '--mount-proc'];
    if (!canRunAs(through)) ctx.skip('needs root and unshare: another process namespace cannot be made');
    const repository = temporaryRepository();
    const said = await runWriters(four({ repository, journals: ONE, events: 100 }), { through });
    await expectAllKept(repository, ONE, said, 400);
  });
});

async function expectAllKept(path: string, journals: readonly JournalName[], said: readonly Said[], count: number) {
  const acks = said.flatMap((one) => one.acks);
  expect(said.flatMap(({ errors }) => errors)).toEqual([]);
  expect(acks).toHaveLength(count);
  await expectKept(path, journals, acks, 0);
  expectSound(path);
  expect(writerFiles(path)).toEqual([]);
}

function eight(options: Omit<WriterOptions, 'writer'>): WriterOptions[] {
  return Array.from({ length: 8 }, (_, n) => ({ ...options, writer: `w${n + 1}` }));
}

function four(options: Omit<WriterOptions, 'writer'>): WriterOptions[] {
  return eight(options).slice(0, 4);
}

/** Runs a git command again and again; what it finds wrong about refs that move meanwhile is its own affair. */
function keepRunning(cwd: string, command: readonly string[]): () => Promise<void> {
  let stopped = false;
  const loop = (async () => {
    while (!stopped) {
      const git = spawn('git', command, { cwd, stdio: 'ignore' });
      await new Promise((resolve) => git.once('exit', resolve));
    }
  })();
  const stop = async () => {
    stopped = true;
    await loop;
  };
  onTestFinished(stop);
  return stop;
}
