import { z } from 'zod';
import { agentNameSchema } from './package-schema.ts';
import { patternedText } from './patterned-text.ts';

/**
 * | status       | said when                                                             |
 * |--------------|-----------------------------------------------------------------------|
 * | complete     | the work is finished                                                  |
 * | blocked      | the agent cannot go on; it says why and what it tried                 |
 * | needs_review | the work is finished and a person has to approve it before the next phase |
 */
export const RESULT_STATUSES = ['complete', 'blocked', 'needs_review'] as const;

/**
 * Why an agent cannot go on; the workflow's routing table says who takes over. `already_implemented`: no failing test can be
 * written, since the behaviour is there already. The agent leaves the test that shows it.
 */
export const BLOCKED_REASONS = [
  'security_concern',
  'architecture_decision',
  'missing_requirements',
  'test_failures',
  'out_of_scope',
  'already_implemented',
  'unknown',
] as const;

/** Who takes over from a blocked agent; the other reasons need a person. The workflow `capability` routes the same way. */
export const BLOCKED_ROUTING: Readonly<Partial<Record<(typeof BLOCKED_REASONS)[number], string>>> = {
  security_concern: 'security-lead',
  architecture_decision: 'capability-lead',
  test_failures: 'capability-tester',
};

const texts = z.array(z.string());
const amount = z.number().min(0);

const resultDecisionSchema = z.looseObject({
  what: z.string().describe('What was decided'),
  why: z.string().describe('Why'),
  alternatives: texts.optional().describe('What was set aside'),
});

export const resultHandoffSchema = z.looseObject({
  next_agent: agentNameSchema.nullable().optional().describe('Who should go on, as a suggestion; null when blocked'),
  next_phase: z.string().optional().describe('Phase that should follow, as a suggestion'),
  trigger: patternedText(/^@[a-z][a-z-]*$/, 'a trigger such as "@security-review"')
    .optional()
    .describe('Trigger the agent raises'),
  context: z
    .union([z.string(), z.record(z.string(), z.unknown())], { error: 'text or an object' })
    .optional()
    .describe('What the next phase has to know'),
});

/** What an agent reports when its session ends, in the fields of Chariot's metadata block. Unknown fields are kept. */
export const agentResultSchema = z
  .looseObject({
    status: z.enum(RESULT_STATUSES).describe('How the session ended'),
    summary: z.string().optional().describe('What was done, in a sentence or two'),
    blocked_reason: z.enum(BLOCKED_REASONS).optional().describe('Why the agent cannot go on; required when blocked'),
    attempted: texts.optional().describe('What was tried before giving up; required when blocked'),
    questions: texts.optional().describe('What only a person can answer'),
    files_modified: texts.optional().describe('Paths the agent says it changed'),
    artifacts: texts.optional().describe('Paths of documents the agent made'),
    decisions: z.array(resultDecisionSchema).optional().describe('Decisions taken, with the alternatives set aside'),
    learnt: texts.optional().describe('Facts worth keeping for later cycles'),
    usage: z
      .looseObject({
        input_tokens: amount.optional().describe('Tokens that went in, from a cache or not'),
        output_tokens: amount.optional().describe('Tokens that came out'),
        cost_usd: amount.optional().describe('Cost in US dollars'),
      })
      .optional()
      .describe('What the session used, where no runner sees it: budgets go by it, and it stays a claim'),
    handoff: resultHandoffSchema.optional().describe('What the agent would pass on'),
    agent: z.string().min(1).optional().describe('Agent that wrote the result'),
    phase: z.string().min(1).optional().describe('Phase the result belongs to'),
    output_type: z.string().optional().describe('Kind of output'),
    output_file: z.string().optional().describe('Path of the output document'),
    timestamp: z.string().optional().describe('When the result was written, in the words of the agent'),
    capability_directory: z.string().optional().describe('Directory of the capability worked on'),
    capability_type: z.string().optional().describe('Kind of capability worked on'),
    skills_invoked: texts.optional().describe('Skills the agent invoked'),
    library_skills_read: texts.optional().describe('Library skills the agent read'),
    source_files_verified: texts.optional().describe('Source files the agent says it checked'),
    verification: z.record(z.string(), z.unknown()).optional().describe('Checks the agent says it made'),
  })
  .describe('The result of an agent: what it claims when its session ends');

export type AgentResult = Readonly<z.infer<typeof agentResultSchema>>;
