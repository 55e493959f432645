import { CLAUDE_TOOLS, toolOf } from '../agent-tools.ts';
import { nearest } from '../nearest.ts';

/** The tools and sets of tools of VS Code and GitHub Copilot, those of earlier versions too. */
const VSCODE_TOOLS = [
  ...['agent', 'askQuestions', 'browser', 'changes', 'codebase', 'createDirectory', 'createFile', 'custom-agent'],
  ...['edit', 'editFiles', 'editNotebook', 'execute', 'extensions', 'fetch', 'fileSearch', 'findTestFiles'],
  ...['getTerminalOutput', 'github', 'githubRepo', 'listDirectory', 'new', 'newWorkspace', 'openSimpleBrowser'],
  ...['playwright', 'problems', 'read', 'readFile', 'readNotebookCellOutput', 'runCommands', 'runInTerminal'],
  ...['runNotebooks', 'runSubagent', 'runTask', 'runTasks', 'runTests', 'runVscodeCommand', 'search', 'searchResults'],
  ...['selection', 'shell', 'terminalLastCommand', 'terminalSelection', 'testFailure', 'textSearch', 'think', 'todo'],
  ...['todos', 'usages', 'vscode', 'vscodeAPI', 'web', 'write'],
];

/** Every tool that an agent file may name by a word of its own. */
export const KNOWN_TOOLS: readonly string[] = [...CLAUDE_TOOLS, ...VSCODE_TOOLS];

/**
 * What is odd about the name of a tool, if anything. Servers and extensions add tools: those of a server are told by
 * their form, and VS Code passes over names it does not have, so that there only a slip of the pen counts.
 */
export function oddTool(
  declared: string,
  known: readonly string[],
  anyName: boolean,
): { readonly suggestion?: string } | undefined {
  const tool = toolOf(declared).trim();
  if (FROM_SERVER.test(tool) || known.some((name) => name.toLowerCase() === tool.toLowerCase())) return undefined;
  const isLowerCase = /^[^A-Z]/.test(tool);
  const near = nearest(tool, known, isLowerCase ? slips(tool) : undefined);
  if (near !== undefined) return { suggestion: near };
  return isLowerCase && anyName ? undefined : {};
}

/** `*`, `github/*`, `mcp__docs__search`. */
const FROM_SERVER = /^\*$|\/|^mcp__/;

/** How many letters may differ until a word counts as another one: short ones are easily like each other. */
export function slips(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}
