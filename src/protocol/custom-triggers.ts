import { z } from 'zod';
import { describeIssue } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson, isObject } from '../base/json.ts';
import { agentNameSchema } from '../handoff/package-schema.ts';
import { STANDARD_TRIGGERS, TRIGGER_PATTERN, type Trigger } from './triggers.ts';

const customTriggerSchema = z.strictObject({
  source: agentNameSchema.describe('Agent that raises it, or "any"'),
  target: agentNameSchema.describe('Agent it leads to'),
  context: z.array(z.string().min(1)).default([]).describe('Fields it carries'),
  description: z.string().default('').describe('What it is for'),
});

/** The triggers of a `custom-triggers.json`; an error names the file and the trigger. */
export function parseCustomTriggers(text: string, file: string): readonly Trigger[] {
  return allOrNone(inspectTriggers(customTriggersOf(text, file)), file);
}

/** The triggers under the key `triggers` of `baton.yaml`; a name may stand there without its sign. */
export function configTriggers(value: unknown): readonly Trigger[] {
  return value === undefined ? [] : allOrNone(inspectTriggers(value), 'baton.yaml');
}

/** What stands under `custom_triggers` in the text of a `custom-triggers.json`. */
export function customTriggersOf(text: string, file: string): unknown {
  if (text.length > MOST_CHARACTERS) throw invalid(`${file} is larger than ${MOST_CHARACTERS} characters.`);
  const value = copyJson(parseJson(text, file), file);
  if (isObject(value) && isObject(value.custom_triggers)) return value.custom_triggers;
  throw invalid(`${file}: custom_triggers is no object (expected {"custom_triggers": {"@name": {...}}}).`);
}

const MOST_CHARACTERS = 200_000;

/** Triggers as far as they can be understood, and what is wrong with the others. */
export interface InspectedTriggers {
  readonly triggers: readonly Trigger[];
  readonly problems: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** Reads triggers by name, and collects what is wrong with them. */
export function inspectTriggers(declared: unknown): InspectedTriggers {
  if (!isObject(declared)) return { triggers: [], problems: [{ path: [], message: 'triggers is no object' }] };
  const read = Object.entries(declared).map(([key, value]) => inspectTrigger(key, value));
  return { triggers: read.flatMap(({ triggers }) => triggers), problems: read.flatMap(({ problems }) => problems) };
}

function inspectTrigger(key: string, value: unknown): InspectedTriggers {
  const name = key.startsWith('@') ? key : `@${key}`;
  const refuse = (message: string, path: readonly PropertyKey[] = []) => ({
    triggers: [],
    problems: [{ path: [key, ...path], message: `trigger ${JSON.stringify(name)} ${message}` }],
  });
  if (!TRIGGER_PATTERN.test(name))
    return refuse('has no name of a trigger (expected one such as "@performance-review")');
  if (STANDARD_TRIGGERS.some((standard) => standard.name === name)) {
    return refuse('is a standard one and means what it always means (choose another name)');
  }
  const { data, error } = customTriggerSchema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) return refuse(`cannot be read: ${describeIssue(issue, value)}`, issue.path);
  return { triggers: data === undefined ? [] : [{ name, ...data }], problems: [] };
}

function allOrNone({ triggers, problems: [problem] }: InspectedTriggers, file: string): readonly Trigger[] {
  if (problem !== undefined) throw invalid(`${file}: ${problem.message}.`);
  return triggers;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BatonError('invalid_input', `${file} is no JSON: ${(cause as Error).message}.`, { cause });
  }
}

function invalid(message: string): BatonError {
  return new BatonError('invalid_input', message);
}
