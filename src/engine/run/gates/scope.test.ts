import { describe, expect, it } from 'vitest';
import { TDD } from '../../../../test/workflow/built-in.ts';
import type { FileChange } from '../../../evidence/diff.ts';
import { vitest } from '../../../frameworks/vitest/vitest.ts';
import { passed, sampleChange, sampleReport } from '../../../testing/evidence-samples.ts';
import type { Phase, Workflow } from '../../../workflow/workflow-schema.ts';
import type { Pinned } from '../pinned.ts';
import type { Sources } from '../surroundings.ts';
import type { Moment } from '../turn.ts';
import { judgeChanges, unprovedTestFiles, writeRule } from './scope.ts';

const tests = { files: vitest.testFiles, support: vitest.supportFiles, config: vitest.configFiles, mixed: [] };

function why(phase: string, path: string): string | undefined {
  const moment = { state: { workflow: TDD, phase } } as unknown as Moment;
  return writeRule(moment, { pinned: { tests, agents: {} } as unknown as Pinned })(path);
}

describe('what an agent is told before it writes', () => {
  it.each([
    ['plan', 'test-list.md', true],
    ['plan', 'src/sum.ts', false],
    ['red', 'src/sum.test.ts', true],
    ['red', 'src/sum.ts', false],
    ['red', 'test-list.md', false],
    ['green', 'src/sum.ts', true],
    ['green', 'package.json', true],
    ['green', 'src/sum.test.ts', false],
    ['green', 'src/__snapshots__/sum.test.ts.snap', false],
    ['green', 'vitest.config.ts', false],
    ['green', 'baton.yaml', false],
    ['green', 'CLAUDE.md', false],
    ['refactor', 'src/sum.test.ts', true],
    ['refactor', 'node_modules/sum/index.js', false],
  ])('in %s of %s: %s', (phase, path, may) => {
    expect(why(phase, path) === undefined).toBe(may);
  });

  it('says why', () => {
    expect(why('green', 'src/sum.test.ts')).toBe('src/sum.test.ts holds tests and stays as it is in this phase.');
    expect(why('plan', 'src/sum.ts')).toMatch(/^src\/sum\.ts: this phase may change only .*test-list\.md/);
  });
});

describe('a test file that no pattern names', () => {
  const FOUND = "import { test, expect } from 'vitest';\ntest('x', () => { expect(1).toBe(2); });\n";
  const moment = {
    state: { workflow: TDD, phase: 'red', base: { tree: 'base' }, knowledge: { reportAt: 1 } },
    attachment: async () => JSON.stringify(sampleReport([passed('checks/old.js', 'x')])),
  } as unknown as Moment;
  const sources = {
    pinned: { tests, agents: {} },
    paths: async () => ({ files: ['checks/old.js', 'src/a.js'], links: [] }),
  } as unknown as Sources;
  const judge = async (...changes: FileChange[]) =>
    (await judgeChanges({ tree: 'x', changes }, moment, sources)).reasons.map(({ code, paths }) => [code, paths]);

  it('may be changed in red where tests ran in it, and be added where its text has tests', async () => {
    expect(await judge(sampleChange('checks/old.js', FOUND, `${FOUND}\n`))).toEqual([]);
    const added = sampleChange('checks/new.js', undefined, FOUND);
    expect(await judge(added)).toEqual([]);
    expect(await unprovedTestFiles({ tree: 'x', changes: [added] }, moment, sources)).toEqual(['checks/new.js']);
    expect(writeRule(moment, sources, ['checks/old.js'])('checks/old.js')).toBeUndefined();
  });

  it('is none where it has no tests, or code that others use', async () => {
    const refused = (path: string) => [['out_of_scope', [path]]];
    expect(await judge(sampleChange('src/a.js', FOUND, `${FOUND}\n`))).toEqual(refused('src/a.js'));
    for (const text of ['export const a = 1;\n', `export const a = 1;\n${FOUND}`])
      expect(await judge(sampleChange('src/b.js', undefined, text))).toEqual(refused('src/b.js'));
  });
});

describe('the packages that are proved', () => {
  const pinned = { tests, agents: {}, packages: ['packages/a'] } as unknown as Pinned;
  const why = (phase: string, path: string) =>
    writeRule({ state: { workflow: TDD, phase } } as unknown as Moment, { pinned })(path);

  it.each(['red', 'green', 'refactor'])('are all that %s may change, but for manifests at the top', (phase) => {
    const name = phase === 'red' ? 'x.test.ts' : 'x.ts';
    expect(why(phase, `packages/a/${name}`)).toBeUndefined();
    expect(why(phase, 'package-lock.json')).toBeUndefined();
    for (const path of [`packages/b/${name}`, name, 'packages/b/package.json'])
      expect(why(phase, path)).toContain('no tests are run for it: only those of packages/a are.');
  });
});

/** A workflow whose artifacts lie in a folder of an agent program, and whose orchestrating agent may ask for more. */
const TEAM = {
  ...{ name: 'team', description: 'team', start: 'design', orchestrator: 'gojo' },
  output: '.claude/.output/{run}',
  phases: {
    design: phase({ agent: 'nobara', writes: ['{output}/design.md', 'docs/**'] }),
    build: phase({ agent: 'yuuji', writes: 'anything', gates: ['scope', 'tests'], with_approval: ['CLAUDE.md'] }),
    settle: phase({ agent: 'gojo', writes: ['dev-notes.md'], with_approval: ['CLAUDE.md'] }),
  },
} as Workflow;

function phase(more: Partial<Phase>): Phase {
  return { agent: 'a', writes: 'nothing', gates: ['scope'], on: { complete: 'end' }, commit: 'x', ...more };
}

const AGENTS = { nobara: {}, yuuji: { scope: ['src/**', 'CLAUDE.md'] }, gojo: {} };

function moment(name: string): Moment {
  const state = { workflow: TEAM, phase: name, base: { tree: 'base' }, candidate: { problems: [] } };
  return { run: 'r1', state } as unknown as Moment;
}

const pinned = { tests, agents: AGENTS } as unknown as Pinned;

describe('the directory of artifacts', () => {
  it.each([
    ['design', '.claude/.output/r1/design.md', undefined],
    ['design', '.claude/.output/r1/other.md', 'may change only'],
    ['design', '.claude/.output/r2/design.md', 'protected'],
    ['design', '.claude/settings.json', 'protected'],
    ['design', 'docs/a.md', undefined],
    ['design', '.claude/.output/r1/CLAUDE.md', 'protected'],
  ])('in %s, %s: %s', (name, path, told) => {
    const why = writeRule(moment(name), { pinned })(path);
    if (told === undefined) expect(why).toBeUndefined();
    else expect(why).toContain(told);
  });
});

describe("an agent's own scope", () => {
  it('holds whatever the phase allows', () => {
    const why = writeRule(moment('build'), { pinned });
    expect(why('src/a.ts')).toBeUndefined();
    expect(why('docs/a.md')).toContain('its agent may change only src/**');
  });
});

describe('what a person has to approve', () => {
  const judge = async (name: string, ...paths: string[]) => {
    const changes = paths.map((path) => sampleChange(path, 'a', 'b'));
    const sources = { pinned, paths: async () => ({ files: paths, links: [] }) } as unknown as Sources;
    return judgeChanges({ tree: 'x', changes }, moment(name), sources);
  };

  it('may be changed by the orchestrating agent, and is told', async () => {
    expect(await judge('settle', 'CLAUDE.md', 'dev-notes.md')).toMatchObject({
      reasons: [],
      remember: { needs_approval: ['CLAUDE.md'] },
    });
    expect(await judge('settle', 'dev-notes.md')).not.toHaveProperty('remember');
  });

  it('stays protected from everybody else, and under other names [R003-53]', async () => {
    expect(await judge('build', 'CLAUDE.md')).toMatchObject({ reasons: [{ code: 'protected_file' }] });
    expect(await judge('settle', 'AGENTS.md')).toMatchObject({ reasons: [{ code: 'protected_file' }] });
    expect(await judge('settle', 'claude.md')).toMatchObject({ reasons: [{ code: 'protected_file' }] });
  });
});
