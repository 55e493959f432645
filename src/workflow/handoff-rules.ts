import { nameSome, type Reason, reason, showName } from '../evidence/reasons.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import { mayHandTo, receiversOf } from '../protocol/authority.ts';
import { nearest } from '../protocol/nearest.ts';
import { ANY_AGENT, ESCALATE, STANDARD_TRIGGERS, type Trigger } from '../protocol/triggers.ts';
import type { RunState } from './state.ts';
import { isTargetWord, phaseOf, type Way, wayOf } from './workflow.ts';

/** What agents and a project declare about handoffs. */
export interface Declarations {
  /** The handoffs that the agent of the phase declares. */
  readonly handoffs: readonly {
    readonly agent: string;
    readonly trigger?: string | undefined;
    readonly context?: readonly string[] | undefined;
  }[];
  /** The project's own triggers. */
  readonly triggers: readonly Trigger[];
}

/** A handoff that is allowed, with the fields it has to carry. */
export interface Edge {
  readonly trigger: string;
  readonly source: string;
  readonly target: string;
  readonly to: string;
  readonly fields: readonly string[];
}

/** Who receives what leads to no phase where nobody orchestrates. */
const USER = 'user';

/**
 * Whether the claim of a candidate may count, before what it carries is looked at: the result is its agent's own, the
 * phase has the trigger, the agent declares it and may hand to whoever receives. A trigger that becomes another one once
 * a person approves is held to both, for by then the agent is gone. No edge where the phase ends without a trigger.
 */
export function judgeClaim(
  state: RunState,
  resultAgent: string | undefined,
  declared: Declarations,
): { readonly reasons: readonly Reason[]; readonly edges: readonly Edge[] } {
  const phase = phaseOf(state.workflow, state.phase);
  const refused = (...reasons: readonly Reason[]) => ({ reasons, edges: [] });
  if (resultAgent !== undefined && !isSameAgent(resultAgent, phase.agent))
    return refused(forged(resultAgent, phase.agent));
  const outcome = state.candidate?.outcome ?? 'complete';
  if (!outcome.startsWith('@')) {
    return wayOf(phase, outcome) === undefined ? refused(missing(state, declared)) : refused();
  }
  const way = outcome === ESCALATE ? escalation(state) : wayOf(phase, outcome);
  if (way === undefined) return refused(unknown(outcome, state, declared));
  const wanted = way.countsAs === undefined ? [outcome] : [outcome, way.countsAs];
  const edges = wanted.map((trigger, at) => edgeOf(trigger, at === 0 ? way : wayOf(phase, trigger), state, declared));
  const reasons = edges.flatMap((edge) => ('code' in edge ? [edge] : []));
  return { reasons, edges: reasons.length > 0 ? [] : edges.flatMap((edge) => ('code' in edge ? [] : [edge])) };
}

/** Who should hand to whom by a trigger of a phase whose agent does not declare it; nothing where it does. */
export function undeclaredHandoff(
  trigger: string,
  place: Place,
  declared: Declarations,
): { readonly source: string; readonly target: string } | undefined {
  if (!trigger.startsWith('@') || trigger === ESCALATE) return undefined;
  const { source, target, isPlayed } = partiesOf(trigger, wayOf(phaseOf(place.workflow, place.phase), trigger), place);
  const fields = fieldsOf(trigger, source, isPlayed ? target : undefined, declared);
  return fields === undefined ? { source, target } : undefined;
}

/** A phase of a workflow, and the one it interrupts. */
interface Place extends Pick<RunState, 'workflow' | 'phase'> {
  readonly interrupted?: string | undefined;
}

/** Where escalating leads, in every phase. */
function escalation({ workflow, phase }: Place): Way {
  const { escalate } = workflow;
  return { to: escalate === undefined || escalate === phase ? 'ask' : escalate, approval: false, countsAs: undefined };
}

function edgeOf(trigger: string, way: Way | undefined, state: Place, declared: Declarations): Edge | Reason {
  const { workflow } = state;
  const { source, target, to, isPlayed } = partiesOf(trigger, way, state);
  const fields = fieldsOf(trigger, source, isPlayed ? target : undefined, declared);
  if (fields === undefined) {
    return trigger === ESCALATE
      ? { trigger, source, target, to, fields: standardFields(ESCALATE) }
      : undeclared(trigger, source, target, state, declared);
  }
  const isFree = trigger === ESCALATE || target === USER;
  if (!isFree && !mayHandTo(source, target, workflow)) return unauthorised(trigger, source, target, state);
  return { trigger, source, target, to, fields };
}

/** Who hands to whom, and where that leads. */
function partiesOf(trigger: string, way: Way | undefined, { workflow, phase, interrupted }: Place) {
  const source = phaseOf(workflow, phase).agent;
  const to = way?.to === 'back' ? (interrupted ?? 'ask') : (way?.to ?? 'ask');
  // What a person approves first goes through whoever orchestrates, and so does what leads to no phase.
  const isPlayed = trigger !== ESCALATE && way?.countsAs === undefined && !isTargetWord(to);
  const target = isPlayed ? phaseOf(workflow, to).agent : (workflow.orchestrator ?? USER);
  return { source, target, to, isPlayed };
}

/** The fields a declared handoff carries; nothing where neither the agent nor the project declares it. */
function fieldsOf(
  trigger: string,
  source: string,
  target: string | undefined,
  { handoffs, triggers }: Declarations,
): readonly string[] | undefined {
  const isMeant = (agent: string) => target === undefined || isSameAgent(agent, target);
  const isSource = (agent: string) => agent === ANY_AGENT || isSameAgent(agent, source);
  const own = handoffs.find((one) => one.trigger === trigger && isMeant(one.agent));
  const custom = triggers.find((one) => one.name === trigger && isSource(one.source) && isMeant(one.target));
  if (own === undefined && custom === undefined) return undefined;
  return own?.context ?? custom?.context ?? standardFields(trigger);
}

function standardFields(trigger: string): readonly string[] {
  return STANDARD_TRIGGERS.find(({ name }) => name === trigger)?.context ?? [];
}

/** The triggers that would count now. */
function legalOnes(state: RunState, declared: Declarations): readonly string[] {
  return legalEdges(state, declared).map(({ trigger }) => trigger);
}

/** The handoffs that the agent of the present phase may make, escalating among them. */
export function legalEdges(state: RunState, declared: Declarations): readonly Edge[] {
  const phase = phaseOf(state.workflow, state.phase);
  const named = Object.keys(phase.on).filter((outcome) => outcome.startsWith('@') && outcome !== ESCALATE);
  const edges = [
    ...named.map((trigger) => edgeOf(trigger, wayOf(phase, trigger), state, declared)),
    edgeOf(ESCALATE, escalation(state), state, declared),
  ];
  return edges.flatMap((edge) => ('code' in edge ? [] : [edge]));
}

function forged(claimed: string, agent: string): Reason {
  const message = `The result says that it is from ${showName(claimed)}, but this session is ${agent}'s. Report as yourself, or leave \`agent\` out.`;
  return reason('forged_agent', message);
}

function missing(state: RunState, declared: Declarations): Reason {
  const legal = legalOnes(state, declared).join(', ');
  return reason(
    'missing_trigger',
    `${state.phase} ends by a trigger, and none was raised. Set handoff.trigger in your result to one of ${legal}.`,
  );
}

function unknown(trigger: string, state: RunState, declared: Declarations): Reason {
  const legal = legalOnes(state, declared);
  const near = nearest(trigger, legal);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const message = `${state.phase} has no trigger ${showName(trigger)}.${hint} It may raise ${legal.join(', ')}.`;
  return reason('unknown_trigger', message);
}

function undeclared(trigger: string, source: string, target: string, state: Place, declared: Declarations): Reason {
  const known = declared.handoffs.flatMap((one) =>
    one.trigger === undefined ? [] : [`${one.trigger} to ${one.agent}`],
  );
  const list = known.length === 0 ? 'none' : nameSome(known);
  const message = `${source} declares no handoff ${showName(trigger)} to ${target} (in ${state.phase}). It declares: ${list}. Raise one of those, or ${ESCALATE}.`;
  return reason('unauthorised_trigger', message);
}

function unauthorised(trigger: string, source: string, target: string, { workflow }: Place): Reason {
  const allowed = receiversOf(source, workflow.authority ?? {}) ?? [];
  const message = `${source} may not hand to ${target} by ${showName(trigger)}. It may hand to: ${allowed.join(', ') || 'nobody'}. Raise ${ESCALATE} if that is needed.`;
  return reason('unauthorised_trigger', message);
}
