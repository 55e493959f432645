/** The formats of Baton as zod schemas and as JSON Schema 2020-12. Loads in a browser: nothing here touches Node. */
import { z } from 'zod';
import { domainZeroEventSchema } from './handoff/dialects/domain-zero.ts';
import { tddNoteSchema } from './handoff/dialects/tdd-note.ts';
import { handoffRecordSchema } from './handoff/package-schema.ts';
import { agentResultSchema } from './handoff/result-schema.ts';
import { agentFrontSchema } from './protocol/agent-schema.ts';
import { eventSchema } from './workflow/event.ts';
import { workflowFileSchema } from './workflow/workflow-schema.ts';

export {
  agentFrontSchema,
  agentResultSchema,
  domainZeroEventSchema,
  eventSchema,
  handoffRecordSchema,
  tddNoteSchema,
  workflowFileSchema,
};

/** Name of a format -> its schema. The names are the file names under `schemas/`. */
const FORMATS = {
  'handoff-package': handoffRecordSchema,
  'agent-result': agentResultSchema,
  'tdd-note': tddNoteSchema,
  'journal-event': eventSchema,
  'domain-zero-event': domainZeroEventSchema,
  workflow: workflowFileSchema,
  'agent-front-matter': agentFrontSchema,
} as const;

export type FormatName = keyof typeof FORMATS;

/** Every format as a JSON Schema document, by name. */
export function jsonSchemas(): Record<FormatName, Record<string, unknown>> {
  const entries = Object.entries(FORMATS).map(([name, schema]) => [
    name,
    { ...z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' }), title: name },
  ]);
  return Object.fromEntries(entries);
}
