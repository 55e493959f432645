import { expect, it } from 'vitest';
import { AgentHandoffCoordinator, ExecutionTrace } from '../../src/index.ts';

it('the target API of T-007 compiles and runs as it is written there [R004-01]', () => {
  const executionTrace = new ExecutionTrace('speckit-generate');

  // Create handoff from current operation
  const handoff = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'speckit-generator',
    targetAgent: 'code-reviewer',
    trace: executionTrace,
    context: {
      generatedArtifacts: ['spec.md', 'plan.md'],
      sessionId: 'session-123',
    },
    instructions: 'Review the generated spec for completeness.',
  });

  // Serialize for MCP response
  const serialized = handoff.toJSON();

  // Receiving agent can parse
  const received = AgentHandoffCoordinator.parseHandoff(serialized);

  expect(serialized).toMatchObject({ status: 'pending', createdAt: handoff.createdAt.toISOString() });
  expect(received).toEqual(handoff);
  expect(received.context.generatedArtifacts).toEqual(['spec.md', 'plan.md']);
  expect(AgentHandoffCoordinator.toMarkdown(received)).toContain('["spec.md","plan.md"]');
});
