import { openBaton } from '../../open.ts';
import { optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import { describeMerge } from '../merge-words.ts';
import type { Run } from '../program.ts';

/** Merges a completed run if the tests pass on the result. */
export const run: Run = async ({ cwd, json, output }, [name = ''], options) => {
  const baton = await openBaton({ cwd });
  const { hooks, sign } = baton.config().commit ?? {};
  const outcome = await baton.runs.merge(name, {
    into: optional(options, 'into'),
    squash: options.squash === true,
    withTestList: options.withTestList === true,
    hooks,
    sign,
    onProgress: (sentence) => {
      if (output.interactive && !json) output.err(sentence);
    },
  });
  const merged = ['merged', 'is_there', 'nothing'].includes(outcome.state);
  const told = json ? JSON.stringify(outcome, null, 2) : describeMerge(name, outcome).join('\n');
  if (merged || json) output.out(told);
  else output.err(`baton: ${told}`);
  return merged ? EXIT.done : EXIT.refused;
};
