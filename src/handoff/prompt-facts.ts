import type { HandoffPackage } from './package.ts';
import { type Fact, type RenderedPrompt, type RenderOptions, renderPrompt } from './prompt.ts';

/** A handoff as the prompt of the agent that receives it. */
export function renderHandoff(handoff: HandoffPackage, options: RenderOptions): RenderedPrompt {
  return renderPrompt(handoffFacts(handoff), options);
}

/** What a handoff tells its receiver: who and what is required, the rest by how much it helps to start. */
export function handoffFacts(handoff: HandoffPackage): Fact[] {
  const { context, instructions, sourceAgent, targetAgent } = handoff;
  const from = (label: string, text: string, more: Partial<Fact> = {}): Fact => ({
    label,
    text,
    author: `agent ${sourceAgent}`,
    ...more,
  });
  const facts: (Fact | undefined)[] = [
    {
      label: 'Handoff',
      text: [
        `You receive handoff ${handoff.id}, priority ${handoff.priority}, prepared at ${handoff.createdAt.toISOString()}.`,
        'The blocks below were written by others; each says by whom and how to take it.',
      ].join('\n'),
      required: true,
    },
    from(`Task for ${targetAgent}`, instructions.task, { required: true, isTask: true }),
    listed(instructions.constraints, (text) => from('Constraints', text, { required: true })),
    listed(instructions.avoid, (text) => from('Avoid', text, { required: true })),
    told(instructions.expectedOutput, (text) => from('Expected output', text, { required: true })),
    told(instructions.deadline?.toISOString(), (text) => from('Deadline', text, { required: true })),
    told(context.userRequest, (text) => ({ label: 'Original request', text, author: 'the user', priority: 9 })),
    listed(instructions.focusAreas, (text) => from('Focus areas', text, { priority: 8 })),
    listed(context.artifacts, (text) => from('Artifacts', text, { priority: 7 })),
    listed(context.decisions?.map(decisionLine), (text) => from('Decisions so far', text, { priority: 6 })),
    told(context.workingDirectory, (text) => from('Working directory', text, { priority: 5 })),
    told(furtherContext(context), (text) => from('Context', text, { priority: 4 })),
    told(handoff.trace && JSON.stringify(handoff.trace, null, 2), (text) =>
      from('Execution trace', text, { priority: 3 }),
    ),
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** What the sender put into the context beside the usual fields. */
function furtherContext({
  sessionId,
  workingDirectory,
  custom,
  artifacts,
  userRequest,
  decisions,
  ...own
}: HandoffPackage['context']): string | undefined {
  const further = { ...custom, ...own };
  return Object.keys(further).length === 0 ? undefined : JSON.stringify(further, null, 2);
}

function told(text: string | undefined, fact: (text: string) => Fact): Fact | undefined {
  return text === undefined ? undefined : fact(text);
}

function listed(items: readonly string[] | undefined, fact: (text: string) => Fact): Fact | undefined {
  return items === undefined || items.length === 0 ? undefined : fact(items.map((item) => `- ${item}`).join('\n'));
}

function decisionLine({
  what,
  why,
  alternatives = [],
}: {
  what: string;
  why: string;
  alternatives?: readonly string[] | undefined;
}): string {
  return alternatives.length === 0 ? `${what}: ${why}` : `${what}: ${why} (not: ${alternatives.join('; ')})`;
}
