import { z } from 'zod';
import { BatonError } from '../../base/error.ts';
import { ATTACHED } from '../../engine/attached-sessions.ts';
import { overrideConfig } from '../../protocol/config.ts';
import type { Config, RunFlags } from '../../protocol/config-schema.ts';
import { TIER_NAMES } from '../../protocol/tiers.ts';
import { argumentsOf, plainName, runName, textUpTo } from '../arguments.ts';
import { moveRun } from '../driving.ts';
import { type Calling, tool } from '../tool.ts';
import { sandboxWarning, underWay, wholeRun, wholeView } from './run-view.ts';

/** A chat takes its time: a day, where baton.yaml says nothing. */
const ATTACHED_DEADLINE_MIN = 1_440;

export const runStart = tool({
  name: 'run_start',
  title: 'Start a run',
  description:
    'Starts a run of a workflow (tdd, unless baton.yaml says otherwise) on a branch of its own and returns at once. With the runner `attached`, whoever is connected plays its sessions: you.',
  input: argumentsOf({
    request: textUpTo(50_000).describe('What is to be built'),
    workflow: plainName.optional().describe('Workflow. Default: that of baton.yaml, or tdd'),
    name: runName.optional().describe('Name of the run. Default: made of the request'),
    runner: plainName.optional().describe('Who plays the agents. Default: as baton.yaml says, or `attached`'),
    tier: z.enum(TIER_NAMES).optional().describe('How strict it is; only a person may choose another than baton.yaml'),
    deadline_min: z.number().positive().max(10_080).optional().describe('Longest session, in minutes'),
  }),
  output: wholeRun,
  effects: { readOnly: false },
  async call({ request, name, ...given }, calling) {
    const { config, flags } = configFor(calling, given);
    const left = await calling.host.runs.uncommitted();
    const view = await calling.host.runs.start({ request, name, config, flags, acceptBaselineFailures: false });
    await moveRun(calling, view.run);
    const data = underWay(await wholeView(calling, await calling.host.runs.view(view.run)));
    const warnings = [...view.warnings, ...(await sandboxWarning(calling, view.run))];
    const own = config.runner === ATTACHED ? ' When a session waits for you, it shows it.' : '';
    return {
      data,
      text: [
        `The run ${view.run} has started on ${view.branch}. See where it is: run_status with run ${view.run}.${own}${notIncluded(left)}`,
        ...warnings,
      ].join('\n'),
    };
  },
});

const MOST_NAMED = 5;

/** What the person at the chat sees and the run does not. */
function notIncluded(files: readonly { readonly path: string }[]): string {
  if (files.length === 0) return '';
  const named = files.slice(0, MOST_NAMED).map(({ path }) => JSON.stringify(path));
  const more = files.length - named.length;
  return ` Not included, because no commit has them: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

interface Wanted {
  readonly workflow?: string | undefined;
  readonly runner?: string | undefined;
  readonly tier?: Config['tier'];
  readonly deadline_min?: number | undefined;
}

/** The project's settings with what the caller says on top. What keeps a run strict is not a caller's to loosen. */
function configFor({ host, actor }: Calling, wanted: Wanted): { readonly config: Config; readonly flags: RunFlags } {
  const config = host.config(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)));
  if (actor.kind === 'agent' && wanted.tier !== undefined && wanted.tier !== (config.tier ?? wanted.tier)) {
    throw new BatonError(
      'not_authorised',
      `baton.yaml says the tier is ${config.tier}. Leave tier out, or have a person start the run.`,
    );
  }
  const runner = wanted.runner ?? config.runner ?? (config.command === undefined ? ATTACHED : undefined);
  const usual = runner === ATTACHED ? ATTACHED_DEADLINE_MIN : undefined;
  const deadline = wanted.deadline_min ?? config.deadline_min ?? usual;
  const flags: RunFlags = {
    ...(wanted.workflow === undefined ? {} : { workflow: wanted.workflow }),
    ...(runner === undefined ? {} : { runner }),
    ...(wanted.tier === undefined ? {} : { tier: wanted.tier }),
    ...(deadline === undefined ? {} : { deadline_min: deadline }),
  };
  return { config: overrideConfig(config, flags), flags };
}
