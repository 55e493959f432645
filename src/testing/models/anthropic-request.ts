import type { IncomingHttpHeaders } from 'node:http';

/** What a scripted model reads of a request to Anthropic's Messages API. */
export interface MessagesRequest {
  readonly model: string;
  readonly stream?: boolean | undefined;
  readonly system?: Content | undefined;
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly messages: readonly { readonly role: string; readonly content: Content }[];
  readonly metadata?: { readonly user_id?: string | undefined } | undefined;
}

type Content = string | readonly Block[];

interface Block {
  readonly type: string;
  readonly text?: string | undefined;
  /** What a tool gave, in a block of the type `tool_result`. */
  readonly content?: Content | undefined;
}

/** An agent at work has tools. What comes without any is asked beside its conversation: a title, a topic, a summary. */
export function isSideRequest({ tools = [] }: MessagesRequest): boolean {
  return tools.length === 0;
}

/** The session that a request belongs to, as far as it tells; else the text it began with. */
export function sessionOf(body: MessagesRequest, headers: IncomingHttpHeaders): string {
  const named = headers['x-claude-code-session-id'] ?? body.metadata?.user_id;
  return typeof named === 'string' ? named : openingTexts(body).join('\n');
}

/** The texts of the user before the model says anything. */
export function openingTexts({ messages }: MessagesRequest): readonly string[] {
  const answered = messages.findIndex(({ role }) => role === 'assistant');
  const opening = answered === -1 ? messages : messages.slice(0, answered);
  return opening.filter(({ role }) => role === 'user').flatMap(({ content }) => textsIn(content));
}

/** The texts of the system prompt; a program may put some of it between the messages. */
export function systemTexts({ system = '', messages }: MessagesRequest): readonly string[] {
  const between = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => textsIn(content));
  return [...textsIn(system), ...between];
}

/** What the tools gave that the model called last. */
export function toolResultTexts({ messages }: MessagesRequest): readonly string[] {
  const asked = messages.findLastIndex(({ role }) => role === 'assistant');
  const since = messages.slice(asked + 1).flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return since.filter(({ type }) => type === 'tool_result').map(({ content = '' }) => textsIn(content).join('\n'));
}

function textsIn(content: Content): readonly string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap(({ text }) => (text === undefined ? [] : [text]));
}
