import { z } from 'zod';
import { agentNameSchema } from '../handoff/package-schema.ts';
import { patternedText } from '../handoff/patterned-text.ts';
import { TRIGGER_PATTERN } from './triggers.ts';

const text = z.string().min(1);

/** Which words there are is for the workflow to say. */
const gateSchema = z.union(
  [
    z.string().regex(/^[a-z][a-z0-9_-]*$/),
    z.strictObject({ name: text, command: z.union([text, z.array(text).min(1).readonly()]) }),
  ],
  { error: 'a gate such as "tests", or {name, command}' },
);

/** Who an agent may hand to: the keys of Domain Zero (trigger, context) and of VS Code (label, prompt, send, model). */
const agentHandoffSchema = z
  .looseObject({
    agent: agentNameSchema.describe('Name of the agent that receives'),
    trigger: patternedText(TRIGGER_PATTERN, 'a trigger such as "@security-review"')
      .optional()
      .describe('Word with which the agent starts this handoff'),
    context: z.array(text).readonly().optional().describe('Fields that are passed on'),
    label: z.string().optional().describe('What the handoff is called where a person starts it'),
    prompt: z.string().optional().describe('What the receiver is told where a person starts it'),
    send: z.boolean().optional().describe('Whether that prompt is sent at once'),
    model: z.string().optional().describe('Model of the receiver'),
  })
  .describe('A handoff that the agent may make');

/** An agent as its file declares it, in the one form that all dialects are read into. */
export const agentSchema = z
  .object({
    name: agentNameSchema.describe('Name that workflows and handoffs use'),
    title: z.string().optional().describe('Name for people, where the file gives one that is no plain word'),
    description: z.string().describe('What the agent is for, in a sentence; may be empty'),
    tools: z.array(text).readonly().describe('Tools it may use, by the names of Claude Code'),
    model: text.optional().describe('Model it wants; else that of the run'),
    runner: text.optional().describe('Runner that plays it; else that of the run'),
    maxTurns: z.int().min(1).optional().describe('How often its model may be asked in a session; else without limit'),
    handoffs: z.array(agentHandoffSchema).readonly().describe('Handoffs it may make'),
    scope: z.array(text).readonly().optional().describe('Globs of what it may change, where a phase does not say'),
    gates: z.array(gateSchema).readonly().optional().describe('Gates its work has to pass, where a phase does not say'),
    context: z
      .record(text, z.union([z.record(z.string(), z.unknown()), z.boolean()], { error: 'a JSON Schema' }))
      .optional()
      .describe('Context fields of its own, each with a JSON Schema'),
    other: z
      .record(z.string(), z.unknown())
      .describe('Every other key of the front matter as written, those of VS Code and Claude Code among them'),
    body: z.string().describe('The text below the front matter: the system prompt'),
    source: text.describe('Path of the file in the project, or "built-in"'),
    replaces: z.array(text).readonly().describe('Sources of the same name that this one stands in front of'),
    text: z.string().describe('The whole file'),
  })
  .describe('An agent: a role with a name, a prompt, tools and the handoffs it may make');

const { description, runner, maxTurns, handoffs, context } = agentSchema.shape;
const texts = z.array(text);

/**
 * The front matter as people write it, before it is brought into that one form: for editors, and for files that other
 * programs make. Keys of other programs may stand beside these.
 */
export const agentFrontSchema = z
  .looseObject({
    name: text
      .optional()
      .describe('A plain word such as code-reviewer; any other is a title, and the file names the agent'),
    description: description.optional(),
    tools: z.union([z.string(), texts]).optional().describe('Tools it may use: a list, or text with commas'),
    disallowedTools: z.union([z.string(), texts]).optional().describe('Tools to take off that list'),
    model: z
      .union([text, texts.min(1)])
      .optional()
      .describe('Model it wants, of a list the first; none or `inherit`: that of the run'),
    runner,
    maxTurns,
    handoffs: handoffs.optional(),
    scope: z.union([text, texts]).optional().describe('Globs of what it may change, where a phase does not say'),
    gates: z
      .union([gateSchema, z.array(gateSchema)])
      .optional()
      .describe('Gates its work has to pass, where a phase does not say'),
    context,
  })
  .describe("The front matter of an agent's file");

export type Agent = Readonly<z.infer<typeof agentSchema>>;
