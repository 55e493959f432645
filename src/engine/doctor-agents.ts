import { isBatonError } from '../base/error.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import type { Config } from '../protocol/config-schema.ts';
import type { Runner, RunnerDescription } from '../runners/runner.ts';
import type { Workflow } from '../workflow/workflow-schema.ts';
import type { Finding } from './finding.ts';
import { chooseRunner, type RunnerChoice } from './run/start/runner-choice.ts';

/** What the doctor asks about agents and who could play them; the drivers themselves are chosen elsewhere. */
export interface AgentCatalogue {
  /** The names of all runners there are. */
  readonly runners: readonly string[];
  runner(choice: RunnerChoice): Promise<Runner>;
  agents(useBuiltIn?: readonly string[]): Promise<ReadonlyMap<string, Agent>>;
  workflow(name: string): Promise<Workflow>;
}

/** A runner, and the agents it plays. */
interface Casting {
  readonly choice: RunnerChoice;
  readonly agents: readonly string[];
}

/** Looks at the programs that play the agents of the project's workflow, and in short at those that could. */
export async function agentFindings(catalogue: AgentCatalogue, config: Config): Promise<readonly Finding[]> {
  try {
    const { castings, idle } = await castingsOf(catalogue, config);
    const total = idle.length + castings.reduce((sum, { agents }) => sum + agents.length, 0);
    const used = await Promise.all(castings.map((casting) => runnerFindings(casting, total, catalogue)));
    const others = await otherRunners(castings, catalogue);
    return [...used.flat(), ...idleFindings(idle, total, others, catalogue), ...otherFindings(others)];
  } catch (error) {
    // A workflow or an agent that a person must mend.
    if (!isBatonError(error)) throw error;
    return [{ topic: 'agents', state: 'bad', told: error.message }];
  }
}

/** Who plays whom in the workflow, and whom nobody plays. */
async function castingsOf(catalogue: AgentCatalogue, config: Config) {
  const { phases } = await catalogue.workflow(config.workflow ?? 'tdd');
  const declared = await catalogue.agents();
  const castings = new Map<string, Casting>();
  const idle: string[] = [];
  for (const agent of new Set(Object.values(phases).map((phase) => phase.agent))) {
    const choice = chooseRunner(agent, declared.get(agent), config);
    if (choice === undefined) {
      idle.push(agent);
      continue;
    }
    // Other models are played by the same program.
    const key = JSON.stringify([choice.runner, choice.command]);
    castings.set(key, { choice, agents: [...(castings.get(key)?.agents ?? []), agent] });
  }
  return { castings: [...castings.values()], idle };
}

/** What the program of a runner is like, and everything that keeps it from playing its agents. */
async function runnerFindings(casting: Casting, total: number, catalogue: AgentCatalogue): Promise<Finding[]> {
  const { runner: name } = casting.choice;
  const who = casting.agents.length === total ? 'all agents' : casting.agents.join(', ');
  const bad = (told: string): Finding => ({
    topic: 'runner',
    state: 'bad',
    told: `${name} cannot play ${who}: ${told}`,
  });
  try {
    const runner = await catalogue.runner(casting.choice);
    if (runner.isOutside === true) {
      return [
        { topic: 'runner', state: 'good', told: `${name}: ${who} are played by whoever is connected (baton mcp)` },
      ];
    }
    const described = await runner.describe?.();
    if (described !== undefined && described.problems.length > 0) {
      return described.problems.map(({ told, remedy }) => ({ ...bad(told), remedy }));
    }
    await runner.check();
    const what = described === undefined ? commandOf(casting.choice) : programOf(described);
    return [{ topic: 'runner', state: 'good', told: `${name} plays ${who}${what === '' ? '' : `: ${what}`}` }];
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return [bad(error.message)];
  }
}

function commandOf({ command = '' }: RunnerChoice): string {
  return typeof command === 'string' ? command : command.join(' ');
}

/** A program with its version and by what it is logged in, never with what that is. */
function programOf({ program, version, login }: RunnerDescription): string {
  const named = version === undefined ? program : `${program} ${version}`;
  return login === undefined ? named : `${named}, logged in by ${login}`;
}

/** A runner that nothing uses, and whose program is there. */
interface Other {
  readonly name: string;
  readonly described: RunnerDescription;
}

async function otherRunners(castings: readonly Casting[], catalogue: AgentCatalogue): Promise<readonly Other[]> {
  const used = new Set(castings.map(({ choice }) => choice.runner));
  const names = catalogue.runners.filter((name) => !used.has(name));
  const others = await Promise.all(names.map((name) => describeOther(name, catalogue)));
  return others.filter((other) => other !== undefined);
}

async function describeOther(name: string, catalogue: AgentCatalogue): Promise<Other | undefined> {
  try {
    const runner = await catalogue.runner({ runner: name });
    const described = await runner.describe?.();
    return described?.version === undefined ? undefined : { name, described };
  } catch (error) {
    // One that needs more than a name cannot be found by its name.
    if (!isBatonError(error)) throw error;
    return undefined;
  }
}

/** Nobody plays some agents: no run can start as it is, but flags may say who does. */
function idleFindings(
  idle: readonly string[],
  total: number,
  others: readonly Other[],
  { runners }: AgentCatalogue,
): Finding[] {
  if (idle.length === 0) return [];
  const ready = others.find(({ described }) => described.problems.length === 0);
  const remedy =
    ready === undefined
      ? `Set \`runner\` in baton.yaml to one of ${runners.join(', ')}, or give --command "my-agent" to \`baton run\`.`
      : `Set \`runner: ${ready.name}\` in baton.yaml, or give --runner ${ready.name} to \`baton run\`.`;
  const who = idle.length === total ? 'the agents' : idle.join(', ');
  return [{ topic: 'runner', state: 'limited', told: `nothing says which program plays ${who}`, remedy }];
}

function otherFindings(others: readonly Other[]): Finding[] {
  if (others.length === 0) return [];
  const told = others.map(({ name, described }) => {
    const [problem] = described.problems;
    return `${name} (${programOf(described)}${problem === undefined ? '' : `; ${problem.told}`})`;
  });
  return [{ topic: 'others', state: 'good', told: `also here: ${told.join(', ')}` }];
}
