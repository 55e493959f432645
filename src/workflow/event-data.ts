import { z } from 'zod';
import { listItemSchema } from '../evidence/plan/list-item.ts';
import { reasonSchema } from '../evidence/reasons.ts';
import { findingSchema } from '../protocol/finding.ts';
import { TIER_NAMES } from '../protocol/tiers.ts';
import { listChangeSchema } from './list-changes.ts';
import { phaseCompletedSchema } from './note.ts';
import { workflowSchema } from './workflow-schema.ts';

/** What the events of a run hold, as far as the machine decides by it. Everything else in `data` is for people. */

/**
 * The version of the rules by which runs are judged. A run keeps that of its start, so that it can be judged again later.
 *
 * | rules | since then                                                                                            |
 * |-------|-------------------------------------------------------------------------------------------------------|
 * | 1     | not recorded                                                                                          |
 * | 2     | a run that completed no item of its list ends on a person's word; what cannot be skipped is not skipped |
 * | 3     | the facts that a handoff carries as verified are measured, or not there                               |
 * | 4     | experiments decide what tests notice, in green and refactor; their outcomes are recorded              |
 * | 5     | in the tier critical a person approves what could not be sabotaged; suspicions are counted at the end |
 * |       | a run of a workflow without a list says nothing of open items                                         |
 * | 6     | red may carry over what files that it did not change showed, and takes tests that pass by a stub alone  |
 * |       | beside others that fail; effects, errors and single calls are sabotaged, too                          |
 * | 7     | what fails alike is refused in one sentence; new tests that are marked as skipped need not run at green;  |
 * |       | refactor adds no code that no test notices to files that were there; a result that is always the same   |
 * |       | is no notice by itself                                                                                  |
 */
export const RULES = 7;

const text = z.string();
const count = z.number().min(0);

/** A commit with its tree: where a phase starts. */
const placeSchema = z.object({ commit: text, tree: text });
export type Place = Readonly<z.infer<typeof placeSchema>>;

/** What may be spent. */
const amounts = {
  usd: z.number().positive().optional(),
  tokens: z.number().positive().optional(),
  minutes: z.number().positive().optional(),
};
export type Amounts = Readonly<z.infer<z.ZodObject<typeof amounts>>>;

/** The settings of a run, resolved when it starts and the same to its end. */
export const runSettingsSchema = z.object({
  attempts: z.int().min(1),
  deadline_min: z.number().positive(),
  max_cycles: z.int().min(1),
  approvals: z.array(text),
  budget: z.object({
    ...amounts,
    attempts: z.int().min(1).optional(),
    phase: z.object(amounts).optional(),
  }),
  tier: z.enum(TIER_NAMES).optional().describe('How strict the run is; the workflow has it built in already'),
  strict: z.boolean().optional().describe('Whether a run that completes with suspicions ends with an error'),
});
export type RunSettings = Readonly<z.infer<typeof runSettingsSchema>>;

const testListSchema = z.object({ items: z.array(listItemSchema).readonly(), highest: z.int().min(0) });

/** What red's proof found, which green is held to. */
const redFactsSchema = z.object({
  newTests: z.array(text),
  masked: z.array(text),
  idle: z.array(text),
  redFiles: z.array(text),
  passing: z.array(text).optional().describe('New tests that pass because of a stub, and notice it'),
  smoke: z.array(text).optional().describe('New tests that pass because they only look whether a stub is there'),
});
export type RedMemory = Readonly<z.infer<typeof redFactsSchema>>;

/** What looks like a way round the tests, in the words of src/evidence/suspicions. */
const suspicionSchema = z.object({ code: text, message: text, path: text, line: count });

/** A handoff that counts: who raised which trigger, where it leads, and what it carries. */
const raisedSchema = z.object({
  trigger: text.describe('The trigger, with its sign'),
  source: text.describe('The agent that raised it'),
  target: text.describe('The agent that receives; for `end` the orchestrating one'),
  to: text.describe('The phase it leads to, or `end` or `ask`'),
  context: z.record(text, z.unknown()),
  filled: z.array(text).describe('Fields of the context that Baton itself filled'),
  digest: text.describe('SHA-256 of the context as canonical JSON'),
});
export type Raised = Readonly<z.infer<typeof raisedSchema>>;

/** What a session used. Budgets go by the first three; the others are there where the agent's program tells them. */
const usageSchema = z.object({
  tokens: count,
  usd: count,
  ms: count,
  input_tokens: count.optional().describe('All that went in, from a cache or not'),
  output_tokens: count.optional(),
  cache_read_tokens: count.optional().describe('Of those that went in: read from a cache'),
  cache_write_tokens: count.optional().describe('Of those that went in: put into a cache'),
  turns: count.optional().describe('How often the model was asked'),
  service_ms: count.optional().describe('How long the service took'),
  claimed: z.boolean().optional().describe('Whether the agent itself says so in its result, and nobody else'),
  unreported: z
    .array(z.enum(['usd', 'tokens']))
    .optional()
    .describe('What a budget limits and nobody reported'),
});
export type SessionUsage = Readonly<z.infer<typeof usageSchema>>;

export const SESSION_ENDS = ['done', 'failed', 'timed_out', 'service', 'unavailable', 'interrupted', 'lost'] as const;

export const ASK_KINDS = ['approval', 'question', 'decision'] as const;

/** What a person may decide when a run cannot go on by itself. */
export const CHOICES = ['retry', 'skip', 'rollback', 'abort'] as const;
export type Choice = (typeof CHOICES)[number];

export const EVENT_DATA = {
  'run.started': z.looseObject({
    workflow: workflowSchema,
    request: text.min(1),
    branch: text,
    base: placeSchema,
    settings: runSettingsSchema,
    rules: z.int().min(1).optional().describe('The version of the rules it is judged by; 1 where nothing is said'),
  }),
  'baseline.recorded': z.looseObject({
    tree: text,
    known_failing: z.array(text).describe('Tests that fail before anything is done, and are accepted as known'),
    refused: z.array(text).describe('Tests that fail and are not accepted: the run cannot start').optional(),
    list: testListSchema.optional().describe('The test list as the tree has it'),
  }),
  'phase.started': z.looseObject({ handoff: text }),
  'session.started': z.looseObject({
    session: text,
    agent: text.optional(),
    runner: text.optional(),
    model: text.optional().describe('The model that was asked for'),
  }),
  'session.ended': z.looseObject({
    session: text,
    ended: z.enum(SESSION_ENDS),
    detail: text.optional(),
    candidate: text.optional().describe('The tree it left'),
    problems: z
      .array(z.looseObject({ kind: text, path: text }))
      .optional()
      .describe('What could not be kept'),
    retry_after_ms: count.optional(),
    status: z.enum(['complete', 'blocked', 'needs_review']).optional().describe('What the agent claims'),
    blocked_reason: text.optional(),
    questions: z.array(text).optional(),
    trigger: text.optional(),
    attempted: z.array(text).optional().describe('What the agent says it tried before it gave up'),
    context: text.optional().describe('What the agent says the next one has to know'),
    files: z.array(text).optional().describe('Paths the agent says it changed'),
    decisions: z
      .array(z.object({ what: text, why: text, alternatives: z.array(text).optional() }))
      .optional()
      .describe('What the agent says it decided'),
    unreadable: text.optional().describe('Why its result could not be read'),
    learnt: z.array(text).optional(),
    summary: text.optional().describe('What the agent says it did'),
    outside: z
      .array(text)
      .optional()
      .describe("What of the user's changed while it ran and no sandbox kept it in: refs, settings, files"),
    usage: usageSchema,
  }),
  'gate.passed': z.looseObject({
    gate: text,
    tree: text,
    outcome: text.optional().describe('What the gate says the phase came to, if not `complete`'),
    list: testListSchema.optional(),
    red: redFactsSchema.optional(),
    new_tests: z.array(text).optional(),
    report: text.optional().describe('Name of the attachment that is the report on the tree'),
    needs_approval: z.array(text).optional().describe('Protected paths that were changed and that a person approves'),
    changes: z.array(listChangeSchema).optional().describe('Open items that the plan dropped, skipped or reworded'),
    sabotage: z
      .looseObject({ unsabotaged: text.optional().describe('Why it could not be tried what the new tests notice') })
      .optional(),
  }),
  'suspicion.raised': z.looseObject({
    suspicions: z.array(suspicionSchema).optional().describe('What the candidate that is judged now is suspected of'),
  }),
  'trigger.raised': z
    .looseObject({ gate: z.literal('handoff'), tree: text })
    .extend(raisedSchema.shape)
    .describe('The gate `handoff` passed: the trigger counts'),
  'finding.opened': z.looseObject({
    finding: findingSchema,
    criteria: z.array(text).describe('By what its fix is verified'),
  }),
  'finding.closed': z.looseObject({ sec_id: text, reason: text }),
  'gate.refused': z.looseObject({ gate: text, tree: text, reasons: z.array(reasonSchema) }),
  'phase.completed': phaseCompletedSchema.loose().extend({
    tree: text.optional(),
    outcome: text.optional(),
    passed_over: z
      .object({ phase: text, reason: text })
      .optional()
      .describe('The phase that a person passed over, and why'),
    dropped: z.boolean().optional().describe('The work was given up: the files are those of the base'),
  }),
  'phase.rolled_back': z.looseObject({
    to: text.describe('The commit whose files are back'),
    commit: text.describe('The commit that brings them back'),
    tree: text,
    list: testListSchema.optional().describe('The test list, if an item was marked as skipped'),
    skipped: listChangeSchema.optional().describe('The item that was marked as skipped'),
  }),
  'person.committed': z.looseObject({ commit: text, tree: text }),
  'ask.opened': z.looseObject({
    ask: text,
    kind: z.enum(ASK_KINDS),
    about: text.describe('What is asked, for a person'),
    reason: text.optional(),
    tree: text.optional(),
    choices: z.array(z.enum(CHOICES)).optional().describe('What may be decided, of a decision'),
  }),
  'ask.answered': z.looseObject({
    ask: text,
    answer: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('approval'),
        approved: z.boolean(),
        reason: text.optional(),
        skip: z
          .object({ reason: text })
          .optional()
          .describe('Approved, and the phase that would follow is passed over'),
      }),
      z.object({ kind: z.literal('question'), text }),
      z.object({ kind: z.literal('decision'), choice: z.enum(CHOICES), hint: text.optional() }),
    ]),
  }),
  'budget.exceeded': z.looseObject({ what: text }),
  'run.parked': z.looseObject({ reason: text.optional(), detail: text.optional() }),
  'run.resumed': z.looseObject({
    settings: runSettingsSchema.optional().describe('Other settings from now on'),
    changed: z.array(text).optional().describe('What a person changed: `baton.yaml` for a reload, else keys of it'),
  }),
  'run.completed': z.looseObject({
    tests: z.number().optional().describe('Items of the list that the run completed'),
    changes: z.array(listChangeSchema).optional().describe('Items of the run that were dropped, skipped or reworded'),
    suspicions: count.optional().describe('How many suspicions its accepted work leaves'),
    nothing_to_do: z.object({ by: text }).optional().describe('Who confirmed that there was nothing to do'),
  }),
  'run.aborted': z.looseObject({ reason: text.optional() }),
  'run.failed': z.looseObject({ reason: text }),
} as const;

export type RunEventType = keyof typeof EVENT_DATA;
export type EventData<Type extends RunEventType> = Readonly<z.infer<(typeof EVENT_DATA)[Type]>>;
