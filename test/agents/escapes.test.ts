import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../src/runners/script.ts';
import { findSandbox } from '../../src/sys/sandbox.ts';
import { startAnthropic } from '../../src/testing/models/anthropic.ts';
import { type ModelServer, playScript } from '../../src/testing/models/model-script.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { IS_FULL, ONLY_FULL } from '../full.ts';
import { lookAt } from '../scenarios/tdd/checkout.ts';
import { launch, REQUEST, RUN } from '../scenarios/tdd/command.ts';
import { commitFiles, newProject, type Project } from '../scenarios/tdd/project.ts';
import { recordOf } from '../scenarios/tdd/record.ts';
import { CODE, FIRST_TEST, ONE_TEST, TEST, ZERO } from '../scenarios/tdd/sum.ts';
import { EDIT_TEST, escapesTo, targetsOf } from './escapes.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

const AGENT = join(import.meta.dirname, 'planned.mjs');
const KEY = 'a-dummy-key-4716';

/** Sessions of one cycle whose green first changes a test by the shell, and then tries every way out. */
function sessionsFor(project: Project): Script {
  const escapes = Object.values(escapesTo(targetsOf(project)));
  const result = { status: 'complete', summary: 'Always zero.' };
  return [
    { phase: 'plan', cycle: 1, write: { ...ONE_TEST.write }, result: { status: 'complete', summary: 'One test.' } },
    { phase: 'plan', result: { status: 'complete', summary: 'All is done.' } },
    { phase: 'red', write: { [TEST]: FIRST_TEST }, result: { status: 'complete', summary: 'No sum yet.' } },
    { phase: 'green', attempt: 1, write: { [CODE]: ZERO }, run: [EDIT_TEST], result },
    { phase: 'green', write: { [CODE]: ZERO }, run: escapes, result },
    { phase: 'refactor', result: { status: 'complete', summary: 'Nothing to improve.' } },
  ];
}

/** How each runner is told to play the sessions: what stands in baton.yaml, the model it talks to, and its login. */
const PLAYERS = {
  command: {
    missing: () => undefined,
    config: ({ plan }: Project) => `runner: command\ncommand: node ${AGENT} ${plan}\n`,
    serve: async () => undefined,
    login: () => ({}),
  },
  claude: {
    missing: () => whyMissing('@anthropic-ai/claude-agent-sdk'),
    config: () => 'runner: claude\n',
    serve: (project: Project) => startAnthropic(playScript(sessionsFor(project))),
    login: (url: string) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  },
  codex: {
    missing: () => whyMissing('@openai/codex'),
    config: () => 'runner: codex\n',
    serve: (project: Project) => startOpenAi(playScript(sessionsFor(project))),
    login: (url: string) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
  },
} as const;

async function played(name: keyof typeof PLAYERS, sandbox: string) {
  const project = newProject([], { 'README.md': '# Tiny\n' });
  const player = PLAYERS[name];
  const { home } = targetsOf(project);
  mkdirSync(home);
  writeFileSync(project.plan, JSON.stringify(sessionsFor(project)));
  commitFiles(project.path, { 'baton.yaml': `${player.config(project)}sandbox: ${sandbox}\n` }, 'settings');
  const before = { checkout: lookAt(project), beside: readdirSync(project.beside) };
  const server: ModelServer | undefined = await player.serve(project);
  const environment = { ...player.login(server?.url ?? ''), HOME: home, BATON_AGENT_HOME: AGENT_HOME };
  const told = await launch(project, ['run', REQUEST, '--name', RUN], environment).ended;
  await server?.close();
  // Longer than the background process waits.
  await sleep(1_500);
  return { project, told, before, home, record: await recordOf(project) };
}

describe.concurrent('an agent that tries to leave its workbench', { timeout: 240_000 }, () => {
  for (const name of Object.keys(PLAYERS) as (keyof typeof PLAYERS)[]) {
    it(`played by ${name}, gets nowhere in a sandbox`, async (context) => {
      const missing = PLAYERS[name].missing();
      if (missing !== undefined) context.skip(missing);
      context.skip(name !== 'command' && !IS_FULL, ONLY_FULL);
      const sandbox = await findSandbox();
      if (sandbox.kind === 'none') context.skip(sandbox.why);
      const { project, told, before, home, record } = await played(name, 'require');
      expect({ code: told.code, err: told.code === 0 ? '' : `${told.err}\n${told.out}` }).toEqual({ code: 0, err: '' });
      expect(lookAt(project)).toEqual(before.checkout);
      expect(readdirSync(project.beside)).toEqual(before.beside);
      expect(readdirSync(home)).toEqual([]);
      expect(refusals(record.of('gate.refused'))).toContain('tests_changed_after_red');
      expect(record.of('session.ended').every(({ data }) => data.contained === true)).toBe(true);
    });
  }

  it('without one is refused where it reaches the candidate, and told where it reaches the user [R001-20]', async () => {
    const { project, told, record } = await played('command', 'off');
    expect(told.code).toBe(0);
    expect(refusals(record.of('gate.refused'))).toContain('tests_changed_after_red');
    const green = record.of('session.ended').findLast(({ phase }) => phase === 'green');
    expect(green?.data).toMatchObject({ contained: false });
    expect(green?.data.outside).toEqual(
      expect.arrayContaining(['README.md', "git's settings", 'refs/heads/escaped', 'refs/heads/main']),
    );
    expect(told.out).toContain('changed in your repository while it ran');
    // What is not contained without a sandbox, and what Baton still ends by itself.
    expect(existsSync(join(project.beside, 'redirect'))).toBe(true);
    expect(existsSync(join(project.beside, 'daemon'))).toBe(false);
    expect(readFileSync(join(project.path, 'README.md'), 'utf8')).toBe('escaped\n');
  });
});

function refusals(events: readonly { readonly data: Readonly<Record<string, unknown>> }[]): readonly string[] {
  return events.flatMap(({ data }) => (data.reasons as readonly { code: string }[]).map(({ code }) => code));
}
