import type { HandoffContext, HandoffPriority } from '../../handoff/package.ts';
import { openBaton } from '../../open.ts';
import { jsonObject, numeric, optional, required, textOrFile } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

/** Prepares a handoff and records it. */
export const run: Run = async ({ cwd, json, output }, _, options) => {
  const context = optional(options, 'context');
  const request = {
    sourceAgent: required(options, 'from', '--from'),
    targetAgent: required(options, 'to', '--to'),
    instructions: textOrFile(required(options, 'task', '--task'), cwd),
    context: (context === undefined ? {} : jsonObject(context, cwd, '--context')) as HandoffContext,
    priority: optional(options, 'priority') as HandoffPriority | undefined,
    expirationMinutes: numeric(options, 'expires', '--expires'),
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
