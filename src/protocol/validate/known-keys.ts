/** Every key of an agent file that some program reads: Baton's, Domain Zero's, VS Code's, Claude Code's. */
export const KNOWN_KEYS: readonly string[] = [
  ...['name', 'description', 'tools', 'model', 'handoffs'],
  ...['runner', 'scope', 'gates', 'context'],
  ...['target', 'tier'],
  ...[
    'argument-hint',
    'agents',
    'user-invocable',
    'user-invokable',
    'disable-model-invocation',
    'infer',
    'mcp-servers',
  ],
  ...['disallowedTools', 'permissionMode', 'maxTurns', 'skills', 'mcpServers', 'hooks', 'memory', 'background'],
  ...['isolation', 'effort', 'color', 'initialPrompt'],
];

/** Keys that people and other programs write, and that are no slips of the known ones. */
export const FOREIGN_KEYS: readonly string[] = [
  ...['version', 'author', 'authors', 'license', 'metadata', 'tags', 'category', 'mode', 'role', 'title', 'id', 'icon'],
  ...['temperature', 'permission', 'permissions', 'language', 'status', 'examples', 'applyTo', 'globs', 'tool_choice'],
];

/** Every key of a handoff. */
export const HANDOFF_KEYS: readonly string[] = [
  ...['agent', 'trigger', 'context', 'label', 'prompt', 'send', 'model', 'showContinueOn', 'description'],
];

/** Agents that come with VS Code or Claude Code, in lower case. */
export const OUTSIDE_AGENTS: ReadonlySet<string> = new Set([
  'agent',
  'ask',
  'edit',
  'plan',
  'explore',
  'general-purpose',
]);
