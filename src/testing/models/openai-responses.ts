import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Answer, type OpenAiApi, startEvents, textOf } from './openai-asked.ts';

/** One thing in the history that a request carries, or in an answer. */
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly call_id?: string;
  readonly output?: unknown;
  readonly tools?: readonly Tool[];
}

interface Tool {
  readonly type?: string;
  readonly name?: string;
  readonly tools?: readonly Tool[];
}

interface Body {
  readonly input?: readonly Item[];
  readonly instructions?: string;
  readonly tools?: readonly Tool[];
  readonly prompt_cache_key?: string;
  readonly text?: { readonly format?: { readonly type?: string } };
}

/** The Responses API, always as a stream. */
export const RESPONSES: OpenAiApi = {
  read(given) {
    const body = given as Body;
    const input = (body.input ?? []).map((item) => ({ type: 'message', ...item }));
    const said = input.findIndex(isOfModel);
    const system = input.filter(({ role }) => role === 'developer' || role === 'system');
    const before = said < 0 ? input : input.slice(0, said);
    const prompt = before.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
    return {
      conversation: body.prompt_cache_key ?? prompt.join('\n'),
      begins: said < 0,
      prompt: prompt.join('\n'),
      system: [body.instructions ?? '', ...system.map(({ content }) => textOf(content))].join('\n'),
      tools: [...(body.tools ?? []), ...input.flatMap(({ tools }) => tools ?? [])].flatMap(namesOf),
      results: input
        .filter(({ type }) => type.endsWith('_call_output'))
        .map(({ call_id, output }) => ({ call: call_id ?? '', text: textOf(output) })),
      structured: body.text?.format?.type === 'json_schema',
    };
  },

  answer(response, body, answer) {
    const send = beginResponse(response);
    const items = itemsOf(answer, body as Body);
    for (const [index, item] of items.entries()) {
      const begun = item.type === 'message' ? { ...item, content: [] } : item;
      send('response.output_item.added', { output_index: index, item: { ...begun, status: 'in_progress' } });
      send('response.output_item.done', { output_index: index, item });
    }
    const { input, output } = answer.usage;
    send('response.completed', {
      response: {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: items,
        usage: {
          input_tokens: input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input + output,
        },
      },
    });
    response.end();
  },

  begin(response) {
    beginResponse(response);
  },
};

function isOfModel({ type = '', role }: Item): boolean {
  return role === 'assistant' || type.endsWith('_call');
}

/** Tools come one by one, or several under a common name. */
function namesOf({ name, type = '', tools }: Tool): readonly string[] {
  return tools === undefined ? [name ?? type] : tools.flatMap(namesOf);
}

function beginResponse(response: ServerResponse): (type: string, event: object) => void {
  let sequence = 0;
  const send = (type: string, event: object) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...event })}\n\n`);
  };
  startEvents(response);
  send('response.created', { response: { id: 'resp_1', object: 'response', status: 'in_progress', output: [] } });
  return send;
}

/** The common name of a tool that is offered under one: whoever calls it has to say it. */
function namespaceOf(name: string, { tools = [] }: Body): { readonly namespace?: string | undefined } {
  const found = tools.find(({ type, tools: inner }) => type === 'namespace' && inner?.some((one) => one.name === name));
  return found === undefined ? {} : { namespace: found.name };
}

function itemsOf({ texts, calls }: Answer, body: Body) {
  return [
    ...texts.map((text) => ({
      id: `msg_${randomUUID()}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    })),
    ...calls.map(({ id, name, input }) =>
      typeof input === 'string'
        ? { id: `ctc_${randomUUID()}`, type: 'custom_tool_call', status: 'completed', call_id: id, name, input }
        : {
            id: `fc_${randomUUID()}`,
            type: 'function_call',
            status: 'completed',
            call_id: id,
            name,
            ...namespaceOf(name, body),
            arguments: JSON.stringify(input),
          },
    ),
  ];
}
