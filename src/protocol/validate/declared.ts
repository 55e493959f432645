import { isBatonError } from '../../base/error.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { AgentText } from '../agent-choice.ts';
import { type AgentDraft, draftAgent, placeOf, readAgentFront, type ShapeProblem } from '../agent-file.ts';
import type { FrontMatter } from '../agent-front-matter.ts';
import { type Problem, type ProblemCode, problemAt } from './problem.ts';

/** A handoff as written, also where parts of it are missing. */
export interface DeclaredHandoff {
  readonly index: number;
  readonly keys: JsonObject;
  readonly agent: string | undefined;
  readonly trigger: string | undefined;
  readonly context: readonly string[];
}

/** An agent file as far as it can be understood. */
export interface Declared extends Pick<AgentDraft, 'name' | 'title'> {
  readonly file: string;
  readonly builtIn: boolean;
  readonly front: FrontMatter;
  readonly handoffs: readonly DeclaredHandoff[];
}

/** Reads one agent file, and collects what is wrong with its shape. */
export function declareAgent(
  { file, text, error: unreadable }: AgentText,
  builtIn: boolean,
): { readonly declared: readonly Declared[]; readonly problems: readonly Problem[] } {
  try {
    if (unreadable !== undefined) throw unreadable;
    const front = readAgentFront(text, file);
    const { name, title, problems } = draftAgent(front, text, file);
    return {
      declared: [{ file, builtIn, front, name, title, handoffs: handoffsOf(front.keys) }],
      problems: problems.map((problem) =>
        problemAt(file, placeOf(front, problem), shapeCode(problem), problem.message, problem.suggestion),
      ),
    };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    const { line, column, problem } = error.data;
    const place = { line: Number(line ?? 1), column: Number(column ?? 1) };
    const told = String(problem ?? error.message.replace(`${file} `, '').replace(/\.$/, ''));
    return { declared: [], problems: [problemAt(file, place, 'unreadable', told)] };
  }
}

/** Whether a file is in the place and has the name of an agent of Claude Code. */
export function isClaudeFile(file: string): boolean {
  return !file.endsWith('.agent.md');
}

export function folderOf(file: string): string {
  return file.split('/').slice(0, -1).join('/');
}

/** Whether a handoff is written as Domain Zero does, and not as a button of VS Code. */
export function hasProtocolKeys({ keys }: DeclaredHandoff): boolean {
  return Object.hasOwn(keys, 'trigger') || Object.hasOwn(keys, 'context');
}

function handoffsOf({ handoffs }: JsonObject): DeclaredHandoff[] {
  const list = Array.isArray(handoffs) ? handoffs : [];
  return list.flatMap((keys, index) => (isObject(keys) ? [readHandoff(keys as JsonObject, index)] : []));
}

function readHandoff(keys: JsonObject, index: number): DeclaredHandoff {
  const text = (key: string) => {
    const value = Object.hasOwn(keys, key) ? keys[key] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const context = Array.isArray(keys.context) ? keys.context.filter((field) => typeof field === 'string') : [];
  return { index, keys, agent: text('agent'), trigger: text('trigger'), context };
}

function shapeCode({ path: [key, , inner], isMissing, ofKey }: ShapeProblem): ProblemCode {
  if (ofKey) return 'misspelt_limit';
  if (key === 'context') return 'context_schema_invalid';
  if (key !== 'handoffs') return 'wrong_type';
  if (inner === 'agent' && isMissing) return 'handoff_without_agent';
  if (inner === 'trigger') return 'bad_trigger';
  return inner === 'context' ? 'bad_context' : 'wrong_type';
}
