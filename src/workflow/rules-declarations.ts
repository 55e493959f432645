import { REFUSAL_CODES } from '../evidence/reasons.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import { lookup, waysOf } from './ways.ts';
import { GATES, gateName, type Phase, type Workflow } from './workflow-schema.ts';

/** Something in a workflow that a rule forbids. */
export interface RuleProblem {
  /** The key it is about. */
  readonly path: readonly string[];
  readonly problem: string;
}

export function problemAt(path: readonly string[], problem: string): RuleProblem {
  return { path, problem };
}

/** What is wrong with a phase by one rule, in sentences that go on from its name. */
type PhaseRule = (phase: Phase, workflow: Workflow) => readonly string[];

const isTrigger = (outcome: string) => outcome.startsWith('@');

const HAS_A_WAY_ON: PhaseRule = ({ on, exhausted }) => {
  const hasTrigger = Object.keys(on).some(isTrigger);
  if (on.complete !== undefined) return [];
  if (!hasTrigger) return ['.on has no `complete`'];
  return exhausted === 'keep' ? ['.exhausted is keep, but its `on` has no `complete` to go on with'] : [];
};

/** The gate `list` finds out that nothing is left to do; without an outcome for it the next phase has nothing to do. */
const CAN_BE_DONE: PhaseRule = ({ gates, on }) =>
  gates.includes('list') && on.done === undefined ? [' has the gate list, but its `on` has no `done`'] : [];

/** Gates whose findings a handoff carries. */
const EVIDENCE = ['tests', 'red', 'green', 'refactor', 'mutation', 'quality', 'kinds', 'findings', 'artifact'];

const TRIGGERS_ARE_JUDGED: PhaseRule = ({ gates, on }) => {
  const names = gates.map(gateName);
  const trigger = Object.keys(on).find(isTrigger);
  const at = names.indexOf('handoff');
  if (trigger !== undefined && at < 0) return [` has the trigger ${trigger}, but not the gate handoff`];
  const late = at < 0 ? undefined : names.slice(at + 1).find((name) => EVIDENCE.includes(name));
  return late === undefined ? [] : [` has the gate ${late} behind handoff, which takes evidence from it`];
};

/** What is approved counts as another trigger, which says where to and asks no further. */
const THEN_IS_A_TRIGGER: PhaseRule = (phase) =>
  waysOf(phase).flatMap(({ outcome, approval, countsAs }) => {
    if (countsAs === undefined) return [];
    const next = lookup(phase.on, countsAs);
    return [
      ...(approval ? [] : [`: ${outcome} has \`then\`, but no \`approval: true\` before it`]),
      ...(isTrigger(outcome) ? [] : [`: ${outcome} has \`then\`, but is no trigger`]),
      ...(isTrigger(countsAs) && next !== undefined
        ? []
        : [`: \`then\` of ${outcome} is ${countsAs}, no trigger of it`]),
      ...(typeof next === 'object' && next.then !== undefined ? [`: ${countsAs} has \`then\` itself`] : []),
    ];
  });

/** A refusal leads back to a phase that was done before, and only a reason that gates have can lead there. */
const RETURNS_TO_A_PHASE: PhaseRule = ({ returns = {} }, { phases }) =>
  Object.entries(returns).flatMap(([code, to]) => [
    ...(lookup(phases, to) === undefined ? [`.returns: ${code} leads to ${to}, which is no phase`] : []),
    ...(Object.hasOwn(REFUSAL_CODES, code) ? [] : [`.returns: no gate refuses with ${code}`]),
  ]);

const ONLY_THE_ORCHESTRATOR: PhaseRule = ({ agent, with_approval: globs }, { orchestrator }) =>
  globs === undefined || (orchestrator !== undefined && isSameAgent(agent, orchestrator))
    ? []
    : [
        ` has \`with_approval\`, but ${agent} is not the orchestrator${orchestrator === undefined ? '' : ` (${orchestrator})`}`,
      ];

const TIERS_HAVE_A_WAY_ROUND: PhaseRule = ({ tiers, otherwise }) => [
  ...(tiers !== undefined && otherwise === undefined ? [' has `tiers`, but no `otherwise` for the others'] : []),
  ...(otherwise === 'back' ? [': otherwise cannot be back'] : []),
];

const ARTIFACTS_ARE_JUDGED: PhaseRule = ({ artifact, gates }, { output }) => {
  const isJudged = gates.includes('artifact');
  if (artifact === undefined) return isJudged ? [' has the gate artifact, but no `artifact`'] : [];
  return [
    ...(isJudged ? [] : [' has an `artifact`, but not the gate artifact']),
    ...(output === undefined ? [' has an `artifact`, but the workflow has no `output`'] : []),
  ];
};

const FIGURES_ARE_JUDGED: PhaseRule = ({ quality, gates }) => {
  if (gates.includes('quality') === (quality !== undefined)) return [];
  return [
    quality === undefined ? ' has the gate quality, but no `quality`' : ' has `quality`, but not the gate quality',
  ];
};

/** Verdicts are told apart by the names of gates; `final` is that of the last proof. */
const GATES_HAVE_NAMES: PhaseRule = ({ gates }) => {
  const names = gates.map(gateName);
  const taken: readonly string[] = [...GATES, 'final'];
  return [
    ...new Set(names.filter((name, at) => names.indexOf(name) < at).map((name) => ` has the gate ${name} twice`)),
    ...gates.flatMap((gate) =>
      typeof gate !== 'string' && taken.includes(gate.name)
        ? [` has a command called ${gate.name}, a word of Baton`]
        : [],
    ),
  ];
};

const KNOWN_AGENTS: (workflow: Workflow) => readonly RuleProblem[] = ({ phases, authority = {} }) => {
  const agents = Object.values(phases).map(({ agent }) => agent);
  const unknown = Object.keys(authority).filter((name) => !agents.some((agent) => isSameAgent(agent, name)));
  return unknown.map((name) => problemAt(['authority', name], `authority names ${name}, who plays no phase`));
};

const PHASE_RULES: readonly PhaseRule[] = [
  HAS_A_WAY_ON,
  CAN_BE_DONE,
  TRIGGERS_ARE_JUDGED,
  THEN_IS_A_TRIGGER,
  RETURNS_TO_A_PHASE,
  ONLY_THE_ORCHESTRATOR,
  TIERS_HAVE_A_WAY_ROUND,
  ARTIFACTS_ARE_JUDGED,
  FIGURES_ARE_JUDGED,
  GATES_HAVE_NAMES,
];

/** The rules about what single phases declare. */
export const DECLARATION_RULES: readonly ((workflow: Workflow) => readonly RuleProblem[])[] = [
  KNOWN_AGENTS,
  ...PHASE_RULES.map(
    (rule) => (workflow: Workflow) =>
      Object.entries(workflow.phases).flatMap(([name, phase]) =>
        rule(phase, workflow).map((problem) => problemAt(['phases', name], `phases.${name}${problem}`)),
      ),
  ),
];
