import { newNonce } from '../../base/id.ts';
import { AgentHandoffCoordinator } from '../../handoff/coordinator.ts';
import { renderHandoff } from '../../handoff/prompt-facts.ts';
import { ExecutionTrace } from '../../handoff/trace.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

/** One handoff from an implementing agent to a reviewer, each step shown as it happens. */
export const run: Run = async ({ output, json }) => {
  const trace = new ExecutionTrace('implement password reset');
  trace.recordDecision('token storage', 'hashed, single use', 'a leaked table must not open accounts');
  trace.recordMetric('tests', 24, 'passed');
  trace.complete(true);

  const prepared = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'implementing-agent',
    targetAgent: 'code-reviewer',
    trace,
    context: {
      userRequest: 'Let people reset a forgotten password by mail.',
      artifacts: ['src/auth/reset.ts', 'src/auth/reset.test.ts'],
      decisions: [{ what: 'Expiry', why: '15 minutes', alternatives: ['24 hours'] }],
      custom: { smtp_password: 'correct-horse-battery' },
    },
    instructions: {
      task: 'Review the reset flow for security holes.',
      constraints: ['Do not change the public API'],
      avoid: ['Style remarks'],
    },
    expirationMinutes: 30,
  });
  const wire = AgentHandoffCoordinator.toJSON(prepared);
  const received = AgentHandoffCoordinator.parseHandoff(wire);

  const coordinator = new AgentHandoffCoordinator();
  coordinator.register(received);
  const waiting = coordinator.listPendingForAgent('code-reviewer').length;
  const accepted = coordinator.updateStatus(received.id, 'accepted');
  const completed = coordinator.updateStatus(received.id, 'completed');
  const again = coordinator.updateStatus(received.id, 'accepted');
  const final = coordinator.get(received.id) ?? received;
  const prompt = renderHandoff(prepared, { nonce: newNonce() });

  if (json) {
    output.out(JSON.stringify({ handoff: final, prompt_tokens: prompt.tokens }, null, 2));
    return EXIT.done;
  }
  output.out(
    [
      'Baton demo: one handoff, from preparation to completion. Everything below is the library at work.',
      '',
      `1. prepared    ${prepared.id}: implementing-agent -> code-reviewer, deep-frozen`,
      `2. cleaned     ${prepared.redactions?.map(({ field, kind }) => `${field} (${kind})`).join(', ')} taken out before anyone could read it`,
      `3. serialised  ${wire.length} bytes of JSON, read back and checked against the schema`,
      `4. waiting     ${waiting} pending for code-reviewer`,
      `5. accepted    ${accepted}`,
      `6. completed   ${completed}; accepting it again: ${again} (a finished handoff does not move)`,
      `7. rendered    ${prompt.tokens} tokens of prompt for the receiving agent, foreign text fenced`,
      '',
      'As the receiving agent sees it:',
      '',
      prompt.text.trimEnd().replaceAll(/^/gm, '  '),
      '',
      'As a person sees it:',
      '',
      AgentHandoffCoordinator.toMarkdown(final).replaceAll(/^/gm, '  '),
    ].join('\n'),
  );
  return EXIT.done;
};
