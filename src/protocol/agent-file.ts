import type { z } from 'zod';
import { describeIssue, valueAt } from '../base/check.ts';
import { copyJson, isObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { type FrontMatter, readFrontMatter } from './agent-front-matter.ts';
import { type Agent, agentSchema } from './agent-schema.ts';
import { readTools } from './agent-tools.ts';
import { whyUnusable } from './context-fields.ts';
import { misplaced, type Position } from './yaml-text.ts';

export type { Agent };

const MOST_CHARACTERS = 200_000;

/**
 * An agent file as a checked, frozen value. Reads `.agent.md` files of Baton, VS Code and Domain Zero and the `.md` files
 * of Claude Code alike; an error names the file, the line, the column, the key and what is allowed.
 */
export function parseAgent(text: string, file: string): Agent {
  const front = readAgentFront(text, file);
  const { agent, problems } = draftAgent(front, text, file);
  const [problem] = problems;
  if (problem !== undefined) {
    throw misplaced(file, placeOf(front, problem), problem.message, problem.suggestion);
  }
  return agent as Agent;
}

/** The front matter of an agent file that is not too large. */
export function readAgentFront(text: string, file: string): FrontMatter {
  if (text.length <= MOST_CHARACTERS) return readFrontMatter(text, file);
  throw misplaced(file, { line: 1, column: 1 }, `the file is larger than ${MOST_CHARACTERS} characters`);
}

/** Something in a file that has another shape than it must have. */
export interface ShapeProblem {
  readonly path: readonly PropertyKey[];
  /** Whether it is about the key and not about its value. */
  readonly ofKey: boolean;
  /** Whether nothing stands there at all. */
  readonly isMissing: boolean;
  readonly message: string;
  readonly suggestion?: string;
}

/** An agent as far as its file can be understood, and everything in it that has the wrong shape. */
export interface AgentDraft {
  /** Only where nothing is wrong. */
  readonly agent: Agent | undefined;
  readonly name: string;
  readonly title: string | undefined;
  readonly problems: readonly ShapeProblem[];
}

/** Reads the keys of an agent file and collects what is wrong with them. */
export function draftAgent({ keys, body }: FrontMatter, text: string, file: string): AgentDraft {
  const draft = copyJson({ ...normalise(keys, file), body, source: file, replaces: [], text }, file) as JsonObject;
  const issues = agentSchema.safeParse(draft).error?.issues ?? [];
  const problems = [
    ...misspeltLimits(keys),
    ...issues.map((issue) => shapeProblem(issue, draft)),
    ...unusableSchemas(draft.context),
  ];
  return {
    agent: problems.length === 0 ? (draft as unknown as Agent) : undefined,
    name: typeof draft.name === 'string' && draft.name !== '' ? draft.name : stemOf(file),
    title: typeof draft.title === 'string' ? draft.title : undefined,
    problems,
  };
}

/** Where in its file a problem stands. */
export function placeOf(front: FrontMatter, { ofKey, path }: ShapeProblem): Position {
  return ofKey ? front.keyPositionOf(path) : front.positionOf(path);
}

function shapeProblem(issue: z.core.$ZodIssue, draft: JsonObject): ShapeProblem {
  const found = valueAt(draft, issue.path);
  const suggestion = suggestFor(issue.path, found);
  return {
    path: issue.path,
    ofKey: false,
    isMissing: found === undefined,
    message: describeIssue(issue, draft),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** A schema that cannot be used would show only when a run comes to it. */
function unusableSchemas(context: JsonValue | undefined): ShapeProblem[] {
  return Object.entries(isObject(context) ? context : {}).flatMap(([field, schema]) => {
    const why = isObject(schema) ? whyUnusable(field, schema) : undefined;
    return why === undefined ? [] : [{ path: ['context', field], ofKey: false, isMissing: false, message: why }];
  });
}

/** A trigger without its sign or in another spelling is the one slip whose repair can be told. */
function suggestFor(path: readonly PropertyKey[], found: unknown): string | undefined {
  if (path.at(-1) !== 'trigger' || typeof found !== 'string') return undefined;
  const words = found.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.length === 0 ? undefined : `@${words.join('-')}`;
}

/** The dialects' keys in one form. What has the wrong shape stays as it is, for the schema to tell. */
function normalise(keys: JsonObject, file: string): Record<string, unknown> {
  const { name, description, tools, model, runner, maxTurns, handoffs, scope, gates, context, ...other } = keys;
  return {
    ...nameAgent(name, file),
    description: description ?? '',
    tools: readTools(tools, other.disallowedTools),
    model: chooseModel(model),
    runner: runner ?? undefined,
    maxTurns: maxTurns ?? undefined,
    handoffs: handoffs ?? [],
    scope: (typeof scope === 'string' ? [scope] : scope) ?? undefined,
    gates: (typeof gates === 'string' ? [gates] : gates) ?? undefined,
    context: context ?? undefined,
    other,
  };
}

/**
 * Claude Code and Baton name an agent by a plain word; VS Code and Domain Zero write there what people read, and mean the
 * agent by its file's name.
 */
function nameAgent(name: JsonValue | undefined, file: string): { readonly name: unknown; readonly title?: string } {
  if (name === undefined || name === null) return { name: stemOf(file) };
  if (typeof name !== 'string' || PLAIN_WORD.test(name) || name.trim() === '') return { name };
  return { name: stemOf(file), title: name.trim() };
}

const PLAIN_WORD = /^[a-z0-9][a-z0-9._-]*$/;

/** The word that stands for an agent file: its name without the ending. */
export function stemOf(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/(?:\.agent)?\.md$/, '');
}

/** VS Code lets a file name several models, the best first; Claude Code writes `inherit` for none of its own. */
function chooseModel(model: JsonValue | undefined): unknown {
  const first = Array.isArray(model) ? model[0] : model;
  return first === null || first === 'inherit' ? undefined : first;
}

/** Unknown keys are kept, but a misspelt limit would be no limit. */
function misspeltLimits(keys: JsonObject): ShapeProblem[] {
  return Object.keys(keys).flatMap((key) => {
    const meant = meantLimit(key);
    if (meant === undefined) return [];
    return [{ path: [key], ofKey: true, isMissing: false, message: `unknown key ${key}`, suggestion: meant }];
  });
}

/** The limit that a key nearly is: spelt with another case, sign or number. */
export function meantLimit(key: string): string | undefined {
  const meant = LIMITS.find((limit) => plainForm(limit) === plainForm(key));
  return meant === key ? undefined : meant;
}

const LIMITS = ['tools', 'disallowedTools', 'handoffs', 'scope', 'gates'];

function plainForm(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '');
}
