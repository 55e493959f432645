import { z } from 'zod';

/**
 * The words of a workflow:
 * - a *phase* is played by an agent and ends when all its gates pass;
 * - an *outcome* is how it ended: `complete`, one that a gate gives (`done`), or a trigger the agent raised (`@name`);
 * - a *target* is where an outcome leads: a phase, `end`, or `ask` (a person decides).
 */
const name = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/, { error: 'a lower-case name' });
const outcome = z.string().regex(/^@?[a-z][a-z0-9_-]{0,62}$/, { error: 'an outcome such as complete, or a trigger' });

/** What agents may change without saying it in globs: the column "may change" of the workflow `tdd`. */
export const WRITES = ['nothing', 'test_list', 'tests', 'implementation', 'refactoring', 'anything'] as const;

/** Every gate there is. */
export const GATES = ['scope', 'list', 'red', 'green', 'refactor', 'mutation'] as const;
export type GateName = (typeof GATES)[number];

export const phaseSchema = z
  .strictObject({
    agent: z.string().min(1).describe('Who plays it'),
    writes: z
      .union([z.enum(WRITES), z.array(z.string().min(1)).min(1)])
      .describe('What it may change: a word, or globs'),
    gates: z.array(z.enum(GATES)).describe('Checks on the result, in order'),
    on: z.record(outcome, name).describe('Where each outcome leads: a phase, `end` or `ask`'),
    blocked: z.record(z.string(), name).optional().describe('Where a blocked agent leads, by reason; default: `ask`'),
    attempts: z.int().min(1).optional().describe('Sessions it may take; default: that of the run'),
    exhausted: z
      .enum(['ask', 'keep'])
      .optional()
      .describe('When attempts are used up: ask a person, or give the work up and go on'),
    max_visits: z.int().min(1).optional().describe('How often it may be entered'),
    commit: z.string().min(1).describe('First word of its commits: `test`, `feat`'),
    ticks: z.boolean().optional().describe('Whether its end completes the current item of the test list'),
  })
  .describe('One station of a run');

export const workflowSchema = z
  .strictObject({
    name,
    description: z.string().min(1),
    start: name.describe('The first phase'),
    cycle: name.optional().describe('The phase that begins a new cycle whenever it is entered again'),
    phases: z.record(name, phaseSchema),
  })
  .describe('Phases and where each outcome leads');

export type Phase = Readonly<z.infer<typeof phaseSchema>>;
export type Workflow = Readonly<z.infer<typeof workflowSchema>>;

/** Targets that are no phases. */
export const TARGETS = ['end', 'ask'] as const;
