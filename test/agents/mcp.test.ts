import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/tools.ts';
import { findClaudeProgram } from '../../src/runners/claude/sdk.ts';
import { startAnthropic } from '../../src/testing/models/anthropic.ts';
import type { ModelRequest, ModelServer } from '../../src/testing/models/model-script.ts';
import { baton } from '../baton.ts';
import { gitIn } from '../repository.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';
import {
  handOver,
  historyOf,
  IDENTITY,
  planning,
  REVIEWED,
  reviewing,
  reviewProject,
  runProgram,
  serveHttp,
  userEnvironment,
} from './mcp-play.ts';

const PACKAGE = '@anthropic-ai/claude-agent-sdk';

const nameTool = (tool: string) => `mcp__baton__${tool}`;

const program = findClaudeProgram(join(AGENT_HOME, 'node_modules', PACKAGE)) ?? '';

/** The environment of a user of Claude Code with a key for nothing. */
function claudeUser(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return userEnvironment({
    ANTHROPIC_API_KEY: 'sk-ant-a-dummy-key-4716',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // The model is asked when the server is there, and shown its tools instead of a search for them.
    MCP_CONNECTION_NONBLOCKING: '0',
    MCP_TIMEOUT: '50000',
    ENABLE_TOOL_SEARCH: 'false',
    ...more,
  });
}

/** Claude Code at work in a project, as its user has it: with the servers of the project's own file. */
function claude(project: string, server: ModelServer, more: NodeJS.ProcessEnv = {}) {
  const settings = JSON.stringify({ enableAllProjectMcpServers: true });
  const args = [
    '-p',
    'Review what is handed to you.',
    '--settings',
    settings,
    '--allowedTools',
    nameTool('*'),
    'Write',
  ];
  return runProgram(program, args, project, claudeUser({ ANTHROPIC_BASE_URL: server.url, ...more }));
}

function toolsIn(request: ModelRequest | undefined): readonly string[] {
  const { tools = [] } = (request?.body ?? {}) as { readonly tools?: readonly { readonly name: string }[] };
  return tools.map(({ name }) => name).filter((name) => name.startsWith(nameTool('')));
}

/** Another client, which comes too late, and what it is told. */
async function tryToTake(id: string, transport: Transport): Promise<string> {
  const client = new Client({ name: 'another', version: '1.0.0' });
  await client.connect(transport);
  try {
    const { isError, content } = await client.callTool({ name: 'handoff_accept', arguments: { id } });
    return `${isError === true ? 'refused' : 'given'}: ${content.map((one) => (one.type === 'text' ? one.text : '')).join()}`;
  } finally {
    await client.close();
  }
}

const TAKEN = expect.stringMatching(/^refused: .*code-reviewer/);

describe('Claude Code with Baton as its MCP server', () => {
  const missing = whyMissing(PACKAGE);

  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });

  it('takes a handoff, has the tests run and completes it, over stdio [R004-03]', async () => {
    const project = reviewProject();
    const id = handOver(project);
    expect(baton(project, 'init', '--mcp', 'claude', '--as', 'code-reviewer')).toMatchObject({ code: 0 });
    const late: string[] = [];
    const server = await startAnthropic(async (request) => {
      // The handoff is accepted by now, and not completed.
      if (request.turn === 2) late.push(await tryToTake(id, secondProcess(project)));
      return reviewing(id, nameTool)(request);
    });
    onTestFinished(() => server.close());
    const ended = await claude(project, server);
    expect(ended, ended.err).toMatchObject({ code: 0 });
    expect(toolsIn(server.requests[0]).toSorted()).toEqual(TOOLS.map(({ name }) => nameTool(name)).toSorted());
    expect(historyOf(project, id)).toEqual(REVIEWED);
    expect(late).toEqual([TAKEN]);
    expect(baton(project, 'verify')).toMatchObject({ code: 0 });
  }, 120_000);

  it('plays a session of a run in its workbench, and the gates let it through', async () => {
    const project = reviewProject();
    expect(baton(project, 'init', '--mcp', 'claude')).toMatchObject({ code: 0 });
    const told: string[] = [];
    const server = await startAnthropic((request) => {
      told.push(request.toolResults.join('\n'));
      return planning(told, nameTool)(request);
    });
    onTestFinished(() => server.close());
    const ended = await claude(project, server, IDENTITY);
    expect(ended, ended.err).toMatchObject({ code: 0 });
    expect(told.at(-1)).toContain('"verdict":"committed"');
    expect(gitIn(project, 'log', '-1', '--format=%s', 'baton/product')).toBe('plan: T1 the product of nothing is one');
  }, 120_000);

  it('finds it in the file that `baton init --mcp claude` edited', async () => {
    const project = reviewProject();
    writeFileSync(join(project, '.mcp.json'), '{"mcpServers": {"other": {"command": "true"}}}');
    baton(project, 'init', '--mcp', 'claude', '--as', 'code-reviewer');
    for (const [name, command] of [
      ['baton', 'Args: -y batonpass mcp --as code-reviewer'],
      ['other', 'Command: true'],
    ] as const) {
      const { out } = await runProgram(program, ['mcp', 'get', name], project, claudeUser({ MCP_TIMEOUT: '2000' }));
      expect(out).toContain(command);
    }
  });

  it('does the same over HTTP, where the token says who it is', async () => {
    const project = reviewProject();
    const id = handOver(project);
    const { url, tokens } = await serveHttp(project, ['code-reviewer', 'test-agent']);
    const headers = { Authorization: `Bearer \${BATON_TOKEN}` };
    writeFileSync(
      join(project, '.mcp.json'),
      JSON.stringify({ mcpServers: { baton: { type: 'http', url, headers } } }),
    );
    const late: string[] = [];
    const server = await startAnthropic(async (request) => {
      if (request.turn === 2) {
        for (const agent of ['code-reviewer', 'test-agent']) {
          late.push(await tryToTake(id, bearing(url, tokens[agent] ?? '')));
        }
      }
      return reviewing(id, nameTool)(request);
    });
    onTestFinished(() => server.close());
    const ended = await claude(project, server, { BATON_TOKEN: tokens['code-reviewer'] });
    expect(ended, ended.err).toMatchObject({ code: 0 });
    expect(toolsIn(server.requests[0])).toContain(nameTool('handoff_accept'));
    expect(historyOf(project, id)).toEqual(REVIEWED);
    expect(late).toEqual([TAKEN, expect.stringMatching(/^refused: .*is for .*code-reviewer/)]);
  }, 120_000);
});

function secondProcess(cwd: string): StdioClientTransport {
  const env = userEnvironment() as Record<string, string>;
  return new StdioClientTransport({
    command: join(env.PATH?.split(':')[0] ?? '', 'npx'),
    args: ['-y', 'batonpass', 'mcp', '--as', 'code-reviewer'],
    cwd,
    env,
  });
}

function bearing(url: string, token: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
}
