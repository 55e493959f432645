import { expect, it } from 'vitest';
import { AgentHandoffCoordinator, ExecutionTrace } from '../../src/index.ts';

it('the usage example of T-007 gives the JSON text and the summary it promises [R004-55]', () => {
  // After generating spec
  const trace = new ExecutionTrace('speckit-generate');
  trace.recordDecision('template', 'standard', 'Using standard spec template');
  trace.recordDecision('sections', 'all', 'Including all 7 sections');
  trace.recordMetric('artifacts', 7, 'files');
  trace.complete(true);

  // Prepare handoff to code reviewer
  const handoff = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'speckit-generator',
    targetAgent: 'code-reviewer',
    trace,
    context: {
      sessionId: 'session-123',
      artifacts: ['spec.md', 'plan.md', 'tasks.md', 'progress.md', 'adr.md', 'roadmap.md', 'README.md'],
      userRequest: 'Generate comprehensive spec for auth system',
      decisions: [
        { what: 'Scope', why: 'Focused on OAuth2 implementation' },
        { what: 'Priority', why: 'Security features marked P0' },
      ],
    },
    instructions: {
      task: 'Review the generated specification for completeness and accuracy',
      focusAreas: ['Requirements coverage', 'Acceptance criteria clarity', 'Task dependencies'],
      constraints: ['Ensure all security requirements are addressed', 'Verify timeline is realistic'],
      avoid: ['Implementation suggestions (that comes later)'],
    },
    priority: 'normal',
  });

  // Serialize for MCP response
  const serialized = AgentHandoffCoordinator.toJSON(handoff);

  // Or generate markdown for user visibility
  const summary = AgentHandoffCoordinator.toMarkdown(handoff);

  const parsed = JSON.parse(serialized);
  expect(parsed).toMatchObject({
    sourceAgent: 'speckit-generator',
    targetAgent: 'code-reviewer',
    priority: 'normal',
    status: 'pending',
    context: { sessionId: 'session-123', artifacts: expect.arrayContaining(['spec.md', 'README.md']) },
    instructions: { avoid: ['Implementation suggestions (that comes later)'] },
  });
  expect(parsed.trace).toMatchObject({
    operation: 'speckit-generate',
    success: true,
    decisions: [{ choice: 'standard' }, { choice: 'all' }],
    metrics: [{ name: 'artifacts', value: 7, unit: 'files' }],
  });
  expect(AgentHandoffCoordinator.parseHandoff(serialized)).toEqual(handoff);
  const words = ['speckit-generator → code-reviewer', 'Review the generated specification', 'roadmap.md'];
  const more = ['Task dependencies', 'Verify timeline is realistic', 'Implementation suggestions', 'P0'];
  const last = ['Generate comprehensive spec for auth system', 'Including all 7 sections', '7 files'];
  for (const text of [...words, ...more, ...last]) expect(summary).toContain(text);
});
