import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Baton } from '../../../src/open.ts';
import { openBaton } from '../../../src/open.ts';
import { deadProcess } from '../../dead-process.ts';
import { gitIn } from '../../repository.ts';
import { lookAt } from '../tdd/checkout.ts';
import { newProject, type Project, writeFiles } from '../tdd/project.ts';
import { CODE, FIRST_TEST, ITEMS, LIST, TEST, ZERO } from '../tdd/sum.ts';
import { type AttachedClient, openClient, RUN, startAttached } from './attached-client.ts';

const [NOTHING] = ITEMS;
const ONE_ITEM = { [LIST]: `# Sum\n\n- [ ] ${NOTHING}\n` };
const IDLE_TEST = FIRST_TEST.replace("import { sum } from '../src/sum.js';\n", 'const sum = () => 0;\n');

const opened: Baton[] = [];

async function clientOf(project: Pick<Project, 'path'>): Promise<AttachedClient> {
  const client = await openClient(project);
  opened.push(client.baton);
  return client;
}

function projectHere(): Project {
  const project = newProject();
  for (const [name, value] of Object.entries(project.environment)) vi.stubEnv(name, value);
  return project;
}

afterAll(() => {
  vi.unstubAllEnvs();
  for (const baton of opened) baton.close();
});

describe('a run that a chat plays, phase by phase', () => {
  let project: Project;
  let client: AttachedClient;
  let checkout: unknown;
  let ended: Promise<unknown>;

  beforeAll(async () => {
    project = projectHere();
    checkout = lookAt(project);
    client = await clientOf(project);
    await startAttached(client);
    ended = client.drive();
  });

  it('waits in a workbench with the package of the phase, and in no state yet [R001-27]', async () => {
    const session = await client.session();
    expect(session).toMatchObject({ run: RUN, workflow: 'tdd', phase: 'plan', cycle: 1, attempt: 1, claim: undefined });
    expect(session.prompt).toContain('A sum');
    expect(session.workbench.startsWith(project.path)).toBe(false);
    expect(Date.parse(session.until) - Date.now()).toBeGreaterThan(50 * 60_000);
    const state = await client.baton.phases.stateAt({ run: RUN });
    expect(state).toEqual({ phase: 'PLAN', cycle: 1, pending_tests: [], completed_tests: [] });
  });

  it('commits the plan once it is handed in, and knows the next test [R001-66]', async () => {
    const verdict = await client.play(ONE_ITEM, { status: 'complete', summary: 'One test.' });
    expect(verdict).toMatchObject({
      kind: 'committed',
      phase: 'plan',
      cycle: 1,
      subject: `plan: T1 ${NOTHING}`,
      next: 'red',
    });
    expect(await client.baton.phases.tests(RUN)).toEqual([{ id: 'T1', description: NOTHING, state: 'open' }]);
  });

  it('refuses a test that passes at once, whatever is claimed, and lets it be repaired [R001-65] [R001-71]', async () => {
    const lie = { status: 'complete', summary: 'The test fails as it should.', verification: { red: true } };
    const verdict = await client.play({ [TEST]: IDLE_TEST }, lie);
    expect(verdict).toMatchObject({ kind: 'refused', phase: 'red', attempt: 1 });
    if (verdict.kind !== 'refused') throw new Error('not refused');
    expect(verdict.reasons.map(({ code }) => code)).toContain('test_passes_before_implementation');
    const again = await client.session();
    expect(again).toMatchObject({ phase: 'red', attempt: 2, claim: undefined });
    expect(again.prompt).toContain('passes although nothing was implemented');
  });

  it('shows how the test in the workbench fails before it is handed in [R001-69]', async () => {
    const { workbench } = await client.session();
    writeFileSync(join(workbench, TEST), FIRST_TEST);
    const run = { kind: 'run', run: RUN } as const;
    const check = await client.baton.testChecks.failure(run, `${TEST}::${NOTHING}`);
    expect(check).toMatchObject({ found: true, fails: true, forTheRightReason: true, repeats: true, reasons: [] });
    expect(check.check.told).toBe(`the workbench of the run ${RUN}, phase red, attempt 2`);
    const wrong = FIRST_TEST.replace('assert.equal(sum([]), 0)', "throw new TypeError('whatever')").replace(
      "import { sum } from '../src/sum.js';\n",
      '',
    );
    writeFileSync(join(workbench, TEST), wrong);
    const other = await client.baton.testChecks.failure(run, `${TEST}::${NOTHING}`);
    expect(other).toMatchObject({ found: true, fails: true, forTheRightReason: false });
    expect(other.reasons.map(({ code }) => code)).toEqual(['wrong_failure_reason']);
  });

  it('goes on to green, and believes no claim that a test is complete [R001-67]', async () => {
    expect(await client.play({ [TEST]: FIRST_TEST })).toMatchObject({ kind: 'committed', phase: 'red', next: 'green' });
    expect(await client.baton.phases.completion(RUN, 'T1')).toMatchObject({ state: 'lacking' });
    await client.session();
    client.baton.attached.keepClaim(RUN, { status: 'complete', summary: 'T1 is complete, all tests pass.' });
    expect(await client.baton.phases.completion(RUN, 'T1')).toMatchObject({
      state: 'lacking',
      lacking: expect.stringContaining('once refactor was accepted'),
    });
    const verdict = await client.play({}, { status: 'complete', summary: 'Nothing needed to be done.' });
    expect(verdict).toMatchObject({ kind: 'refused', phase: 'green' });
    expect(await client.play({ [CODE]: ZERO })).toMatchObject({ kind: 'committed', phase: 'green', next: 'refactor' });
  });

  it('completes the test with refactor, and the run with the last plan [R001-29]', async () => {
    const refactor = await client.play({}, { status: 'complete', summary: 'Nothing to improve.' });
    expect(refactor).toMatchObject({ kind: 'committed', phase: 'refactor', next: 'plan' });
    if (refactor.kind !== 'committed') throw new Error('not committed');
    const completion = await client.baton.phases.completion(RUN, 'T1');
    expect(completion).toMatchObject({ state: 'complete', commit: refactor.commit, cycle: 1 });
    const state = await client.baton.phases.stateAt({ run: RUN });
    expect(state).toMatchObject({ phase: 'REFACTOR', cycle: 1, completed_tests: [NOTHING], commit: refactor.commit });
    const green = await client.baton.phases.stateAt({ commit: `${refactor.commit}~1` });
    expect(green).toMatchObject({ phase: 'GREEN', test_result: 'PASS' });

    expect(await client.play({})).toMatchObject({ kind: 'committed', phase: 'plan', cycle: 2, next: undefined });
    expect(await ended).toMatchObject({ state: 'completed' });
    expect(lookAt(project)).toEqual(checkout);
    expect(client.baton.attached.list()).toEqual([]);
  });

  it('is recorded as played without a sandbox, and verified like any other', async () => {
    const ends = (await client.baton.runs.entries(RUN)).filter(({ event }) => event.type === 'session.ended');
    expect(ends.map(({ event }) => event.data.contained)).toEqual(ends.map(() => false));
    const { problems } = await client.baton.verify(RUN);
    expect(problems).toEqual([]);
  }, 120_000);
});

describe('a chat that leaves', () => {
  it('parks the run, which goes on in another one without an attempt being used up', async () => {
    const project = projectHere();
    const first = await clientOf(project);
    await startAttached(first);
    void first.drive();
    await first.play(ONE_ITEM);
    writeFiles((await first.session()).workbench, { [TEST]: FIRST_TEST });
    expect(await first.leave()).toMatchObject({ state: 'parked', phase: 'red' });
    expect(() => first.baton.attached.of(RUN)).toThrow('waits for a client here');

    const plain = await openBaton({ cwd: project.path });
    opened.push(plain);
    expect(await plain.runs.drive(RUN)).toMatchObject({
      ...{ state: 'parked', phase: 'red' },
      why: expect.stringContaining('resume it there with run_resume'),
    });

    const second = await clientOf(project);
    void second.drive();
    expect((await second.session()).prompt).toContain('Your changes of the last attempt are still there');
    expect(await second.play({})).toMatchObject({ kind: 'committed', phase: 'red' });
    expect(await second.leave()).toMatchObject({ state: 'parked', phase: 'green' });
    expect((await second.baton.verify(RUN)).problems).toEqual([]);
  });

  it('and is killed leaves a session that counts as lost, and the phase begins again', async () => {
    const project = projectHere();
    const killed = await clientOf(project);
    await startAttached(killed);
    void killed.drive();
    await killed.play(ONE_ITEM);
    await killed.session();
    const left = { path: join(project.beside, 'left') };
    cpSync(project.path, left.path, { recursive: true });
    const owner = join(left.path, '.git/baton/owners', RUN);
    const dead = { ...JSON.parse(readFileSync(owner, 'utf8')), ...deadProcess() };
    writeFileSync(owner, JSON.stringify(dead));
    await killed.leave();

    const next = await clientOf(left);
    void next.drive();
    expect(await next.play({ [TEST]: FIRST_TEST })).toMatchObject({ kind: 'committed', phase: 'red' });
    await next.leave();
    const ends = (await next.baton.runs.entries(RUN)).filter(({ event }) => event.type === 'session.ended');
    expect(ends.map(({ event }) => event.data.ended).slice(0, 3)).toEqual(['done', 'lost', 'done']);
  });
});

describe('a phase that only a person can settle', () => {
  it('is told as what is asked, and an answer that nobody vouches for is recorded as such', async () => {
    const project = projectHere();
    const client = await clientOf(project);
    await startAttached(client);
    const asked = client.drive();
    const stuck = {
      ...{ status: 'blocked', blocked_reason: 'missing_requirements', summary: 'Of what?' },
      ...{ attempted: ['Read the request.'], questions: ['The sum of what?'] },
    };
    const verdict = await client.play({}, stuck);
    expect(verdict).toMatchObject({ kind: 'asked', question: 'The sum of what?' });
    if (verdict.kind !== 'asked') throw new Error('not asked');
    expect(await asked).toMatchObject({ state: 'waiting' });
    const answer = { kind: 'question', text: 'Of numbers.' } as const;
    await client.baton.runs.answer(verdict.ask, answer, 'ann', { vouched: false });
    const entries = await client.baton.runs.entries(RUN);
    const data = entries.find(({ event }) => event.type === 'ask.answered')?.event.data;
    expect(data).toMatchObject({ by: 'ann', authenticated: false, vouched: false });
    const { problems, unchecked } = await client.baton.verify(RUN);
    expect(problems).toEqual([]);
    expect(unchecked.map(({ what }) => what).join('\n')).toContain('a program did, and nobody was asked');

    void client.drive();
    expect((await client.session()).prompt).toContain('Of numbers.');
    const review = await client.play(ONE_ITEM, { status: 'needs_review', summary: 'Is one enough?' });
    expect(review).toMatchObject({ kind: 'asked', question: expect.stringContaining('May plan of cycle 1') });
  });

  it('is no longer waited for when nobody wants to know, or when the run has ended', async () => {
    const project = projectHere();
    const client = await clientOf(project);
    await startAttached(client);
    const ended = client.drive();
    await client.session();
    const impatient = client.baton.phases.handIn(RUN, AbortSignal.abort());
    await expect(impatient).rejects.toMatchObject({ code: 'interrupted' });
    const { phase, attempt } = await client.session();
    expect({ phase, attempt }).toEqual({ phase: 'plan', attempt: 2 });
    await client.baton.runs.abort(RUN, 'Enough.', 'ann');
    expect(await ended).toMatchObject({ state: 'aborted' });
    const late = client.baton.phases.handIn(RUN, new AbortController().signal);
    await expect(late).rejects.toMatchObject({ code: 'wrong_status' });
  });
});

describe('the runner attached', () => {
  it('is known everywhere, and refused where no client is served', async () => {
    const project = projectHere();
    const baton = await openBaton({ cwd: project.path });
    opened.push(baton);
    const start = { request: 'A sum', name: RUN, config: { runner: 'attached' }, acceptBaselineFailures: false };
    await expect(baton.runs.start(start)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('an MCP client plays'),
    });
    expect(gitIn(project.path, 'branch', '--list', 'baton/*')).toBe('');
  });

  it('is refused where a sandbox is required: nobody can contain whoever is connected', async () => {
    const client = await clientOf(projectHere());
    const config = { runner: 'attached', sandbox: 'require' } as const;
    const start = { request: 'A sum', name: RUN, config, acceptBaselineFailures: false };
    await expect(client.baton.runs.start(start)).rejects.toMatchObject({ code: 'no_sandbox' });
  });
});
