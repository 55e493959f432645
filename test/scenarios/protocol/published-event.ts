/** The JSON Schema that Domain Zero publishes for handoff events. */
export const PUBLISHED_EVENT = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Domain Zero Handoff Event',
  type: 'object',
  required: ['event_id', 'timestamp', 'source_agent', 'target_agent', 'trigger', 'context'],
  properties: {
    event_id: { type: 'string' },
    timestamp: { type: 'string', format: 'date-time' },
    source_agent: { type: 'string', enum: ['yuuji', 'megumi', 'nobara', 'gojo'] },
    target_agent: { type: 'string', enum: ['yuuji', 'megumi', 'nobara', 'gojo'] },
    trigger: { type: 'string', pattern: '^@[a-z-]+$' },
    context: { type: 'object' },
    status: { type: 'string', enum: ['pending', 'completed', 'failed'] },
  },
};
