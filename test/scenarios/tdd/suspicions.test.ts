import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { batonInTerminal, noTerminal } from '../../terminal.ts';
import { baton, RUN, startRun } from './command.ts';
import { newProject, type Project } from './project.ts';
import { recordOf, story } from './record.ts';
import { CODE, ITEMS, LIST, type Session, TEST } from './sum.ts';

/** Green works only where it is tested, which nothing refuses and everybody is told. */
const DETECTS: readonly Session[] = [
  { phase: 'plan', cycle: 1, write: { [LIST]: `- [ ] ${ITEMS[0]}\n` } },
  {
    phase: 'green',
    write: { [CODE]: 'export function sum() {\n  return process.env.NODE_TEST_CONTEXT ? 0 : Number.NaN;\n}\n' },
  },
];

const SUSPICION = { phase: 'green', cycle: 1, code: 'looks_at_test_environment', path: CODE, line: 2 };
const LINE = `green of cycle 1: looks_at_test_environment in ${CODE}:2: `;

/** Data in a format of its own, of which Baton makes no wrong version. */
const DATA: readonly Session[] = [
  { phase: 'plan', cycle: 1, write: { [LIST]: '- [ ] zero is zero\n' } },
  {
    phase: 'red',
    write: {
      [TEST]: `import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const path = new URL('../src/zero.dat', import.meta.url);

test('zero is zero', () => {
  assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : '', 'zero,0\\n');
});
`,
    },
  },
  { phase: 'green', write: { 'src/zero.dat': 'zero,0\n' } },
  { phase: 'refactor' },
];

const headOf = ({ path }: Project) => gitIn(path, 'rev-parse', 'main');

describe.concurrent('suspicions of accepted work', { timeout: 240_000 }, () => {
  it('are told at the end and where the run is shown, and nothing is merged before a person accepts them', async () => {
    const project = newProject(DETECTS);
    const ended = await startRun(project);
    expect(ended.code).toBe(0);
    expect(ended.out).toContain(`${RUN} is completed, with 1 suspicion:\n  ${LINE}`);
    const { runs } = JSON.parse((await baton(project, 'status', '--json')).out);
    expect(runs).toMatchObject([{ state: 'completed', suspicions: [SUSPICION] }]);
    expect((await baton(project, 'status')).out).toMatch(/ SUSPICIONS [\s\S]* 1\/1 +1 +/);
    expect((await baton(project, 'show', RUN)).out).toContain(LINE);
    expect((await baton(project, 'log')).out).toContain('completed, with 1 suspicion: 1 test of the list');

    const before = headOf(project);
    const refused = await baton(project, 'merge', RUN);
    expect(refused).toMatchObject({ code: 4, out: '' });
    expect(refused.err).toContain(`${RUN} has 1 suspicion:\n  ${LINE}`);
    expect(refused.err).toContain(`baton merge ${RUN} --accept-suspicions`);
    const asJson = await baton(project, 'merge', RUN, '--json');
    expect(asJson.code).toBe(4);
    expect(JSON.parse(asJson.out)).toMatchObject({ state: 'suspicious', into: 'main', suspicions: [SUSPICION] });
    expect(headOf(project)).toBe(before);

    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    expect(await baton(project, 'resume', RUN, '--strict')).toMatchObject({ code: 1 });
    expect(await baton(project, 'merge', RUN, '--accept-suspicions')).toMatchObject({ code: 0, out: /^Merged sum/ });
    expect(await baton(project, 'resume', RUN, '--strict')).toMatchObject({ code: 0 });
    expect(await baton(project, 'merge', RUN)).toMatchObject({ code: 0, out: /already merged/ });
    expect(await baton(project, 'verify')).toMatchObject({ code: 0 });
  });

  it.each([
    ['--strict', [], ['--strict']],
    ['strict in baton.yaml', [['baton.yaml', 'strict: true\n']], []],
  ] as const)('make a run end with an error where it is strict: %s', async (_, files, flags) => {
    const project = newProject(DETECTS, Object.fromEntries(files));
    const ended = await startRun(project, ...flags);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/is completed, with 1 suspicion:[\s\S]*Exit code 1: the run is strict/);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 1 });
  });

  it('are none where nothing is suspected, and strict changes nothing', async () => {
    const project = newProject([{ phase: 'plan', cycle: 1, write: { [LIST]: `- [ ] ${ITEMS[0]}\n` } }]);
    const ended = await startRun(project, '--strict');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.out).not.toContain('uspicion');
    expect((await baton(project, 'status')).out).not.toContain('SUSPICIONS');
    expect(await baton(project, 'merge', RUN)).toMatchObject({ code: 0 });
  });
});

describe.concurrent('work that cannot be sabotaged', { timeout: 240_000 }, () => {
  const WHY = 'nothing was written in a language that Baton can sabotage: src/zero.dat';

  it('is accepted as weaker evidence, and said to be', async () => {
    const project = newProject(DATA);
    const ended = await startRun(project, '--strict');
    expect(ended.code).toBe(0);
    expect(ended.out).toContain(`Strength of evidence: unsabotaged in green of cycle 1: ${WHY}.`);
    const record = await recordOf(project);
    expect(record.of('gate.passed').filter(({ data }) => data.strength === 'unsabotaged')).toHaveLength(1);
    const [green] = record.of('phase.completed').filter(({ phase }) => phase === 'green');
    const note = gitIn(project.path, 'notes', '--ref=tdd-handoffs', 'show', String(green?.data.commit));
    expect(JSON.parse(note)).toMatchObject({ phase: 'GREEN', strength: 'unsabotaged' });
    expect((await baton(project, 'show', String(green?.data.commit))).out).toMatch(/^strength +unsabotaged$/m);
    expect((await baton(project, 'show', RUN)).out).toMatch(/^strength +unsabotaged in green of cycle 1: /m);
    expect(await baton(project, 'verify')).toMatchObject({ code: 0 });
    expect(await baton(project, 'merge', RUN)).toMatchObject({ code: 0 });
  });

  it('waits for a person in the tier critical', async () => {
    const project = newProject(DATA, { 'baton.yaml': 'tier: critical\n' });
    const asked = await startRun(project);
    expect(asked.code).toBe(4);
    expect(asked.out).toContain(
      `May green of cycle 1 be accepted? It could not be tried what its tests notice: ${WHY}.`,
    );
    expect(story(await recordOf(project))).not.toContain('green 1.1 completed');
    const [run] = JSON.parse((await baton(project, 'status', '--json')).out).runs;
    expect(await baton(project, 'approve', run.asks[0].id, '--resume')).toMatchObject({ code: 0 });
    expect(story(await recordOf(project))).toContain('green 1.1 completed');
    expect(await baton(project, 'verify')).toMatchObject({ code: 0 });
  });
});

const missing = noTerminal();
it.skipIf(missing !== undefined)(
  `suspicions are asked about in a terminal${missing ? ` (${missing})` : ''}`,
  {
    timeout: 240_000,
  },
  async () => {
    const project = newProject(DETECTS);
    await startRun(project);
    const before = headOf(project);
    const merge = (...flags: string[]) =>
      batonInTerminal(project.path, ['merge', RUN, ...flags], { ...project.environment, NO_COLOR: '1' });
    const first = merge();
    await first.sees(/1 suspicion:[\s\S]*Merge sum into main all the same\? \[y\]es, \[n\]o: /);
    first.type('n\n');
    expect(await first.ended).toBe(1);
    const left = merge();
    await left.sees(/all the same\?/);
    left.type('\u0004');
    expect(await left.ended).toBe(4);
    expect(await merge('--no-input').ended).toBe(4);
    expect(headOf(project)).toBe(before);
    const last = merge();
    await last.sees(/all the same\?/);
    last.type('y\n');
    expect(await last.ended).toBe(0);
    expect(headOf(project)).not.toBe(before);
  },
);
