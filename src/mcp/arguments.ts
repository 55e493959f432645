import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { formatPath } from '../base/json.ts';
import { redactText } from '../handoff/redact.ts';
import { nearest } from '../protocol/nearest.ts';

/**
 * Arguments that several tools take. Names become refs, paths and arguments of git: their patterns let nothing through
 * that could be an option, a path upwards or another ref.
 */
export const runName = z
  .string()
  .max(64)
  .regex(
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
    'a name of lower-case letters, digits and hyphens, as run_status shows it',
  )
  .describe('Name of a run, as run_status shows it');

export const handoffId = z
  .string()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'an id as handoff_list shows it')
  .describe('Id of a handoff, as handoff_list shows it');

export const commitName = z
  .string()
  .max(64)
  .regex(/^(?:HEAD|[0-9a-f]{4,64})$/, 'HEAD, or the hexadecimal digits of a commit')
  .describe('A commit: HEAD, or its digits, at least four of them');

export const remoteName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.[A-Za-z0-9_-])*$/, 'the name of a remote such as origin, not an address')
  .describe('Name of a git remote such as origin. Default: the one of baton.yaml, or the usual one');

export const workHandle = z
  .string()
  .max(64)
  .regex(/^[0-9a-f-]+$/, 'a handle as a tool gave it')
  .describe('Handle of long work, as a tool gave it');

/** A word of configuration: a workflow, a runner. */
export const plainName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'a name of letters, digits, hyphens and underscores');

/** Free text of a bounded length. */
export function textUpTo(most: number) {
  return z.string().min(1).max(most);
}

export const waitSeconds = z
  .number()
  .min(0)
  .max(55)
  .default(20)
  .describe('Seconds to wait for the end. After that a handle is returned, for run_status');

/** The arguments of a tool. Those it does not have are errors. */
export const argumentsOf: typeof z.strictObject = z.strictObject;

/**
 * A tool's arguments as the server checks them. What is wrong is said so that the call can be repaired, and without what
 * was given: that may be long, and may hold a secret.
 */
export function checkedArguments<In extends z.ZodObject>(
  schema: In,
): StandardSchemaWithJSON<z.input<In>, z.output<In>> {
  const { jsonSchema } = schema['~standard'] as unknown as StandardSchemaWithJSON<
    z.input<In>,
    z.output<In>
  >['~standard'];
  return {
    '~standard': {
      version: 1,
      vendor: 'baton',
      jsonSchema,
      validate(given) {
        const { success, data, error } = schema.safeParse(given);
        if (success) return { value: data };
        const problems = error.issues.slice(0, MOST_PROBLEMS).map((issue) => problem(issue, schema));
        const more = error.issues.length - problems.length;
        if (more > 0) problems.push(`and ${more} more`);
        return { issues: problems.map((message) => ({ message: redactText(message).text })) };
      },
    },
  };
}

const MOST_PROBLEMS = 5;

function problem(issue: z.core.$ZodIssue, schema: z.ZodObject): string {
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, schema);
  const place = shown(formatPath(issue.path.slice(0, MOST_STEPS))) || 'the arguments';
  return `${place}: ${issue.code === 'custom' ? ownRule(issue.message) : shown(issue.message)}`;
}

/** What a rule of a schema expects, without the value it found. */
function ownRule(message: string): string {
  const expected = /\(expected [^"]*\)$/.exec(message)?.[0];
  return shown(expected ?? (message.includes('"') ? 'has not the form that is described' : message));
}

const MOST_STEPS = 8;

function unknownKeys({ keys, path }: z.core.$ZodIssueUnrecognizedKeys, { shape }: z.ZodObject): string {
  const known = Object.keys(shape);
  const named = keys.slice(0, MOST_PROBLEMS).map((key) => {
    const near = path.length === 0 && key.length < LONGEST_SHOWN ? nearest(key, known) : undefined;
    return `${JSON.stringify(shown(key))}${near === undefined ? '' : ` (did you mean ${near}?)`}`;
  });
  const place = path.length === 0 ? '' : ` in ${shown(formatPath(path.slice(0, MOST_STEPS)))}`;
  const all = path.length > 0 ? '' : ` There is: ${known.join(', ') || 'none'}.`;
  return `There is no argument ${named.join(', ')}${place}.${all}`;
}

const LONGEST_SHOWN = 200;

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} ...` : text;
}
