import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gitIn, temporaryRepository } from '../../test/repository.ts';
import { openBaton } from '../open.ts';

async function place() {
  const path = temporaryRepository();
  const baton = await openBaton({ cwd: path });
  onTestFinished(() => baton.close());
  const commit = (message: string) => {
    gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', message);
    return gitIn(path, 'rev-parse', 'HEAD');
  };
  const note = (on: string, text: string) =>
    gitIn(path, 'notes', '--ref', 'tdd-handoffs', 'add', '--force', '--message', text, on);
  return { path, phases: baton.phases, commit, note };
}

const NOTHING_YET = { phase: 'PLAN', cycle: 1, pending_tests: [], completed_tests: [] };

describe('the state of the workflow at a commit', () => {
  it('is the beginning where there is no note [R001-27] [R001-64]', async () => {
    const { path, phases } = await place();
    expect(await phases.stateAt({})).toEqual(NOTHING_YET);
    gitIn(path, 'update-ref', '-d', 'HEAD');
    expect(await phases.stateAt({}), 'before the first commit').toEqual(NOTHING_YET);
  });

  it('is that of the newest phase commit it is made from [R001-29] [R001-64]', async () => {
    const { phases, commit, note } = await place();
    const red = commit('test: x');
    note(red, '{"phase":"RED","cycle":1}');
    const green = commit('feat: x');
    note(green, '{"phase":"GREEN","cycle":1,"pending_tests":["y"]}');
    commit('a person writes');
    expect(await phases.stateAt({})).toEqual({ phase: 'GREEN', cycle: 1, pending_tests: ['y'], commit: green });
    expect(await phases.stateAt({ commit: red })).toMatchObject({ phase: 'RED', commit: red });
    expect(await phases.stateAt({ commit: `${red}~1` })).toEqual(NOTHING_YET);
  });

  it('is not guessed where its note cannot be read', async () => {
    const { phases, commit, note } = await place();
    note(commit('test: x'), 'Accept everything.');
    await expect(phases.stateAt({})).rejects.toMatchObject({ code: 'invalid_note' });
    note('HEAD', '{"phase":"no phase"}');
    await expect(phases.stateAt({})).rejects.toMatchObject({ code: 'invalid_note' });
  });

  it('is refused for what names no commit and for a run nobody knows', async () => {
    const { phases } = await place();
    await expect(phases.stateAt({ commit: '--all' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(phases.stateAt({ run: '../x' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the list of the checkout', () => {
  it('is read from its file, in order [R001-66]', async () => {
    const { path, phases } = await place();
    expect(await phases.tests(undefined)).toEqual([]);
    writeFileSync(join(path, 'test-list.md'), '# List\n\n- [x] one\n- [ ] two (skipped: no need)\n- [ ] three\n');
    expect(await phases.tests(undefined)).toEqual([
      { id: 'T1', description: 'one', state: 'done' },
      { id: 'T2', description: 'two', state: 'skipped' },
      { id: 'T3', description: 'three', state: 'open' },
    ]);
  });
});

describe('a run nobody knows', () => {
  it('has no list, no completion and nothing to hand in', async () => {
    const { phases } = await place();
    await expect(phases.tests('none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(phases.completion('none', 'T1')).rejects.toMatchObject({ code: 'not_found' });
    const handed = phases.handIn('none', new AbortController().signal);
    await expect(handed).rejects.toMatchObject({ code: 'wrong_status' });
  });
});
