import { z } from 'zod';
import { domainZeroEventSchema } from './domain-zero.ts';

const count = z.int().min(0);
const text = z.string();

/** Where the Domain Zero protocol keeps the state of a project. */
export const PROJECT_STATE_FILE = '.protocol-state/project-state.json';

/** A handoff in the form of an event, between any agents. */
const handoffSchema = domainZeroEventSchema.extend({ source_agent: text, target_agent: text, trigger: text });

/** What `.protocol-state/project-state.json` holds when Baton writes it: a projection of the journal, never its source. */
export const projectStateSchema = z
  .object({
    made_by: z.literal('baton').describe('Who wrote the file; one that says something else is never replaced'),
    status: z.enum(['ACTIVE', 'IDLE']).describe('Whether a feature is under way'),
    active_features: count.describe('Features under way'),
    pending_reviews: count.describe('Features that wait for a review, by an agent or a person'),
    open_security_issues: count.describe('Findings that are open'),
    updated: z.iso.datetime().nullable().describe('When the last thing happened that is told here'),
    features: z
      .array(
        z.object({
          name: text.describe('The run'),
          description: text.describe('The request'),
          branch: text,
          tier: text.nullable(),
          status: z.enum(['ACTIVE', 'COMPLETE', 'ABORTED', 'FAILED']),
          security_reviewed: z.boolean().describe('Whether it ended with the approval of a security review'),
          reviews_passed_over: z
            .array(z.object({ phase: text, reason: text }))
            .describe('Reviews that a person passed over, and why'),
        }),
      )
      .describe('One for each run'),
    findings: z
      .array(
        z.looseObject({
          feature: text.describe('The run'),
          sec_id: text,
          status: z.enum(['open', 'closed']),
          verification_criteria: z.array(text).describe('By what its fix is verified'),
        }),
      )
      .describe('Everything reviews found'),
    handoffs: z.array(domainZeroEventSchema).describe("Handoffs between the protocol's four agents, in order"),
    other_handoffs: z.array(handoffSchema).describe('Handoffs in which another agent took part, in order'),
  })
  .describe('The state of a project in the Domain Zero protocol');

export type ProjectState = Readonly<z.infer<typeof projectStateSchema>>;
export type LoggedHandoff = Readonly<z.infer<typeof handoffSchema>>;
