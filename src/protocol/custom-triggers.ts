import { z } from 'zod';
import { describeIssue } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson, isObject } from '../base/json.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import { agentNameSchema } from '../handoff/package-schema.ts';
import { ANY_AGENT, STANDARD_TRIGGERS, TRIGGER_PATTERN, type Trigger } from './triggers.ts';

const customTriggerSchema = z.strictObject({
  source: agentNameSchema.describe('Agent that raises it, or "any"'),
  target: agentNameSchema.describe('Agent it leads to'),
  context: z.array(z.string().min(1)).optional().describe('Fields it carries'),
  description: z.string().default('').describe('What it is for'),
});

/** The triggers of a project. */
export interface ProjectTriggers {
  readonly triggers: readonly Trigger[];
  /** For a trigger of a workflow: the word by which agents raise it. */
  readonly names: Readonly<Record<string, string>>;
}

/** The triggers of a `custom-triggers.json`; an error names the file and the trigger. */
export function parseCustomTriggers(text: string, file: string): ProjectTriggers {
  return allOrNone(inspectTriggers(customTriggersOf(text, file)), file);
}

/** The triggers under the key `triggers` of `baton.yaml`; a name may stand there without its sign. */
export function configTriggers(value: unknown): ProjectTriggers {
  return allOrNone(inspectTriggers(value ?? {}), 'baton.yaml');
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
export interface InspectedTriggers extends ProjectTriggers {
  readonly problems: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** Reads triggers by name, and collects what is wrong with them. */
export function inspectTriggers(declared: unknown): InspectedTriggers {
  if (!isObject(declared)) return { ...NONE, problems: [{ path: [], message: 'triggers is no object' }] };
  const read = Object.entries(declared).map(([key, value]) => inspectTrigger(key, value));
  return {
    triggers: read.flatMap(({ triggers }) => triggers),
    names: Object.assign({}, ...read.map(({ names }) => names)),
    problems: read.flatMap(({ problems }) => problems),
  };
}

const NONE: InspectedTriggers = { triggers: [], names: {}, problems: [] };

function inspectTrigger(key: string, value: unknown): InspectedTriggers {
  const name = key.startsWith('@') ? key : `@${key}`;
  const refuse = (message: string, path: readonly PropertyKey[] = []) => ({
    ...NONE,
    problems: [{ path: [key, ...path], message: `trigger ${JSON.stringify(name)} ${message}` }],
  });
  if (!TRIGGER_PATTERN.test(name))
    return refuse('has no name of a trigger (expected one such as "@performance-review")');
  if (typeof value === 'string') {
    if (TRIGGER_PATTERN.test(value)) return { ...NONE, names: { [name]: value } };
    return refuse(`is raised by ${JSON.stringify(value)}, which is no trigger (expected one such as "@review")`);
  }
  const { data, error } = customTriggerSchema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) return refuse(`cannot be read: ${describeIssue(issue, value)}`, issue.path);
  if (data === undefined) return NONE;
  const standard = STANDARD_TRIGGERS.find((one) => one.name === name);
  if (standard !== undefined && !isAsStandard(data, standard)) {
    const { source, target } = standard;
    return refuse(`is a standard one and goes from ${source} to ${target} (choose another name, or those agents)`);
  }
  return { ...NONE, triggers: [{ name, ...data, context: data.context ?? standard?.context ?? [] }] };
}

/** A project may say of its own agents that they raise a standard trigger, but not that it means something else. */
function isAsStandard(given: z.infer<typeof customTriggerSchema>, standard: Trigger): boolean {
  const isSource = standard.source === ANY_AGENT || isSameAgent(given.source, standard.source);
  return isSource && isSameAgent(given.target, standard.target);
}

function allOrNone({ problems: [problem], ...read }: InspectedTriggers, file: string): ProjectTriggers {
  if (problem !== undefined) throw invalid(`${file}: ${problem.message}.`);
  return read;
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
