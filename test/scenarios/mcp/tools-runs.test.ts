import { describe, expect, it } from 'vitest';
import { openBaton } from '../../../src/open.ts';
import { commitFiles, type Files, newProject, writeFiles } from '../tdd/project.ts';
import { FIRST_TEST, ITEMS, LIST, TEST } from '../tdd/sum.ts';
import { agent, type Caller, PERSON, serveTest } from './connected.ts';

const RUN = 'sum';
const REQUEST = 'A function that gives the sum of numbers';
const WAIT = { wait_s: 55 };

async function servedWith(files: Files) {
  const project = newProject();
  commitFiles(project.path, { 'README.md': '# Sum\n', ...files }, 'settings');
  const served = await serveTest(project);
  return { project, served, caller: await served.connect(PERSON) };
}

async function statusOf(caller: Caller) {
  return (await caller.call('run_status', { run: RUN, ...WAIT })).run;
}

async function commit(caller: Caller, files: Files) {
  writeFiles((await statusOf(caller)).session.workbench, files);
  return caller.call('git_commit_phase', { run: RUN, ...WAIT });
}

describe('a run through tools', () => {
  it('waits for a person where the project says so, shows what for, and goes on after the answer', async () => {
    const { served, caller } = await servedWith({ 'baton.yaml': 'approvals: [red]\n' });
    await caller.call('run_start', { request: REQUEST, name: RUN });
    expect((await commit(caller, { [LIST]: `- [ ] ${ITEMS[0]}\n` })).verdict).toBe('committed');
    const asked = await commit(caller, { [TEST]: FIRST_TEST });
    expect(asked).toMatchObject({ verdict: 'asked', ask: expect.stringMatching(/^ask-/) });

    const waiting = await caller.try('run_status', { run: RUN });
    expect(waiting.data.run).toMatchObject({
      state: 'waiting',
      asks: [{ id: asked.ask, kind: 'approval', needs: expect.stringContaining('run_decide') }],
    });
    expect(waiting.text).toContain(`${asked.ask} waits for a person (approval)`);
    expect((await caller.call('run_resume', { run: RUN })).state).toBe('waiting');
    expect((await caller.call('run_status')).runs).toMatchObject([{ run: RUN, state: 'waiting', asks: [asked.ask] }]);

    await served.baton.runs.answer(asked.ask, { kind: 'approval', approved: true }, 'ann');
    const resumed = await caller.try('run_resume', { run: RUN });
    expect(resumed.data).toMatchObject({ state: 'running', moved_here: true });
    expect(resumed.text).not.toContain('run_resume');
    expect(await statusOf(caller)).toMatchObject({ phase: 'green', session: { agent: 'implementing-agent' } });
  }, 120_000);

  it('says at its start what of the checkout it does not see, and that nothing contains the agents', async () => {
    const { project, caller } = await servedWith({ 'baton.yaml': 'sandbox: off\n' });
    writeFiles(project.path, { 'README.md': '# Changed\n' });
    const { text } = await caller.try('run_start', { request: REQUEST, name: RUN });
    expect(text).toContain('Not included, because no commit has them: "README.md".');
    expect(text).toContain('The sandbox is off (sandbox: off). Agents and tests run with your permissions.');
  });

  it('is as strict as the project says, whatever an agent asks for', async () => {
    const { served, caller } = await servedWith({ 'baton.yaml': 'tier: standard\n' });
    const asking = await served.connect(agent('dev'));
    const loosened = await asking.try('run_start', { request: REQUEST, name: RUN, tier: 'rapid' });
    expect(loosened).toMatchObject({ isError: true, code: 'not_authorised' });
    expect((await caller.call('run_status')).total).toBe(0);
    for (const given of [{ approvals: [] }, { command: 'sh' }, { attempts: 99 }, { accept_baseline_failures: true }]) {
      expect((await asking.try('run_start', { request: REQUEST, ...given })).isError).toBe(true);
    }
  });

  it('gives its player a day, unless the project says otherwise', async () => {
    const { caller } = await servedWith({});
    await caller.call('run_start', { request: REQUEST, name: RUN });
    const { until } = (await statusOf(caller)).session;
    const hours = (Date.parse(until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24);
  }, 60_000);

  it('that is moved by somebody else is theirs', async () => {
    const { project, caller } = await servedWith({});
    const other = await openBaton({ cwd: project.path, attached: true });
    const leaving = new AbortController();
    const config = { runner: 'attached' };
    await other.runs.start({ request: REQUEST, name: RUN, config, acceptBaselineFailures: false });
    const driven = other.runs.drive(RUN, { parking: leaving.signal, stopping: leaving.signal });
    while (other.attached.find(RUN) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
    const refused = await caller.try('run_resume', { run: RUN });
    expect(refused).toMatchObject({ isError: true, code: 'lost_race' });
    const { text, data } = await caller.try('run_status', { run: RUN });
    expect(data.run).toMatchObject({ state: 'running', moved_here: false });
    expect(text).toContain('Another process moves it');
    leaving.abort();
    await driven;
    other.close();
  }, 60_000);

  it('that there is none of is told with the one that was meant', async () => {
    const { caller } = await servedWith({});
    await caller.call('run_start', { request: REQUEST, name: RUN });
    const unknown = await caller.try('run_status', { run: 'sun' });
    expect(unknown).toMatchObject({ isError: true, code: 'not_found' });
    expect(unknown.text).toContain('There is no run "sun". Did you mean sum?');
    const taken = await caller.try('run_start', { request: REQUEST, name: RUN });
    expect(taken.isError).toBe(true);
    expect((await caller.try('run_start', { request: REQUEST, runner: 'nobody' })).isError).toBe(true);
    expect((await caller.try('run_start', { request: ' ' })).code).toBe('invalid_input');
  }, 60_000);
});

describe('the state of the workflow', () => {
  it('is that of a commit, and of the start where nothing has happened', async () => {
    const { project, caller } = await servedWith({});
    expect((await caller.call('read_handoff_state')).state).toMatchObject({ phase: 'PLAN', cycle: 1 });
    expect(await caller.call('get_next_test')).toMatchObject({ open: 0, done: 0, skipped: 0 });
    writeFiles(project.path, { [LIST]: '- [x] one\n- [ ] two\n' });
    expect(await caller.call('get_next_test')).toMatchObject({ next: { description: 'two' }, open: 1, done: 1 });
    const unknown = await caller.try('read_handoff_state', { commit: 'abcdabcd' });
    expect(unknown).toMatchObject({ isError: true, code: 'not_found' });
  });

  it('is not for a caller to write where no session waits', async () => {
    const { caller } = await servedWith({});
    const result = { status: 'complete' };
    const none = await caller.try('write_handoff_state', { run: RUN, result });
    expect(none).toMatchObject({ isError: true, code: 'wrong_status' });
    expect((await caller.try('mark_test_complete', { run: RUN, test: 'T1' })).code).toBe('not_found');
  });

  it('is exchanged with remotes by name only, and a remote that is not there is told', async () => {
    const { caller } = await servedWith({});
    const address = await caller.try('git_notes_push', { remote: 'https://example.com/x.git' });
    expect(address.text).toContain('the name of a remote such as origin, not an address');
    expect((await caller.try('git_notes_push', { remote: '--upload-pack=touch x' })).isError).toBe(true);
    expect(await caller.try('git_notes_push', { remote: 'nowhere' })).toMatchObject({
      isError: true,
      code: 'not_found',
    });
  });
});
