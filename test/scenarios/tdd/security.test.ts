import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { baton, launch, RUN, runWords, startRun } from './command.ts';
import { newProject, type Project } from './project.ts';
import { recordOf, story } from './record.ts';
import { CODE, ONE_TEST, ZERO } from './sum.ts';

/** Keys as they lie about in a developer's environment. */
const AMBIENT = {
  ANTHROPIC_API_KEY: 'ambient-anthropic',
  OPENAI_API_KEY: 'ambient-openai',
  GITHUB_TOKEN: 'ambient-github',
  AWS_SECRET_ACCESS_KEY: 'ambient-aws',
  NPM_TOKEN: 'ambient-npm',
  SSH_AUTH_SOCK: '/ambient/agent',
  NODE_OPTIONS: '--max-old-space-size=999',
  MY_OWN_SETTING: 'ambient-own',
};

const HOOKS = [
  'pre-commit',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'post-index-change',
  'reference-transaction',
];

/** In two halves, so that this file holds no secret itself. */
const SECRET = ['ghp', 'x7Kq2mWv9LpR4sT8yB3nD6fH1jC5gZ0aE2uM'].join('_');

describe.concurrent('a run', { timeout: 240_000 }, () => {
  for (const sandbox of ['auto', 'off']) {
    it(`gives its agents nothing of the user's environment but what a program needs (sandbox ${sandbox})`, async () => {
      const project = newProject([{ ...ONE_TEST, prints_environment: true }]);
      const moving = launch(project, [...runWords(project), '--sandbox', sandbox], AMBIENT);
      expect(await moving.ended).toMatchObject({ code: 0 });
      const transcript = (await recordOf(project)).transcript('plan', 1, 1);
      expect(transcript).toContain('BATON_PHASE');
      for (const [name, value] of Object.entries(AMBIENT)) {
        expect(transcript).not.toContain(name);
        expect(transcript).not.toContain(value);
      }
    });
  }

  for (const place of ['.git/hooks', 'core.hooksPath'] as const) {
    it(`runs no hook of the repository (${place})`, async () => {
      const project = newProject([ONE_TEST]);
      const trace = join(project.beside, 'ran');
      plantHooks(project, place, trace);
      expect(await startRun(project, '--sandbox', 'off')).toMatchObject({ code: 0 });
      expect(existsSync(trace)).toBe(false);
      gitIn(project.path, 'commit', '--quiet', '--allow-empty', '--message', 'by hand');
      expect(existsSync(trace)).toBe(true);
    });
  }

  it('runs no file watcher and no filter that the repository configures', async () => {
    const project = newProject([ONE_TEST], { '.gitattributes': '*.js filter=planted\n' });
    const trace = join(project.beside, 'ran');
    const program = planted(join(project.beside, 'planted'), trace);
    for (const key of ['core.fsmonitor', 'filter.planted.clean', 'filter.planted.smudge', 'diff.external']) {
      gitIn(project.path, 'config', key, program);
    }
    expect(await startRun(project, '--sandbox', 'off')).toMatchObject({ code: 0 });
    expect(existsSync(trace)).toBe(false);
  });

  it('refuses a secret in the diff, and keeps it nowhere', async () => {
    const leaking = `const token = '${SECRET}';\n${ZERO}`;
    const project = newProject([ONE_TEST, { phase: 'green', attempt: 1, write: { [CODE]: leaking }, print: SECRET }]);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(story(record)).toContain('green 1.1 refused: secret_in_diff');
    expect(record.prompt('green', 1, 2)).toContain(`${CODE}`);
    expect(record.prompt('green', 1, 2)).not.toContain(SECRET);
    expect(record.transcript('green', 1, 1)).not.toContain(SECRET);
    expect(JSON.stringify(record.events)).not.toContain(SECRET);
    const shared = gitIn(
      project.path,
      'rev-list',
      '--objects',
      '--glob=refs/heads',
      '--glob=refs/baton/runs',
      '--glob=refs/notes',
    );
    const texts = shared.split('\n').map((line) => gitIn(project.path, 'cat-file', '-p', line.slice(0, 40)));
    expect(texts.filter((text) => text.includes(SECRET))).toEqual([]);
  });

  it('takes secrets out of what people say, too', async () => {
    const project = newProject([{ ...ONE_TEST, exit: 3 }]);
    await startRun(project, '--attempts', '1');
    await baton(project, 'decide', await askOf(project), 'retry', '--hint', `The token is ${SECRET}`, '--resume');
    await baton(project, 'abort', RUN, '--reason', `It is ${SECRET}`);
    const record = await recordOf(project);
    expect(record.of('ask.answered')[0]?.data).toMatchObject({ redactions: [{ field: 'hint' }] });
    expect(record.prompt('plan', 1, 2)).toContain('The token is [redacted');
    expect(JSON.stringify(record.events)).not.toContain(SECRET);
  });

  it('refuses a git repository inside the project, by its path', async () => {
    const nested = ['mkdir -p lib/other', 'git init --quiet lib/other', 'echo 1 > lib/other/one.js'];
    const project = newProject([ONE_TEST, { phase: 'green', attempt: 1, run: nested, write: { [CODE]: ZERO } }]);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(story(record)).toContain('green 1.1 refused: unsafe_path');
    expect(record.prompt('green', 1, 2)).toContain('lib/other');
  });
});

function plantHooks({ path, beside }: Project, place: '.git/hooks' | 'core.hooksPath', trace: string): void {
  const directory = place === '.git/hooks' ? join(path, '.git/hooks') : join(beside, 'hooks');
  mkdirSync(directory, { recursive: true });
  if (place === 'core.hooksPath') gitIn(path, 'config', place, directory);
  for (const hook of HOOKS) planted(join(directory, hook), trace);
}

/** A program that leaves a trace when it is run. */
function planted(file: string, trace: string): string {
  writeFileSync(file, `#!/bin/sh\necho "$0" >> ${trace}\ncat\n`);
  chmodSync(file, 0o755);
  return file;
}
