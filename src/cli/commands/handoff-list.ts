import { BatonError } from '../../base/error.ts';
import type { StoredHandoff } from '../../engine/handoffs.ts';
import { isSameAgent } from '../../handoff/agent-aliases.ts';
import { HANDOFF_STATUSES, type HandoffStatus, isTerminal } from '../../handoff/lifecycle.ts';
import { openBaton } from '../../open.ts';
import { optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { table } from '../table.ts';

/** Lists handoffs, those still waiting first. */
export const run: Run = async ({ cwd, json, output }, _, options) => {
  const wanted = wantedStatuses(optional(options, 'status'));
  const agent = optional(options, 'for');
  const baton = await openBaton({ cwd });
  const all = await baton.handoffs.list();
  const { unreadable } = await baton.handoffs.overview();
  const shown = all.filter(
    ({ handoff }) => wanted.includes(handoff.status) && isSameAgent(agent ?? handoff.targetAgent, handoff.targetAgent),
  );
  if (json) output.out(JSON.stringify({ handoffs: shown.map(({ handoff }) => handoff) }, null, 2));
  else if (shown.length === 0) output.out('No handoffs. `baton handoff list --status all` shows finished ones too.');
  else output.out(table(['ID', 'STATUS', 'PRIORITY', 'FROM', 'TO', 'TASK'], shown.map(row), output.screen?.columns()));
  for (const { id, why } of unreadable) output.err(oneLine(`baton: handoff ${id} cannot be read: ${why}`));
  return EXIT.done;
};

function wantedStatuses(status: string | undefined): readonly HandoffStatus[] {
  if (status === undefined) return HANDOFF_STATUSES.filter((known) => !isTerminal(known));
  if (status === 'all') return HANDOFF_STATUSES;
  const found = HANDOFF_STATUSES.find((known) => known === status.replaceAll('-', '_'));
  if (found !== undefined) return [found];
  throw new BatonError(
    'usage',
    `--status is ${JSON.stringify(status)} (expected all, ${HANDOFF_STATUSES.join(', ')}).`,
  );
}

function row({ handoff }: StoredHandoff): string[] {
  const { id, status, priority, sourceAgent, targetAgent, instructions } = handoff;
  return [id, status, priority, sourceAgent, targetAgent, instructions.task];
}
