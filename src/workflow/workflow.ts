import { checkShape } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson } from '../base/json.ts';
import { LEADS_SOMEWHERE, RULES, STARTS_SOMEWHERE } from './rules.ts';
import type { RuleProblem } from './rules-declarations.ts';
import { type Workflow, workflowSchema } from './workflow-schema.ts';

export { isTargetWord, lookup, phaseOf, targetOf, type Way, wayOf, waysOf } from './ways.ts';

/** A checked workflow, or one error that names everything wrong with it. */
export function readWorkflow(value: unknown, source = 'workflow'): Workflow {
  const workflow = checkShape(workflowSchema, copyJson(value, source), source, 'invalid_input');
  const problems = ruleProblems(workflow).map(({ problem }) => problem);
  if (problems.length === 0) return workflow;
  throw new BatonError('invalid_input', `Invalid ${source}: ${problems.join('; ')}.`, { data: { problems } });
}

/** Everything that the rules forbid in a workflow, each with the key it is about. */
export function ruleProblems(workflow: Workflow): readonly RuleProblem[] {
  return RULES.flatMap((rule) => rule(workflow));
}

/** Names that no phase has. A workflow without any can be walked to wherever it leads. */
export function danglingNames(workflow: Workflow): readonly string[] {
  return [...STARTS_SOMEWHERE(workflow), ...LEADS_SOMEWHERE(workflow)].map(({ problem }) => problem);
}
