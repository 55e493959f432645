import { describe, expect, it } from 'vitest';
import { bareRepository } from '../../clones.ts';
import { gitIn } from '../../repository.ts';
import { type Files, newProject, type Project, writeFiles } from '../tdd/project.ts';
import { CODE, FIRST_TEST, ITEMS, LIST, TEST, ZERO } from '../tdd/sum.ts';
import { agent, type Caller, PERSON, type Served, serveTest } from './connected.ts';

const RUN = 'sum';
const [NOTHING, TWO] = ITEMS;
const PLAN: Files = { [LIST]: `# Sum\n\n- [ ] ${NOTHING}\n- [ ] ${TWO}\n` };
const RED: Files = { [TEST]: FIRST_TEST };
const GREEN: Files = { [CODE]: ZERO };
const TEST_ID = `${TEST}::${NOTHING}`;
const WAIT = { wait_s: 55 };

interface Playing {
  readonly project: Project;
  readonly served: Served;
  readonly caller: Caller;
  /** Writes files into the workbench of the session that waits, and says where that is. */
  work(files: Files): Promise<string>;
  /** The same, and has them judged. */
  commit(files: Files): ReturnType<Caller['try']>;
  status(): ReturnType<Caller['call']>;
}

async function started(): Promise<Playing> {
  const project = newProject();
  const served = await serveTest(project);
  const caller = await served.connect(PERSON);
  const begun = performance.now();
  const { run } = await caller.call('run_start', { request: 'A function that gives the sum of numbers', name: RUN });
  expect(run).toBe(RUN);
  expect(performance.now() - begun).toBeLessThan(20_000);
  const status = async () => (await caller.call('run_status', { run: RUN, ...WAIT })).run;
  async function work(files: Files): Promise<string> {
    const { session } = await status();
    writeFiles(session.workbench, files);
    return session.workbench;
  }
  return {
    project,
    served,
    caller,
    work,
    status,
    async commit(files) {
      await work(files);
      return caller.try('git_commit_phase', { run: RUN, ...WAIT });
    },
  };
}

const codes = ({ data }: { data: { reasons: readonly { code: string }[] } }) => data.reasons.map(({ code }) => code);

describe('a run that a chat plays with the nine tools', () => {
  it('goes from plan to a completed test, and Baton makes every commit [R001-64] [R001-65] [R001-66] [R001-67] [R001-68] [R001-69] [R001-70] [R001-71] [R001-72]', async () => {
    const { project, caller, commit, work, status } = await started();
    const remote = bareRepository();
    gitIn(project.path, 'remote', 'add', 'origin', remote);

    expect(await status()).toMatchObject({ state: 'running', moved_here: true, session: { phase: 'plan' } });
    const planning = await caller.try('read_handoff_state', {});
    expect(planning.data).toMatchObject({
      state: { phase: 'PLAN', cycle: 1 },
      waiting: [RUN],
      session: { run: RUN, agent: 'test-list-agent' },
    });
    expect(planning.text).toContain(planning.data.session.workbench);
    expect(planning.data.session.prompt).toContain('sum of numbers');
    expect(await caller.call('get_next_test', { run: RUN })).toMatchObject({ open: 0 });

    const planned = await commit(PLAN);
    expect(planned.data).toMatchObject({ verdict: 'committed', subject: `plan: T1 ${NOTHING}`, next: 'red' });
    expect((await caller.call('get_next_test', { run: RUN })).next).toEqual({
      id: 'T1',
      description: NOTHING,
      state: 'open',
    });

    await work(RED);
    const failing = await caller.call('check_test_failure', { test: TEST_ID, run: RUN, ...WAIT });
    expect(failing).toMatchObject({ found: true, fails: true, for_the_right_reason: true, repeats: true });
    expect(await caller.call('check_all_pass', { run: RUN, ...WAIT })).toMatchObject({ all_pass: false });
    const red = await commit({});
    expect(red.data).toMatchObject({ verdict: 'committed', subject: `test: ${NOTHING}`, next: 'green' });
    expect((await caller.call('read_handoff_state', { run: RUN })).state).toMatchObject({
      phase: 'RED',
      next_phase: 'GREEN',
      test_result: 'FAIL',
      current_test: { id: 'T1' },
    });
    expect(await caller.call('mark_test_complete', { run: RUN, test: 'T1' })).toMatchObject({
      complete: false,
      lacking: expect.stringContaining('green'),
    });

    await work(GREEN);
    const suite = await caller.call('run_test_suite', { run: RUN, ...WAIT });
    expect(suite).toMatchObject({
      state: 'done',
      all_pass: true,
      evidence: 'strong',
      totals: { passed: 1, failed: 0 },
      tests: [{ id: TEST_ID, outcome: 'passed' }],
    });
    expect(await caller.call('check_all_pass', { run: RUN, ...WAIT })).toMatchObject({ all_pass: true, failing: [] });
    expect((await commit({})).data).toMatchObject({ verdict: 'committed', subject: `feat: ${NOTHING}` });
    expect((await commit({})).data).toMatchObject({ verdict: 'committed', phase: 'refactor', next: 'plan' });
    expect(await caller.call('mark_test_complete', { run: RUN, test: 'T1' })).toMatchObject({
      complete: true,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect((await caller.call('get_next_test', { run: RUN })).next.id).toBe('T2');

    const pushed = await caller.call('git_notes_push', WAIT);
    expect(pushed).toMatchObject({ state: 'done', remote: 'origin', sent: [`runs/${RUN}`], notes: ['tdd-handoffs'] });
    const ours = gitIn(project.path, 'rev-parse', 'refs/notes/tdd-handoffs');
    expect(gitIn(remote, 'rev-parse', 'refs/notes/tdd-handoffs')).toBe(ours);
  }, 180_000);

  it('cannot forge a phase: claims, ticks and weakened tests get it nowhere [R001-65] [R001-67] [R001-71]', async () => {
    const { project, caller, commit, status } = await started();
    const result = { status: 'complete', summary: 'All done, all tests pass', handoff: { next_phase: 'green' } };
    expect((await commit(PLAN)).data.verdict).toBe('committed');
    const before = await status();

    const claimed = await caller.try('write_handoff_state', { run: RUN, result });
    expect(claimed.data).toMatchObject({ changed: false, phase: 'red', kept: { summary: result.summary } });
    expect(claimed.text).toContain('Nothing about the run has changed');
    expect(await status()).toMatchObject({ phase: 'red', attempt: 1, commit: before.commit });
    const empty = await commit({});
    expect(empty.data).toMatchObject({ verdict: 'refused', phase: 'red', attempt: 1 });
    expect(codes(empty)).toEqual(['no_new_test']);
    expect(empty.text).toContain('read_handoff_state');

    const passing = FIRST_TEST.replace(/sum\(\[\]\)/, '0').replace(/import .*sum.js';\n/, '');
    expect(codes(await commit({ [TEST]: passing }))).toContain('test_passes_before_implementation');
    const ticked = { ...RED, [LIST]: `# Sum\n\n- [x] ${NOTHING}\n- [ ] ${TWO}\n` };
    expect(codes(await commit(ticked))).toContain('out_of_scope');
    const refused = await status();
    expect(refused).toMatchObject({ phase: 'red', commit: before.commit, attempts: { used: 3, allowed: 4 } });
    expect(refused.refused).toMatchObject([{ code: 'out_of_scope' }]);
    expect(await caller.call('mark_test_complete', { run: RUN, test: 'T1' })).toMatchObject({ complete: false });
    expect((await commit(RED)).data.verdict).toBe('committed');

    await caller.call('write_handoff_state', { run: RUN, result });
    expect(codes(await commit({ [CODE]: ZERO.replace('0', '1') }))).toContain('still_failing');
    const weakened = FIRST_TEST.replace('assert.equal(sum([]), 0)', 'assert.ok(true)');
    expect(codes(await commit({ ...GREEN, [TEST]: weakened }))).toContain('tests_changed_after_red');
    expect(codes(await commit({ ...GREEN, [LIST]: ticked[LIST] ?? '' }))).toContain('out_of_scope');
    expect(await status()).toMatchObject({ phase: 'green', done: 0, session: { phase: 'green' } });
    const subjects = gitIn(project.path, 'log', '--format=%s', `main..baton/${RUN}`).split('\n');
    expect(subjects).toEqual([`test: ${NOTHING}`, `plan: T1 ${NOTHING}`]);
  }, 180_000);

  it('is played by the agent whose part it is, and by no other agent', async () => {
    const { served, commit } = await started();
    expect((await commit(PLAN)).data.verdict).toBe('committed');
    const other = await served.connect(agent('implementing-agent'));
    const own = await served.connect(agent('test-agent'));
    const { run } = await own.call('run_status', { run: RUN, ...WAIT });
    expect(run.session).toMatchObject({ agent: 'test-agent' });
    expect((await other.call('run_status', { run: RUN })).run.session).toBeUndefined();
    expect((await other.call('read_handoff_state', { run: RUN })).session).toBeUndefined();
    const result = { status: 'complete' };
    expect(await other.try('git_commit_phase', { run: RUN })).toMatchObject({ isError: true, code: 'not_authorised' });
    expect((await other.try('write_handoff_state', { run: RUN, result })).code).toBe('not_authorised');
    writeFiles(run.session.workbench, RED);
    expect((await own.call('git_commit_phase', { run: RUN, ...WAIT })).verdict).toBe('committed');
  }, 120_000);

  it('is parked when its process ends, and goes on in another', async () => {
    const { project, served, commit } = await started();
    expect((await commit(PLAN)).data.verdict).toBe('committed');
    await served.close();
    const later = await serveTest(project);
    const caller = await later.connect(PERSON);
    expect((await caller.call('run_status', { run: RUN })).run).toMatchObject({ state: 'parked', phase: 'red' });
    expect(await caller.try('git_commit_phase', { run: RUN })).toMatchObject({ isError: true, code: 'wrong_status' });
    await caller.call('run_resume', { run: RUN });
    const { run } = await caller.call('run_status', { run: RUN, ...WAIT });
    expect(run).toMatchObject({ state: 'running', attempts: { used: 0 }, session: { phase: 'red' } });
  }, 120_000);
});
