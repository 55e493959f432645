import { isSameAgent, roleName } from '../../handoff/agent-aliases.ts';
import { type Authority, mayHandTo, receiversOf } from '../authority.ts';
import { CONTEXT_FIELDS } from '../context-fields.ts';
import { nearest } from '../nearest.ts';
import { ANY_AGENT, ESCALATE, STANDARD_TRIGGERS, TRIGGER_PATTERN, type Trigger } from '../triggers.ts';
import type { Declared, DeclaredHandoff } from './declared.ts';
import { hasProtocolKeys } from './declared.ts';
import { OUTSIDE_AGENTS } from './known-keys.ts';
import { slips } from './known-tools.ts';
import { type Problem, type ProblemCode, problemAt } from './problem.ts';

/** What the handoffs of one agent are held to. */
export interface Surroundings {
  readonly authority: Authority;
  /** The agents that lead others: a way that comes to them has come to an end. */
  readonly leaders: ReadonlySet<string>;
  /** The triggers of the project's own. */
  readonly triggers: readonly Trigger[];
  /** Names of the context fields that workflows give a schema. */
  readonly fields: readonly string[];
  /** Every agent's name, title or not. */
  readonly names: readonly string[];
  /** The agent that a file means by a name. */
  find(name: string): Declared | undefined;
  /** Whether the agent belongs to a protocol, so that handoffs have to be declared. */
  isInProtocol(agent: Declared): boolean;
}

type Found = readonly [code: ProblemCode, key: string | undefined, message: string, suggestion?: string | undefined];

/** What is wrong with the handoffs of one agent. */
export function checkHandoffs(agent: Declared, around: Surroundings): Problem[] {
  const { file, front, handoffs } = agent;
  const none =
    around.isInProtocol(agent) && !Object.hasOwn(front.keys, 'handoffs')
      ? [problemAt(file, { line: 1, column: 1 }, 'no_handoffs', NO_HANDOFFS)]
      : [];
  const found = handoffs.flatMap((handoff) =>
    [
      ...missingParts(agent, handoff, around),
      ...wrongReceiver(agent, handoff, around),
      ...wrongTrigger(agent, handoff, around),
      ...undocumented(agent, handoff, around),
    ].map(([code, key, message, suggestion]) => {
      const path = ['handoffs', handoff.index, ...(key === undefined ? [] : key.split('.').map(asStep))];
      return problemAt(file, front.positionOf(path), code, message, suggestion);
    }),
  );
  return [...none, ...found];
}

const NO_HANDOFFS =
  'no handoffs, although other files beside it hand over by triggers (write handoffs: [] where it hands to nobody)';

function asStep(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

/** A button of VS Code needs no trigger; everything else is a handoff of a protocol. */
function missingParts(agent: Declared, handoff: DeclaredHandoff, around: Surroundings): Found[] {
  const isButton = Object.hasOwn(handoff.keys, 'label') || Object.hasOwn(handoff.keys, 'prompt');
  if (!hasProtocolKeys(handoff) && (isButton || !around.isInProtocol(agent))) return [];
  const to = handoff.agent ?? 'nobody';
  return [
    ...(Object.hasOwn(handoff.keys, 'trigger')
      ? []
      : [['handoff_without_trigger', undefined, `the handoff to ${to} has no trigger`] as const]),
    ...(Object.hasOwn(handoff.keys, 'context')
      ? []
      : [['handoff_without_context', undefined, `the handoff to ${to} does not say what it carries`] as const]),
  ];
}

function wrongReceiver(agent: Declared, { agent: wanted, trigger }: DeclaredHandoff, around: Surroundings): Found[] {
  if (wanted === undefined) return [];
  const receiver = around.find(wanted);
  if (receiver === undefined) {
    if (trigger === undefined && OUTSIDE_AGENTS.has(wanted.toLowerCase())) return [];
    return [['unknown_agent', 'agent', `there is no agent ${wanted}`, nearest(wanted, around.names)]];
  }
  if (receiver.name === agent.name) return [['self_handoff', 'agent', `${agent.name} hands to itself`]];
  if (trigger === ESCALATE || mayHandTo(agent.name, receiver.name, around.authority)) return [];
  const allowed = receiversOf(agent.name, around.authority.authority ?? {})?.join(', ') || 'nobody';
  return [['unauthorised_handoff', 'agent', `${agent.name} may not hand to ${wanted}, only to ${allowed}`]];
}

function wrongTrigger(agent: Declared, handoff: DeclaredHandoff, around: Surroundings): Found[] {
  const { trigger } = handoff;
  if (trigger === undefined || !TRIGGER_PATTERN.test(trigger)) return [];
  const first = agent.handoffs.find((other) => other.trigger === trigger);
  if (first !== undefined && first.index < handoff.index) {
    const message = `${trigger} is declared twice: it leads to ${first.agent} already`;
    return [['duplicate_trigger', 'trigger', message]];
  }
  const known = [...around.triggers, ...STANDARD_TRIGGERS];
  const meant = known.find(({ name }) => name === trigger);
  if (meant !== undefined) return contradiction(agent, handoff, meant, around);
  const near = nearest(
    trigger,
    known.map(({ name }) => name),
    slips(trigger),
  );
  return near === undefined ? [] : [['misspelt_trigger', 'trigger', `nobody knows the trigger ${trigger}`, near]];
}

/** The standard triggers bind the agents of their protocol; other agents may use the same words among themselves. */
function contradiction(agent: Declared, handoff: DeclaredHandoff, meant: Trigger, around: Surroundings): Found[] {
  const receiver = around.find(handoff.agent ?? '')?.name ?? handoff.agent;
  const target = meant.name === ESCALATE ? (around.authority.orchestrator ?? meant.target) : meant.target;
  const isStandard = !around.triggers.includes(meant);
  if (receiver === undefined) return [];
  const isBound = !isStandard || [agent.name, receiver].some((name) => PROTOCOL_AGENTS.has(roleName(name)));
  const isSource = meant.source === ANY_AGENT || isSameAgent(meant.source, agent.name);
  if (!isBound || (isSource && isSameAgent(receiver, target))) return [];
  const message = `${meant.name} goes from ${meant.source} to ${target}, not from ${agent.name} to ${receiver}`;
  return [['contradictory_trigger', 'trigger', message]];
}

const PROTOCOL_AGENTS: ReadonlySet<string> = new Set(STANDARD_TRIGGERS.map(({ target }) => target));

function undocumented({ front }: Declared, { context }: DeclaredHandoff, around: Surroundings): Found[] {
  const own = Object.keys((front.keys.context as object | undefined) ?? {});
  const known = [...Object.keys(CONTEXT_FIELDS), ...own, ...around.fields];
  return context.flatMap((field, index): Found[] => {
    if (known.includes(field)) return [];
    const message = `the context field ${JSON.stringify(field)} is documented nowhere (give it a JSON Schema under context:)`;
    return [['undocumented_context', `context.${index}`, message, nearest(field, known)]];
  });
}
