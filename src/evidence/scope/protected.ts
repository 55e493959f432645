import { globsIn } from '../../base/glob.ts';

/** Folders of agent programs: what lies in them steers agents, but for a directory of artifacts that a run has there. */
export const AGENT_FOLDERS =
  '**/{.agents,.claude,.codex,.cursor,.gemini,.opencode,.aider*,.windsurf,.protocol-state}/**';

/**
 * Files that steer agents, Baton, git or CI: no session may change them unless a project says otherwise. What an agent
 * writes there would reach the next agent as instructions, or run with other rights than its own.
 */
export const PROTECTED_FILES: readonly string[] = [
  // Baton
  ...globsIn('baton*.{yaml,yml} **/.baton/**'),
  // agents and their instructions
  AGENT_FOLDERS,
  ...globsIn(`
    **/.github/agents/** **/.github/{prompts,instructions,chatmodes}/** **/.github/copilot-instructions.md **/*.agent.md
    **/{CLAUDE,CLAUDE.local,AGENTS,AGENTS.override,GEMINI}.md **/{.cursorrules,.windsurfrules,.clinerules,.mcp.json}
    **/opencode.{json,jsonc}`),
  // hooks and git's own settings
  ...globsIn(`
    **/.husky/** **/.githooks/** **/{lefthook,.lefthook}.{yml,yaml} **/.pre-commit-config.yaml
    **/{.gitattributes,.gitmodules,.gitconfig,.lfsconfig}`),
  // continuous integration
  ...globsIn(`
    .github/{workflows,actions}/** .gitlab-ci.yml .gitlab/ci/** .circleci/** azure-pipelines{,-*}.{yml,yaml} Jenkinsfile*
    .travis.yml .buildkite/** .drone.yml appveyor.yml bitbucket-pipelines.yml .ci/**`),
];
