import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/tools.ts';
import { findCodex } from '../../src/runners/codex/program.ts';
import type { ModelRequest, ModelScript } from '../../src/testing/models/model-script.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { baton } from '../baton.ts';
import { missingCodex } from './codex-play.ts';
import { AGENT_HOME } from './installed.ts';
import { handOver, historyOf, REVIEWED, reviewing, reviewProject, runProgram, userEnvironment } from './mcp-play.ts';

/** The environment of a user of Codex who trusts a project and has a model at an address. */
function codexUser(project: string, address: string): NodeJS.ProcessEnv {
  const env = userEnvironment({ OPENAI_API_KEY: 'sk-a-dummy-key-4718' });
  const home = join(env.HOME ?? '', '.codex');
  mkdirSync(home);
  writeFileSync(
    join(home, 'config.toml'),
    `model = "scripted"
model_provider = "scripted"
approval_policy = "never"

[model_providers.scripted]
name = "Scripted"
base_url = "${address}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
supports_websockets = false

[projects."${project}"]
trust_level = "trusted"
`,
  );
  return env;
}

function codex(args: readonly string[], project: string, env: NodeJS.ProcessEnv) {
  const found = findCodex({ BATON_AGENT_HOME: AGENT_HOME, PATH: env.PATH });
  return runProgram('program' in found ? found.program.path : '', args, project, env);
}

/** What a request offers of Baton: Codex puts the tools of a server under a common name. */
function toolsIn({ body }: ModelRequest): readonly string[] {
  const { tools = [] } = body as { readonly tools?: readonly { name?: string; tools?: readonly { name: string }[] }[] };
  return tools.find(({ name }) => name === 'mcp__baton')?.tools?.map(({ name }) => name) ?? [];
}

/** Plays a script from the moment the server is there: Codex asks its model before that, too. */
function onceOffered(script: ModelScript): ModelScript {
  let before = 0;
  return async (request) => {
    if (toolsIn(request).length > 0) return script({ ...request, turn: request.turn - before });
    before += 1;
    await sleep(200);
    return { calls: [{ do: 'tool', name: 'list_mcp_resources', input: {} }] };
  };
}

describe('Codex with Baton as its MCP server', () => {
  beforeEach((context) => {
    if (missingCodex !== undefined) context.skip(missingCodex);
  });

  it('takes a handoff, has the tests run and completes it', async () => {
    const project = reviewProject();
    const id = handOver(project);
    expect(baton(project, 'init', '--mcp', 'codex', '--as', 'code-reviewer')).toMatchObject({ code: 0 });
    const server = await startOpenAi(onceOffered(reviewing(id, (tool) => tool)));
    onTestFinished(() => server.close());
    const ended = await codex(['exec', '--color=never', 'Review it.'], project, codexUser(project, server.url));
    expect(ended, ended.err).toMatchObject({ code: 0 });
    expect(server.requests.map(toolsIn).at(-1)?.toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
    expect(historyOf(project, id)).toEqual(REVIEWED);
  }, 120_000);

  it('finds it in the file that `baton init --mcp codex` edited', async () => {
    const project = reviewProject();
    mkdirSync(join(project, '.codex'));
    const file = join(project, '.codex/config.toml');
    writeFileSync(file, '# ours\r\n[mcp_servers.other]\r\ncommand = "true" # not much');
    baton(project, 'init', '--mcp', 'codex', '--as', 'code-reviewer');
    appendFileSync(file, '\n[mcp_servers.last]\ncommand = "false"\n');
    baton(project, 'init', '--mcp', 'codex', '--as', 'say "hi"');
    const { out } = await codex(['mcp', 'list', '--json'], project, codexUser(project, 'http://127.0.0.1:1'));
    const servers = JSON.parse(out) as { name: string; transport: { command: string; args: string[] } }[];
    expect(
      servers.map(({ name, transport }) => [name, transport.command, transport.args.join(' ')]).toSorted(),
    ).toEqual([
      ['baton', 'npx', '-y batonpass mcp --as say "hi"'],
      ['last', 'false', ''],
      ['other', 'true', ''],
    ]);
  });
});
