import { statusAt } from './lifecycle.ts';
import { block, code, inline } from './markdown.ts';
import type {
  ExecutionTraceSnapshot,
  HandoffContext,
  HandoffDecision,
  HandoffInstructions,
  HandoffPackage,
} from './package.ts';
import { describeDecision, describeError, describeMetric } from './trace-markdown.ts';

/** A handoff as a document for a reader. The order of its parts is fixed; parts with nothing to say are left out. */
export function handoffMarkdown(handoff: HandoffPackage, at: Date): string {
  const parts = [
    head(handoff, at),
    instructions(handoff.instructions),
    section('User Request', text(handoff.context.userRequest)),
    section(
      'Artifacts',
      (handoff.context.artifacts ?? []).map((path) => `- ${code(path)}`),
    ),
    section('Prior Decisions', (handoff.context.decisions ?? []).flatMap(decision)),
    section('Context', context(handoff.context)),
    handoff.trace === undefined ? [] : trace(handoff.trace),
    section('Metadata', data(handoff.metadata)),
    section(
      'Redactions',
      (handoff.redactions ?? []).map(({ field, kind }) => `- ${code(field)}: ${inline(kind)}`),
    ),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function head(handoff: HandoffPackage, at: Date): string[] {
  const lines = [
    `# Agent Handoff: ${inline(handoff.sourceAgent)} → ${inline(handoff.targetAgent)}`,
    '',
    `**ID**: ${code(handoff.id)}`,
    `**Status**: ${statusAt(handoff, at)}`,
    `**Priority**: ${handoff.priority}`,
    `**Created**: ${handoff.createdAt.toISOString()}`,
  ];
  if (handoff.expiresAt !== undefined) lines.push(`**Expires**: ${handoff.expiresAt.toISOString()}`);
  return lines;
}

function instructions(given: HandoffInstructions): string[] {
  const parts = [
    labelled('Task', given.task),
    labelled('Expected Output', given.expectedOutput),
    labelled('Deadline', given.deadline?.toISOString()),
    listed('Constraints', given.constraints),
    listed('Focus Areas', given.focusAreas),
    listed('Avoid', given.avoid),
  ];
  return ['## Instructions', ...parts.filter((lines) => lines.length > 0).flatMap((lines) => ['', ...lines])];
}

function context(given: HandoffContext): string[] {
  const { sessionId, workingDirectory, custom, artifacts, userRequest, decisions, ...own } = given;
  const lines: string[] = [];
  if (sessionId !== undefined) lines.push(`- **Session**: ${code(sessionId)}`);
  if (workingDirectory !== undefined) lines.push(`- **Working Directory**: ${code(workingDirectory)}`);
  return [...lines, ...data(custom), ...data(own)];
}

function trace(snapshot: ExecutionTraceSnapshot): string[] {
  return [
    '## Execution Trace Summary',
    '',
    `- **Operation**: ${inline(snapshot.operation)}`,
    `- **Duration**: ${snapshot.durationMs}ms`,
    `- **Success**: ${snapshot.success ? '✅' : '❌'}`,
    `- **Decisions**: ${snapshot.decisions.length}`,
    ...snapshot.decisions.map((made) => `  - ${describeDecision(made)}`),
    `- **Metrics**: ${snapshot.metrics.length}`,
    ...snapshot.metrics.map((metric) => `  - ${describeMetric(metric)}`),
    `- **Errors**: ${snapshot.errors.length}`,
    ...snapshot.errors.map((error) => `  - ${describeError(error)}`),
  ];
}

function decision({ what, why, alternatives = [] }: HandoffDecision): string[] {
  return [`- **${inline(what)}**: ${inline(why)}`, ...alternatives.map((other) => `  - not: ${inline(other)}`)];
}

function data(fields: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.entries(fields ?? {}).map(([name, value]) => `- **${inline(name)}**: ${code(JSON.stringify(value))}`);
}

/** A value of one line stands behind its label; a longer one follows as a quotation. */
function labelled(label: string, value: string | undefined): string[] {
  const [first = '', ...rest] = text(value);
  if (first === '') return [];
  return rest.length === 0 ? [`**${label}**: ${first}`] : [`**${label}**:`, '', first, ...rest];
}

function listed(label: string, items: readonly string[] = []): string[] {
  return items.length === 0 ? [] : [`**${label}**:`, ...items.map((item) => `- ${inline(item)}`)];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines];
}

function text(value: string | undefined): string[] {
  return value === undefined ? [] : block(value).split('\n');
}
