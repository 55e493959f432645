import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { IS_FULL, ONLY_FULL } from '../full.ts';
import { casesBeyond, playCase, type Reference, undisturbed } from './campaign.ts';
import { type Case, failuresAt, killsAt, type Passing, pairsOf } from './cases.ts';
import { findHarm } from './check.ts';
import { play, RUN } from './play.ts';
import { leftBy } from './record.ts';
import { describe as describeOutcome, drawOutcomes } from './report.ts';
import { gitOf, newStage } from './stage.ts';
import { DOMAIN_ZERO, TDD } from './story.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** A point in a kind of step: the ones where most is under way. `npm run crashes` goes through all of them. */
const POINTS = [
  ['append.before run.started', 'nothing'],
  ['place.made', 'run.started'],
  ['program.started', 'session.started'],
  ['kept.written', 'gate.passed'],
  ['ref.locked', 'phase.completed'],
  ['append.after run.completed', 'run.completed'],
  ['git.after merge', 'run.completed'],
] as const;

let reference: Reference;

beforeAll(async () => {
  reference = await undisturbed(REPOSITORY, TDD);
}, 300_000);

describe.concurrent('a run of three cycles', { timeout: 300_000 }, () => {
  for (const [point, step] of IS_FULL ? POINTS : POINTS.slice(3, 4)) {
    it(`comes to the same end when it is killed at ${point} after ${step}`, () =>
      expectUnharmed(killsAt([at(point, step)])));
  }

  it('comes to the same end when it is killed twice', ({ skip }) => {
    skip(!IS_FULL, ONLY_FULL);
    return expectUnharmed(pairsOf([at('ref.moved', 'session.started')], [at('clone.cleared', 'phase.completed')]));
  });

  it('comes to the same end when the disk fails, git dies or the clock jumps', () => {
    const points = [at('line.added', 'session.started'), at('git.before diff-tree')];
    return expectUnharmed(failuresAt(points, () => 0).filter(({ kind }, n) => kind !== 'git dies' || n % 3 === 0));
  });
});

describe('a run of a declared protocol', { timeout: 300_000 }, () => {
  let declared: Reference;

  beforeAll(async () => {
    declared = await undisturbed(REPOSITORY, DOMAIN_ZERO);
  }, 300_000);

  it.concurrent.each([
    ['append.after finding.opened', 'finding.opened'],
    ['append.before phase.completed', 'ask.answered'],
  ])('comes to the same end when it is killed at %s after %s', (point, step) =>
    expectUnharmed(killsAt([at(point, step, declared)]), declared),
  );

  it('is killed and fails at what no other run comes to', () => {
    const cases = casesBeyond(declared, reference, { isFull: false, seed: 1 });
    const told = JSON.stringify(cases);
    for (const type of ['trigger.raised', 'finding.opened', 'finding.closed']) {
      expect(told).toContain(`append.before ${type}`);
      expect(told).toContain(`append.after ${type}`);
    }
    expect(told).not.toContain('append.before run.started');
  });
});

describe.concurrent("a person's commit", { timeout: 300_000 }, () => {
  it('that comes while a phase is about to be completed is taken in', async () => {
    const { events, onBranch } = await withCommitAt(at('object.published', 'gate.passed'));
    expect(onBranch).toBe(1);
    expect(events.filter(({ type }) => type === 'person.committed')).toHaveLength(1);
  });

  it('cannot come between the record of a phase and its branch', async () => {
    const { onBranch, tree } = await withCommitAt(at('append.before phase.completed', 'gate.passed'));
    expect([onBranch, tree]).toEqual([0, reference.left.tree]);
  });
});

it('a merge in the checkout that has begun comes to its end although Baton is killed', {
  timeout: 300_000,
}, async () => {
  const stage = newStage(REPOSITORY, TDD);
  onTestFinished(stage.clear);
  writeFileSync(join(stage.checkout, '.git/hooks/pre-merge-commit'), '#!/bin/sh\nsleep 1\n', { mode: 0o755 });
  const { command, point, nth } = at('git.before merge', 'run.completed');
  const faults = [{ command, fault: { point, nth, act: { killSoon: 300 } } }];
  const played = await play(stage, { repository: REPOSITORY, faults });
  expect(played.commands[command]).toMatchObject({ deed: 'merge', code: null });
  expect(findHarm(played, leftBy(stage), reference.left, 1)).toEqual([]);
  expect(gitOf(stage, 'status', '--porcelain')).toBe('');
});

describe('the check', { timeout: 300_000 }, () => {
  it('finds what was lost, done twice, stuck or left behind', async () => {
    const stage = newStage(REPOSITORY, TDD);
    onTestFinished(stage.clear);
    const played = await play(stage, { repository: REPOSITORY });
    const harms = () => [...new Set(findHarm(played, leftBy(stage), reference.left, 0).map(({ harm }) => harm))];
    expect(harms()).toEqual([]);

    mkdirSync(join(stage.root, 'temporary', 'baton-session-x'));
    writeFileSync(join(stage.checkout, '.git', 'index.lock'), '');
    expect(harms()).toEqual(['left behind']);

    appendFileSync(stage.log, 'red 1\n');
    expect(harms()).toEqual(['duplicated', 'left behind']);

    gitOf(stage, 'notes', '--ref=tdd-handoffs', 'remove', `baton/${RUN}`);
    expect(harms()).toContain('lost');

    const journal = `refs/baton/runs/${RUN}`;
    gitOf(stage, 'update-ref', journal, `${journal}^`);
    const found = findHarm(played, leftBy(stage), reference.left, 0);
    expect(found.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^event \d+ run.completed$/));

    expect(findHarm({ ...played, isDone: false }, undefined, reference.left, 0)).toMatchObject([{ harm: 'stuck' }]);
    const failed = {
      ...played,
      commands: played.commands.map((one) => ({ ...one, code: 1, err: 'Error\n  at x (y)' })),
    };
    expect(findHarm(failed, undefined, reference.left, 0)).toContainEqual(expect.objectContaining({ harm: 'unclear' }));
  });

  it('finds what only the record of a protocol can lose, or have twice', () => {
    const { left } = reference;
    const raised = { seq: 0, type: 'trigger.raised', at: '', phase: 'red', cycle: 1, data: { trigger: '@review' } };
    const more = { ...left, events: [...left.events, raised] };
    const played = { commands: [], isDone: true };
    const what = 'trigger.raised of red 1 @review';
    expect(findHarm(played, left, more, 0)).toEqual([{ harm: 'lost', what }]);
    expect(findHarm(played, more, left, 0)).toEqual([{ harm: 'duplicated', what }]);
  });

  it('counts in its table each case in which something was wrong', () => {
    const [one] = killsAt([at('ref.moved', 'session.started')]) as [Case];
    const harmed = { kind: one.kind, case: one, findings: [{ harm: 'lost' as const, what: 'a' }] };
    const table = drawOutcomes([harmed, { ...harmed, findings: [] }]);
    expect(table.split('\n').at(-1)).toMatch(/^\| all +\| 2 +\| 1 +\| 0 +\| 0 +\| 0 +\| 0 +\|$/);
    expect(describeOutcome(harmed)).toContain('lost: a');
  });
});

/** Plays the run with a person's commit on its branch, and says how often that is in the branch's history. */
async function withCommitAt({ command, point, nth }: Passing) {
  const stage = newStage(REPOSITORY, TDD);
  try {
    const fault = { point, nth, act: { person: `baton/${RUN}` } };
    const played = await play(stage, { repository: REPOSITORY, faults: [{ command, fault }] });
    expect(played.isDone).toBe(true);
    const subjects = gitOf(stage, 'log', '--first-parent', '--format=%s', `baton/${RUN}`).split('\n');
    return { ...leftBy(stage), onBranch: subjects.filter((subject) => subject === 'By a person').length };
  } finally {
    stage.clear();
  }
}

/** The second time it is passed, if there is one: the first cycle is like no other. */
function at(point: string, step?: string, { passings } = reference): Passing {
  const all = passings.filter((passing) => passing.point === point && passing.step === (step ?? passing.step));
  const found = all[1] ?? all[0];
  if (found === undefined)
    throw new Error(`The run does not pass ${point}${step === undefined ? '' : ` after ${step}`}.`);
  return found;
}

async function expectUnharmed(cases: readonly Case[], held = reference): Promise<void> {
  for (const one of cases) expect((await playCase(REPOSITORY, one, held)).findings).toEqual([]);
}
