import type { Carried, Loss } from './written-agent.ts';

/** Words of VS Code that stand for several tools of Claude Code at once; they are used only for all of them. */
const SETS: readonly (readonly [word: string, tools: readonly string[]])[] = [
  ['edit', ['Edit', 'Write']],
  ['search', ['Glob', 'Grep']],
  ['web', ['WebFetch', 'WebSearch']],
];

const SINGLE: Readonly<Record<string, string>> = {
  Read: 'read',
  Edit: 'edit/editFiles',
  Write: 'edit/createFile',
  Glob: 'search/fileSearch',
  Grep: 'search/textSearch',
  Bash: 'execute',
  WebFetch: 'web/fetch',
  Task: 'agent',
  Agent: 'agent',
  TodoWrite: 'todo',
};

/** Tools in the words of VS Code. What VS Code cannot limit as far is left out: a copy never may more than its original. */
export function vscodeTools(tools: readonly string[]): Carried<readonly string[]> {
  const sets = SETS.filter(([, members]) => members.every((tool) => tools.includes(tool)));
  const inSets = new Set(sets.flatMap(([, members]) => members));
  const losses: Loss[] = [];
  const words = tools.flatMap((tool) => {
    const set = sets.find(([, members]) => members.includes(tool));
    if (set !== undefined && inSets.has(tool)) return [set[0]];
    const word = wordFor(tool);
    if (word === undefined)
      losses.push({ key: `tools: ${tool}`, why: 'VS Code has nothing as narrow; it is left out' });
    return word === undefined ? [] : [word];
  });
  return { carried: [...new Set(words)], losses };
}

/** `mcp__docs__find` is `docs/find`; names in lower case are VS Code's own. */
function wordFor(tool: string): string | undefined {
  if (Object.hasOwn(SINGLE, tool)) return SINGLE[tool];
  const [, server, name = '*'] = /^mcp__(.+?)(?:__(.+))?$/.exec(tool) ?? [];
  if (server !== undefined) return `${server}/${name}`;
  return /^[a-z][^(]*$/.test(tool) ? tool : undefined;
}
