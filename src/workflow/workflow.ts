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
  const phase = workflow.phases[name];
  if (phase !== undefined) return phase;
  throw new BatonError('internal', `The workflow ${workflow.name} has no phase ${name}.`);
}

export function isTargetWord(target: string): boolean {
  return (TARGETS as readonly string[]).includes(target);
}

type Rule = (workflow: Workflow) => readonly string[];

const STARTS_SOMEWHERE: Rule = ({ start, cycle, phases }) => [
  ...(phases[start] === undefined ? [`start is ${start}, which is no phase`] : []),
  ...(cycle !== undefined && phases[cycle] === undefined ? [`cycle is ${cycle}, which is no phase`] : []),
];

const NAMES_NO_WORD: Rule = ({ phases }) =>
  Object.keys(phases)
    .filter(isTargetWord)
    .map((name) => `a phase cannot be called ${name}`);

const LEADS_SOMEWHERE: Rule = ({ phases }) =>
  edges(phases)
    .filter(({ to }) => phases[to] === undefined && !isTargetWord(to))
    .map(({ from, why, to }) => `phases.${from}: ${why} leads to ${to}, which is neither a phase nor end or ask`);

const HAS_A_WAY_ON: Rule = ({ phases }) =>
  Object.entries(phases)
    .filter(([, { on }]) => on.complete === undefined)
    .map(([name]) => `phases.${name}.on has no \`complete\``);

/** A loop is fine while some edge leads out of it; a person's decision is such an edge only where it is one of `on`. */
const CAN_END: Rule = ({ phases }) =>
  Object.keys(phases)
    .filter((name) => !reachesEnd(name, phases))
    .map((name) => `no way leads from ${name} to end`);

/** Going round a loop is bounded by the cycles of a run, or by the visits of some phase in it. */
const IS_BOUNDED: Rule = ({ phases, cycle }) =>
  Object.keys(phases)
    .filter((name) => comesBack(name, phases, new Set(boundedPhases(phases, cycle))))
    .map((name) => `phases can go round through ${name} for ever: give one of them max_visits`);

const RULES = [STARTS_SOMEWHERE, NAMES_NO_WORD, LEADS_SOMEWHERE, HAS_A_WAY_ON, CAN_END, IS_BOUNDED];

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
    for (const { to } of edges(phases).filter(({ from }) => from === at)) {
      if (isTargetWord(to)) return true;
      seen.add(to);
    }
  }
  return false;
}

function boundedPhases(phases: Workflow['phases'], cycle: string | undefined): string[] {
  const limited = Object.keys(phases).filter((name) => phases[name]?.max_visits !== undefined);
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
