import type { Position } from '../yaml-text.ts';

/**
 * Everything that can be wrong with agent files, and how bad it is: an error keeps a handoff from working or from being
 * limited, a warning is most likely a slip.
 */
export const PROBLEMS = {
  /** The file has no front matter, or it is no YAML, or too large. */
  unreadable: 'error',
  /** A key has a value of the wrong type. */
  wrong_type: 'error',
  /** A key that would limit the agent is spelt so that it limits nothing. */
  misspelt_limit: 'error',
  /** A key that nobody knows is nearly one that is known. */
  misspelt_key: 'warning',
  /** Two files of one folder have the same name. */
  duplicate_agent: 'error',
  /** A file of Claude Code has no name, which that program needs. */
  missing_name: 'warning',
  /** A file of Claude Code has no description, which that program needs. */
  missing_description: 'warning',
  /** There is no prompt. */
  empty_body: 'warning',
  /** A tool that no program has. */
  unknown_tool: 'warning',
  /** A gate that Baton does not have. */
  unknown_gate: 'error',
  /** A runner that Baton does not have. */
  unknown_runner: 'error',
  /** The schema of a context field cannot be used. */
  context_schema_invalid: 'error',
  /** A context field that has a meaning already gets a schema, which is not used. */
  context_redefined: 'warning',
  /** An agent of a protocol says nothing about handoffs. */
  no_handoffs: 'error',
  /** A handoff does not say to whom. */
  handoff_without_agent: 'error',
  /** A handoff of a protocol does not say on which word. */
  handoff_without_trigger: 'error',
  /** A handoff of a protocol does not say what it carries. */
  handoff_without_context: 'error',
  /** A trigger is no word such as `@security-review`. */
  bad_trigger: 'error',
  /** The context of a handoff is no list of names. */
  bad_context: 'error',
  /** A context field that is neither a known one nor has a schema. */
  undocumented_context: 'warning',
  /** A handoff or trigger names an agent that there is not. */
  unknown_agent: 'error',
  /** An agent hands to itself. */
  self_handoff: 'error',
  /** The hierarchy does not let this agent hand to that one. */
  unauthorised_handoff: 'error',
  /** One agent has a trigger twice. */
  duplicate_trigger: 'error',
  /** A trigger is declared between other agents than those it is for. */
  contradictory_trigger: 'warning',
  /** A trigger is nearly one that is known. */
  misspelt_trigger: 'warning',
  /** A trigger of the project's own cannot be read. */
  custom_trigger_invalid: 'error',
  /** Agents hand to each other and to nobody else, without end. */
  inescapable_cycle: 'error',
  /** No workflow, agent or person starts this agent. */
  unreachable_agent: 'warning',
} as const satisfies Readonly<Record<string, 'error' | 'warning'>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Something that is wrong with a file, and where. */
export interface Problem extends Position {
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  readonly file: string;
  readonly message: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

/** A problem at a place. */
export function problemAt(
  file: string,
  { line, column }: Position,
  code: ProblemCode,
  message: string,
  suggestion?: string,
): Problem {
  const known = { severity: PROBLEMS[code], code, file, line, column, message };
  return suggestion === undefined ? known : { ...known, suggestion };
}

/** Problems in the order of a reader: by file, from top to bottom. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const byText = (a: string, b: string) => Number(a > b) - Number(a < b);
  return [...problems].sort(
    (a, b) => byText(a.file, b.file) || a.line - b.line || a.column - b.column || byText(a.code, b.code),
  );
}
