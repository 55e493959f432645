import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { onlyReads, partsOf } from '../command-line.ts';
import type { SessionRequest } from '../runner.ts';
import { refuseWrite } from '../tools.ts';

/** A call of one of Codex's tools, as it tells its hooks: `apply_patch`, or `Bash` for whatever runs a command. */
export interface ToolUse {
  readonly tool_name: string;
  readonly tool_input: { readonly command?: string };
}

type Rules = Pick<SessionRequest, 'tools' | 'workbench' | 'phase' | 'mayNotWrite'>;

/**
 * Why a call is refused, in words for the agent; nothing if it may be made. Codex reads files by its shell, so an agent
 * that has none keeps the commands that only read.
 */
export function refuseCall({ tool_name, tool_input }: ToolUse, rules: Rules): string | undefined {
  const command = tool_input.command ?? '';
  if (tool_name === 'apply_patch' || PATCHES.test(command)) return refusePatch(command, rules);
  if (tool_name !== 'Bash' || rules.tools.includes('Bash')) return undefined;
  return isAllowed(command, rules.tools) ? undefined : NO_SHELL;
}

/** Whether an agent can change files at all: by a tool for that, or by a command. */
export function canChangeFiles(tools: readonly string[]): boolean {
  return hasWriting(tools) || namesOf(tools).includes('Bash');
}

function hasWriting(tools: readonly string[]): boolean {
  return namesOf(tools).some((name) => ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'].includes(name));
}

/** `Bash(npm test)` is a rule for the tool `Bash`. */
function namesOf(tools: readonly string[]): readonly string[] {
  return tools.map((tool) => tool.replace(/\(.*$/s, ''));
}

/** Models that lack the tool write `apply_patch <<'EOF'` into their shell. */
const PATCHES = /^\s*(?:cd [^\n;&|]+&&\s*)?apply_patch\b/;

const NO_SHELL =
  'You have no shell. Use only commands that read, such as cat, sed -n 1,80p, ls, rg, find, git diff, without' +
  ' redirects; write files with apply_patch.';

function refusePatch(patch: string, rules: Rules): string | undefined {
  if (!hasWriting(rules.tools)) return 'You have no tool that writes files. Only read.';
  const paths = [...patch.matchAll(/^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\r?$/gm)];
  return paths.map(([, path = '']) => refuseWrite(asSeenFrom(rules.workbench, path), rules)).find((why) => why);
}

/** Codex makes paths absolute by what its directory is really called. */
function asSeenFrom(workbench: string, path: string): string {
  const real = realpathSync(workbench) + sep;
  return path.startsWith(real) ? path.slice(real.length) : path;
}

/** Whether each part of a command only reads, or is one that a rule such as `Bash(npm test, git add:*)` names. */
function isAllowed(command: string, tools: readonly string[]): boolean {
  const rules = tools.flatMap((tool) => /^Bash\((.*)\)$/s.exec(tool)?.[1]?.split(',') ?? []).map((rule) => rule.trim());
  const fits = (text: string) =>
    rules.some((rule) => {
      const start = /^(.*?)(?::| )\*$/.exec(rule)?.[1];
      return start === undefined ? text === rule : text === start || text.startsWith(`${start} `);
    });
  return partsOf(command)?.every((words) => onlyReads(words) || fits(words.join(' '))) === true;
}
