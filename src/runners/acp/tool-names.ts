import type { ToolCall } from './tool-call.ts';

/** Tools of agent programs by the name Claude Code has for the same. */
const SAME_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'Bash',
    edit: 'Edit',
    execute: 'Bash',
    fetch: 'WebFetch',
    glob: 'Glob',
    googlewebsearch: 'WebSearch',
    grep: 'Grep',
    grepsearch: 'Grep',
    list: 'LS',
    listdirectory: 'LS',
    multiedit: 'MultiEdit',
    patch: 'Edit',
    read: 'Read',
    readfile: 'Read',
    readmanyfiles: 'Read',
    replace: 'Edit',
    runshellcommand: 'Bash',
    search: 'Grep',
    shell: 'Bash',
    applypatch: 'Edit',
    todowrite: 'TodoWrite',
    webfetch: 'WebFetch',
    websearch: 'WebSearch',
    write: 'Write',
    writefile: 'Write',
  }),
);

/** What people read as the tool of a call: by the names of Claude Code, else as the agent calls it. */
export function toolNameOf(call: ToolCall, programName: string | undefined): string {
  const names = [call.name, programName, call.title, call.kind];
  const known = names.map((name) => SAME_AS.get(plain(name ?? ''))).find((name) => name !== undefined);
  return known ?? programName ?? call.name ?? call.title ?? call.kind ?? 'a tool';
}

/** Whether an agent has a tool, by any of these names. A rule in brackets behind a name narrows it elsewhere. */
export function hasTool(tools: readonly string[], ...names: readonly string[]): boolean {
  const had = tools.map((tool) => plain(tool.replace(/\(.*$/s, '')));
  return names.some((name) => had.includes(plain(name)));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
