import { z } from 'zod';
import { TIER_NAMES } from '../protocol/tiers.ts';

/**
 * The words of a workflow:
 * - a *phase* is played by an agent and ends when all its gates pass;
 * - an *outcome* is how it ended: `complete`, one that a gate gives (`done`), or a trigger the agent raised (`@name`);
 * - a *target* is where an outcome leads: a phase, `end`, `ask` (a person decides), or `back` (to the phase whose agent was
 *   blocked).
 */
const name = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/, { error: 'a lower-case name' });
const outcome = z.string().regex(/^@?[a-z][a-z0-9_-]{0,62}$/, { error: 'an outcome such as complete, or a trigger' });

/** What agents may change without saying it in globs: the column "may change" of the workflow `tdd`. */
export const WRITES = ['nothing', 'test_list', 'tests', 'implementation', 'refactoring', 'anything'] as const;

/** Every gate that has a word. */
export const GATES = [
  'scope',
  'list',
  'red',
  'green',
  'refactor',
  'tests',
  'mutation',
  'quality',
  'kinds',
  'artifact',
  'handoff',
  'findings',
] as const;

/** A command that has to succeed on the candidate, under a name of its own. */
const commandGateSchema = z.strictObject({
  name: name.describe('What the gate is called'),
  command: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).describe('Text for a shell, or arguments'),
});

export const gateSchema = z.union([z.enum(GATES), commandGateSchema], {
  error: `a gate: ${GATES.join(', ')}, or {name, command}`,
});
export type Gate = Readonly<z.infer<typeof gateSchema>>;

/** The name of a gate, as events and people call it. */
export function gateName(gate: Gate): string {
  return typeof gate === 'string' ? gate : gate.name;
}

/** Where an outcome leads, and what a person has to say about it first. */
export const edgeSchema = z
  .strictObject({
    to: name.optional().describe('A phase, `end`, `ask` or `back`; left out where `then` says it'),
    approval: z.boolean().optional().describe('Whether a person approves what the phase leaves'),
    // biome-ignore lint/suspicious/noThenProperty: a word of the language; nobody awaits a schema.
    then: outcome.optional().describe('The trigger that the agent counts as having raised once that is approved'),
  })
  .refine(({ to, then }) => (to === undefined) !== (then === undefined), {
    error: 'needs `to` or `then`, and not both: an outcome with `then` leads where that trigger leads',
  });

const share = z.number().min(0).max(1);

/** Figures that only a command of the project can tell. */
export const TOLD_BY_COMMAND = ['accuracy', 'false_positives'] as const;

export const phaseSchema = z
  .strictObject({
    agent: z.string().min(1).describe('Who plays it'),
    task: z.string().min(1).optional().describe('What the agent is asked, in a sentence or two'),
    writes: z
      .union([z.enum(WRITES), z.array(z.string().min(1)).min(1)], { error: `${WRITES.join(', ')}, or globs` })
      .describe('What it may change: a word, or globs; `{output}` in them is the directory of artifacts'),
    gates: z.array(gateSchema).describe('Checks on the result, in order'),
    on: z.record(outcome, z.union([name, edgeSchema])).describe('Where each outcome leads'),
    blocked: z
      .record(z.string(), name)
      .optional()
      .describe('Where a blocked agent leads, by reason; default: `routing`, then `ask`'),
    returns: z
      .record(z.string(), name)
      .optional()
      .describe('Which earlier phase of the cycle is done again when its work is refused for a reason, by reason'),
    attempts: z.int().min(1).optional().describe('Sessions it may take; default: that of the run'),
    exhausted: z
      .enum(['ask', 'keep'])
      .optional()
      .describe('When attempts are used up: ask a person, or give the work up and go on'),
    max_visits: z.int().min(1).optional().describe('How often it may be entered'),
    commit: z.string().min(1).describe('First word of its commits: `test`, `feat`'),
    ticks: z.boolean().optional().describe('Whether its end completes the current item of the test list'),
    artifact: z.string().min(1).optional().describe('The document it leaves in the directory of artifacts'),
    quality: z
      .strictObject({
        coverage: share.optional().describe('Share of lines that tests run, at least'),
        accuracy: share.optional().describe('Share of cases told rightly, at least'),
        false_positives: share.optional().describe('Share of false alarms, at most'),
        where_measured: z
          .array(z.enum(TOLD_BY_COMMAND))
          .optional()
          .describe('Those of them that are asked only of projects with a command that tells them'),
      })
      .optional()
      .describe('Figures that have to be reached; the gate `quality` asks for them'),
    approval: z.boolean().optional().describe('Whether a person approves what it leaves, whatever the outcome'),
    with_approval: z
      .array(z.string().min(1))
      .optional()
      .describe('Globs of protected files it may change if a person approves; only for the orchestrating agent'),
    tiers: z.array(z.enum(TIER_NAMES)).optional().describe('Tiers that need it; default: all'),
    otherwise: name
      .optional()
      .describe('Where the run goes instead, in a tier that does not need it or where a person passes it over'),
  })
  .describe('One station of a run');

export const workflowSchema = z
  .strictObject({
    name: name.describe('What runs call it'),
    description: z.string().min(1).describe('What it is for, in a sentence'),
    start: name.describe('The first phase'),
    cycle: name.optional().describe('The phase that begins a new cycle whenever it is entered again'),
    orchestrator: z.string().min(1).optional().describe('The agent that may hand to all'),
    escalate: name.optional().describe('The phase that `@escalate` leads to; default: a person decides'),
    authority: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Whom each agent may hand to; an agent that is not named may hand to all'),
    routing: z.record(z.string(), name).optional().describe('Where a blocked agent leads, by reason, in every phase'),
    output: z.string().min(1).optional().describe('Directory of artifacts; `{run}` in it is the run'),
    context: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .optional()
      .describe('Context fields of its own, each with a JSON Schema'),
    phases: z.record(name, phaseSchema).describe('The phases, by name'),
  })
  .describe('Phases and where each outcome leads');

/** A workflow as a file may have it: what a phase leaves out, its agent's file says. */
export const workflowFileSchema = workflowSchema.extend({
  phases: z
    .record(name, phaseSchema.partial({ writes: true, gates: true, commit: true }))
    .describe('The phases, by name'),
});
export type WorkflowDraft = Readonly<z.infer<typeof workflowFileSchema>>;

export type Phase = Readonly<z.infer<typeof phaseSchema>>;
export type Workflow = Readonly<z.infer<typeof workflowSchema>>;

/** Targets that are no phases. */
export const TARGETS = ['end', 'ask', 'back'] as const;
