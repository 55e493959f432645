import { BatonError } from '../base/error.ts';
import { type Phase, TARGETS, type Workflow } from './workflow-schema.ts';

/** The phase of a name; the name comes from the workflow itself. */
export function phaseOf(workflow: Workflow, name: string): Phase {
  const phase = lookup(workflow.phases, name);
  if (phase !== undefined) return phase;
  throw new BatonError('internal', `The workflow ${workflow.name} has no phase ${name}.`);
}

/** One way out of a phase: where it leads, and what a person has to say about it first. */
export interface Way {
  readonly to: string;
  readonly approval: boolean;
  /** The trigger that the agent counts as having raised once that is approved; it says where to. */
  readonly countsAs: string | undefined;
}

/** The way of an outcome, if the phase has that outcome. One with `then` leads where that trigger does. */
export function wayOf({ on }: Phase, outcome: string): Way | undefined {
  const given = lookup(on, outcome);
  if (given === undefined) return undefined;
  if (typeof given === 'string') return { to: given, approval: false, countsAs: undefined };
  const { to, approval = false, then } = given;
  return { to: to ?? plainTarget(then === undefined ? undefined : lookup(on, then)), approval, countsAs: then };
}

function plainTarget(way: Phase['on'][string] | undefined): string {
  return (typeof way === 'string' ? way : way?.to) ?? 'ask';
}

/** Where an outcome leads. One that the phase does not name leads where `complete` does. */
export function targetOf(phase: Phase, outcome: string): string {
  return (wayOf(phase, outcome) ?? wayOf(phase, 'complete'))?.to ?? 'ask';
}

/** The outcomes of a phase with the way of each. */
export function waysOf(phase: Phase): readonly (Way & { readonly outcome: string })[] {
  return Object.keys(phase.on).flatMap((outcome) => {
    const way = wayOf(phase, outcome);
    return way === undefined ? [] : [{ outcome, ...way }];
  });
}

export function isTargetWord(target: string): boolean {
  return (TARGETS as readonly string[]).includes(target);
}

/** What a record itself holds under a key: keys come from agents and files, and `constructor` is one of them. */
export function lookup<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
