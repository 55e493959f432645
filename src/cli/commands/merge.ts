import type { MergeOptions, RunMergeOutcome } from '../../engine/run/merge.ts';
import { openBaton } from '../../open.ts';
import { optional } from '../arguments.ts';
import { inputOf } from '../drive-run.ts';
import { EXIT } from '../exit-code.ts';
import type { Input } from '../input.ts';
import { describeMerge, describeSuspicious } from '../merge-words.ts';
import type { Run } from '../program.ts';
import { chosenItem, formatMenu, menuOf } from '../prompt/menu.ts';

/** Merges a completed run if the tests pass on the result, and a person accepts what it is suspected of. */
export const run: Run = async (context, [name = ''], options) => {
  const { cwd, json, output } = context;
  const baton = await openBaton({ cwd });
  const { hooks, sign } = baton.config().commit ?? {};
  const merge = (more: MergeOptions) =>
    baton.runs.merge(name, {
      into: optional(options, 'into'),
      squash: options.squash === true,
      withTestList: options.withTestList === true,
      hooks,
      sign,
      onProgress: (sentence) => {
        if (output.interactive && !json) output.err(sentence);
      },
      ...more,
    });
  const input = json ? undefined : inputOf(context, options);
  let outcome = await merge({ acceptSuspicions: options.acceptSuspicions === true });
  if (outcome.state === 'suspicious' && input !== undefined) {
    output.out(describeSuspicious(name, outcome).join('\n'));
    const said = await askWhether(`Merge ${name} into ${outcome.into} all the same?`, input);
    if (said !== 'yes') {
      output.err('baton: Nothing was merged.');
      return REFUSED[said];
    }
    outcome = await merge({ acceptSuspicions: true });
  }
  const code = CODES[outcome.state] ?? EXIT.refused;
  const told = json ? JSON.stringify(outcome, null, 2) : describeMerge(name, outcome).join('\n');
  if (code === EXIT.done || json) output.out(told);
  else output.err(`baton: ${told}`);
  return code;
};

const CODES: Partial<Record<RunMergeOutcome['state'], number>> = {
  merged: EXIT.done,
  is_there: EXIT.done,
  nothing: EXIT.done,
  suspicious: EXIT.waiting,
};

const REFUSED = { no: EXIT.refused, later: EXIT.waiting, interrupted: EXIT.interrupted } as const;

/** A person's yes or no; `later` where they leave it open. */
async function askWhether(question: string, input: Input): Promise<'yes' | keyof typeof REFUSED> {
  const menu = menuOf(['yes', 'no']);
  await input.discard();
  for (;;) {
    const typed = await input.ask(`${question} ${formatMenu(menu)}: `, new AbortController().signal);
    if (typed.kind !== 'line') return typed.kind === 'interrupted' ? 'interrupted' : 'later';
    const chosen = chosenItem(menu, typed.text);
    if (chosen !== undefined) return chosen;
  }
}
