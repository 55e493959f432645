import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { lookAt } from './checkout.ts';
import { RUN, startRun } from './command.ts';
import { commitFiles, newProject, type Project, writeFiles } from './project.ts';
import { fileOf, recordOf } from './record.ts';
import { CODE, ONE_TEST, ZERO } from './sum.ts';

describe.concurrent('a run', { timeout: 180_000 }, () => {
  it('works in a new project without any test [R000-18]', async () => {
    const project = newProject([ONE_TEST]);
    await expectDone(project);
    expect((await recordOf(project)).of('baseline.recorded')[0]?.data).toMatchObject({ totals: { total: 0 } });
  });

  it('works on a detached HEAD', async () => {
    const project = newProject([ONE_TEST]);
    gitIn(project.path, 'checkout', '--quiet', '--detach');
    const head = gitIn(project.path, 'rev-parse', 'HEAD');
    await expectDone(project);
    expect((await recordOf(project)).of('run.started')[0]?.data).toMatchObject({ from: head, base: { commit: head } });
  });

  it('works in a shallow clone, without a sandbox, whatever symbolic refs it has', async () => {
    const project = newProject([ONE_TEST]);
    commitFiles(project.path, { 'README.md': '# Tiny\n', 'baton.yaml': 'sandbox: off\n' }, 'more');
    const shallow = { ...project, path: join(project.beside, 'shallow') };
    gitIn(project.beside, 'clone', '--quiet', '--depth=1', `file://${project.path}`, shallow.path);
    gitIn(shallow.path, 'symbolic-ref', 'refs/heads/trunk', 'refs/heads/main');
    gitIn(shallow.path, 'symbolic-ref', 'refs/remotes/fork/HEAD', 'refs/remotes/fork/gone');
    await expectDone(shallow);
    expect(gitIn(shallow.path, 'rev-list', '--count', `baton/${RUN}`)).toBe('6');
  });

  it('leaves out uncommitted changes, lists them and does not touch them', async () => {
    const project = newProject([ONE_TEST], { 'README.md': '# Tiny\n', 'old.js': '\n' });
    writeFiles(project.path, { 'README.md': '# Changed\n', 'staged.js': 'throw 1;\n', 'new.js': 'throw 2;\n' });
    gitIn(project.path, 'add', 'staged.js');
    gitIn(project.path, 'rm', '--quiet', 'old.js');
    const { out, err } = await expectDone(project);
    for (const path of ['README.md', 'staged.js', 'new.js', 'old.js']) expect(out + err).toContain(path);
    expect(fileOf(project, 'README.md')).toBe('# Tiny');
    expect(gitIn(project.path, 'ls-tree', '--name-only', `baton/${RUN}`)).not.toContain('staged.js');
  });

  it('works beside a submodule and keeps it as it is', async () => {
    const project = newProject([ONE_TEST]);
    const library = join(project.beside, 'library');
    gitIn(project.beside, 'init', '--quiet', '--initial-branch=main', library);
    commitFiles(library, { 'index.js': 'export const one = 1;\n' }, 'a library');
    const local = ['-c', 'protocol.file.allow=always'];
    gitIn(project.path, ...local, 'submodule', '--quiet', 'add', library, 'libs/library');
    gitIn(project.path, 'commit', '--quiet', '--message', 'use a library');
    await expectDone(project);
    const entry = gitIn(project.path, 'ls-tree', `baton/${RUN}`, 'libs/library');
    expect(entry).toBe(gitIn(project.path, 'ls-tree', 'HEAD', 'libs/library'));
  });
});

/** The run comes to its end, and the user's checkout is as it was. */
async function expectDone(project: Project) {
  const before = lookAt(project);
  const told = await startRun(project);
  expect(told).toMatchObject({ code: 0 });
  expect(fileOf(project, CODE)).toBe(ZERO.trimEnd());
  expect(lookAt(project)).toEqual(before);
  return told;
}
