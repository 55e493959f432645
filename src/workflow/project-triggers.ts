import { isSameAgent } from '../handoff/agent-aliases.ts';
import { ANY_AGENT, type Trigger } from '../protocol/triggers.ts';
import { bounded } from './adapted.ts';
import { type Declarations, undeclaredHandoff } from './handoff-rules.ts';
import { reachesEnd } from './rules-graph.ts';
import { isTargetWord, lookup, waysOf } from './ways.ts';
import type { Phase, Workflow } from './workflow-schema.ts';

/** For each trigger of a workflow that agents raise by another word: that word. */
export type TriggerNames = Readonly<Record<string, string>>;

/** What an agent of the run declares about handoffs. */
export type DeclarationsOf = (agent: string) => Declarations;

/**
 * The workflow with the triggers of a project. One that no phase knows becomes a way out of every phase of its source that
 * ends by triggers: to where that phase already leads to its target, else to the first phase that the target plays. A
 * person approves it where every other way out of the phase needs an approval.
 */
export function withTriggers(workflow: Workflow, triggers: readonly Trigger[]): Workflow {
  const known = new Set(Object.values(workflow.phases).flatMap(({ on }) => Object.keys(on)));
  const added = triggers.filter(({ name }) => !known.has(name));
  if (added.length === 0) return workflow;
  const led: string[] = [];
  const phases = Object.entries(workflow.phases).map(([name, phase]) => {
    const isSource = ({ source }: Trigger) => source === ANY_AGENT || isSameAgent(source, phase.agent);
    const ways = phase.gates.includes('handoff')
      ? added.filter(isSource).flatMap((trigger) => wayFor(trigger, phase, workflow))
      : [];
    led.push(...ways.map(([, { to }]) => to));
    return [name, { ...phase, on: { ...phase.on, ...Object.fromEntries(ways) } }] as const;
  });
  return bounded({ ...workflow, phases: Object.fromEntries(phases) }, led);
}

function wayFor(
  { name, target }: Trigger,
  phase: Phase,
  { phases }: Workflow,
): readonly (readonly [string, { readonly to: string; readonly approval: boolean }])[] {
  const ways = waysOf(phase);
  const isPlayed = (to: string) => isSameAgent(lookup(phases, to)?.agent ?? '', target);
  const way = ways.find(({ to }) => !isTargetWord(to) && isPlayed(to));
  const to = way?.to ?? Object.keys(phases).find((one) => isPlayed(one) && lookup(phases, one) !== phase);
  return to === undefined ? [] : [[name, { to, approval: way?.approval ?? ways.every(({ approval }) => approval) }]];
}

/** The workflow in which agents that declare another word in place of a trigger raise that word. */
export function withTriggerNames(workflow: Workflow, names: TriggerNames, declared: DeclarationsOf): Workflow {
  const phases = Object.entries(workflow.phases).map(([name, phase]) => {
    const lacking = lackingIn(name, workflow, declared).map(({ trigger }) => trigger);
    const raises = (word: string) => declared(phase.agent).handoffs.some(({ trigger }) => trigger === word);
    const nameOf = (outcome: string) => {
      const other = lacking.includes(outcome) ? lookup(names, outcome) : undefined;
      return other !== undefined && !Object.hasOwn(phase.on, other) && raises(other) ? other : outcome;
    };
    const on = Object.entries(phase.on).map(([outcome, way]) => {
      // biome-ignore lint/suspicious/noThenProperty: a word of the language; nobody awaits a workflow.
      const renamed = typeof way === 'string' || way.then === undefined ? way : { ...way, then: nameOf(way.then) };
      return [nameOf(outcome), renamed];
    });
    return [name, { ...phase, on: Object.fromEntries(on) }];
  });
  return { ...workflow, phases: Object.fromEntries(phases) };
}

/** A trigger that a workflow needs and the agent of its phases does not declare. */
export interface MissingTrigger {
  readonly trigger: string;
  readonly agent: string;
  readonly target: string;
  readonly phases: readonly string[];
}

/** Every trigger that agents lack, and whether a run could come to an end without them. */
export function missingTriggers(
  workflow: Workflow,
  declared: DeclarationsOf,
): { readonly missing: readonly MissingTrigger[]; readonly canEnd: boolean } {
  const missing = new Map<string, MissingTrigger>();
  for (const phase of Object.keys(workflow.phases)) {
    for (const one of lackingIn(phase, workflow, declared)) {
      const key = `${one.agent} ${one.trigger} ${one.target}`;
      missing.set(key, { ...one, phases: [...(missing.get(key)?.phases ?? []), phase] });
    }
  }
  const left = withoutWays(workflow, (phase) => lackingIn(phase, workflow, declared).map(({ trigger }) => trigger));
  return {
    missing: [...missing.values()],
    canEnd: reachable(workflow.start, left).every((phase) => reachesEnd(phase, left)),
  };
}

/** The triggers of a phase that its agent does not declare. */
function lackingIn(
  phase: string,
  workflow: Workflow,
  declared: DeclarationsOf,
): readonly Omit<MissingTrigger, 'phases'>[] {
  const { gates = [], on = {}, agent = '' } = lookup(workflow.phases, phase) ?? {};
  if (!gates.includes('handoff')) return [];
  return Object.keys(on).flatMap((trigger) => {
    const parties = undeclaredHandoff(trigger, { workflow, phase }, declared(agent));
    return parties === undefined ? [] : [{ trigger, agent: parties.source, target: parties.target }];
  });
}

function withoutWays({ phases }: Workflow, lacking: (phase: string) => readonly string[]): Workflow['phases'] {
  const left = Object.entries(phases).map(([name, phase]) => {
    const gone = lacking(name);
    const isOpen = ({ outcome, countsAs }: ReturnType<typeof waysOf>[number]) =>
      !gone.includes(outcome) && (countsAs === undefined || !gone.includes(countsAs));
    const kept = new Set(
      waysOf(phase)
        .filter(isOpen)
        .map(({ outcome }) => outcome),
    );
    const on = Object.entries(phase.on).filter(([outcome]) => kept.has(outcome));
    return [name, { ...phase, on: Object.fromEntries(on) }];
  });
  return Object.fromEntries(left);
}

function reachable(start: string, phases: Workflow['phases']): readonly string[] {
  const seen = new Set([start]);
  for (const name of seen) {
    const phase = lookup(phases, name);
    for (const { to } of phase === undefined ? [] : waysOf(phase)) if (!isTargetWord(to)) seen.add(to);
  }
  return [...seen];
}
