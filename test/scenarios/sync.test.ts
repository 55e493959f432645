import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { baton, batonAsync, batonJson } from '../baton.ts';
import { addEvents, bareRepository, cloneOf, refsOf, twoClones } from '../clones.ts';
import { IS_FULL } from '../full.ts';
import { gitIn, temporaryRepository } from '../repository.ts';

const MANY = IS_FULL ? 300 : 40;
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CREATE = ['handoff', 'create', '--from', 'dev', '--to', 'reviewer', '--task', 'Review the parser'];

describe('baton sync', () => {
  it('passes a handoff from one clone to another and back', async () => {
    const { one, two } = await twoClones();
    const { id } = batonJson(one.path, ...CREATE);
    expect(baton(one.path, 'sync')).toEqual({
      code: 0,
      out: `Exchanged with origin:\n  handoffs/${id}: sent`,
      err: '',
    });
    expect(baton(two.path, 'sync', 'origin').out).toContain(`handoffs/${id}: received`);
    expect(baton(two.path, 'handoff', 'accept', id, '--as', 'reviewer').code).toBe(0);
    expect(batonJson(two.path, 'sync').sent).toEqual([`handoffs/${id}`]);
    expect(batonJson(one.path, 'sync').received).toEqual([`handoffs/${id}`]);
    expect(baton(one.path, 'handoff', 'accept', id, '--as', 'other')).toMatchObject({
      code: 1,
      err: expect.stringContaining('accepted by reviewer'),
    });
    expect(baton(one.path, 'sync').out).toBe('Nothing new, here or at origin.');
  });

  it('tells what two clones continued differently and how to keep either, with exit code 1', async () => {
    const { one, two, remote } = await twoClones();
    const first = await addEvents(one.store, 'runs/stack', 3);
    baton(one.path, 'sync');
    baton(two.path, 'sync');
    const theirs = await addEvents(one.store, 'runs/stack', 1, { actor: 'one' });
    const ours = await addEvents(two.store, 'runs/stack', 2, { actor: 'two' });
    await addEvents(two.store, 'runs/queue', 1);
    baton(one.path, 'sync');
    const told = baton(two.path, 'sync');
    expect(told).toMatchObject({ code: 1, err: '' });
    expect(told.out).toContain('runs/queue: sent');
    expect(told.out).toContain(
      'runs/stack was continued differently here and at origin. The first 3 events are the same',
    );
    expect(gitIn(two.path, 'merge-base', ours, theirs)).toBe(first);
    expect(JSON.parse(baton(two.path, 'sync', '--json').out).diverged).toEqual([
      { journal: 'runs/stack', ours, theirs, common: 3 },
    ]);

    const [keepTheirs = '', keepOurs = ''] = told.out
      .split('\n')
      .flatMap((line) => /: +(git update.*)/.exec(line)?.[1] ?? []);
    shell(two.path, keepOurs);
    expect(baton(two.path, 'sync').code).toBe(0);
    expect(gitIn(remote, 'rev-parse', 'refs/baton/runs/stack')).toBe(ours);
    gitIn(remote, 'update-ref', 'refs/baton/runs/stack', theirs);
    shell(two.path, keepTheirs);
    expect(baton(two.path, 'sync').code).toBe(0);
    expect(refsOf(two.path, 'refs/baton/runs/stack')).toEqual([`refs/baton/runs/stack ${theirs}`]);
    expect(refsOf(two.path, 'refs/baton/set-aside')).toHaveLength(2);
    expect(refsOf(remote, 'refs/baton/set-aside')).toEqual([]);
  });

  it('of four clones at once, with many runs and notes each, loses nothing', { timeout: 240_000 }, async () => {
    const remote = bareRepository();
    const clones = await Promise.all(Array.from({ length: 4 }, () => cloneOf(remote)));
    for (let round = 0; round < 3; round++) {
      for (const [n, { path, store }] of clones.entries()) {
        const run = `r${round}-${n}`;
        const commit = gitIn(path, 'commit-tree', '-m', `feat: ${run}`, 'HEAD^{tree}');
        const head = await addEvents(store, `runs/${run}`, 2);
        const data = { commit, workflow: 'tdd', next_phase: 'refactor' };
        const event = {
          type: 'phase.completed',
          at: '2026-01-01T00:00:00.000Z',
          run,
          phase: 'green',
          actor: 'baton',
          data,
        };
        await store.append(`runs/${run}`, head, event, { anchor: commit });
      }
      const told = await Promise.all(clones.map(({ path }) => batonAsync(path, 'sync')));
      expect(told.map(({ code, err }) => ({ code, err }))).toEqual(told.map(() => ({ code: 0, err: '' })));
    }
    expect(refsOf(remote, 'refs/baton/runs')).toHaveLength(12);
    expect(gitIn(remote, 'notes', '--ref=tdd-handoffs', 'list').split('\n')).toHaveLength(12);
    for (const { path, store } of clones) {
      baton(path, 'sync');
      expect(await store.list('runs')).toHaveLength(12);
      expect(gitIn(path, 'notes', '--ref=tdd-handoffs', 'list').split('\n')).toHaveLength(12);
      expect(baton(path, 'verify', '--journal').code).toBe(0);
    }
    expect(gitIn(remote, 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
  });

  it(`carries ${MANY} archived runs in one ref`, async () => {
    const { one, two, remote } = await twoClones();
    for (let n = 0; n < MANY; n++) {
      await addEvents(one.store, `runs/r${n}`, 1, { type: 'run.started' });
      await addEvents(one.store, `runs/r${n}`, 1, { type: 'run.completed' });
    }
    await addEvents(one.store, 'runs/open', 1);
    expect(batonJson(one.path, 'sync').sent).toHaveLength(MANY + 1);
    const archived = batonJson(one.path, 'sync', '--archive');
    expect(archived.finished).toHaveLength(MANY);
    expect(archived.archived).toHaveLength(MANY);
    expect(refsOf(remote).map((line) => line.split(' ')[0])).toEqual([
      'refs/baton/archive/journals',
      'refs/baton/runs/open',
    ]);
    expect(batonJson(two.path, 'sync').received).toHaveLength(MANY + 1);
    expect(refsOf(two.path, 'refs/baton/runs')).toHaveLength(1);
    expect(await two.store.list('runs')).toHaveLength(MANY + 1);
    expect((await two.store.read(`runs/r${MANY - 1}`)).map(({ event }) => event.type)).toEqual([
      'run.started',
      'run.completed',
    ]);
    expect(baton(two.path, 'verify', '--journal').code).toBe(0);
  });

  it('works in SHA-256 repositories', async () => {
    const { one, two } = await twoClones('--object-format=sha256');
    const { id } = batonJson(one.path, ...CREATE);
    baton(one.path, 'handoff', 'reject', id, '--as', 'reviewer');
    expect(baton(one.path, 'sync', '--archive').out).toContain(`handoffs/${id}: finished, archived`);
    expect(baton(two.path, 'sync').out).toContain(`handoffs/${id}: received`);
    expect(batonJson(two.path, 'handoff', 'show', id).handoff.status).toBe('rejected');
  });

  it('refuses what is not a journal, by name, with exit code 1', async () => {
    const { one, remote } = await twoClones();
    const hostile = temporaryRepository();
    for (const name of ['UPPER', '$(id)', 'x'])
      gitIn(hostile, 'push', '--quiet', remote, `HEAD:refs/baton/runs/${name}`);
    await addEvents(one.store, 'runs/good', 1);
    const told = baton(one.path, 'sync');
    expect(told.code).toBe(1);
    expect(told.out).toContain('runs/good: sent');
    expect(told.out).toContain('Refused "runs/UPPER": This is not the name of a run');
    expect(told.out).toMatch(/Refused "runs\/x": Journal entry [0-9a-f]{40} cannot be read/);
    expect(told.out).toContain('Refused "runs/$(id)"');
  });

  it('ends with exit code 3 and one sentence when the remote takes nothing', async () => {
    const { one, remote } = await twoClones();
    hook(remote, 'exit 1');
    await addEvents(one.store, 'runs/a', 1);
    expect(baton(one.path, 'sync')).toEqual({
      code: 3,
      out: '',
      err: 'baton: Cannot send to origin: pre-receive hook declined.',
    });
  });

  it.each([
    ['nope', /There is no remote "nope"\. There are: origin\./],
    ['--upload-pack=x', /There is no remote "--upload-pack=x"\. There are: origin\./],
  ])('ends with exit code 2 for the remote %s, names those there are, and changes nothing', async (name, message) => {
    const one = await cloneOf(bareRepository());
    await addEvents(one.store, 'runs/a', 1, { type: 'run.completed' });
    const before = refsOf(one.path);
    const told = baton(one.path, 'sync', '--archive', '--', name);
    expect(told).toMatchObject({ code: 2, out: '' });
    expect(told.err).toMatch(message);
    expect(refsOf(one.path)).toEqual(before);
  });

  it('goes on after being killed while it sends', async () => {
    const { one, remote } = await twoClones();
    hook(remote, 'touch ../sending; sleep 1');
    await addEvents(one.store, 'runs/a', 1);
    const child = spawn(process.execPath, [MAIN, 'sync'], { cwd: one.path, stdio: 'ignore', detached: true });
    const ended = new Promise((resolve) => child.once('close', resolve));
    while (!existsSync(join(remote, '../sending'))) await sleep(20);
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
    await ended;
    hook(remote, 'exit 0');
    expect(baton(one.path, 'sync')).toMatchObject({ code: 0, err: '' });
    expect(refsOf(remote)).toHaveLength(1);
    expect(gitIn(one.path, 'fsck', '--no-dangling')).toBe('');
  });
});

function hook(remote: string, script: string): void {
  mkdirSync(join(remote, 'hooks'), { recursive: true });
  writeFileSync(join(remote, 'hooks/pre-receive'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(remote, 'hooks/pre-receive'), 0o755);
}

function shell(cwd: string, command: string): void {
  execFileSync('sh', ['-c', command], { cwd, stdio: 'pipe' });
}
