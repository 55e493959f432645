import { isTargetWord, lookup, waysOf } from './ways.ts';
import type { Workflow } from './workflow-schema.ts';

/** One way from a phase, whether by an outcome or because its agent is blocked. */
interface Edge {
  readonly from: string;
  /** Where in the file it is said. */
  readonly where: string;
  /** The same as a path of keys. */
  readonly at: readonly string[];
  readonly why: string;
  readonly to: string;
  readonly isBlocked: boolean;
}

/** Every way there is but escalations, as the workflow says them. */
export function edgesOf({ phases, routing = {} }: Workflow): readonly Edge[] {
  const routed = Object.entries(routing).map(([reason, to]) => ({ reason, to }));
  return Object.entries(phases).flatMap(([from, phase]) => {
    const where = `phases.${from}`;
    const own = Object.entries(phase.blocked ?? {});
    const left = routed.filter(({ reason, to }) => !Object.hasOwn(phase.blocked ?? {}, reason) && to !== from);
    return [
      ...waysOf(phase).map(({ outcome, to }) => {
        return { from, where, at: ['phases', from, 'on', outcome], why: outcome, to, isBlocked: false };
      }),
      ...own.map(([reason, to]) => {
        const at = ['phases', from, 'blocked', reason];
        return { from, where, at, why: `blocked by ${reason}`, to, isBlocked: true };
      }),
      ...left.map(({ reason, to }) => {
        const at = ['routing', reason];
        return { from, where: 'routing', at, why: `blocked by ${reason}`, to, isBlocked: true };
      }),
    ];
  });
}

/** Whether outcomes lead from a phase to the end or to a person; who is called in goes back to somebody who gets there. */
export function reachesEnd(start: string, phases: Workflow['phases']): boolean {
  const seen = new Set([start]);
  for (const at of seen) {
    const phase = lookup(phases, at);
    for (const { to } of phase === undefined ? [] : waysOf(phase)) {
      if (isTargetWord(to)) return true;
      seen.add(to);
    }
  }
  return false;
}

/** Phases through which a run could go round for ever: by outcomes, blocked agents, escalations and ways back. */
export function goesRound(workflow: Workflow): readonly string[] {
  const { phases, cycle } = workflow;
  const bounded = new Set(Object.keys(phases).filter((name) => lookup(phases, name)?.max_visits !== undefined));
  if (cycle !== undefined) bounded.add(cycle);
  const next = nextOf(workflow);
  return Object.keys(phases).filter((name) => !bounded.has(name) && comesBack(name, next, bounded));
}

/** Where a run can come from each phase, in one step. */
function nextOf(workflow: Workflow): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = edgesOf(workflow);
  const names = Object.keys(workflow.phases);
  const called = (by: string, who: string) =>
    who === workflow.escalate
      ? by !== who
      : edges.some(({ from, to, isBlocked }) => isBlocked && from === by && to === who);
  const targets = (name: string) =>
    edges
      .filter(({ from }) => from === name)
      .flatMap(({ to }) => (to === 'back' ? names.filter((one) => called(one, name)) : [to]));
  const escalated = workflow.escalate === undefined ? [] : [workflow.escalate];
  return new Map(names.map((name) => [name, new Set([...targets(name), ...escalated.filter((one) => one !== name)])]));
}

function comesBack(
  start: string,
  next: ReadonlyMap<string, ReadonlySet<string>>,
  bounded: ReadonlySet<string>,
): boolean {
  const seen = new Set<string>();
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const to of next.get(at) ?? []) {
      if (to === start) return true;
      if (seen.has(to) || bounded.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return false;
}
