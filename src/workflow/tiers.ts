import { TIERS, type TierName } from '../protocol/tiers.ts';
import { isTargetWord, lookup } from './workflow.ts';
import type { Gate, Phase, Workflow } from './workflow-schema.ts';

/** The tier of a run that names none: that of most work where the workflow knows tiers, else none at all. */
export function usualTier({ phases }: Workflow): TierName | undefined {
  return Object.values(phases).some(({ tiers }) => tiers !== undefined) ? 'standard' : undefined;
}

/**
 * The workflow as a tier wants it. Phases that the tier does not need are taken out, and what led to them leads where they
 * say; phases that write code with its tests get the gates and figures of the tier.
 */
export function forTier(workflow: Workflow, tier: TierName): Workflow {
  const isNeeded = (name: string) => lookup(workflow.phases, name)?.tiers?.includes(tier) !== false;
  const target = (name: string): string => {
    let at = name;
    for (const seen = new Set<string>(); !isTargetWord(at) && !isNeeded(at) && !seen.has(at); ) {
      seen.add(at);
      at = lookup(workflow.phases, at)?.otherwise ?? 'ask';
    }
    return at;
  };
  const kept = Object.entries(workflow.phases).filter(([name]) => isNeeded(name));
  const agents = new Set(kept.map(([, { agent }]) => agent));
  return {
    ...redirected(workflow, target),
    ...(workflow.authority === undefined ? {} : { authority: onlyOf(workflow.authority, agents) }),
    phases: Object.fromEntries(kept.map(([name, phase]) => [name, strict(redirectedPhase(phase, target), tier)])),
  };
}

/** Where it is wanted, tests must also notice when a line written now is wrong. */
export function withMutation(workflow: Workflow): Workflow {
  const phases = Object.entries(workflow.phases).map(([name, phase]) => {
    const gates = ['green', 'tests'].reduce((all, gate) => insertBehind(all, gate, 'mutation'), phase.gates);
    return [name, { ...phase, gates }] as const;
  });
  return { ...workflow, phases: Object.fromEntries(phases) };
}

type Target = (name: string) => string;

function redirected({ start, cycle, escalate, routing, ...rest }: Workflow, target: Target): Workflow {
  return {
    ...rest,
    start: target(start),
    ...(cycle === undefined ? {} : { cycle: target(cycle) }),
    ...(escalate === undefined || isTargetWord(target(escalate)) ? {} : { escalate: target(escalate) }),
    ...(routing === undefined ? {} : { routing: mapped(routing, (name) => helper(name, target)) }),
  };
}

/** Whoever helps a blocked agent: where nobody does in this tier, a person. */
function helper(name: string, target: Target): string {
  const to = target(name);
  return to === 'end' ? 'ask' : to;
}

function redirectedPhase(phase: Phase, target: Target): Phase {
  const on = mapped(phase.on, (way) => {
    if (typeof way === 'string') return target(way);
    return way.to === undefined ? way : { ...way, to: target(way.to) };
  });
  const { blocked, otherwise } = phase;
  return {
    ...phase,
    on,
    ...(blocked === undefined ? {} : { blocked: mapped(blocked, (name) => helper(name, target)) }),
    ...(otherwise === undefined ? {} : { otherwise: target(otherwise) }),
  };
}

function onlyOf<Value>(record: Readonly<Record<string, Value>>, keys: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)));
}

function mapped<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** A phase whose tests are proved, held to what the tier asks of them. */
function strict(phase: Phase, tier: TierName): Phase {
  if (!phase.gates.includes('tests')) return phase;
  const { coverage, tests } = TIERS[tier];
  const own = phase.quality?.coverage ?? 0;
  const quality = coverage === 0 ? phase.quality : { ...phase.quality, coverage: Math.max(own, coverage) };
  const withFigures = quality === undefined ? phase.gates : insertBehind(phase.gates, 'tests', 'quality');
  const gates = tests.some((kind) => kind !== 'unit') ? insertBehind(withFigures, 'tests', 'kinds') : withFigures;
  return { ...phase, gates, ...(quality === undefined ? {} : { quality }) };
}

/** Directly behind the gate whose run it looks at, so that the gates that take evidence from it come later. */
function insertBehind(gates: readonly Gate[], behind: string, gate: Gate): Gate[] {
  const at = gates.indexOf(behind as Gate);
  return at < 0 || gates.includes(gate) ? [...gates] : [...gates.slice(0, at + 1), gate, ...gates.slice(at + 1)];
}
