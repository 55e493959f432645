import {
  type CallToolResult,
  isInputRequiredResult,
  McpServer,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import { isBatonError } from '../base/error.ts';
import type { Actor } from '../engine/acting.ts';
import { checkedArguments } from './arguments.ts';
import { capabilitiesOf } from './client.ts';
import { failure } from './failure.ts';
import type { McpHost } from './host.ts';
import { mountPrompts } from './prompts.ts';
import { requestStates } from './request-state.ts';
import { mountResources } from './resources.ts';
import { asTask, mountTasks, TASKS_EXTENSION, takesTasks } from './tasks.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools/tools.ts';
import type { Works } from './works.ts';

/** What all clients of a process share. */
export interface Serving {
  readonly host: McpHost;
  readonly version: string;
  readonly works: Works;
  /** Hears of failures that are defects of Baton: clients are told no more than that. */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** A server for one client: tools, resources and prompts, acting for somebody. Calls back when resources were listed. */
export function createServer(serving: Serving, actor: Actor, onListed: () => void = () => undefined): McpServer {
  const server = new McpServer(
    { name: 'baton', title: 'Baton', version: serving.version },
    { capabilities: CAPABILITIES, instructions: INSTRUCTIONS, requestState: { verify: requestStates.verify } },
  );
  for (const tool of TOOLS) mount(server, tool, serving, actor);
  mountTasks({ server, works: serving.works, actor });
  mountResources(server, serving.host, onListed);
  mountPrompts(server, serving.host);
  return server;
}

/** Tools and prompts stay as they are while the process lives. */
const CAPABILITIES: ServerCapabilities = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
  extensions: { [TASKS_EXTENSION]: {} },
};

const INSTRUCTIONS = `Baton hands work from agent to agent and checks it itself. handoff_list shows what waits for you;
accept before you work on it and complete it when done. Claims are kept, but only evidence counts: use run_test_suite.`;

function mount(server: McpServer, tool: Tool, { host, works, onDefect }: Serving, actor: Actor): void {
  const { readOnly, destructive = false, idempotent = readOnly } = tool.effects;
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: checkedArguments(tool.input),
      outputSchema: tool.output,
      annotations: {
        readOnlyHint: readOnly,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: false,
      },
    },
    async (given, request) => {
      try {
        const client = capabilitiesOf(server, request);
        const answer = await tool.call(given, { host, actor, works, request, client });
        if (isInputRequiredResult(answer)) return answer;
        const result: CallToolResult = {
          content: [{ type: 'text', text: answer.text }],
          structuredContent: answer.data,
        };
        return takesTasks(request, client) ? asTask(result, works, actor) : result;
      } catch (error) {
        if (!isBatonError(error)) {
          onDefect?.(error);
          await request.mcpReq.log('error', `${tool.name} failed, which is a defect`, 'baton');
        }
        return failure(error);
      }
    },
  );
}
