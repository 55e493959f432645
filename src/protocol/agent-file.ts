import { checkShape } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson, type JsonObject, type JsonValue } from '../base/json.ts';
import { type FrontMatter, readFrontMatter } from './agent-front-matter.ts';
import { type Agent, agentSchema } from './agent-schema.ts';
import { readTools } from './agent-tools.ts';

export type { Agent };

const MOST_CHARACTERS = 200_000;

/**
 * An agent file as a checked, frozen value. Reads `.agent.md` files of Baton, VS Code and Domain Zero and the `.md` files
 * of Claude Code alike; an error names the file, the line, the key and what is allowed.
 */
export function parseAgent(text: string, file: string): Agent {
  if (text.length > MOST_CHARACTERS) throw invalid(`${file} is larger than ${MOST_CHARACTERS} characters.`);
  const front = readFrontMatter(text, file);
  refuseMisspelt(front, file);
  const agent = copyJson({ ...normalise(front.keys, file), body: front.body, source: file, replaces: [], text }, file);
  const [issue] = agentSchema.safeParse(agent).error?.issues ?? [];
  if (issue !== undefined) checkShape(agentSchema, agent, `${file}:${front.lineOf(issue.path)}`, 'invalid_input');
  return agent as unknown as Agent;
}

/** The dialects' keys in one form. What has the wrong shape stays as it is, for the schema to tell. */
function normalise(keys: JsonObject, file: string): Record<string, unknown> {
  const { name, description, tools, model, runner, maxTurns, handoffs, ...other } = keys;
  return {
    ...nameAgent(name, file),
    description: description ?? '',
    tools: readTools(tools, other.disallowedTools),
    model: chooseModel(model),
    runner: runner ?? undefined,
    maxTurns: maxTurns ?? undefined,
    handoffs: handoffs ?? [],
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
function stemOf(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/(?:\.agent)?\.md$/, '');
}

/** VS Code lets a file name several models, the best first; Claude Code writes `inherit` for none of its own. */
function chooseModel(model: JsonValue | undefined): unknown {
  const first = Array.isArray(model) ? model[0] : model;
  return first === null || first === 'inherit' ? undefined : first;
}

/** Unknown keys are kept, but a misspelt limit would be no limit. */
function refuseMisspelt({ keys, lineOf }: FrontMatter, file: string): void {
  for (const key of Object.keys(keys)) {
    const meant = LIMITS.find((limit) => plainForm(limit) === plainForm(key));
    if (meant === undefined || meant === key) continue;
    throw invalid(`${file}:${lineOf([key])}: unknown key ${key}. Did you mean ${meant}?`);
  }
}

const LIMITS = ['tools', 'disallowedTools', 'handoffs'];

function plainForm(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '');
}

function invalid(message: string): BatonError {
  return new BatonError('invalid_input', message);
}
