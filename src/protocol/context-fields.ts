import { z } from 'zod';
import { describeIssue, valueAt } from '../base/check.ts';
import { BatonError, isBatonError } from '../base/error.ts';
import { formatPath, showValue } from '../base/json.ts';
import { findingSchema, SEVERITIES } from './finding.ts';
import { TIER_NAMES } from './tiers.ts';

/** A field that a handoff may carry. */
export interface ContextField {
  readonly description: string;
  readonly schema: z.ZodType;
  /** Baton fills what it can tell from evidence, and ignores what an agent says about it; the rest the agent gives. */
  readonly filledBy: 'baton' | 'agent';
}

const text = z.string().min(1);
const texts = z.array(text);
const count = z.int().min(0);
const percent = z.number().min(0).max(100);

/** Anything that says something: no empty text, list or object. */
const something: z.ZodType = z.unknown().refine(saysSomething, {
  error: 'is empty (expected a text, a number, a list or an object with something in it)',
});

function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

const baton = (description: string, schema: z.ZodType): ContextField => ({ description, schema, filledBy: 'baton' });
const agent = (description: string, schema: z.ZodType): ContextField => ({ description, schema, filledBy: 'agent' });

/** Every context field that has a meaning of its own, as Domain Zero documents them. */
export const CONTEXT_FIELDS: Readonly<Record<string, ContextField>> = {
  files_modified: baton('Paths of files that were changed', texts),
  files_created: baton('Paths of new files', texts),
  files_deleted: baton('Paths of files that were removed', texts),
  tier_level: baton('How strict the run is', z.enum(TIER_NAMES)),
  tier_requirements: baton(
    'What that tier asks for',
    z.looseObject({
      tests: texts,
      security_review: z.enum(['none', 'standard', 'enhanced']),
      performance_benchmarks: z.boolean(),
    }),
  ),
  tier_guidance: baton('What that tier asks for, in a sentence', text),
  implementation_scope: agent('What was built, in a sentence', text),
  feature_requirements: agent('What the feature has to do', texts),
  acceptance_criteria: agent('When it counts as done', texts),
  implementation_complete: agent('Whether everything that was asked for is there', z.boolean()),
  test_coverage: baton(
    'Percentages of the code that tests run',
    z
      .object({ statements: percent, branches: percent, functions: percent, lines: percent })
      .partial()
      .refine((figures) => Object.keys(figures).length > 0, { error: 'is empty (expected at least one percentage)' }),
  ),
  test_types: baton('Kinds of tests that ran', texts),
  test_results: baton(
    'How many tests passed',
    z.object({
      total: count,
      passed: count,
      failed: count,
      skipped: count.optional(),
      strength: z.enum(['unsabotaged']).optional(),
    }),
  ),
  security_findings: agent('What the review found', z.array(findingSchema)),
  remediation_required: baton('Whether a finding is open', z.boolean()),
  sec_ids: baton('Ids of the findings that are open', texts),
  verification_criteria: agent('How a fix is verified', texts),
  security_concerns: agent('What a security review should look at', texts),
  project_state: baton(
    'How the run stands: its status, reviews that wait, open findings',
    z.looseObject({
      status: text,
      active_features: count.optional(),
      pending_reviews: count,
      open_security_issues: count,
    }),
  ),
  current_tasks: baton('What is to be done', texts),
  protocol_updates: baton('What this run changed in settings, workflows, agents and instructions', texts),
  backup_location: baton('The commit before the work', text),
  rollback_plan: baton('The command that takes the work back', text),
  violation_type: agent('Which rule was broken, or what is in the way', text),
  severity: agent('How bad that is', z.enum(SEVERITIES)),
  agent_name: baton('The agent that hands on', text),
  timestamp: baton('When it handed on', z.iso.datetime({ offset: true })),
  design_specifications: agent('How it should look and behave', something),
  mockups: agent('Pictures or descriptions of views, or where they are', something),
  user_flows: agent('What users do, step by step', something),
  accessibility_requirements: agent('What makes it usable for everybody', something),
  benchmark_results: agent('Figures of a benchmark', something),
  profiling_data: agent('Where time or memory goes', something),
};

/** What is wrong with a context: fields that are not there, and fields of another type than declared. */
export interface ContextProblems {
  readonly missing: readonly string[];
  readonly invalid: readonly { readonly field: string; readonly problem: string }[];
}

/** JSON Schemas of context fields that a project or an agent declares, by field. */
export type OwnFields = Readonly<Record<string, unknown>>;

/**
 * Holds a context to the fields that a handoff declares. A documented field keeps its type whatever `own` says; a field
 * that nobody documents only has to say something.
 */
export function checkContext(
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
  own: OwnFields,
): ContextProblems {
  const isThere = (field: string) => Object.hasOwn(given, field) && given[field] !== undefined;
  return {
    missing: names.filter((field) => !isThere(field)),
    invalid: names.filter(isThere).flatMap((field) => {
      const problem = usable(field, () => problemOf(field, given[field], schemaOf(field, own)));
      return problem === undefined ? [] : [{ field, problem }];
    }),
  };
}

/** The field is part of what is checked, so that a problem deep inside of it is told with its whole path. */
function problemOf(field: string, value: unknown, schema: z.ZodType): string | undefined {
  const wrapped = { [field]: value };
  const [issue] = z.object({ [field]: schema }).safeParse(wrapped).error?.issues ?? [];
  if (issue?.code !== 'invalid_union') return issue === undefined ? undefined : describeIssue(issue, wrapped);
  const place = formatPath(issue.path);
  return `${place} is ${showValue(valueAt(wrapped, issue.path))} (expected one of the forms that its JSON Schema allows)`;
}

function schemaOf(field: string, own: OwnFields): z.ZodType {
  if (Object.hasOwn(CONTEXT_FIELDS, field)) return CONTEXT_FIELDS[field]?.schema ?? something;
  return Object.hasOwn(own, field) ? schemaFromJson(field, own[field]) : something;
}

/** Why a field's JSON Schema cannot be used, if so. */
export function whyUnusable(field: string, schema: unknown): string | undefined {
  try {
    schemaFromJson(field, schema);
    return undefined;
  } catch (error) {
    if (isBatonError(error)) return error.message.replace(/\.$/, '');
    throw error;
  }
}

/** A field's JSON Schema made ready to check with, or an error that names the field. */
function schemaFromJson(field: string, schema: unknown): z.ZodType {
  return usable(field, () => {
    const made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    made.safeParse(null);
    return made;
  });
}

/** A schema that leads back to itself shows only when it is used. */
function usable<Result>(field: string, use: () => Result): Result {
  try {
    return use();
  } catch (cause) {
    if (isBatonError(cause)) throw cause;
    const why = cause instanceof RangeError ? 'it refers to itself' : (cause as Error).message;
    const message = `The context field ${field} has a JSON Schema that cannot be used: ${why}.`;
    throw new BatonError('invalid_input', message, { data: { field }, cause });
  }
}
