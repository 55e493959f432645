/** What an agent gets that declares no tools: those of the four built-in agents together. */
const ALL_TOOLS = ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep'];

/** The tools of Claude Code. */
export const CLAUDE_TOOLS: readonly string[] = [
  ...['Agent', 'AskUserQuestion', 'Bash', 'BashOutput', 'Edit', 'EnterPlanMode', 'EnterWorktree', 'ExitPlanMode'],
  ...['ExitWorktree', 'Glob', 'Grep', 'KillBash', 'KillShell', 'ListMcpResourcesTool', 'LS', 'LSP', 'Monitor'],
  ...['MultiEdit', 'NotebookEdit', 'NotebookRead', 'PowerShell', 'Read', 'ReadMcpResourceTool', 'SendMessage', 'Skill'],
  ...['SlashCommand', 'Task', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'TaskUpdate'],
  ...['TodoRead', 'TodoWrite', 'ToolSearch', 'WebFetch', 'WebSearch', 'Write'],
];

/** The words of VS Code and GitHub Copilot, in lower case, for tools that Claude Code calls otherwise. */
const TOOLS_BY_WORD: Readonly<Record<string, readonly string[]>> = {
  '*': ALL_TOOLS,
  read: ['Read'],
  readfile: ['Read'],
  write: ['Write'],
  edit: ['Edit', 'Write'],
  editfiles: ['Edit', 'Write'],
  search: ['Glob', 'Grep'],
  codebase: ['Glob', 'Grep'],
  execute: ['Bash'],
  shell: ['Bash'],
  bash: ['Bash'],
  runcommands: ['Bash'],
  'read/readfile': ['Read'],
  'edit/createfile': ['Write'],
  'edit/editfiles': ['Edit'],
  'search/filesearch': ['Glob'],
  'search/textsearch': ['Grep'],
  'search/codebase': ['Glob', 'Grep'],
  'execute/runinterminal': ['Bash'],
  runsubagent: ['Agent'],
  fetch: ['WebFetch'],
  'web/fetch': ['WebFetch'],
  web: ['WebFetch', 'WebSearch'],
  todo: ['TodoWrite'],
  todos: ['TodoWrite'],
};

/** The tools a file declares, by the names of Claude Code. A value that is no list of names is left for the schema. */
export function readTools(declared: unknown, disallowed: unknown): unknown {
  const tools = declared === undefined ? ALL_TOOLS : listTools(declared);
  if (!isListOfTexts(tools)) return tools;
  const without = listTools(disallowed);
  const denied = new Set(isListOfTexts(without) ? without.flatMap(toolNames) : []);
  const allowed = tools.flatMap(toolNames).filter((tool) => !denied.has(tool) && !denied.has(toolOf(tool)));
  return [...new Set(allowed)];
}

/** `Read, Bash(git add:*, git commit:*)` as a list; commas inside brackets separate nothing. */
export function listTools(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value
    .split(/,(?![^(]*\))/)
    .map((tool) => tool.trim())
    .filter((tool) => tool !== '');
}

/**
 * The tools that a word means. A name as Claude Code spells it is never translated: `Edit` is less than VS Code's `edit`.
 * Other systems write those names in lower case (`grep`, `todowrite`).
 */
export function toolNames(tool: string): readonly string[] {
  if (CLAUDE_TOOLS.includes(tool)) return [tool];
  const word = tool.toLowerCase();
  if (Object.hasOwn(TOOLS_BY_WORD, word)) return TOOLS_BY_WORD[word] ?? [];
  return [CLAUDE_TOOLS.find((name) => name.toLowerCase() === word) ?? tool];
}

/** `Bash(git status)` is a rule for `Bash`. */
export function toolOf(tool: string): string {
  return tool.replace(/\(.*$/s, '');
}

/** Whether a value is a list of texts and nothing else. */
export function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
