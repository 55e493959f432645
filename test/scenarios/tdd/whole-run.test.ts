import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBaton } from '../../../src/open.ts';
import { gitIn } from '../../repository.ts';
import { lookAt } from './checkout.ts';
import { REQUEST, RUN, runWords, startRun } from './command.ts';
import { newProject, type Project } from './project.ts';
import { type Record, recordOf, story } from './record.ts';
import { CODE, ITEMS, REDUCE, TEST } from './sum.ts';

const [NOTHING, TWO] = ITEMS;

const PHASES = [
  ...[1, 2].flatMap((cycle) => ['plan', 'red', 'green', 'refactor'].map((phase) => ({ phase, cycle }))),
  { phase: 'plan', cycle: 3 },
];

let project: Project;
let record: Record;
let before: unknown;
let commits: readonly string[];

beforeAll(async () => {
  project = newProject([], { 'README.md': '# Tiny\n' });
  before = lookAt(project);
  const { code, out, err } = await startRun(project);
  if (code !== 0) throw new Error(`${code}: ${out} ${err}`);
  record = await recordOf(project);
  commits = gitIn(project.path, 'log', '--reverse', '--format=%H', `main..baton/${RUN}`).split('\n');
}, 120_000);

describe('the commits of a run', () => {
  it('are one for each completed phase, in the order of the workflow [R001-21] [R001-30] [R001-38]', () => {
    expect(story(record)).toEqual(PHASES.map(({ phase, cycle }) => `${phase} ${cycle}.1 completed`));
    expect(record.of('phase.completed').map(({ data }) => data.commit)).toEqual(commits);
    expect(subjects()).toEqual([
      `plan: T1 ${NOTHING}`,
      `test: ${NOTHING}`,
      `feat: ${NOTHING}`,
      'refactor: no changes needed',
      `plan: T2 ${TWO}`,
      `test: ${TWO}`,
      `feat: ${TWO}`,
      'refactor: Let reduce add up',
      'plan: the list is done',
    ]);
  });

  it('name run, phase, cycle and agent in trailers [R001-21]', () => {
    const trailers = commits.map((commit) => gitIn(project.path, 'log', '-1', '--format=%(trailers:only)', commit));
    expect(trailers[1]).toBe(`Baton-Run: ${RUN}\nBaton-Phase: red\nBaton-Cycle: 1\nBaton-Agent: test-agent`);
    for (const [at, { phase, cycle }] of PHASES.entries()) {
      expect(trailers[at]).toContain(`Baton-Phase: ${phase}\nBaton-Cycle: ${cycle}\n`);
    }
  });

  it('hold what each phase may change and nothing else [R000-16] [R001-05] [R001-35]', () => {
    const changed = commits.map((commit) => gitIn(project.path, 'diff', '--name-only', `${commit}^`, commit));
    const cycle = ['', TEST, CODE, 'test-list.md'];
    expect(changed).toEqual(['test-list.md', ...cycle.slice(1), ...cycle.slice(0, 3), `${CODE}\ntest-list.md`, '']);
    expect(gitIn(project.path, 'show', `${commits[7]}:${CODE}`)).toBe(REDUCE.trimEnd());
    expect(gitIn(project.path, 'show', `${commits[3]}:test-list.md`)).toBe(`# Sum\n\n- [x] ${NOTHING}\n- [ ] ${TWO}`);
  });

  it('leave the checkout, its index and HEAD as they were', () => {
    expect(lookAt(project)).toEqual(before);
    expect(existsSync(join(project.path, '.handoff.json'))).toBe(false);
  });
});

describe('the note of a phase commit', () => {
  const notes = () =>
    commits.map((commit) => JSON.parse(gitIn(project.path, 'notes', '--ref=tdd-handoffs', 'show', commit)));

  it('is read by git itself and speaks of that very commit [R001-22] [R001-26] [R001-52]', () => {
    const completed = record.of('phase.completed');
    for (const [at, note] of notes().entries()) {
      const { phase, cycle } = PHASES[at] ?? {};
      expect(note).toMatchObject({ phase: phase?.toUpperCase(), cycle, run: RUN });
      const entry = JSON.parse(gitIn(project.path, 'log', '-1', '--format=%b', note.journal));
      expect(entry).toMatchObject({ seq: completed[at]?.seq, type: 'phase.completed', data: { commit: commits[at] } });
    }
  });

  it('says what follows, and how the tests came out [R001-31] [R001-32] [R001-33] [R001-34]', () => {
    expect(notes().map(({ next_phase, test_result }) => [next_phase, test_result])).toEqual([
      ...[1, 2].flatMap(() => [
        ['RED', null],
        ['GREEN', 'FAIL'],
        ['REFACTOR', 'PASS'],
        ['PLAN', 'PASS'],
      ]),
      ['COMPLETE', null],
    ]);
  });

  it('names the test of its cycle, with the files that are there by then [R001-24]', () => {
    expect(notes().map(({ current_test }) => current_test)).toEqual([
      ...[NOTHING, TWO].flatMap((description, at) => {
        const test = { id: `T${at + 1}`, description };
        return [
          { ...test, test_file: null, impl_file: null },
          { ...test, test_file: TEST, impl_file: null },
          { ...test, test_file: TEST, impl_file: CODE },
          { ...test, test_file: TEST, impl_file: at === 0 ? null : CODE },
        ];
      }),
      null,
    ]);
  });

  it('keeps the list as it stood behind the commit [R001-35]', () => {
    const lists = notes().map(({ pending_tests, completed_tests }) => [pending_tests.length, completed_tests.length]);
    expect(lists).toEqual([...Array(3).fill([2, 0]), ...Array(4).fill([1, 1]), [0, 2], [0, 2]]);
  });

  it('tells when, by whom and in which session, and how often it took [R001-36] [R001-51] [R001-55] [R001-60]', () => {
    const sessions = record.of('session.ended').map(({ data }) => data.session);
    expect(notes().map(({ session_id }) => session_id)).toEqual(sessions);
    for (const note of notes()) {
      expect(note.timestamp).toBe(new Date(note.timestamp).toISOString());
      expect(note).toMatchObject({ retry_count: 0, last_phase_result: { success: true, errors: [] } });
    }
    expect(notes()[1]).toMatchObject({ agent: 'test-agent' });
  });
});

describe('the package of a session', () => {
  it('names agent, phase, cycle and attempt, and what may be changed [R000-10] [R001-25]', () => {
    for (const { phase, cycle } of PHASES) {
      expect(record.prompt(phase, cycle, 1)).toMatch(new RegExp(`in run ${RUN}: phase ${phase}, cycle ${cycle}\\b`));
      expect(record.prompt(phase, cycle, 1)).toContain('What you may change');
    }
  });

  it('carries to plan the request, the framework with its command, counts and the layout [R001-23]', () => {
    const prompt = record.prompt('plan', 1, 1);
    for (const text of [REQUEST, 'node-test', '0 passed', '2 files']) expect(prompt).toContain(text);
  });

  it('carries to red the chosen test, the list, where tests live and an example [R000-11]', () => {
    const prompt = record.prompt('red', 2, 1);
    for (const text of [`T2: ${TWO}`, `- [x] ${NOTHING}`, 'Tests live in', `An existing test: ${TEST}`]) {
      expect(prompt).toContain(text);
    }
  });

  it('carries to green test files, names and how they fail, then the words of the test agent [R000-12] [R000-17]', () => {
    const prompt = record.prompt('green', 2, 1);
    for (const text of [TEST, `${TEST}::${TWO}`, '0 !== 3']) expect(prompt).toContain(text);
    const first = record.prompt('green', 1, 1);
    expect(first.indexOf('There is no sum yet.')).toBeGreaterThan(first.indexOf('Test files of this cycle'));
    expect(first).toContain('agent test-agent');
  });

  it('carries to refactor paths, the diff with its stat, and counts [R000-13]', () => {
    const prompt = record.prompt('refactor', 2, 1);
    for (const text of [TEST, `${CODE} |`, '+  let total = 0;', '2 passed', 'A loop.']) expect(prompt).toContain(text);
  });

  it('carries to plan what is done and what remains, and what agents found worth keeping [R000-08] [R000-14]', () => {
    const prompt = record.prompt('plan', 2, 1);
    for (const text of ['Completed: 1.', `- T1 ${NOTHING}`, 'Open: 1.', `- T2 ${TWO}`, '1 passed']) {
      expect(prompt).toContain(text);
    }
    expect(prompt).toContain('Amounts are whole numbers.');
  });

  it('is given to a fresh session each time [R000-01] [R000-02]', () => {
    const sessions = record.of('session.started').map(({ data }) => data.session);
    expect(new Set(sessions).size).toBe(PHASES.length);
    expect(record.prompt('red', 2, 1)).not.toContain('Always zero.');
  });
});

describe('the next run', () => {
  it('is told before it starts what this one took, for the same agents and for others of their kind', async () => {
    const baton = await openBaton({ cwd: project.path });
    onTestFinished(() => baton.close());
    const command = runWords(project).at(-1) ?? '';
    const start = async (name: string, of: string) => {
      const config = { command: of };
      await baton.runs.start({ request: 'More sums', config, name, acceptBaselineFailures: false });
      return baton.runs.estimate(name);
    };
    const two = { low: 2, median: 2, high: 2 };
    expect(await start('same', command)).toMatchObject({ workflow: 'tdd', runs: 1, match: 'agents', cycles: two });
    expect(await start('other', 'node other-agent')).toMatchObject({ runs: 1, match: 'runners', runners: ['command'] });
  });
});

function subjects(): string[] {
  return commits.map((commit) => gitIn(project.path, 'log', '-1', '--format=%s', commit));
}
