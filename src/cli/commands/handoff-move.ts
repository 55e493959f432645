import { holderOf } from '../../engine/handoffs.ts';
import type { HandoffStatus } from '../../handoff/lifecycle.ts';
import { openBaton } from '../../open.ts';
import { currentUser, optional, required } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

export const accept = mover('accepted', 'summary');
export const complete = mover('completed', 'summary');
export const reject = mover('rejected', 'reason');
export const cancel = mover('cancelled', 'reason');

function mover(status: HandoffStatus, noteOption: string): Run {
  return async ({ cwd, json, output }, [id = ''], options) => {
    const named = status === 'accepted' ? required(options, 'as', '--as') : optional(options, 'as');
    const baton = await openBaton({ cwd });
    const actor = named ?? holderOf(await baton.handoffs.get(id)) ?? currentUser();
    const { handoff, history } = await baton.handoffs.move(id, status, actor, optional(options, noteOption));
    if (json) output.out(JSON.stringify({ handoff, history }, null, 2));
    else output.out(`Handoff ${handoff.id} is ${handoff.status} (${actor}).`);
    return EXIT.done;
  };
}
