import { setTimeout as sleep } from 'node:timers/promises';
import {
  completable,
  fromJsonSchema,
  type McpServer,
  type PrimitiveSchemaDefinition,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What the official conformance runner asks a server to have: tools, resources and prompts by fixed names. */
export function mountFixtures(server: McpServer): void {
  mountContents(server);
  mountTelling(server);
  mountAsking(server);
  mountFixtureResources(server);
  mountFixturePrompts(server);
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

function mountContents(server: McpServer): void {
  const contents = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' } as const],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: `gives ${name}` }, async () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'always fails' }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(SCHEMA) },
    async () => ({ content: [text('done')] }),
  );
}

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
  if: { required: ['address'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['name'] },
  else: {},
  additionalProperties: false,
} as const;

function mountTelling(server: McpServer): void {
  server.registerTool('test_tool_with_logging', { description: 'logs three times' }, async ({ mcpReq }) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words);
      await sleep(50);
    }
    return { content: [text('logged')] };
  });
  server.registerTool('test_tool_with_progress', { description: 'tells its progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(50);
    }
    return { content: [text('progressed')] };
  });
  server.registerTool('test_reconnection', { description: 'closes its stream in the middle' }, async ({ http }) => {
    http?.closeSSE?.();
    await sleep(100);
    return { content: [text('reconnected')] };
  });
}

function mountAsking(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'asks for a sample', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling(
        {
          messages: [{ role: 'user', content: text(prompt) }],
          maxTokens: 100,
        },
        { relatedRequestId: mcpReq.id },
      );
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'asks a person', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const answer = await mcpReq.elicitInput(
        { message, requestedSchema: form(PERSON, ['username', 'email']) },
        { relatedRequestId: mcpReq.id },
      );
      return { content: [text(`User response: ${JSON.stringify(answer)}`)] };
    },
  );
  for (const [name, properties] of Object.entries({
    test_elicitation_sep1034_defaults: DEFAULTS,
    test_elicitation_sep1330_enums: ENUMS,
  })) {
    server.registerTool(name, { description: 'asks a person' }, async ({ mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput(
        {
          message: 'Please choose',
          requestedSchema: form(properties),
        },
        { relatedRequestId: mcpReq.id },
      );
      return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
    });
  }
}

type Fields = Record<string, PrimitiveSchemaDefinition>;

function form(properties: Fields, required: string[] = []) {
  return { type: 'object', properties, required } as const;
}

const PERSON: Fields = {
  username: { type: 'string', description: "User's response" },
  email: { type: 'string', description: "User's email address" },
};

const DEFAULTS: Fields = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title: `${title} Option` }));

const ENUMS: Fields = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: TITLED },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: TITLED } },
};

function mountFixtureResources(server: McpServer): void {
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, async ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    async ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'image/png', blob: PIXEL }],
    }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    async ({ href: uri }, { id }) => ({
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }],
    }),
  );
}

function mountFixturePrompts(server: McpServer): void {
  const said = (...contents: readonly (ReturnType<typeof text> | ReturnType<typeof resource> | typeof image)[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'simple' }, () =>
    said(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'with arguments',
      argsSchema: z.object({ arg1: completable(z.string(), () => ['testing', 'tested']), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'with a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      said(
        resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'with an image' }, () =>
    said(image, text('Please analyze the image above.')),
  );
}
