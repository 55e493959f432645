import { BatonError } from '../../../base/error.ts';
import type { ReadSource } from '../../../code/reader.ts';
import { findAgent, refuseMalformed } from '../../../protocol/agent-choice.ts';
import type { Agent } from '../../../protocol/agent-schema.ts';
import { overrideConfig } from '../../../protocol/config.ts';
import type { Config, RunFlags } from '../../../protocol/config-schema.ts';
import type { Runner } from '../../../runners/runner.ts';
import { branchHead } from '../../../sys/git/branch.ts';
import { identities } from '../../../sys/git/commit.ts';
import { headOf } from '../../../sys/git/head.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import { sandboxFor } from '../../../sys/sandbox.ts';
import { needsTests } from '../../../workflow/adapted.ts';
import { limitedFigures } from '../../../workflow/budget.ts';
import type { RunSettings } from '../../../workflow/event-data.ts';
import { lookup } from '../../../workflow/workflow.ts';
import type { Workflow } from '../../../workflow/workflow-schema.ts';
import type { FrameworkCatalogue } from '../../doctor.ts';
import type { Pinned } from '../pinned.ts';
import { chooseCast } from './choose-cast.ts';
import { chooseTests, USUAL_TIMEOUT_S } from './choose-tests.ts';
import { pinNoTests } from './no-tests.ts';
import { chooseRunner, type RunnerChoice } from './runner-choice.ts';
import { branchFor, isRunName, type NewRun } from './start.ts';

/** How the engine gets at drivers and files; chosen elsewhere. */
export interface RunParts {
  readonly repository: Repository;
  readonly catalogue: FrameworkCatalogue;
  /** The project's settings, from baton.yaml in the checkout. */
  config(start?: RunFlags): Config;
  /** The agents of the project; of those named, the built-in ones. */
  agents(useBuiltIn?: readonly string[]): Promise<ReadonlyMap<string, Agent>>;
  workflow(name: string): Promise<Workflow>;
  runner(choice: RunnerChoice): Promise<Runner>;
  readonly readSource: ReadSource;
}

export interface StartOptions {
  readonly request: string;
  readonly name?: string | undefined;
  /** The settings of the run, `flags` included. Default: those of baton.yaml with `flags` on top. */
  readonly config?: Config | undefined;
  /** What was set for this run alone: a reload of the project's settings keeps that. */
  readonly flags?: RunFlags | undefined;
  /** Start although tests fail already, and do not hold those against the run. Default: false. */
  readonly acceptBaselineFailures?: boolean | undefined;
  /** Whether the workflow is that of a recorded run, in which agents keep their names. */
  readonly isRecorded?: boolean | undefined;
}

const DEFAULTS = { attempts: 4, deadline_min: 30, max_cycles: 50 } as const;

/** Resolves everything a run needs, and refuses what cannot work before anything is created. */
export async function resolveRun(parts: RunParts, options: StartOptions): Promise<NewRun> {
  const config = options.config ?? overrideConfig(parts.config(options.flags ?? {}), options.flags ?? {});
  const request = options.request.trim();
  if (request === '') {
    throw new BatonError(
      'invalid_input',
      'The request is empty. Say what is to be built: baton run "a stack with push".',
    );
  }
  const head = await headOf(parts.repository);
  if (head === undefined) {
    throw new BatonError('invalid_input', 'There is no commit yet to start from. Make one: git commit --allow-empty.');
  }
  await identities(parts.repository);
  refuseTakenName(options.name, parts.repository);
  const declared = await parts.workflow(config.workflow ?? 'tdd');
  const { agents, triggers, workflow, tier, warnings } = await chooseCast(declared, parts, { ...options, config });
  const settings = { ...settingsOf(config, declared), ...(tier === undefined ? {} : { tier }) };
  const names = [...new Set(Object.values(workflow.phases).map(({ agent }) => agent))];
  const runners = Object.fromEntries(names.map((name) => [name, runnerOf(name, agents, config)]));
  await sandboxFor(config.sandbox ?? 'auto');
  const claims = await checkRunners(parts, runners, config, settings.budget);
  const tests = needsTests(workflow)
    ? await chooseTests(head.tree, parts, config)
    : { tests: pinNoTests(config, USUAL_TIMEOUT_S) };
  return {
    request,
    workflow,
    base: { commit: head.commit, tree: head.tree },
    from: head.branch ?? head.commit,
    name: options.name,
    warnings: [...warnings, ...claims],
    settings,
    pinned: {
      agents: Object.fromEntries(names.map((name) => [name, pinAgent(name, agents)])),
      runners,
      ...tests,
      ...(config.protected === undefined ? {} : { protected: config.protected }),
      ...(config.scope === undefined ? {} : { scope: config.scope }),
      sandbox: config.sandbox ?? 'auto',
      accept_baseline_failures: options.acceptBaselineFailures ?? false,
      redaction: config.redaction ?? 'redact',
      triggers: triggers.map((trigger) => ({ ...trigger, context: [...trigger.context] })),
      trigger_tags: config.trigger_tags ?? false,
      ...(config.figures === undefined ? {} : { figures: config.figures }),
      ...(config.commit?.sign === undefined ? {} : { sign: config.commit.sign }),
      ...(config.notify === undefined ? {} : { notify: config.notify }),
      ...(options.flags === undefined ? {} : { flags: options.flags }),
      ...(config.roles === undefined ? {} : { roles: config.roles }),
    },
  };
}

/** The settings of a run with flags on top. Everything else stays as the run has it; `roles` still win over flags. */
export async function changeSettings(
  parts: Pick<RunParts, 'runner'>,
  { settings, pinned }: Pick<NewRun, 'settings' | 'pinned'>,
  flags: RunFlags,
): Promise<Pick<NewRun, 'settings' | 'pinned'>> {
  const runners = Object.fromEntries(
    Object.entries(pinned.runners).map(([name, before]) => {
      const config = { ...before, ...flags, roles: pinned.roles };
      return [name, chooseRunner(name, pinned.agents[name], config) ?? before];
    }),
  );
  const {
    attempts = settings.attempts,
    deadline_min = settings.deadline_min,
    max_cycles = settings.max_cycles,
    budget = settings.budget,
    strict = settings.strict,
  } = overrideConfig({ budget: settings.budget }, flags);
  await checkRunners(parts, runners, pinned, budget);
  return {
    settings: { ...settings, attempts, deadline_min, max_cycles, budget, ...(strict === undefined ? {} : { strict }) },
    pinned: { ...pinned, runners, flags: overrideConfig(pinned.flags ?? {}, flags) },
  };
}

/** A branch that is there already is somebody's; so is one called `baton`, beside which git can keep no `baton/...`. */
function refuseTakenName(name: string | undefined, repository: Repository): void {
  const wanted = name === undefined ? [] : [branchFor(name)];
  const problem = name === undefined || isRunName(name) ? undefined : 'use lower-case letters, digits and hyphens';
  if (problem !== undefined)
    throw new BatonError('invalid_input', `${JSON.stringify(name)} is no name for a run: ${problem}.`);
  const taken = ['baton', ...wanted].find((branch) => branchHead(repository, branch) !== undefined);
  if (taken === undefined) return;
  const remedy = taken === 'baton' ? `rename it: git branch -m ${taken} other-name` : 'choose another name with --name';
  throw new BatonError('invalid_input', `There is a branch ${taken} already, which the run needs: ${remedy}.`);
}

function settingsOf(config: Config, workflow: Workflow): RunSettings {
  const approvals = config.approvals ?? [];
  const unknown = approvals.find((phase) => lookup(workflow.phases, phase) === undefined);
  if (unknown !== undefined) {
    const known = Object.keys(workflow.phases).join(', ');
    throw new BatonError(
      'invalid_input',
      `approvals names ${unknown}, which is no phase of ${workflow.name} (${known}).`,
    );
  }
  return {
    attempts: config.attempts ?? DEFAULTS.attempts,
    deadline_min: config.deadline_min ?? DEFAULTS.deadline_min,
    max_cycles: config.max_cycles ?? DEFAULTS.max_cycles,
    approvals,
    budget: config.budget ?? {},
    ...(config.strict === undefined ? {} : { strict: config.strict }),
  };
}

function runnerOf(agent: string, agents: ReadonlyMap<string, Agent>, config: Config): RunnerChoice {
  const choice = chooseRunner(agent, findAgent(agents, agent), config);
  if (choice !== undefined) return choice;
  throw new BatonError(
    'invalid_input',
    `No program plays ${agent}. Set \`runner\` (and \`command\`) in baton.yaml, or give --command "my-agent".`,
  );
}

/**
 * Refuses runners that cannot work here, and budgets that cannot hold because a runner never reports what they limit.
 * Warns where a budget goes by what an agent says.
 */
async function checkRunners(
  parts: Pick<RunParts, 'runner'>,
  runners: Readonly<Record<string, RunnerChoice>>,
  config: Pick<Config, 'sandbox'>,
  budget: RunSettings['budget'],
): Promise<readonly string[]> {
  const limited = limitedFigures(budget);
  const claiming: string[] = [];
  for (const [agent, choice] of Object.entries(runners)) {
    const runner = await parts.runner(choice);
    const figure = limited.find((one) => runner.unreported?.includes(one));
    if (figure !== undefined) throw cannotHold(figure, runner.name, agent);
    await checkRunner(runner, config);
    if (runner.claimsUsage === true) claiming.push(agent);
  }
  if (limited.length === 0 || claiming.length === 0) return [];
  const keys = limited.map((figure) => `budget.${figure}`).join(' and ');
  return [
    `${keys} can only count what ${claiming.join(', ')} reports as \`usage\` in its result. If a session reports none, the run stops and asks you.`,
  ];
}

function cannotHold(figure: 'usd' | 'tokens', runner: string, agent: string): BatonError {
  const other = figure === 'usd' && runner === 'codex' ? 'budget.tokens, budget.minutes' : 'budget.minutes';
  return new BatonError(
    'invalid_input',
    `budget.${figure} cannot be enforced: the runner ${runner}, which plays ${agent}, does not report ${figure === 'usd' ? 'its cost' : 'tokens'}. Remove it, and limit ${other} or budget.attempts instead.`,
  );
}

/** Refuses a runner that cannot work here, or that cannot be contained where everything has to be. */
async function checkRunner(runner: Runner, config: Pick<Config, 'sandbox'>): Promise<void> {
  if (runner.isOutside === true && config.sandbox === 'require') {
    throw new BatonError(
      'no_sandbox',
      `The settings require a sandbox (sandbox: require), and the runner ${runner.name} cannot be contained. Choose another runner, or set sandbox to auto.`,
    );
  }
  await runner.check();
}

function pinAgent(name: string, agents: ReadonlyMap<string, Agent>): Pinned['agents'][string] {
  const agent = findAgent(agents, name);
  if (agent === undefined) {
    refuseMalformed(agents, name);
    throw new BatonError('not_found', `There is no agent ${name}. \`baton agents list\` shows those there are.`);
  }
  const { tools, model, runner, maxTurns, body, source, scope, context } = agent;
  const limits = maxTurns === undefined ? {} : { max_turns: maxTurns };
  const handoffs = agent.handoffs.map((one) => ({
    agent: one.agent,
    ...(one.trigger === undefined ? {} : { trigger: one.trigger }),
    ...(one.context === undefined ? {} : { context: [...one.context] }),
  }));
  return {
    tools: [...tools],
    body,
    source,
    handoffs,
    ...(model === undefined ? {} : { model }),
    ...(runner === undefined ? {} : { runner }),
    ...limits,
    ...(scope === undefined ? {} : { scope: [...scope] }),
    ...(context === undefined ? {} : { context }),
  };
}
