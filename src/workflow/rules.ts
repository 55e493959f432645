import { DECLARATION_RULES, problemAt, type RuleProblem } from './rules-declarations.ts';
import { edgesOf, goesRound, reachesEnd } from './rules-graph.ts';
import { isTargetWord, lookup } from './ways.ts';
import type { Workflow } from './workflow-schema.ts';

/** One rule of workflows: what is wrong by it, in sentences, and where in the file. */
type Rule = (workflow: Workflow) => readonly RuleProblem[];

export const STARTS_SOMEWHERE: Rule = ({ start, cycle, escalate, phases }) =>
  Object.entries({ start, cycle, escalate })
    .filter(([, name]) => name !== undefined && lookup(phases, name) === undefined)
    .map(([key, name]) => problemAt([key], `${key} is ${name}, which is no phase`));

const NAMES_NO_WORD: Rule = ({ phases }) =>
  Object.keys(phases)
    .filter(isTargetWord)
    .map((name) => problemAt(['phases', name], `a phase cannot be called ${name}`));

export const LEADS_SOMEWHERE: Rule = (workflow) => [
  ...edgesOf(workflow)
    .filter(({ to }) => isNowhere(to, workflow))
    .map(({ where, at, why, to }) =>
      problemAt(at, `${where}: ${why} leads to ${to}, which is neither a phase nor end or ask`),
    ),
  ...Object.entries(workflow.phases).flatMap(([name, { otherwise }]) =>
    otherwise !== undefined && isNowhere(otherwise, workflow)
      ? [
          problemAt(
            ['phases', name, 'otherwise'],
            `phases.${name}: otherwise is ${otherwise}, which is neither a phase nor end or ask`,
          ),
        ]
      : [],
  ),
];

function isNowhere(to: string, { phases }: Workflow): boolean {
  return lookup(phases, to) === undefined && !isTargetWord(to);
}

/** Nothing was completed by an agent that is blocked, and `back` is where it stands. */
const BLOCKED_IS_NOT_DONE: Rule = (workflow) =>
  edgesOf(workflow)
    .filter(({ isBlocked, to }) => isBlocked && (to === 'end' || to === 'back'))
    .map(({ where, at, why, to }) =>
      problemAt(at, `${where}: ${why} cannot lead to ${to}, since nothing was completed`),
    );

/** Only who was called in by somebody else has somebody to go back to. */
const BACK_FROM_SOMEWHERE: Rule = (workflow) => {
  const called = new Set(edgesOf(workflow).flatMap(({ isBlocked, to }) => (isBlocked ? [to] : [])));
  return Object.entries(workflow.phases)
    .filter(([name]) => !called.has(name) && name !== workflow.escalate)
    .filter(([name]) =>
      edgesOf(workflow).some(({ from, to, isBlocked }) => from === name && to === 'back' && !isBlocked),
    )
    .map(([name]) =>
      problemAt(['phases', name], `phases.${name} leads back, but no blocked agent and no escalation leads to it`),
    );
};

/** A loop is fine while some outcome leads out of it, if only to a person. That a blocked agent may ask is no way out. */
const CAN_END: Rule = ({ phases }) =>
  Object.keys(phases)
    .filter((name) => !reachesEnd(name, phases))
    .map((name) => problemAt(['phases', name], `no way leads from ${name} to end`));

/** Going round a loop is bounded by the cycles of a run, or by the visits of some phase in it. */
const IS_BOUNDED: Rule = (workflow) =>
  goesRound(workflow).map((name) =>
    problemAt(['phases', name], `phases can go round through ${name} for ever: give one of them max_visits`),
  );

/** Everything a workflow has to keep to. */
export const RULES: readonly Rule[] = [
  STARTS_SOMEWHERE,
  NAMES_NO_WORD,
  LEADS_SOMEWHERE,
  ...DECLARATION_RULES,
  BLOCKED_IS_NOT_DONE,
  BACK_FROM_SOMEWHERE,
  CAN_END,
  IS_BOUNDED,
];
