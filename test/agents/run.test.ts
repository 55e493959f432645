import { afterEach, describe, expect, it } from 'vitest';
import { startAnthropic } from '../../src/testing/models/anthropic.ts';
import { startGemini } from '../../src/testing/models/gemini.ts';
import { type ModelScript, type ModelServer, playScript } from '../../src/testing/models/model-script.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { IS_FULL, ONLY_FULL } from '../full.ts';
import { gitIn } from '../repository.ts';
import { lookAt } from '../scenarios/tdd/checkout.ts';
import { launch, REQUEST, RUN } from '../scenarios/tdd/command.ts';
import { newProject, type Project } from '../scenarios/tdd/project.ts';
import { recordOf } from '../scenarios/tdd/record.ts';
import { geminiUser, opencodeUser } from './acp-users.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';
import { KATA, SUBJECTS } from './kata.ts';

const KEY = 'a-dummy-key-4715';

const servers: ModelServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The whole environment of Baton and, through it, of the agents: scripted models and dummy keys. */
async function models(script: ModelScript): Promise<NodeJS.ProcessEnv> {
  const [anthropic, openAi] = await Promise.all([startAnthropic(script), startOpenAi(script)]);
  servers.push(anthropic, openAi);
  return {
    BATON_AGENT_HOME: AGENT_HOME,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: anthropic.url,
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${openAi.url}/v1`,
  };
}

function run(project: Project, environment: NodeJS.ProcessEnv) {
  return launch(project, ['run', REQUEST, '--name', RUN], environment).ended;
}

describe('a run with real agents and scripted models', () => {
  it('by Claude Code comes to green commits in three cycles', { timeout: 300_000 }, async (context) => {
    const missing = whyMissing('@anthropic-ai/claude-agent-sdk');
    if (missing !== undefined) context.skip(missing);
    const project = newProject([], { 'baton.yaml': 'runner: claude\nmodel: sonnet\n' });
    const before = lookAt(project);
    const { code, out, err } = await run(project, await models(playScript(KATA)));
    expect({ code, err: code === 0 ? '' : `${err}\n${out}` }).toEqual({ code: 0, err: '' });
    expect(subjects(project)).toEqual(SUBJECTS);
    expect(lookAt(project)).toEqual(before);
    const record = await recordOf(project);
    const ended = record.of('session.ended');
    expect(ended.map(({ data }) => data.ended)).toEqual(SUBJECTS.map(() => 'done'));
    expect(ended.every(({ data }) => (data.usage as { tokens: number }).tokens > 0)).toBe(true);
    expect(ended[0]?.data.session_id).toMatch(/\S/);
    expect(record.transcript('red', 1, 1)).toContain('[Write]');
    expect(JSON.stringify(record.events)).not.toContain(KEY);
  });

  it('by Claude Code and Codex in turn comes to the same', { timeout: 300_000 }, async (context) => {
    const missing = whyMissing('@anthropic-ai/claude-agent-sdk') ?? whyMissing('@openai/codex');
    if (missing !== undefined) context.skip(missing);
    const roles = 'roles:\n  implementing-agent: { runner: codex, model: gpt-5-codex }\n';
    const project = newProject([], { 'baton.yaml': `runner: claude\n${roles}` });
    const { code, out, err } = await run(project, await models(playScript(KATA)));
    expect({ code, err: code === 0 ? '' : `${err}\n${out}` }).toEqual({ code: 0, err: '' });
    expect(subjects(project)).toEqual(SUBJECTS);
    const started = (await recordOf(project)).of('session.started');
    expect(new Set(started.map(({ phase, data }) => `${phase} ${data.runner}`))).toEqual(
      new Set(['plan claude', 'red claude', 'green codex', 'refactor claude']),
    );
  });

  it.for([
    ['gemini', '@google/gemini-cli', startGemini, geminiUser],
    ['opencode', 'opencode-ai', startOpenAi, opencodeUser],
  ] as const)(
    'by %s, spoken to by the Agent Client Protocol, comes to the same',
    { timeout: 300_000 },
    async ([command, program, start, userOf], context) => {
      const missing = whyMissing(program);
      if (missing !== undefined) context.skip(missing);
      const server = await start(playScript(KATA));
      servers.push(server);
      const project = newProject([], { 'baton.yaml': `runner: acp\ncommand: ${command}\n` });
      const { code, out, err } = await run(project, userOf(server.url, KEY));
      expect({ code, err: code === 0 ? '' : `${err}\n${out}` }).toEqual({ code: 0, err: '' });
      expect(subjects(project)).toEqual(SUBJECTS);
      expect(JSON.stringify((await recordOf(project)).events)).not.toContain(KEY);
    },
  );

  it('that meets a broken service waits and goes on', { timeout: 300_000 }, async (context) => {
    const missing = whyMissing('@anthropic-ai/claude-agent-sdk');
    if (missing !== undefined) context.skip(missing);
    context.skip(!IS_FULL, ONLY_FULL);
    const project = newProject([], { 'baton.yaml': 'runner: claude\nmodel: sonnet\n' });
    const honest = playScript(KATA);
    let broken = 0;
    const script: ModelScript = (request) =>
      request.prompt.includes('phase green, cycle 1') && broken++ < 4 ? { status: 500 } : honest(request);
    const { code } = await run(project, await models(script));
    expect(code).toBe(0);
    const ends = (await recordOf(project)).of('session.ended').map(({ data }) => data.ended);
    expect(ends).toContain('service');
    expect(subjects(project)).toEqual(SUBJECTS);
  });

  it('that is not logged in stops before anything is created, and says what to set', async () => {
    const project = newProject([], { 'baton.yaml': 'runner: claude\n' });
    const environment = { BATON_AGENT_HOME: AGENT_HOME, ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: '' };
    const { code, err } = await run(project, environment);
    expect(code).toBe(2);
    expect(err).toMatch(
      whyMissing('@anthropic-ai/claude-agent-sdk') === undefined ? /ANTHROPIC_API_KEY/ : /npm install/,
    );
    expect(gitIn(project.path, 'for-each-ref', 'refs/baton', 'refs/heads/baton')).toBe('');
  });
});

function subjects({ path }: Project): readonly string[] {
  return gitIn(path, 'log', '--reverse', '--format=%s', `main..baton/${RUN}`).split('\n');
}
