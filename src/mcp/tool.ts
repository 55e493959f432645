import type { ClientCapabilities, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { JsonValue } from '../base/json.ts';
import type { Actor } from '../engine/acting.ts';
import { redact, redactText } from '../handoff/redact.ts';
import type { McpHost } from './host.ts';
import type { Works } from './works.ts';

/** What a tool is called with. */
export interface Calling {
  readonly host: McpHost;
  readonly actor: Actor;
  /** Long work of this process. */
  readonly works: Works;
  readonly request: ServerContext;
  /** What the client says it can do: with this request, or when its session began. */
  readonly client: ClientCapabilities | undefined;
}

/** What a tool answers: data for programs, and a few sentences for whoever reads along. */
export interface Told<Out> {
  readonly data: Out;
  readonly text: string;
}

/** What a call does beside answering, as clients are told. */
export interface Effects {
  readonly readOnly: boolean;
  /** Whether it may undo or end something. */
  readonly destructive?: boolean | undefined;
  /** Whether the same call again changes nothing more. */
  readonly idempotent?: boolean | undefined;
}

/** A tool as data. Schemas carry the descriptions that clients show. */
export interface Tool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  readonly effects: Effects;
  call(given: z.output<In>, calling: Calling): Promise<Told<z.input<Out>> | InputRequiredResult>;
}

/**
 * A tool from its parts. A list of tools forgets the types of their schemas. Secrets are taken out of whatever it tells:
 * that may come from a report, a journal of another clone, or an agent. Many clients show their model the data alone: the
 * words, which say what to do next, stand in it, too.
 */
export function tool<In extends z.ZodObject, Out extends z.ZodObject>(definition: Tool<In, Out>): Tool {
  const made = {
    ...definition,
    output: definition.output.extend({ told: z.string().describe('What happened, and what to do next') }),
    async call(given: z.output<In>, calling: Calling) {
      const answer = await definition.call(given, calling);
      return 'data' in answer && 'text' in answer ? published(answer as Told<object>) : answer;
    },
  };
  return made as unknown as Tool;
}

const LONGEST_TOLD = 1_500;

/** Words that go on for long repeat what is in the data: their beginning does. */
function inShort(text: string): string {
  if (text.length <= LONGEST_TOLD) return text;
  return text.split(/\n\s*\n/, 1)[0]?.slice(0, LONGEST_TOLD) ?? '';
}

/** What a tool tells, as its caller gets it: without secrets, and with its words in the data. */
export function published<Out extends object>(answer: Told<Out>): Told<Out & { readonly told: string }> {
  const text = redactText(answer.text).text;
  return { data: { ...(redact(answer.data as JsonValue).value as unknown as Out), told: inShort(text) }, text };
}
