import { BatonError } from '../base/error.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import { nearest } from '../protocol/nearest.ts';
import { goesRound } from './rules-graph.ts';
import { isTargetWord, lookup } from './ways.ts';
import { TOLD_BY_COMMAND, type Workflow } from './workflow-schema.ts';

/** Gates that run the tests of a project, or measure what they do. */
const TEST_GATES: ReadonlySet<unknown> = new Set(['red', 'green', 'refactor', 'tests', 'mutation', 'quality', 'kinds']);

/** Whether runs of a workflow need tests at all; without, nothing is proved before or after. */
export function needsTests({ phases }: Pick<Workflow, 'phases'>): boolean {
  return Object.values(phases).some(({ gates }) => gates.some((gate) => TEST_GATES.has(gate)));
}

/**
 * The workflow with a project's word on who takes over from a blocked agent, which goes before all others. The word is for
 * all workflows of the project: where it names one of the agents that this one has no phase for, it says nothing here.
 */
export function withRouting(workflow: Workflow, given: Routing, agents: Iterable<string>): Workflow {
  const known = [...agents];
  const own = Object.entries(given).flatMap(([reason, who]) => {
    const phase = phaseFor(workflow, reason, who, known);
    return phase === undefined ? [] : [[reason, phase] as const];
  });
  const routing = Object.fromEntries(own);
  const phases = Object.entries(workflow.phases).map(([name, { blocked, ...phase }]) => {
    if (blocked === undefined) return [name, phase] as const;
    const left = Object.entries(blocked).filter(([reason]) => !Object.hasOwn(routing, reason));
    return [name, { ...phase, blocked: Object.fromEntries(left) }] as const;
  });
  const routed = { ...workflow, routing: { ...workflow.routing, ...routing }, phases: Object.fromEntries(phases) };
  return bounded(routed, Object.values(routed.routing));
}

/** The workflow with its agents called as a project calls them, where it knows them by another name. */
export function withAgentNames(workflow: Workflow, nameOf: (agent: string) => string): Workflow {
  const { orchestrator, authority, phases } = workflow;
  const rules = Object.entries(authority ?? {}).map(([name, targets]) => [nameOf(name), targets.map(nameOf)]);
  const named = Object.entries(phases).map(([name, phase]) => [name, { ...phase, agent: nameOf(phase.agent) }]);
  return {
    ...workflow,
    ...(orchestrator === undefined ? {} : { orchestrator: nameOf(orchestrator) }),
    ...(authority === undefined ? {} : { authority: Object.fromEntries(rules) }),
    phases: Object.fromEntries(named),
  };
}

type Routing = Readonly<Record<string, string>>;

/**
 * Loops that only a project's settings make, since they lead to certain phases, are bounded by Baton: nobody can give a
 * built-in workflow `max_visits`.
 */
export function bounded(workflow: Workflow, led: readonly string[]): Workflow {
  const endless = goesRound(workflow).filter((name) => led.includes(name));
  if (endless.length === 0) return workflow;
  const phases = Object.entries(workflow.phases).map(([name, phase]) => [
    name,
    endless.includes(name) ? { ...phase, max_visits: MOST_VISITS } : phase,
  ]);
  return { ...workflow, phases: Object.fromEntries(phases) };
}

/** More than the usual number of cycles, in each of which a phase may be visited. */
const MOST_VISITS = 100;

/** A phase by its name or by the agent that plays it first, or the word for a person; nothing for an agent of elsewhere. */
function phaseFor(
  { name, phases }: Workflow,
  reason: string,
  who: string,
  agents: readonly string[],
): string | undefined {
  if (who === 'ask' || lookup(phases, who) !== undefined) return who;
  const played = Object.entries(phases).find(([, { agent }]) => isSameAgent(agent, who))?.[0];
  if (played !== undefined || agents.some((agent) => isSameAgent(agent, who))) return played;
  const known = [...Object.keys(phases), ...Object.values(phases).map(({ agent }) => agent), 'ask'];
  const near = nearest(who, [...known, ...agents]);
  const hint = near === undefined ? `Known: ${[...new Set(known)].join(', ')}.` : `Did you mean ${near}?`;
  const what = isTargetWord(who) ? 'no place for a blocked agent' : `neither a phase of ${name} nor an agent`;
  throw new BatonError('invalid_input', `routing.${reason} is ${who}, which is ${what}. ${hint}`);
}

/** Which figures of a workflow are not asked for, since nothing in the project tells them. */
export function unmeasuredFigures({ phases }: Pick<Workflow, 'phases'>): readonly string[] {
  const given = Object.values(phases).flatMap(({ quality }) => quality?.where_measured ?? []);
  return TOLD_BY_COMMAND.filter((figure) => given.includes(figure));
}

/**
 * The workflow as a project is held to it: where nothing tells certain figures, those go that the workflow wants only where
 * they are measured. Any other that nothing tells is refused before a run begins: no work could ever pass.
 */
export function withFigures(workflow: Workflow, areTold: boolean): Workflow {
  const phases = Object.entries(workflow.phases).map(([name, phase]) => {
    if (phase.quality === undefined) return [name, phase] as const;
    const { where_measured: optional = [], ...targets } = phase.quality;
    const kept = Object.entries(targets).filter(
      ([figure]) => areTold || !(optional as readonly string[]).includes(figure),
    );
    const untold = areTold ? undefined : TOLD_BY_COMMAND.find((figure) => kept.some(([one]) => one === figure));
    if (untold !== undefined) throw untoldFigure(workflow.name, name, untold);
    const { quality: _, ...rest } = phase;
    if (kept.length > 0) return [name, { ...rest, quality: Object.fromEntries(kept) }] as const;
    return [name, { ...rest, gates: phase.gates.filter((gate) => gate !== 'quality') }] as const;
  });
  return { ...workflow, phases: Object.fromEntries(phases) };
}

function untoldFigure(workflow: string, phase: string, figure: string): BatonError {
  return new BatonError(
    'invalid_input',
    `The phase ${phase} of ${workflow} asks for ${figure}, which only a command of the project can tell. Set \`figures\` in baton.yaml to { command: ... } that prints {"${figure}": ...}, or name it under quality.where_measured in the workflow.`,
  );
}
