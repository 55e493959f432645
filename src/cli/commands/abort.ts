import { openBaton } from '../../open.ts';
import { currentUser, optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

/** Ends a run for good. What it made stays. */
export const run: Run = async ({ cwd, json, output }, [name = ''], options) => {
  const { runs } = await openBaton({ cwd });
  const reason = optional(options, 'reason') ?? 'a person decided so';
  const view = await runs.abort(name, reason, currentUser());
  if (json) output.out(JSON.stringify(view, null, 2));
  else
    output.out(`${name} is aborted. What it made stays on branch ${view.branch} and in its story: baton log ${name}`);
  return EXIT.done;
};
