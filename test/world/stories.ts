import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CODE, FIRST_TEST, ITEMS, LIST, LOOP, type Session, TEST, ZERO } from '../scenarios/tdd/sum.ts';
import type { Story } from './matrix.ts';
import { type Player, playerOf, type Rest, type Seat, type Settlement, wordsFor } from './players.ts';
import {
  type Checkout,
  cloneBare,
  cloneElsewhere,
  type Files,
  gitOn,
  type Look,
  lookAt,
  makeRepository,
  type Repository,
  TINY,
} from './repositories.ts';
import type { Stage } from './stage.ts';

const RUN = 'sum';
const SECOND = 'sum-of-two';
const [NOTHING, TWO] = ITEMS;

/** The stage of a story of the matrix. */
interface StoryStage extends Stage {
  readonly story: Story;
}

/** Plays a story and holds what was said and what is there at every step to what a user expects. */
export async function playStory(stage: StoryStage): Promise<void> {
  const { story, root } = stage;
  const repository = await makeRepository(story.repository, root, { ...TINY, ...filesFor(story) });
  const before = await lookAt(repository);
  const first = playerAt(stage, repository, sandboxAt(story, 'start'));
  const later = playerAt(stage, repository, sandboxAt(story, 'resume'));
  await reachEnd(stage, repository, first, later);
  await expectCompleted(later, RUN);
  await expectUntouched(repository, before);
  await expectVerified(later, RUN);
  await playAfter(stage, repository, later);
  expect(stage.problems).toEqual([]);
}

/** Stories that are no point of the matrix. */
export const SINGLE_STORIES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async 'the demo keeps the repository that it names'(stage) {
    const repository = await makeRepository('init', stage.root, TINY);
    const player = playerAt(stage, repository, false);
    const { out } = await player.baton(0, 'demo');
    const place = /It happens in (.+)$/m.exec(out)?.[1];
    expect(place, out).toBeDefined();
    await player.baton(0, 'status');
    await player.baton(0, 'doctor');
    expect(existsSync(place ?? ''), 'the repository of the demo').toBe(true);
  },

  async 'a sandbox that is required and missing keeps a run from starting'(stage) {
    const repository = await makeRepository('clone', stage.root, { ...TINY, 'baton.yaml': 'sandbox: require\n' });
    const { out, err } = await playerAt(stage, repository, false).baton(2, 'run', 'A sum', '--command', 'true');
    expect(`${out}\n${err}`).toMatch(/sandbox/i);
    expect(await gitOn(repository.machine, repository.path, 'branch', '--list', 'baton/*')).toBe('');
  },

  async 'an item that is implemented already is skipped by a person, and the run goes on'(stage) {
    const repository = await makeRepository('clone', stage.root, { ...TINY, [CODE]: ZERO });
    const player = playerAt(stage, repository, true);
    const sessions: Session[] = [
      { phase: 'plan', cycle: 1, write: { [LIST]: `# Sum\n\n- [ ] ${NOTHING}\n- [ ] ${TWO}\n` } },
      { phase: 'plan' },
      { phase: 'red', cycle: 1, write: { [TEST]: FIRST_TEST }, result: IMPLEMENTED },
      { phase: 'red', write: { 'test/two.test.js': SECOND_TEST } },
      { phase: 'green', write: { [CODE]: LOOP } },
      { phase: 'refactor' },
    ];
    const begun = await player.begin({ name: RUN, request: 'A sum' }, sessions);
    expect(begun.state, 'how the run rests').toBe('waiting');
    expect((await statusOf(player, RUN)).attempt, 'the attempt that asks').toBe(1);
    await player.baton(0, 'decide', await askOf(player), 'skip');
    const resumed = await player.resume(RUN, sessions);
    expect(resumed.state, 'how the run rests').toBe('completed');
    await expectCompleted(player, RUN);
    await expectVerified(player, RUN);
  },
};

const IMPLEMENTED = {
  status: 'blocked',
  blocked_reason: 'already_implemented',
  summary: 'The sum of nothing is zero already.',
  attempted: ['Wrote the test, and it passes'],
};

const SETTLEMENTS = {
  approve: { verb: 'approve' },
  reject: { verb: 'reject', reason: 'It adds nothing up' },
  answer: { verb: 'answer', text: 'Whole numbers' },
  decide: { verb: 'decide', choice: 'retry', hint: 'The test has to import what it tests' },
} as const satisfies Record<string, Settlement>;

/** Settings that make a run come to what the story is about. */
function filesFor({ event, after }: Story): Files {
  const settings = {
    approve: 'approvals: [green]\n',
    reject: 'approvals: [green]\n',
    decide: 'attempts: 1\n',
  };
  return {
    ...(event in settings ? { 'baton.yaml': settings[event as keyof typeof settings] } : {}),
    ...(after.endsWith('second run') ? { [LIST]: '# Sum\n' } : {}),
  };
}

/** What the agents do: they build the sum of nothing in one cycle, after what the story is about. */
function sessionsFor({ event }: Story): Session[] {
  const special: Readonly<Record<Story['event'], readonly Session[]>> = {
    complete: [],
    interrupt: [{ phase: 'red', cycle: 1, write: { [TEST]: FIRST_TEST }, wait_ms: 2000 }],
    approve: [],
    reject: [{ phase: 'green', cycle: 1, attempt: 2, write: { [CODE]: STILL_ZERO } }],
    answer: [{ phase: 'red', cycle: 1, attempt: 1, result: BLOCKED }],
    decide: [{ phase: 'red', cycle: 1, attempt: 1, write: { [TEST]: IDLE_TEST } }],
  };
  return [
    ...special[event],
    { phase: 'plan', cycle: 1, write: { [LIST]: `# Sum\n\n- [ ] ${NOTHING}\n` } },
    { phase: 'plan' },
    { phase: 'red', write: { [TEST]: FIRST_TEST } },
    { phase: 'green', write: { [CODE]: ZERO } },
    { phase: 'refactor' },
  ];
}

/** The same by other words: what a rejected attempt is followed by. */
const STILL_ZERO = ZERO.replace('return 0;', 'const total = 0;\n  return total;');

const BLOCKED = {
  status: 'blocked',
  blocked_reason: 'missing_requirements',
  summary: 'The request does not say which numbers.',
  attempted: ['Read the request'],
  questions: ['Which numbers?'],
};

/** A test that passes before anything was implemented. */
const IDLE_TEST = FIRST_TEST.replace("import { sum } from '../src/sum.js';\n", 'const sum = () => 0;\n');

function sandboxAt({ sandbox }: Story, when: 'start' | 'resume'): boolean {
  if (sandbox === 'sandbox') return true;
  return sandbox === (when === 'start' ? 'sandbox gone at resume' : 'sandbox new at resume');
}

function playerAt(stage: Stage & Partial<StoryStage>, checkout: Seat['checkout'], hasSandbox: boolean): Player {
  const { story, root, installed, transcript } = stage;
  return playerOf(story?.player ?? 'command', {
    installed,
    checkout,
    hasSandbox,
    beside: join(root, 'beside'),
    transcript,
  });
}

/** Moves the run to its end, through what the story is about. */
async function reachEnd(stage: StoryStage, repository: Repository, first: Player, later: Player): Promise<void> {
  const { story } = stage;
  const sessions = sessionsFor(story);
  const run = { name: RUN, request: 'A function that gives the sum of numbers' };
  if (story.event === 'interrupt') {
    await first.beginAndInterrupt(run, sessions);
    expect(await statusOf(first, RUN), 'status').toMatchObject({ state: 'parked', phase: 'red', asks: [] });
    const [resuming, share] = await elsewhere(stage, repository, later);
    expectEnd(stage, await resuming.resume(RUN, sessions), 'completed', 'resume');
    await share();
    return;
  }
  const begun = await first.begin(run, sessions);
  if (story.event === 'complete') return expectEnd(stage, begun, 'completed', 'start');
  expectEnd(stage, begun, 'waiting', 'start');
  const ask = await askOf(first);
  const [settling, share] = await elsewhere(stage, repository, later);
  expect(await askOf(settling), 'the ask').toBe(ask);
  const settlement = SETTLEMENTS[story.event];
  if (settling === later) await later.settle(ask, settlement);
  else await settling.baton(0, ...wordsFor(ask, settlement));
  const isBack = story.place === 'other clone and back';
  if (isBack) await share();
  const resuming = isBack ? later : settling;
  const resumed = await resuming.resume(RUN, sessions);
  if (story.event === 'reject') {
    expectEnd(stage, resumed, 'waiting', 'resume');
    await resuming.settle(await askOf(resuming), SETTLEMENTS.approve);
    expectEnd(stage, await resuming.resume(RUN, sessions), 'completed', 'resume');
  } else {
    expectEnd(stage, resumed, 'completed', 'resume');
  }
  if (!isBack) await share();
}

/** Who goes on with the run, and how what they did comes back: in another clone by `baton sync`. */
async function elsewhere(
  stage: StoryStage,
  repository: Repository,
  here: Player,
): Promise<readonly [Player, () => Promise<void>]> {
  if (stage.story.place === 'same clone') return [here, async () => undefined];
  const syncHere = async () => {
    if (await hasRemote(repository)) await here.baton(0, 'sync');
  };
  await syncHere();
  const clone = await cloneElsewhere(repository, stage.root, stage.story.repository);
  const there = playerAt(stage, clone, sandboxAt(stage.story, 'resume'));
  await there.baton(0, 'sync');
  const before = await lookAt(clone);
  return [
    there,
    async () => {
      await expectUntouched(clone, before);
      await there.baton(0, 'sync');
      await syncHere();
    },
  ];
}

async function expectUntouched(checkout: Checkout, before: Look): Promise<void> {
  const after = await lookAt(checkout);
  for (const [thing, was] of Object.entries(before)) expect(after[thing], `${thing} of the user`).toBe(was);
}

async function hasRemote({ machine, path }: Repository): Promise<boolean> {
  return (await gitOn(machine, path, 'remote')) !== '';
}

/** A run came to rest as expected, and whoever played it was told of a sandbox that is missing. */
function expectEnd({ story, problems }: StoryStage, rest: Rest, state: Rest['state'], when: 'start' | 'resume'): void {
  expect(rest.state, 'how the run rests').toBe(state);
  if (!sandboxAt(story, when) && !/sandbox/i.test(rest.said))
    problems.push(`No sandbox, and nobody says so at the ${when}.`);
}

interface Status {
  readonly run: string;
  readonly state: string;
  readonly phase: string;
  readonly attempt: number;
  readonly asks: readonly { readonly id: string }[];
  readonly done: number;
  readonly open: number;
}

async function statusOf(player: Player, run: string): Promise<Status> {
  const { out } = await player.baton(0, 'status', run, '--json');
  const { runs } = JSON.parse(out) as { readonly runs: readonly Status[] };
  expect(runs.map((one) => one.run)).toEqual([run]);
  return runs[0] as Status;
}

async function askOf(player: Player): Promise<string> {
  const { state, asks } = await statusOf(player, RUN);
  expect({ state, asks: asks.length }, 'status').toEqual({ state: 'waiting', asks: 1 });
  return asks[0]?.id ?? '';
}

async function expectCompleted(player: Player, run: string): Promise<void> {
  const { state, asks, done, open } = await statusOf(player, run);
  expect({ state, asks, done, open }, 'status').toEqual({ state: 'completed', asks: [], done: 1, open: 0 });
  const { machine, path } = player.checkout;
  expect(await gitOn(machine, path, 'show', `baton/${run}:${CODE}`)).toContain('export function sum');
  const submodule = (tree: string) => gitOn(machine, path, 'ls-tree', tree, 'libs/library');
  expect(await submodule(`baton/${run}`), 'the submodule').toBe(await submodule('HEAD'));
}

async function expectVerified(player: Player, run: string): Promise<void> {
  await player.baton(0, 'verify', run);
}

/** What the user does with a run that is completed. */
async function playAfter(stage: StoryStage, repository: Repository, player: Player): Promise<void> {
  const { after } = stage.story;
  if (after === 'rest') return;
  if (after === 'verify in a bare clone') {
    if (await hasRemote(repository)) await player.baton(0, 'sync');
    const there = playerAt(stage, await cloneBare(repository, stage.root), sandboxAt(stage.story, 'resume'));
    await there.baton(0, 'sync');
    return expectVerified(there, RUN);
  }
  await merge(stage, repository, player);
  if (after === 'merge') return;
  if (repository.into !== undefined)
    await gitOn(repository.machine, repository.path, 'checkout', '--quiet', repository.into);
  const before = await lookAt(repository);
  const run = { name: SECOND, request: 'The sum of two numbers' };
  if (after === 'second run') await playSecond(stage, player, run);
  else await playIdle(player, run);
  await expectUntouched(repository, before);
}

/** The run is merged, with nothing else of the user's changed. Changes that no commit has are refused first. */
async function merge({ story }: StoryStage, repository: Repository, player: Player): Promise<void> {
  const { machine, path, into } = repository;
  const git = (...args: string[]) => gitOn(machine, path, ...args);
  const words = ['merge', RUN, ...(into === undefined ? [] : ['--into', into])];
  if (story.repository === 'dirty checkout') {
    const before = await lookAt(repository);
    const { err } = await player.baton(1, ...words);
    for (const file of ['README.md', 'staged.js', 'old.js']) expect(err).toContain(file);
    await expectUntouched(repository, before);
    await git('stash', '--quiet', '--include-untracked');
  }
  const branch = into ?? (await git('branch', '--show-current'));
  const old = await git('rev-parse', branch);
  const before = await lookAt(repository);
  await player.baton(0, ...words);
  const after = await lookAt(repository);
  expect(await git('rev-parse', `${branch}^1`), 'the first parent').toBe(old);
  expect(await git('show', `${branch}:${CODE}`)).toContain('export function sum');
  expect(existsSync(join(path, CODE)), `${CODE} in the checkout`).toBe(into === undefined);
  expect(await git('status', '--porcelain'), 'changes after the merge').toBe('');
  const others = (refs = '') => refs.split('\n').filter((line) => !line.startsWith(`refs/heads/${branch} `));
  expect(others(after.refs), 'other refs').toEqual(others(before.refs));
  for (const thing of ['head', 'stash', 'settings']) expect(after[thing], thing).toBe(before[thing]);
  if (story.repository === 'signed commits') expect(await git('cat-file', 'commit', branch)).toContain('gpgsig');
  await expectVerified(player, RUN);
}

/** A second run builds something new on what was merged. */
async function playSecond(
  { story }: StoryStage,
  player: Player,
  run: { name: string; request: string },
): Promise<void> {
  const approvals = story.event === 'approve' || story.event === 'reject';
  const sessions: Session[] = [
    { phase: 'plan', cycle: 1, write: { [LIST]: `# Sum\n\n- [x] ${NOTHING}\n- [ ] ${TWO}\n` } },
    { phase: 'plan' },
    { phase: 'red', write: { 'test/two.test.js': SECOND_TEST } },
    { phase: 'green', write: { [CODE]: LOOP } },
    { phase: 'refactor' },
  ];
  const begun = await player.begin(run, sessions);
  if (!approvals) {
    expect(begun.state, 'how the second run rests').toBe('completed');
  } else {
    expect(begun.state, 'how the second run rests').toBe('waiting');
    const { asks } = await statusOf(player, SECOND);
    await player.settle(asks[0]?.id ?? '', SETTLEMENTS.approve);
    const resumed = await player.resume(SECOND, sessions);
    expect(resumed.state, 'how the second run rests').toBe('completed');
  }
  await expectCompleted(player, SECOND);
  await expectVerified(player, SECOND);
}

const SECOND_TEST = FIRST_TEST.replace(NOTHING, TWO).replace('sum([]), 0', 'sum([1, 2]), 3');

/** A second run in which no agent does anything: nobody may call that completed. */
async function playIdle(player: Player, run: { name: string; request: string }): Promise<void> {
  const idle = ['plan', 'red', 'green', 'refactor'].map((phase) => ({ phase }));
  const { state } = await player.begin(run, idle);
  expect(state, 'how a run rests in which nothing was done').not.toBe('completed');
  expect((await statusOf(player, SECOND)).state).not.toBe('completed');
  await player.baton(1, 'merge', SECOND);
}
