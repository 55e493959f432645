import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { baton, RUN, startRun } from './command.ts';
import { commitFiles, newProject, rewritePlan } from './project.ts';
import { ITEMS, LIST, ONE_TEST, SECOND_TEST, TEST } from './sum.ts';

const SECOND_RUN = [
  { phase: 'plan', cycle: 1, write: { [LIST]: `- [ ] ${ITEMS[1]}\n` } },
  { phase: 'red', cycle: 1, append: { [TEST]: SECOND_TEST } },
  {
    phase: 'green',
    cycle: 1,
    write: { 'src/sum.js': 'export const sum = (all) => all.reduce((a, b) => a + b, 0);\n' },
  },
];

it('each run becomes one commit of the branch, without its test list, and is shown as merged', {
  timeout: 180_000,
}, async () => {
  const project = newProject([ONE_TEST]);
  const { path } = project;
  const stateOf = async (run: string) => JSON.parse((await baton(project, 'status', run, '--json')).out).runs[0];
  const firstParents = () => gitIn(path, 'log', '--first-parent', '--format=%s').split('\n');

  expect((await startRun(project)).code).toBe(0);
  expect((await stateOf(RUN)).state).toBe('completed');
  expect(await baton(project, 'merge', RUN)).toMatchObject({ code: 0, out: /^Merged sum into main as / });
  expect(firstParents()).toHaveLength(2);
  expect(gitIn(path, 'ls-files').split('\n')).toEqual(['package.json', 'src/sum.js', TEST]);
  const head = gitIn(path, 'rev-parse', 'HEAD');
  expect(await stateOf(RUN)).toMatchObject({ state: 'merged', merged: { into: 'main', commit: head } });
  expect((await baton(project, 'merge', RUN, '--squash')).out).toBe('sum is already merged into main.');

  rewritePlan(project, SECOND_RUN);
  expect((await startRun(project, '--name', 'second')).code).toBe(0);
  commitFiles(path, { 'beside.txt': 'meanwhile' }, 'Something else');
  expect((await baton(project, 'merge', 'second', '--squash')).code).toBe(0);
  expect(firstParents()).toHaveLength(4);
  expect(gitIn(path, 'log', '-1', '--format=%P').split(' ')).toHaveLength(1);
  expect(gitIn(path, 'log', '-1', '--format=%B')).toMatch(/\n\nBaton-Run: second\nBaton-Journal: [0-9a-f]{40}$/);
  expect(await stateOf('second')).toMatchObject({ state: 'merged', merged: { into: 'main' } });
  expect((await baton(project, 'merge', 'second')).out).toBe('second is already merged into main.');
  expect((await baton(project, 'verify')).code).toBe(0);

  gitIn(path, 'branch', 'mine');
  const { out } = await baton(project, 'clean', '--dry-run');
  expect(out).toMatch(/^branch +baton\/second$/m);
  expect(out).toMatch(/^attempts +\d+ B +second$/m);
  expect(out).toMatch(/Would remove \d+ items \(\S+ KB\)\.$/);
  expect((await baton(project, 'clean')).out).toBe(out.replace('Would remove', 'Removed'));
  expect(gitIn(path, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/baton')).toBe(
    ['refs/baton/runs/second', 'refs/baton/runs/sum', 'refs/heads/main', 'refs/heads/mine'].join('\n'),
  );
  expect((await baton(project, 'clean')).out).toBe('Nothing to clean.');
  expect((await stateOf('second')).state).toBe('merged');
  commitFiles(path, { 'src/sum.js': 'export const sum = () => 3;\n' }, 'x');
  gitIn(path, 'reset', '--quiet', '--soft', 'HEAD~1');
  gitIn(path, 'commit', '--quiet', '--amend', '--no-edit');
  const told = await baton(project, 'verify', 'second');
  expect(told).toMatchObject({ code: 1, out: /says it merges this run, but these files differ: src\/sum\.js/ });

  expect(await baton(project, 'clean', '--all')).toMatchObject({ code: 2, err: /cannot be undone\. Pass --yes/ });
  expect((await baton(project, 'clean', '--all', '--yes')).code).toBe(0);
  expect(gitIn(path, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\nrefs/heads/mine');
  expect((await baton(project, 'status')).out).toMatch(/^There are no runs yet/);
});

it('the list is merged where the branch tracks it or it is asked for, and the tree without it is the one proved', {
  timeout: 180_000,
}, async () => {
  const project = newProject([ONE_TEST]);
  const { path } = project;
  const start = gitIn(path, 'rev-parse', 'HEAD');
  expect((await startRun(project)).code).toBe(0);
  const planned = gitIn(path, 'log', '--format=%H', '--grep=^plan:', `${start}..baton/${RUN}`);
  gitIn(path, 'branch', 'tracking', planned.split('\n').at(-1) ?? '');
  gitIn(path, 'branch', 'asking', start);
  const filesOf = (branch: string) => gitIn(path, 'ls-tree', '-r', '--name-only', branch).split('\n');
  const proofs = () => readdirSync(join(path, '.git/baton/proofs'), { recursive: true }).sort();
  const before = proofs();
  expect(before).not.toEqual([]);

  for (const [branch, ...flags] of [['main'], ['tracking'], ['asking', '--with-test-list']] as const) {
    expect(await baton(project, 'merge', RUN, '--into', branch, ...flags)).toMatchObject({ code: 0 });
  }
  expect(filesOf('main')).not.toContain(LIST);
  for (const branch of ['tracking', 'asking']) {
    expect(gitIn(path, 'show', `${branch}:${LIST}`)).toContain(`- [x] ${ITEMS[0]}`);
    expect(filesOf(branch)).toEqual([...filesOf('main'), LIST].sort());
  }
  expect(proofs()).toEqual(before);
});
