import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { eventsOf, newProject, type Project } from './project.ts';
import { BRIEF, GREETING, IMPLEMENT } from './sign-in.ts';

const FILE = '.protocol-state/project-state.json';

describe('baton export', () => {
  let project: Project;

  beforeAll(async () => {
    project = newProject(GREETING);
    await project.start([BRIEF, { phase: 'implement', end: 'unavailable' }], '--workflow', 'domain-zero');
  }, 120_000);

  it('prints one run, or all of them, and the same text again', async () => {
    const one = await project.baton('export', 'story', '--to', 'domain-zero');
    expect(one.code).toBe(0);
    expect((await project.baton('export')).out).toBe(one.out);
    expect(JSON.parse(one.out)).toMatchObject({ status: 'ACTIVE', features: [{ name: 'story', status: 'ACTIVE' }] });
    const nothing = newProject();
    expect(JSON.parse((await nothing.baton('export')).out)).toMatchObject({ status: 'IDLE', features: [] });
  });

  it('writes a file, and writes it again', async () => {
    const path = join(project.path, FILE);
    for (const told of [await project.baton('export', '--out', FILE), await project.baton('export', '--out', FILE)]) {
      expect(told).toMatchObject({ code: 0, out: `Wrote ${path}.` });
    }
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ made_by: 'baton' });
  });

  it.each(['{"status": "ours"}', 'no JSON', 'null'])(
    'leaves a file alone that holds %s, unless it is forced',
    async (text) => {
      const other = join(project.path, 'kept/project-state.json');
      mkdirSync(dirname(other), { recursive: true });
      writeFileSync(other, text);
      const refused = await project.baton('export', '--out', 'kept/project-state.json');
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('was left as it is') });
      expect(readFileSync(other, 'utf8')).toBe(text);
      expect((await project.baton('export', '--out', 'kept/project-state.json', '--force')).code).toBe(0);
      expect(JSON.parse(readFileSync(other, 'utf8'))).toMatchObject({ made_by: 'baton' });
    },
  );

  it('writes through no link, and says why it cannot write at all', async () => {
    symlinkSync(join(project.path, 'package.json'), join(project.path, 'link.json'));
    const linked = await project.baton('export', '--out', 'link.json', '--force');
    expect(linked).toMatchObject({ code: 2, err: expect.stringContaining('was left as it is') });
    const below = await project.baton('export', '--out', 'package.json/state.json');
    expect(below).toMatchObject({ code: 3, err: expect.stringContaining('a file stands where a directory is needed') });
  });

  it('refuses a format and a run that it does not know, and a branch of no run', async () => {
    expect(await project.baton('export', '--to', 'yaml')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--to is "yaml" (expected domain-zero)'),
    });
    expect(await project.baton('export', 'nope')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no run "nope"'),
    });
    expect(await project.baton('export', '--branch')).toMatchObject({
      code: 2,
      err: expect.stringContaining('baton export RUN --branch'),
    });
  });

  it('commits on the branch once, and not again before the run has taken that in', async () => {
    const head = () => gitIn(project.path, 'rev-parse', 'baton/story');
    const { commit, branch } = JSON.parse((await project.baton('export', 'story', '--branch', '--json')).out);
    expect([branch, commit]).toEqual(['baton/story', head()]);
    expect(gitIn(project.path, 'diff', '--name-only', `${commit}^`, commit)).toBe(FILE);
    const again = await project.baton('export', 'story', '--branch');
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('baton resume story') });
    expect(head()).toBe(commit);
  });
});

describe('the state on the branch', () => {
  it('is committed in the name of a person and taken in by the run', async () => {
    const project = newProject(GREETING);
    const broken = { phase: 'implement', attempt: 1, end: 'unavailable' } as const;
    await project.start([BRIEF, broken], '--workflow', 'domain-zero');
    const exported = await project.baton('export', 'story', '--branch');
    expect(exported, JSON.stringify(exported)).toMatchObject({ code: 0 });
    expect(JSON.parse(project.fileOf('.protocol-state/project-state.json'))).toMatchObject({ active_features: 1 });
    expect((await project.baton('resume', 'story')).code).not.toBe(0);
    expect(eventsOf(await project.events(), 'person.committed')).toHaveLength(1);
    expect(await project.baton('verify', 'story')).toMatchObject({ code: 0 });
  });

  it('is refused while a person has to answer, with what to do instead', async () => {
    const project = newProject(GREETING);
    await project.start([BRIEF, IMPLEMENT], '--workflow', 'domain-zero');
    const { code, err } = await project.baton('export', 'story', '--branch');
    expect([code, err]).toEqual([1, expect.stringContaining('waits for an answer')]);
    expect(err).toContain('--out .protocol-state/project-state.json');
    const out = await project.baton('export', 'story', '--out', '.protocol-state/project-state.json', '--json');
    expect(JSON.parse(out.out)).toEqual({ path: expect.stringContaining('.protocol-state/project-state.json') });
  });
});
