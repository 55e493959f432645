import {
  fromJsonSchema,
  type InputRequest,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Matter, requestStates, type Sealed } from '../../src/mcp/request-state.ts';
import { PERSON } from './serving.ts';

/** What the runner asks of a server of 2026-07-28 beside the other fixtures: tools that need input in the middle. */
export function mountFixtures2026(server: McpServer): void {
  for (const [name, rounds] of Object.entries(ROUNDS)) {
    server.registerTool(name, { description: 'needs input' }, async (context) => {
      const next = await nextRound(rounds, context);
      return next === undefined ? { content: [{ type: 'text', text: 'state-ok, done' }] } : next;
    });
  }
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'asks what it may' },
    async (context) => {
      const isAble = JSON.stringify(context.mcpReq.envelope ?? {}).includes('"elicitation"');
      return inputRequired({ inputRequests: isAble ? { user_name: NAME } : { greeting: SAMPLE } });
    },
  );
  server.registerTool(
    'test_x_mcp_header',
    { description: 'names a header for an argument', inputSchema: fromJsonSchema(HEADED) },
    async () => ({ content: [{ type: 'text', text: 'done' }] }),
  );
  server.registerTool('test_logging_tool', { description: 'logs' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'at work');
    return { content: [{ type: 'text', text: 'done' }] };
  });
  server.registerPrompt('test_input_required_result_prompt', { description: 'needs input' }, async (context) => {
    const next = await nextRound([{ user_context: asked('What context should the prompt use?', 'context') }], context);
    return next ?? { messages: [{ role: 'user', content: { type: 'text', text: 'done' } }] };
  });
}

const HEADED = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  required: ['region'],
} as const;

type Round = Readonly<Record<string, InputRequest>>;

function asked(message: string, field: string): InputRequest {
  const requestedSchema = { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] } as const;
  return inputRequired.elicit({ message, requestedSchema: { ...requestedSchema, required: [field] } });
}

const NAME = asked('What is your name?', 'name');
const SAMPLE = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }],
  maxTokens: 50,
});
const CONFIRM = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});

const ROUNDS: Readonly<Record<string, readonly Round[]>> = {
  test_input_required_result_elicitation: [{ user_name: NAME }],
  test_input_required_result_sampling: [{ capital_question: SAMPLE }],
  test_input_required_result_list_roots: [{ client_roots: inputRequired.listRoots() }],
  test_input_required_result_request_state: [{ confirm: CONFIRM }],
  test_input_required_result_multiple_inputs: [
    { user_name: NAME, greeting: SAMPLE, client_roots: inputRequired.listRoots() },
  ],
  test_input_required_result_multi_round: [
    { step1: asked('Step 1: What is your name?', 'name') },
    { step2: asked('Step 2: What is your favorite color?', 'color') },
  ],
  test_input_required_result_tampered_state: [{ confirm: CONFIRM }],
  test_streaming_elicitation: [{ user_name: NAME }],
  test_missing_capability: [{ capital_question: SAMPLE }],
};

/** What is still to be asked: the first round of which something was not answered yet. */
async function nextRound(rounds: readonly Round[], request: ServerContext) {
  const { mcpReq } = request;
  const answered = Object.keys(mcpReq.inputResponses ?? {});
  const reached = Number(mcpReq.requestState<Sealed>()?.ask ?? 0);
  const isDone = Object.keys(rounds[reached] ?? {}).every((key) => answered.includes(key));
  const at = isDone ? reached + 1 : reached;
  const inputRequests = rounds[at];
  if (inputRequests === undefined) return undefined;
  const matter: Matter = { actor: PERSON, tool: 'fixture', ask: String(at), digest: '' };
  return inputRequired({ inputRequests, requestState: await requestStates.seal(matter, request) });
}
