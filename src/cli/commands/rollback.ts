import { BatonError } from '../../base/error.ts';
import { openBaton } from '../../open.ts';
import { fold } from '../../workflow/machine.ts';
import type { Milestone } from '../../workflow/state.ts';
import { currentUser, required } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

/** Goes back to an accepted commit of a run, by a commit on top. */
export const run: Run = async ({ cwd, json, output }, [name = ''], options) => {
  const wanted = required(options, 'to', '--to');
  const { runs } = await openBaton({ cwd });
  const { milestones } = fold((await runs.entries(name)).map(({ event }) => event));
  const { commit } = acceptedCommit(milestones, wanted, name);
  const view = await runs.rollBack(name, commit, currentUser());
  if (json) output.out(JSON.stringify(view, null, 2));
  else {
    output.out(`${name} is back at ${commit.slice(0, 12)}, by commit ${view.commit.slice(0, 12)} on ${view.branch}.`);
    output.out(`To go on from there: baton resume ${name}`);
  }
  return EXIT.done;
};

/** The accepted commit that begins as was typed. */
export function acceptedCommit(milestones: readonly Milestone[], wanted: string, run: string): Milestone {
  const found = milestones.filter(({ commit }) => commit.startsWith(wanted.toLowerCase()));
  const [only, ...others] = [...new Map(found.map((one) => [one.commit, one])).values()];
  if (only !== undefined && others.length === 0) return only;
  const problem = only === undefined ? 'is no accepted commit' : 'could be several commits';
  const lines = milestones.map(({ commit, phase, cycle }) => {
    return `  ${commit.slice(0, 12)}  ${phase === undefined ? 'the start' : `${phase} of cycle ${cycle}`}`;
  });
  throw new BatonError(
    'not_found',
    [`${JSON.stringify(wanted)} ${problem} of run ${run}. Choose one:`, ...lines].join('\n'),
  );
}
