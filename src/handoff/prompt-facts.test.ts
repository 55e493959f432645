import { expect, it } from 'vitest';
import { AgentHandoffCoordinator } from './coordinator.ts';
import { renderHandoff } from './prompt-facts.ts';
import { ExecutionTrace } from './trace.ts';

const nonce = '0123456789abcdef';

it('a received package is rendered whole for the agent that takes it', () => {
  const trace = new ExecutionTrace('implement');
  trace.complete();
  const handoff = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'implementing-agent',
    targetAgent: 'code-reviewer',
    trace,
    context: {
      userRequest: 'Reset passwords',
      artifacts: ['src/reset.ts'],
      decisions: [
        { what: 'Expiry', why: 'short', alternatives: ['24 h', 'none'] },
        { what: 'Store', why: 'hashed' },
      ],
      workingDirectory: 'packages/auth',
      custom: { coverage: 94 },
    },
    instructions: {
      task: 'Review the flow',
      expectedOutput: 'A list of findings',
      constraints: ['Keep the API'],
      focusAreas: ['Tokens'],
      avoid: ['Style'],
      deadline: new Date('2026-02-01T00:00:00Z'),
    },
  });
  const { text, dropped } = renderHandoff(handoff, { nonce });
  expect(dropped).toEqual([]);
  const headings = text.split('\n').filter((line) => line.startsWith('## '));
  expect(headings).toEqual([
    '## Handoff',
    '## Task for code-reviewer',
    '## Constraints',
    '## Avoid',
    '## Expected output',
    '## Deadline',
    '## Original request',
    '## Focus areas',
    '## Artifacts',
    '## Decisions so far',
    '## Working directory',
    '## Context',
    '## Execution trace',
  ]);
  expect(text).toContain('- Expiry: short (not: 24 h; none)\n- Store: hashed\n');
  expect(text).toContain('Task for code-reviewer. Written by agent implementing-agent. Do this within your role');
  expect(text).toContain('Original request. Written by the user.');
});

it('a received package is the context of a further handoff, and arrives there whole [R004-02]', () => {
  const first = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'spec-writer',
    targetAgent: 'implementing-agent',
    context: { artifacts: ['spec.md'], userRequest: 'Reset passwords' },
    instructions: 'Build what spec.md says',
  });
  const received = AgentHandoffCoordinator.parseHandoff(AgentHandoffCoordinator.toJSON(first));
  const second = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'implementing-agent',
    targetAgent: 'code-reviewer',
    context: { ...received.context, artifacts: ['src/reset.ts'], received: received.toJSON() },
    instructions: 'Review it against the first handoff',
  });
  const arrived = AgentHandoffCoordinator.parseHandoff(AgentHandoffCoordinator.toJSON(second));
  expect(arrived.context).toMatchObject({ userRequest: 'Reset passwords', artifacts: ['src/reset.ts'] });
  expect(AgentHandoffCoordinator.parseHandoff(arrived.context.received as object)).toEqual(first);
  const { text } = renderHandoff(arrived, { nonce });
  for (const words of ['Reset passwords', 'Build what spec.md says', 'spec-writer']) expect(text).toContain(words);
});

it('a bare package is the handoff and its task', () => {
  const handoff = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'a',
    targetAgent: 'b',
    context: { artifacts: [] },
    instructions: 'Do it',
  });
  const headings = renderHandoff(handoff, { nonce }).text.match(/^## .*/gm);
  expect(headings).toEqual(['## Handoff', '## Task for b']);
});
