import { checkShape } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson } from '../base/json.ts';
import { type Phase, TARGETS, type Workflow, workflowSchema } from './workflow-schema.ts';

/** A checked workflow, or one error that names everything wrong with it. */
export function readWorkflow(value: unknown, source = 'workflow'): Workflow {
  const workflow = checkShape(workflowSchema, copyJson(value, source), source, 'invalid_input');
  const problems = RULES.flatMap((rule) => rule(workflow));
  if (problems.length === 0) return workflow;
  throw new BatonError('invalid_input', `Invalid ${source}: ${problems.join('; ')}.`, { data: { problems } });
}

/** The phase of a name; the name comes from the workflow itself. */
export function phaseOf(workflow: Workflow, name: string): Phase {
  const phase = lookup(workflow.phases, name);
  if (phase !== undefined) return phase;
  throw new BatonError('internal', `The workflow ${workflow.name} has no phase ${name}.`);
}

/** Where an outcome leads. One that the phase does not name leads where `complete` does. */
export function targetOf({ on }: Phase, outcome: string): string {
  return lookup(on, outcome) ?? on.complete ?? 'ask';
}

export function isTargetWord(target: string): boolean {
  return (TARGETS as readonly string[]).includes(target);
}

/** What a record itself holds under a key: keys come from agents and files, and `constructor` is one of them. */
export function lookup<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Names that no phase has. A workflow without any can be walked to wherever it leads. */
export function danglingNames(workflow: Workflow): readonly string[] {
  return [...STARTS_SOMEWHERE(workflow), ...LEADS_SOMEWHERE(workflow)];
}

type Rule = (workflow: Workflow) => readonly string[];

const STARTS_SOMEWHERE: Rule = ({ start, cycle, phases }) => [
  ...(lookup(phases, start) === undefined ? [`start is ${start}, which is no phase`] : []),
  ...(cycle !== undefined && lookup(phases, cycle) === undefined ? [`cycle is ${cycle}, which is no phase`] : []),
];

const NAMES_NO_WORD: Rule = ({ phases }) =>
  Object.keys(phases)
    .filter(isTargetWord)
    .map((name) => `a phase cannot be called ${name}`);

const LEADS_SOMEWHERE: Rule = ({ phases }) =>
  edges(phases)
    .filter(({ to }) => lookup(phases, to) === undefined && !isTargetWord(to))
    .map(({ from, why, to }) => `phases.${from}: ${why} leads to ${to}, which is neither a phase nor end or ask`);

const HAS_A_WAY_ON: Rule = ({ phases }) =>
  Object.entries(phases)
    .filter(([, { on }]) => on.complete === undefined)
    .map(([name]) => `phases.${name}.on has no \`complete\``);

/** The gate `list` finds out that nothing is left to do; without an outcome for it the next phase has nothing to do. */
const CAN_BE_DONE: Rule = ({ phases }) =>
  Object.entries(phases)
    .filter(([, { gates, on }]) => gates.includes('list') && on.done === undefined)
    .map(([name]) => `phases.${name} has the gate list, but its \`on\` has no \`done\``);

const BLOCKED_IS_NOT_DONE: Rule = ({ phases }) =>
  Object.entries(phases).flatMap(([name, { blocked = {} }]) =>
    Object.entries(blocked)
      .filter(([, to]) => to === 'end')
      .map(([why]) => `phases.${name}: blocked by ${why} cannot lead to end, since nothing was completed`),
  );

/** A loop is fine while some outcome leads out of it, if only to a person. That a blocked agent may ask is no way out. */
const CAN_END: Rule = ({ phases }) =>
  Object.keys(phases)
    .filter((name) => !reachesEnd(name, phases))
    .map((name) => `no way leads from ${name} to end`);

/** Going round a loop is bounded by the cycles of a run, or by the visits of some phase in it. */
const IS_BOUNDED: Rule = ({ phases, cycle }) =>
  Object.keys(phases)
    .filter((name) => comesBack(name, phases, new Set(boundedPhases(phases, cycle))))
    .map((name) => `phases can go round through ${name} for ever: give one of them max_visits`);

const RULES = [
  STARTS_SOMEWHERE,
  NAMES_NO_WORD,
  LEADS_SOMEWHERE,
  HAS_A_WAY_ON,
  CAN_BE_DONE,
  BLOCKED_IS_NOT_DONE,
  CAN_END,
  IS_BOUNDED,
];

interface Edge {
  readonly from: string;
  readonly why: string;
  readonly to: string;
}

function edges(phases: Workflow['phases']): Edge[] {
  return Object.entries(phases).flatMap(([from, { on, blocked = {} }]) => [
    ...Object.entries(on).map(([why, to]) => ({ from, why, to })),
    ...Object.entries(blocked).map(([why, to]) => ({ from, why: `blocked by ${why}`, to })),
  ]);
}

function reachesEnd(start: string, phases: Workflow['phases']): boolean {
  const seen = new Set([start]);
  for (const at of seen) {
    for (const to of Object.values(lookup(phases, at)?.on ?? {})) {
      if (isTargetWord(to)) return true;
      seen.add(to);
    }
  }
  return false;
}

function boundedPhases(phases: Workflow['phases'], cycle: string | undefined): string[] {
  const limited = Object.keys(phases).filter((name) => lookup(phases, name)?.max_visits !== undefined);
  return cycle === undefined ? limited : [...limited, cycle];
}

function comesBack(start: string, phases: Workflow['phases'], bounded: ReadonlySet<string>): boolean {
  if (bounded.has(start)) return false;
  const seen = new Set<string>();
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { to } of edges(phases).filter(({ from }) => from === at)) {
      if (to === start) return true;
      if (seen.has(to) || bounded.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return false;
}
