import { checkShape } from '../base/check.ts';
import { type Config, type RunFlags, runFlagsSchema } from '../protocol/config-schema.ts';
import { unmeasuredFigures } from '../workflow/adapted.ts';
import type { Workflow } from '../workflow/workflow-schema.ts';
import { numeric, optional } from './arguments.ts';
import { oneLine } from './plain-text.ts';

type Options = Record<string, unknown>;

/** What the command line sets for a run, checked as if it stood in baton.yaml. */
export function flagsFrom(options: Options): RunFlags {
  const given = { ...topLevel(options), ...budget(options) };
  return checkShape(runFlagsSchema, given, 'flags', 'usage');
}

/** A command on the command line means the command runner, whatever baton.yaml says. */
function topLevel(options: Options): Options {
  const command = optional(options, 'command');
  const approvals = optional(options, 'approvals');
  return defined({
    workflow: optional(options, 'workflow'),
    tier: optional(options, 'tier'),
    runner: optional(options, 'runner') ?? (command === undefined ? undefined : 'command'),
    command,
    model: optional(options, 'model'),
    max_cycles: numeric(options, 'maxCycles', '--max-cycles'),
    attempts: numeric(options, 'attempts', '--attempts'),
    deadline_min: numeric(options, 'deadlineMin', '--deadline-min'),
    sandbox: optional(options, 'sandbox'),
    strict: options.strict === true ? true : undefined,
    use_builtin: options.useBuiltin === true ? true : undefined,
    approvals: approvals?.split(',').map((phase) => phase.trim()),
  });
}

function budget(options: Options): Options {
  const flags = defined({
    usd: numeric(options, 'budgetUsd', '--budget-usd'),
    tokens: numeric(options, 'budgetTokens', '--budget-tokens'),
    minutes: numeric(options, 'budgetMinutes', '--budget-minutes'),
    attempts: numeric(options, 'budgetAttempts', '--budget-attempts'),
  });
  const ofPhase = defined({
    usd: numeric(options, 'budgetPhaseUsd', '--budget-phase-usd'),
    tokens: numeric(options, 'budgetPhaseTokens', '--budget-phase-tokens'),
    minutes: numeric(options, 'budgetPhaseMinutes', '--budget-phase-minutes'),
  });
  const given = { ...flags, ...(isEmpty(ofPhase) ? {} : { phase: ofPhase }) };
  return isEmpty(given) ? {} : { budget: given };
}

function defined(value: Options): Options {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

function isEmpty(value: Options): boolean {
  return Object.keys(value).length === 0;
}

const MOST_NAMED = 5;

/** Said once before a run that does not see all that its user sees; nothing where everything is committed. */
export function uncommittedWarning(files: readonly { readonly path: string }[]): string | undefined {
  if (files.length === 0) return undefined;
  const named = files.slice(0, MOST_NAMED).map(({ path }) => oneLine(path));
  const more = files.length - named.length;
  const list = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  return `Not included, because no commit has them: ${list}. Commit them first if the run should see them.`;
}

/** What to say of figures that a workflow asks for and nothing here can tell. */
export function figuresWarning({ figures }: Config, workflow: Workflow): string | undefined {
  const wanted = figures === undefined ? unmeasuredFigures(workflow) : [];
  if (wanted.length === 0) return undefined;
  return `Not measured, because baton.yaml has no \`figures.command\` that prints it: ${wanted.join(', ')}.`;
}

/** Said once before a run that nothing stops from spending; nothing where a budget is set. */
export function budgetWarning({ budget: { phase = {}, ...limits } = {} }: Config): string | undefined {
  if (!isEmpty(defined({ ...phase, ...limits }))) return undefined;
  return 'No budget is set, so nothing stops this run from spending. Set one with --budget-usd 5, or `budget` in baton.yaml.';
}
