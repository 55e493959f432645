import { isBatonError } from '../../base/error.ts';
import { type Baton, openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine, plainLines } from '../plain-text.ts';
import type { Run } from '../program.ts';

interface Checked {
  readonly file: string;
  readonly name?: string;
  readonly problem?: string;
}

/** Holds workflow files to the rules: those named, or all of the project. */
export const run: Run = async ({ cwd, json, output }, files) => {
  const baton = await openBaton({ cwd });
  const named = files.length > 0 ? files : baton.workflowFiles();
  const checked = await Promise.all(named.map((file) => check(file, baton)));
  const isSound = checked.every(({ problem }) => problem === undefined);
  if (json) output.out(JSON.stringify({ ok: isSound, workflows: checked }, null, 2));
  else if (checked.length === 0) output.out(NONE);
  else output.out(checked.map(line).join('\n'));
  return isSound ? EXIT.done : EXIT.refused;
};

const NONE =
  'There are no workflow files here. Baton looks for baton.workflow.yaml and .baton/workflows/*.workflow.yaml.';

/** A file that is not there is a slip on the command line, not a wrong workflow. */
async function check(file: string, baton: Baton): Promise<Checked> {
  try {
    return { file, name: (await baton.workflow(file)).name };
  } catch (error) {
    if (!isBatonError(error) || error.code === 'not_found') throw error;
    return { file, problem: error.message };
  }
}

function line({ file, name, problem }: Checked): string {
  return problem === undefined ? `${oneLine(file)}: ${name} is sound` : plainLines(problem).join('\n');
}
