import { BatonError } from '../base/error.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import type { CreateHandoffRequest } from '../handoff/prepare.ts';
import { findAgent } from '../protocol/agent-choice.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import { type Authority, mayHandTo, receiversOf } from '../protocol/authority.ts';
import { nearest } from '../protocol/nearest.ts';
import { type Handoffs, holderOf, type StoredHandoff } from './handoffs.ts';

/** Who does something: an agent, or the person for whom a program works. */
export interface Actor {
  readonly name: string;
  readonly kind: 'agent' | 'person';
}

export function isSameActor(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && isSameAgent(one.name, other.name);
}

/** What somebody asks to be handed on. Only a person may speak for somebody else. */
export type HandingOn = Omit<CreateHandoffRequest, 'sourceAgent'> & { readonly sourceAgent?: string | undefined };

/**
 * The stored handoffs as one actor may use them. An agent hands only to those it may hand to, accepts only what is for it,
 * and ends only what it holds or what was meant for it; everybody may look. A person may do all of it, as on the command
 * line. Whoever may not is told who may.
 */
export interface ActingHandoffs {
  prepare(request: HandingOn): Promise<StoredHandoff>;
  accept(id: string): Promise<StoredHandoff>;
  complete(id: string, summary: string): Promise<StoredHandoff>;
  reject(id: string, reason: string): Promise<StoredHandoff>;
}

/** What says who may do what. */
export interface ActingParts {
  readonly handoffs: Handoffs;
  agents(): Promise<ReadonlyMap<string, Agent>>;
  /** Who may hand to whom in the workflow of the project. */
  authority(): Promise<Authority>;
}

export function actAs(actor: Actor, { handoffs, agents, authority }: ActingParts): ActingHandoffs {
  const isAgent = actor.kind === 'agent';

  async function prepare({ sourceAgent = actor.name, ...request }: HandingOn): Promise<StoredHandoff> {
    if (isAgent) {
      refuseOtherSource(actor, sourceAgent);
      refuseTarget(sourceAgent, request.targetAgent, await agents(), await authority());
    }
    return handoffs.create({ ...request, sourceAgent });
  }

  /** A person ends what an agent holds in its name, as on the command line. */
  async function end(id: string, status: 'completed' | 'rejected', note: string): Promise<StoredHandoff> {
    const stored = await handoffs.get(id);
    if (isAgent) (status === 'completed' ? refuseUnheld : refuseNotMeant)(actor, stored);
    return handoffs.move(id, status, holderOf(stored) ?? actor.name, note);
  }

  return {
    prepare,
    async accept(id) {
      if (isAgent) refuseOthersWork(actor, await handoffs.get(id));
      return handoffs.move(id, 'accepted', actor.name);
    },
    complete: (id, summary) => end(id, 'completed', summary),
    reject: (id, reason) => end(id, 'rejected', reason),
  };
}

function refuseOtherSource({ name }: Actor, source: string): void {
  if (isSameAgent(source, name)) return;
  throw refused(`${name} hands on for itself only, not for ${show(source)}. Leave the source out, or name ${name}.`);
}

/** Escalating is open to everybody: it leads to the orchestrating agent. */
function refuseTarget(source: string, target: string, agents: ReadonlyMap<string, Agent>, authority: Authority): void {
  if (isSameAgent(target, authority.orchestrator ?? '')) return;
  const declared = findAgent(agents, source)?.handoffs.map(({ agent }) => agent) ?? [];
  const isDeclared = declared.length === 0 || declared.some((agent) => isSameAgent(agent, target));
  if (isDeclared && mayHandTo(source, target, authority)) return;
  const allowed = allowedTargets(source, declared, authority);
  const near = nearest(target, [...new Set([...allowed, ...agents.keys()])]);
  const hint = near === undefined || near === target ? '' : ` Did you mean ${near}?`;
  const list = allowed.length === 0 ? 'nobody' : allowed.join(', ');
  throw refused(`${source} may not hand to ${show(target)}.${hint} It may hand to ${list}.`);
}

/** Those to whom an agent may hand, where that is restricted at all. */
function allowedTargets(source: string, declared: readonly string[], authority: Authority): readonly string[] {
  const { orchestrator, authority: table = {} } = authority;
  const listed = receiversOf(source, table) ?? declared;
  const both = declared.length === 0 ? listed : declared.filter((target) => mayHandTo(source, target, authority));
  return [...new Set([...both, ...(orchestrator === undefined ? [] : [orchestrator])])].filter((one) => one !== source);
}

function refuseOthersWork({ name }: Actor, { handoff }: StoredHandoff): void {
  if (isSameAgent(handoff.targetAgent, name)) return;
  throw refused(
    `The handoff ${handoff.id} is for ${show(handoff.targetAgent)}, and this client acts as ${name}. Only ${show(handoff.targetAgent)} or a person may accept it.`,
  );
}

/** An agent ends only what it took: what nobody took yet has to be accepted first. */
function refuseUnheld(actor: Actor, stored: StoredHandoff): void {
  const { handoff } = stored;
  const holder = holderOf(stored);
  if (holder !== undefined && isSameAgent(holder, actor.name)) return;
  if (holder !== undefined) throw heldByOther(handoff.id, holder);
  if (handoff.status !== 'pending') return;
  refuseOthersWork(actor, stored);
  throw new BatonError(
    'wrong_status',
    `The handoff ${handoff.id} was not accepted yet. Accept it before you complete it.`,
  );
}

function refuseNotMeant(actor: Actor, stored: StoredHandoff): void {
  const holder = holderOf(stored);
  if (holder !== undefined && isSameAgent(holder, actor.name)) return;
  if (holder !== undefined) throw heldByOther(stored.handoff.id, holder);
  refuseOthersWork(actor, stored);
}

function heldByOther(id: string, holder: string): BatonError {
  return refused(`The handoff ${id} is held by ${show(holder)}, who accepted it. Only ${show(holder)} may end it.`);
}

/** Names come from whoever wrote them: they are shown so that nothing in them can pass for a sentence. */
function show(name: string): string {
  return /^[\w.@-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64));
}

function refused(message: string): BatonError {
  return new BatonError('not_authorised', message);
}
