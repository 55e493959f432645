import { BatonError, isBatonError } from '../../base/error.ts';
import { type Baton, openBaton } from '../../open.ts';
import { overrideConfig } from '../../protocol/config.ts';
import { optional, textOrFile } from '../arguments.ts';
import { driveRun, inputOf } from '../drive-run.ts';
import { describeEstimate } from '../estimate.ts';
import type { CommandContext, Run } from '../program.ts';
import { budgetWarning, figuresWarning, flagsFrom, uncommittedWarning } from '../run-flags.ts';

/** Starts a run and moves it as far as it goes. */
export const run: Run = async (context, words, options) => {
  const request = requestFrom(words, context.cwd);
  const baton = await openBaton({ cwd: context.cwd });
  const flags = flagsFrom(options);
  const config = overrideConfig(baton.config(flags), flags);
  const { run: name, warnings } = await baton.runs.start({
    request,
    config,
    flags,
    name: optional(options, 'name'),
    acceptBaselineFailures: options.acceptBaselineFailures === true,
  });
  for (const warning of warnings) warn(context, warning);
  warn(context, uncommittedWarning(await baton.runs.uncommitted()));
  for (const { file, problem } of await baton.malformed()) {
    warn(context, `${file} is ignored, because it cannot be read:\n${problem}`);
  }
  warn(context, budgetWarning(config));
  warn(context, figuresWarning(config, await baton.workflow(config.workflow ?? 'tdd')));
  await sayEstimate(context, baton, name);
  try {
    return await driveRun(context, baton, name, { input: inputOf(context, options) });
  } catch (error) {
    if (!context.json) context.output.err(`Run ${name} was created. Fix this, then run: baton resume ${name}`);
    throw error;
  }
};

function requestFrom(words: readonly string[], cwd: string): string {
  const request = textOrFile(words.join(' '), cwd);
  if (request.trim() !== '') return request;
  throw new BatonError(
    'usage',
    'The request is empty. Say what is to be built: baton run "a stack with push and pop".',
  );
}

/** Told before anything is spent. It is only a help: what keeps it from being made keeps no run from starting. */
async function sayEstimate({ output, json }: CommandContext, { runs }: Baton, name: string): Promise<void> {
  try {
    const estimate = await runs.estimate(name);
    if (estimate !== undefined) output.err(json ? JSON.stringify({ estimate }) : describeEstimate(estimate));
  } catch (error) {
    if (!isBatonError(error)) throw error;
  }
}

function warn({ output, json }: CommandContext, sentence: string | undefined): void {
  if (sentence !== undefined) output.err(json ? JSON.stringify({ warning: sentence }) : `baton: ${sentence}`);
}
