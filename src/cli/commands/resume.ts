import { hasEnded } from '../../engine/run/facts.ts';
import { openBaton } from '../../open.ts';
import { chooseRun } from '../choose-run.ts';
import { driveRun, inputOf } from '../drive-run.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import { exitCodeOfRun, tellEnd } from '../run-end.ts';
import { flagsFrom } from '../run-flags.ts';

/** Goes on with a run: the one named, or the only one that can. */
export const run: Run = async (context, [name], options) => {
  const baton = await openBaton({ cwd: context.cwd });
  const view = name === undefined ? chooseRun(await baton.runs.list()) : await baton.runs.view(name);
  if (!hasEnded(view)) {
    const flags = flagsFrom(options);
    return driveRun(context, baton, view.run, {
      reload: options.reload === true ? baton.config({ workflow: view.workflow }) : undefined,
      input: inputOf(context, options),
      flags: Object.keys(flags).length === 0 ? undefined : flags,
    });
  }
  const ended = options.strict === true ? { ...view, strict: true as const } : view;
  if (context.json) context.output.out(JSON.stringify(view));
  else context.output.out(['There is nothing to resume.', ...tellEnd(ended)].join('\n'));
  return view.state === 'completed' ? exitCodeOfRun(ended, false) : EXIT.done;
};
