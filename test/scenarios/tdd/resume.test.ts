import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { IS_FULL, ONLY_FULL } from '../../full.ts';
import { randomFrom, SEED } from '../../store/random.ts';
import { baton, launch, RUN, runWords } from './command.ts';
import { untilRuns } from './processes.ts';
import { newProject, type Project, rewritePlan } from './project.ts';
import { recordOf } from './record.ts';
import { FIRST_TEST, ONE_TEST, type Session, TEST } from './sum.ts';
import { COMPLETED, expectUndisturbed } from './undisturbed.ts';

describe.concurrent('a run that is stopped at any moment', { timeout: 300_000 }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`goes on to the same files after ${signal} again and again [R000-15] [R001-53]`, async ({ skip }) => {
      skip(!IS_FULL && signal !== 'SIGKILL', ONLY_FULL);
      const project = newProject([ONE_TEST]);
      expect(await strikeOften(project, signal), `STORE_SEED=${SEED}`).toBeGreaterThan(2);
      await expectUndisturbed(project);
    });
  }

  for (const [how, signals, sandbox, code] of [
    ['SIGTERM', ['SIGTERM'], 'off', 130],
    ['Ctrl-C twice', ['SIGINT', 'SIGINT'], 'auto', 130],
    ['kill -9', ['SIGKILL'], 'auto', null],
    ['kill -9', ['SIGKILL'], 'off', null],
  ] as const) {
    it(`loses the session that ${how} hit, ends all its programs, uses up no attempt (sandbox ${sandbox})`, async ({
      skip,
    }) => {
      skip(!IS_FULL && (how === 'SIGTERM' || (how === 'kill -9' && sandbox === 'auto')), ONLY_FULL);
      const project = newProject([HANGING, ONE_TEST]);
      const moving = launch(project, [...runWords(project), '--sandbox', sandbox]);
      await untilRuns(project, 'sleep 611', moving);
      for (const signal of signals) {
        moving.process.kill(signal);
        await sleep(200);
      }
      expect(await moving.ended).toMatchObject({ code });
      rewritePlan(project, [ONE_TEST]);
      expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
      await expectUndisturbed(project);
    });
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`judges again what it was judging when ${signal} came, and does not play the session again`, async ({
      skip,
    }) => {
      skip(!IS_FULL && signal !== 'SIGTERM', ONLY_FULL);
      const project = newProject([ONE_TEST]);
      const moving = launch(project, [...runWords(project), '--json']);
      await moving.until((out) => /"gate.passed".*"phase":"red"/.test(out));
      await untilRuns(project, '--test', moving);
      moving.process.kill(signal);
      await moving.ended;
      expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
      const sessions = (await recordOf(project)).of('session.started');
      expect(sessions).toHaveLength(COMPLETED.length);
      await expectUndisturbed(project);
    });
  }

  it('is parked at once while it waits for a service', async () => {
    const project = newProject([ONE_TEST, { phase: 'red', exit: 75 }]);
    const moving = launch(project, [...runWords(project), '--json']);
    await moving.until((out) => (out.match(/"session.ended".*"phase":"red"/g) ?? []).length > 1);
    moving.process.kill('SIGINT');
    expect(await moving.ended).toMatchObject({ code: 130 });
    expect((await recordOf(project)).view).toMatchObject({ state: 'parked', attempt: 1 });
    rewritePlan(project, [ONE_TEST]);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    await expectUndisturbed(project);
  });

  it('lets the session that runs come to its end after one Ctrl-C, and does not play it again', async () => {
    const project = newProject([{ phase: 'red', write: { [TEST]: FIRST_TEST }, wait_ms: 1500 }, ONE_TEST]);
    const moving = launch(project, [...runWords(project), '--json']);
    await moving.until((out) => /"session.started".*"phase":"red"/.test(out));
    moving.process.kill('SIGINT');
    expect(await moving.ended).toMatchObject({ code: 130 });
    expect((await recordOf(project)).view).toMatchObject({ state: 'parked', phase: 'red' });
    rewritePlan(project, [ONE_TEST]);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    const sessions = (await recordOf(project)).of('session.started');
    expect(sessions.filter(({ phase, cycle }) => phase === 'red' && cycle === 1)).toHaveLength(1);
    await expectUndisturbed(project);
  });
});

/** A test agent that starts a daemon and never ends. */
const HANGING: Session = {
  phase: 'red',
  run: ['setsid sleep 611 >/dev/null 2>&1 &'],
  wait_ms: 600_000,
};

/** Stops whatever moves the run after some events and a moment, until nothing is left to be moved. Says how often. */
async function strikeOften(project: Project, signal: NodeJS.Signals): Promise<number> {
  const random = randomFrom(SEED);
  let words = runWords(project);
  for (let stops = 0; ; stops++) {
    const moving = launch(project, [...words, '--json']);
    const events = 2 + Math.floor(random() * 5);
    await moving.until((out) => out.split('\n').length > events);
    await sleep(random() * 100);
    moving.process.kill(signal);
    const { code } = await moving.ended;
    if (code === 0) return stops;
    words = ['resume', RUN];
  }
}
