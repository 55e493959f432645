import { BatonError } from '../../base/error.ts';
import type { HandoffContext, HandoffInstructions, HandoffPriority } from '../../handoff/package.ts';
import { traceFrom } from '../../handoff/prepare.ts';
import { openBaton } from '../../open.ts';
import { jsonObject, numeric, optional, required, textOrFile } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

/** Prepares a handoff and records it. */
export const run: Run = async ({ cwd, json, output }, _, options) => {
  const objectFrom = (name: string) => {
    const value = optional(options, name);
    return value === undefined ? undefined : jsonObject(value, cwd, `--${name}`);
  };
  const trace = objectFrom('trace');
  const request = {
    sourceAgent: required(options, 'from', '--from'),
    targetAgent: required(options, 'to', '--to'),
    instructions: instructionsFrom(options, cwd),
    context: (objectFrom('context') ?? {}) as HandoffContext,
    trace: trace === undefined ? undefined : traceFrom(trace),
    priority: optional(options, 'priority') as HandoffPriority | undefined,
    expirationMinutes: numeric(options, 'expires', '--expires'),
    metadata: objectFrom('metadata'),
  };
  const baton = await openBaton({ cwd });
  const { handoff } = await baton.handoffs.create(request);
  if (json) {
    output.out(JSON.stringify(handoff, null, 2));
    return EXIT.done;
  }
  output.out(`Handoff ${handoff.id} waits for ${handoff.targetAgent} until ${handoff.expiresAt?.toISOString()}.`);
  for (const { field, kind } of handoff.redactions ?? []) output.out(`Taken out as a secret: ${field} (${kind}).`);
  output.out(`To take it: baton handoff accept ${handoff.id} --as ${handoff.targetAgent}`);
  return EXIT.done;
};

function instructionsFrom(options: Record<string, unknown>, cwd: string): HandoffInstructions {
  const text = (name: string) => {
    const value = optional(options, name);
    return value === undefined ? undefined : textOrFile(value, cwd);
  };
  return {
    task: textOrFile(required(options, 'task', '--task'), cwd),
    expectedOutput: text('expectedOutput'),
    constraints: list(options, 'constraints'),
    focusAreas: list(options, 'focusAreas'),
    avoid: list(options, 'avoid'),
    deadline: deadlineFrom(optional(options, 'deadline')),
  };
}

/** A flag that may be given several times. */
function list(options: Record<string, unknown>, name: string): readonly string[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** A date, or a date with a time; without a zone it is UTC. */
function deadlineFrom(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const hasTime = /[T ]\d/.test(text);
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const date = new Date(hasTime && !hasZone ? `${text}Z` : text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date;
  throw new BatonError(
    'usage',
    `--deadline is ${JSON.stringify(text)} (expected a date such as 2027-01-31 or 2027-01-31T17:00:00Z).`,
  );
}
