import { openBaton } from '../../open.ts';
import { optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import { tellHomecoming } from '../merge-words.ts';
import type { Run } from '../program.ts';

/** Brings a completed run home: the merge is made only if its result was proved green. */
export const run: Run = async ({ cwd, json, output }, [name = ''], options) => {
  const baton = await openBaton({ cwd });
  const { hooks, sign } = baton.config().commit ?? {};
  const outcome = await baton.runs.merge(name, {
    into: optional(options, 'into'),
    hooks,
    sign,
    onProgress: (sentence) => {
      if (output.interactive && !json) output.err(sentence);
    },
  });
  const merged = outcome.state === 'merged' || outcome.state === 'is_there';
  const told = json ? JSON.stringify(outcome, null, 2) : tellHomecoming(name, outcome).join('\n');
  if (merged || json) output.out(told);
  else output.err(`baton: ${told}`);
  return merged ? EXIT.done : EXIT.refused;
};
