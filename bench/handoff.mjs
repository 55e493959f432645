// Prepare, serialise and parse a 4 KB package: Baton beside the same calls without copying, checking or freezing.
import { randomUUID } from 'node:crypto';
import { AgentHandoffCoordinator, ExecutionTrace } from '../dist/index.js';
import { bar, measure, report } from './measure.mjs';

const trace = new ExecutionTrace('implement the parser');
for (let index = 0; index < 6; index++) trace.recordDecision(`step ${index}`, 'recursive descent', 'small grammar');
trace.recordMetric('tests', 24, 'passed');
trace.complete(true);

const request = {
  sourceAgent: 'implementing-agent',
  targetAgent: 'code-reviewer',
  trace,
  context: {
    sessionId: 'session-123',
    userRequest: 'Parse the configuration format and tell every error with its line.',
    artifacts: Array.from({ length: 20 }, (_, index) => `src/parser/section-${index}.ts`),
    decisions: Array.from({ length: 6 }, (_, index) => ({
      what: `Decision ${index}`,
      why: 'It keeps the grammar small.',
    })),
    custom: { coverage: { lines: 94, branches: 88 }, notes: 'The lexer keeps positions. '.repeat(45) },
  },
  instructions: { task: 'Review the parser for missed error cases.', constraints: ['Keep the public API'] },
};

/** The plain form: what the calls cost when nothing is copied, checked, cleaned or frozen. */
function plain() {
  const now = new Date();
  const prepared = {
    id: randomUUID(),
    version: '1.0.0',
    ...request,
    priority: 'normal',
    status: 'pending',
    trace: request.trace.toJSON(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  };
  const parsed = JSON.parse(JSON.stringify(prepared, null, 2));
  parsed.createdAt = new Date(parsed.createdAt);
  parsed.expiresAt = new Date(parsed.expiresAt);
  return parsed;
}

function baton() {
  return AgentHandoffCoordinator.parseHandoff(
    AgentHandoffCoordinator.toJSON(AgentHandoffCoordinator.prepareHandoff(request)),
  );
}

export async function run() {
  const bytes = AgentHandoffCoordinator.toJSON(AgentHandoffCoordinator.prepareHandoff(request)).length;
  const medians = await measure({ 'plain, unchecked': plain, 'baton: copied, checked, cleaned, frozen': baton });
  report(`prepare + serialise + parse of a ${bytes}-byte package`, medians, 'plain, unchecked');
  bar(
    'cost beside the plain form',
    medians['baton: copied, checked, cleaned, frozen'] / medians['plain, unchecked'],
    5,
  );
}
