import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { baton, launch, RUN, runWords, startRun } from './command.ts';
import { programsOf, untilRuns } from './processes.ts';
import { newProject, type Project, rewritePlan } from './project.ts';
import { fileOf, recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';
import { FIRST_TEST, ITEMS, LIST, ONE_TEST, type Session, TEST } from './sum.ts';

const [NOTHING, TWO] = ITEMS;

/** A test agent that fails in the first cycle. */
const FAILING: Session = { phase: 'red', cycle: 1, exit: 3 };

describe.concurrent('a decision on a phase whose attempts are used up', { timeout: 240_000 }, () => {
  it('to try again gives new attempts, and the hint is in the next package [R001-50]', async () => {
    const project = await waiting([ONE_TEST]);
    rewritePlan(project, [ONE_TEST]);
    const words = ['decide', await askOf(project), 'retry', '--hint', 'Tests go to test/', '--resume'];
    expect(await baton(project, ...words)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(record.prompt('red', 1, 3)).toContain('Tests go to test/');
    expect(story(record)).toContain('red 1.3 completed');
  });

  it('to skip marks the test as skipped and goes on with the next one [R001-50]', async () => {
    const project = await waiting([]);
    const whole = FIRST_TEST.replaceAll(NOTHING, TWO).replace('sum([]), 0', 'sum([1, 2]), 3');
    rewritePlan(project, [{ phase: 'red', cycle: 2, write: { [TEST]: whole } }]);
    const words = ['decide', await askOf(project), 'skip', '--hint', 'too simple', '--resume'];
    expect(await baton(project, ...words)).toMatchObject({ code: 0 });
    expect(fileOf(project, LIST)).toBe(`# Sum\n\n- [ ] ${NOTHING} (skipped: too simple)\n- [x] ${TWO}`);
    expect(gitIn(project.path, 'log', '--format=%s', `baton/${RUN}`)).toContain('plan: skip T1');
    await expectSound(project);
  });

  it('to roll back goes to where the cycle began, by a commit on top [R001-50] [R001-58]', async () => {
    const project = await waiting([ONE_TEST]);
    rewritePlan(project, [ONE_TEST]);
    const words = ['decide', await askOf(project), 'rollback', '--hint', 'Start smaller', '--resume'];
    expect(await baton(project, ...words)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(record.of('phase.rolled_back')).toHaveLength(1);
    expect(record.prompt('plan', 1, 1)).toContain('Start smaller');
    expect(story(record).filter((line) => line === 'plan 1.1 completed')).toHaveLength(2);
    await expectSound(project);
  });

  it('to abort ends the run for good, and what it made stays [R001-50]', async () => {
    const project = await waiting([ONE_TEST]);
    const ask = await askOf(project);
    expect(await baton(project, 'decide', ask, 'abort', '--resume')).toMatchObject({ code: 1 });
    expect((await recordOf(project)).view).toMatchObject({ state: 'aborted' });
    expect(fileOf(project, LIST)).toContain(NOTHING);
    await expectSound(project);
    expect(await baton(project, 'decide', ask, 'retry')).toMatchObject({ code: 1 });
    const resumed = await baton(project, 'resume', RUN);
    expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('aborted') });
  });

  it('that is none is refused with those there are', async () => {
    const project = await waiting([ONE_TEST]);
    const { code, err } = await baton(project, 'decide', await askOf(project), 'retrry');
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean retry?') });
  });
});

describe.concurrent('a run whose budget is used up', { timeout: 240_000 }, () => {
  it('waits for a person, and goes on with as much again', async () => {
    const project = newProject([ONE_TEST]);
    expect(await startRun(project, '--budget-minutes', '0.0001')).toMatchObject({
      code: 4,
      out: expect.stringContaining('The budget is used up'),
    });
    const first = await recordOf(project);
    expect(first.of('session.started')).toHaveLength(1);
    expect(first.of('budget.exceeded')).toHaveLength(1);
    expect(await baton(project, 'decide', await askOf(project), 'retry', '--resume')).toMatchObject({ code: 4 });
    const second = await recordOf(project);
    expect(second.of('session.started')).toHaveLength(2);
    expect(second.view.asks[0]).toMatchObject({ kind: 'decision', reason: 'budget' });
  });

  it('counts what a command reports, stops where it reports nothing, and does not start where nothing can be', async () => {
    const usage = { input_tokens: 50, output_tokens: 10, cost_usd: 0.01 };
    const reporting = { ...ONE_TEST, result: { status: 'complete', summary: 'One test.', usage } };
    const project = newProject([reporting]);
    const { code, out, err } = await startRun(project, '--budget-tokens', '100');
    expect({ code, out }).toMatchObject({
      code: 4,
      out: expect.stringContaining('The budget cannot be checked: a session did not report its tokens'),
    });
    expect(out.replaceAll(/\s+/g, ' ')).toContain('60 tokens (10 out), $0.01, by its own account');
    expect(err).toContain('budget.tokens can only count what test-list-agent');
    const record = await recordOf(project);
    expect(record.of('session.started')).toHaveLength(2);
    expect(record.view.spending).toMatchObject({ tokens: 60, usd: 0.01 });

    const refused = await baton(project, 'run', 'A sum', '--runner', 'codex', '--budget-usd', '5');
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('budget.usd cannot be enforced: the runner codex'),
    });
  });

  it.each([
    ['--budget-attempts', '2', '2 of 2 attempts'],
    ['--budget-phase-minutes', '0.0001', 'of 0.0001 minutes in red of cycle 1'],
  ])('shows the figures of what is used up: %s', async (flag, limit, figures) => {
    const project = newProject([ONE_TEST, FAILING]);
    expect(await startRun(project, flag, limit)).toMatchObject({ code: 4, out: expect.stringContaining(figures) });
    expect((await recordOf(project)).of('session.started')).toHaveLength(2);
    expect(await baton(project, 'decide', await askOf(project), 'retry', '--resume')).toMatchObject({ code: 4 });
    expect((await recordOf(project)).of('session.started').length).toBeGreaterThan(2);
  });
});

describe.concurrent('a run with fewer cycles than tests', { timeout: 240_000 }, () => {
  it('waits for a person after the last one, and goes on with as many again', async () => {
    const project = newProject();
    expect(await startRun(project, '--max-cycles', '1')).toMatchObject({ code: 4 });
    expect(story(await recordOf(project)).at(-1)).toBe('refactor 1.1 completed');
    expect(await baton(project, 'decide', await askOf(project), 'retry', '--resume')).toMatchObject({ code: 0 });
  });
});

describe.concurrent('a run that another process moves', { timeout: 240_000 }, () => {
  it('is not rolled back, but can be aborted, which ends its agent', async () => {
    const project = newProject([ONE_TEST, { phase: 'red', run: ['sleep 612 &'], wait_ms: 600_000 }]);
    const moving = launch(project, runWords(project));
    await untilRuns(project, 'sleep 612', moving);
    const commit = gitIn(project.path, 'rev-parse', 'main');
    const early = await baton(project, 'rollback', RUN, '--to', commit);
    expect(early).toMatchObject({ code: 1, err: expect.stringContaining(`process ${moving.process.pid}`) });
    expect(await baton(project, 'abort', RUN, '--reason', 'The request was wrong')).toMatchObject({ code: 0 });
    expect(await moving.ended).toMatchObject({ code: 1, out: expect.stringContaining('The request was wrong') });
    expect(programsOf(project)).toEqual([]);
    expect(await baton(project, 'abort', RUN)).toMatchObject({ code: 1 });
  });
});

/** A run that waits for a decision, since its test agent failed twice. */
async function waiting(sessions: readonly Session[]): Promise<Project> {
  const project = newProject([FAILING, ...sessions]);
  expect(await startRun(project, '--attempts', '2')).toMatchObject({ code: 4 });
  return project;
}
