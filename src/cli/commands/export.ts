import { resolve } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { type Baton, openBaton } from '../../open.ts';
import { optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import type { CommandContext, Run } from '../program.ts';

/** Prints the state of the project for other programs, or writes it: to a file, or onto the branch of a run. */
export const run: Run = async (context, [name], options) => {
  const { cwd, json, output } = context;
  refuseUnknown(optional(options, 'to') ?? FORMAT);
  const baton = await openBaton({ cwd });
  if (options.branch === true) return commit(context, baton, name);
  const out = optional(options, 'out');
  if (out === undefined) output.out((await baton.projectState.text(name)).trimEnd());
  else {
    const path = resolve(cwd, out);
    await baton.projectState.write(path, { run: name, force: options.force === true });
    output.out(json ? JSON.stringify({ path }, null, 2) : `Wrote ${path}.`);
  }
  return EXIT.done;
};

/** The one format there is so far. */
const FORMAT = 'domain-zero';

function refuseUnknown(format: string): void {
  if (format === FORMAT) return;
  throw new BatonError('usage', `--to is ${JSON.stringify(format)} (expected ${FORMAT}).`);
}

async function commit({ json, output }: CommandContext, baton: Baton, name: string | undefined): Promise<number> {
  if (name === undefined) throw new BatonError('usage', '--branch needs the name of a run: baton export RUN --branch.');
  const made = await baton.projectState.commit(name);
  if (json) output.out(JSON.stringify({ run: name, ...made }, null, 2));
  else {
    output.out(`${made.branch} has it by commit ${made.commit.slice(0, 12)}.`);
    output.out(`The run takes it in when it goes on: baton resume ${name}`);
  }
  return EXIT.done;
}
