import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { lookAt } from './checkout.ts';
import { baton, launch, RUN, runWords, startRun } from './command.ts';
import { commitFiles, newProject, type Project, rewritePlan } from './project.ts';
import { fileOf, finalTree, recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';
import { FIRST_TEST, ONE_TEST, type Session, TEST } from './sum.ts';

const ABSENT: Session = { phase: 'green', exit: 78 };
const README = { 'README.md': '# By hand\n' };
const BROKEN_TEST = `import { test } from 'node:test';\ntest('no', () => {\n  throw new Error('no');\n});\n`;

describe.concurrent("a person's commit on the branch of a run", { timeout: 240_000 }, () => {
  it('is taken in between phases, after its files were proved', async () => {
    const project = newProject([ONE_TEST, ABSENT]);
    await startRun(project);
    const commit = commitOnBranch(project, README);
    rewritePlan(project, [ONE_TEST]);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    await expectTakenIn(project, commit);
  });

  it('makes an approval void that was asked for the files before it', async () => {
    const project = newProject([ONE_TEST]);
    await startRun(project, '--approvals', 'green');
    const ask = await askOf(project);
    const commit = commitOnBranch(project, README);
    await baton(project, 'resume', RUN);
    expect(await askOf(project)).not.toBe(ask);
    expect(await baton(project, 'approve', ask)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has changed meanwhile'),
    });
    expect(await baton(project, 'approve', await askOf(project), '--resume')).toMatchObject({ code: 0 });
    await expectTakenIn(project, commit);
  });

  it('is taken in though it came after the answer', async () => {
    const project = newProject([ONE_TEST]);
    await startRun(project, '--approvals', 'green');
    await baton(project, 'approve', await askOf(project));
    const commit = commitOnBranch(project, README);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 4 });
    expect(await baton(project, 'approve', await askOf(project), '--resume')).toMatchObject({ code: 0 });
    await expectTakenIn(project, commit);
  });

  it('is taken in when it comes while a session runs, which is then played again', async () => {
    const project = newProject([{ phase: 'red', wait_ms: 3000, write: { [TEST]: FIRST_TEST } }, ONE_TEST]);
    const moving = launch(project, [...runWords(project), '--json']);
    await moving.until((out) => /"session.started".*"phase":"red"/.test(out));
    const commit = commitOnBranch(project, README);
    rewritePlan(project, [ONE_TEST]);
    expect(await moving.ended).toMatchObject({ code: 0 });
    await expectTakenIn(project, commit);
  });

  it('that breaks tests lets the run wait for a person, whatever failed before the run [R000-19]', async () => {
    const project = newProject([ONE_TEST, ABSENT]);
    await startRun(project, '--accept-baseline-failures');
    commitOnBranch(project, { 'test/by-hand.test.js': BROKEN_TEST });
    rewritePlan(project, [ONE_TEST]);
    const { code, out } = await baton(project, 'resume', RUN);
    expect(code).toBe(4);
    expect(out).toContain('test/by-hand.test.js::no');
    expect(await baton(project, 'decide', await askOf(project), 'rollback', '--resume')).toMatchObject({ code: 0 });
    expect(gitIn(project.path, 'ls-tree', '-r', '--name-only', finalTree(project))).not.toContain('by-hand');
  });
});

describe.concurrent('the branch of a completed run', { timeout: 240_000 }, () => {
  it("brings a person's later commits home only after a proof, and is refused where it was rewritten", async () => {
    const project = newProject([ONE_TEST]);
    await startRun(project);
    const branch = `refs/heads/baton/${RUN}`;
    const last = gitIn(project.path, 'rev-parse', branch);
    const start = gitIn(project.path, 'rev-parse', 'main');

    const elsewhere = gitIn(project.path, 'commit-tree', '-m', 'elsewhere', '-p', start, `${last}^{tree}`);
    gitIn(project.path, 'update-ref', branch, elsewhere);
    const rewritten = await baton(project, 'merge', RUN);
    expect(rewritten).toMatchObject({
      code: 1,
      err: expect.stringContaining(`was moved to ${elsewhere.slice(0, 12)}`),
    });
    gitIn(project.path, 'update-ref', branch, last);

    commitOnBranch(project, { 'test/by-hand.test.js': BROKEN_TEST });
    expect(await baton(project, 'merge', RUN)).toMatchObject({ code: 1, err: expect.stringContaining('by-hand') });
    expect(gitIn(project.path, 'rev-parse', 'main')).toBe(start);
    gitIn(project.path, 'update-ref', branch, last);

    const commit = commitOnBranch(project, README);
    expect((await baton(project, 'verify', RUN)).out).toContain('the branch was moved: it has a commit on top of');
    expect((await baton(project, 'status', RUN)).out).toContain('has commits on top of this run');
    const merged = await baton(project, 'merge', RUN);
    expect(merged).toMatchObject({ code: 0, out: expect.stringContaining(`${commit.slice(0, 12)} by hand`) });
    expect(gitIn(project.path, 'show', 'main:README.md')).toBe('# By hand');
    const made = gitIn(project.path, 'rev-parse', 'main').slice(0, 12);
    const verified = await baton(project, 'verify', RUN);
    expect(verified).toMatchObject({ code: 0, out: expect.not.stringContaining('No gate has seen that') });
    expect(verified.out).toContain(`\`baton merge\` ran the tests on it before it made ${made} on main`);

    commitOnBranch(project, { 'later.md': '# Later\n' });
    expect((await baton(project, 'verify', RUN)).out).toContain('No gate has seen that');
  });
});

describe.concurrent('a branch that its user has checked out', { timeout: 240_000 }, () => {
  it('waits, which status tells, and follows once it is free', async () => {
    const project = newProject([ONE_TEST, ABSENT]);
    await startRun(project);
    gitIn(project.path, 'checkout', '--quiet', `baton/${RUN}`);
    const before = lookAt(project);
    const stood = gitIn(project.path, 'rev-parse', `baton/${RUN}`);
    rewritePlan(project, [ONE_TEST]);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    expect(gitIn(project.path, 'rev-parse', `baton/${RUN}`)).toBe(stood);
    expect(lookAt(project)).toEqual(before);
    const { commit } = (await recordOf(project)).view;
    expect(commit).not.toBe(stood);
    const status = await baton(project, 'status', RUN);
    expect(status.out).toContain(project.path);
    expect(status.out).toMatch(/checked out/);

    gitIn(project.path, 'checkout', '--quiet', 'main');
    await baton(project, 'resume', RUN);
    expect(gitIn(project.path, 'rev-parse', `baton/${RUN}`)).toBe(commit);
  });
});

/** Commits as a person would: in a work tree of its own, which is gone afterwards. */
function commitOnBranch({ path, beside }: Project, files: Readonly<Record<string, string>>): string {
  const place = join(beside, 'by-hand');
  gitIn(path, 'worktree', 'add', '--quiet', place, `baton/${RUN}`);
  const commit = commitFiles(place, files, 'by hand');
  gitIn(path, 'worktree', 'remove', '--force', place);
  return commit;
}

/** The run has ended, and its branch holds the person's commit in its line of commits. */
async function expectTakenIn(project: Project, commit: string): Promise<void> {
  const record = await recordOf(project);
  expect(record.view.state).toBe('completed');
  expect(record.of('person.committed').map(({ data }) => data.commit)).toEqual([commit]);
  expect(record.of('baseline.recorded')).toHaveLength(2);
  expect(fileOf(project, 'README.md')).toBe('# By hand');
  expect(gitIn(project.path, 'rev-parse', `baton/${RUN}`)).toBe(record.view.commit);
  expect(gitIn(project.path, 'rev-list', '--first-parent', `baton/${RUN}`)).toContain(commit);
  expect(story(record).at(-1)).toMatch(/^plan .* completed$/);
  await expectSound(project);
}
