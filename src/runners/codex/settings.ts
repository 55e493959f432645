import { join } from 'node:path';
import type { Login } from '../login.ts';
import type { SessionRequest } from '../runner.ts';
import type { TomlValue } from './toml.ts';
import { canChangeFiles } from './tool-list.ts';

export interface SettingsSource {
  readonly request: SessionRequest;
  readonly login: Login;
  /** Where the file of the login is for Codex, if there is one: not for what its agent starts. */
  readonly loginFile: string | undefined;
  /** The command that is asked before a tool is used. */
  readonly guard: string;
}

/**
 * How Codex is set up for a session: all of it is said here, nothing comes from the user or from the project. For a budget
 * and for a number of turns it has no setting: of those, only its time ends a session.
 */
export function settingsOf({ request, login, loginFile, guard }: SettingsSource) {
  return {
    model: request.model,
    model_provider: PROVIDER,
    model_providers: { [PROVIDER]: providerOf(login) },
    developer_instructions: request.instructions,
    approval_policy: 'never',
    default_permissions: PROFILE,
    permissions: { [PROFILE]: permissionsOf(request, loginFile) },
    // A key is for Codex, not for what its agent starts.
    shell_environment_policy: { inherit: 'all', ignore_default_excludes: true, exclude: Object.keys(login.variables) },
    // A login shell would set the PATH anew, and lose the user's tools.
    allow_login_shell: false,
    hooks: {
      PreToolUse: [{ matcher: '^(apply_patch|Bash)$', hooks: [{ type: 'command', command: guard, timeout: 10 }] }],
    },
    ...NOTHING_OF_THE_PROJECT,
    projects: { [request.workbench]: { trust_level: 'untrusted' } },
    ...NOTHING_ELSE,
    // The service itself searches; the agent's commands have no network in any case.
    web_search: request.tools.includes('WebSearch') ? 'live' : 'disabled',
  } satisfies { readonly [name: string]: TomlValue };
}

const PROVIDER = 'baton';

/** The name of what Codex's own sandbox allows. */
export const PROFILE = 'baton';

/** A login by file is for OpenAI itself unless an address is set: Codex then knows the way by the kind of login. */
function providerOf({ variables, file }: Login) {
  const { OPENAI_BASE_URL: address } = variables;
  return {
    name: 'OpenAI for Baton',
    wire_api: 'responses',
    ...(file === undefined
      ? { base_url: address ?? 'https://api.openai.com/v1', env_key: KEYS.find((name) => name in variables) }
      : { base_url: address, requires_openai_auth: true }),
    env_http_headers: { 'OpenAI-Organization': 'OPENAI_ORGANIZATION', 'OpenAI-Project': 'OPENAI_PROJECT' },
    // Every one of the second kind repeats those of the first. A limit is waited for as long as the service asks.
    request_max_retries: 0,
    stream_max_retries: 3,
    supports_websockets: false,
  };
}

const KEYS = ['CODEX_API_KEY', 'OPENAI_API_KEY'];

/**
 * What the agent's commands and patches may touch, kept by the system: the workbench, and the home and the temporary files
 * of this session. What an agent without a shell starts nevertheless is held back by the guard alone.
 */
function permissionsOf({ tools, scratch }: SessionRequest, loginFile: string | undefined) {
  const workbench = canChangeFiles(tools) ? 'write' : 'read';
  return {
    filesystem: {
      ':root': 'read',
      ':workspace_roots': { '.': workbench, '.git': 'read' },
      [join(scratch, 'home')]: 'write',
      [join(scratch, 'tmp')]: 'write',
      ...(loginFile === undefined ? {} : { [loginFile]: 'deny' }),
    },
    network: { enabled: false },
  };
}

const NOTHING_OF_THE_PROJECT = {
  project_doc_max_bytes: 0,
  skills: { include_instructions: false, bundled: { enabled: false } },
};

/** No second agents, no tools that need a person, no reports to anybody, no look for news, nothing kept. */
const NOTHING_ELSE = {
  agents: { enabled: false },
  analytics: { enabled: false },
  check_for_update_on_startup: false,
  cli_auth_credentials_store: 'file',
  features: {
    apps: false,
    browser_use: false,
    computer_use: false,
    goals: false,
    image_generation: false,
    memories: false,
    multi_agent: false,
    plugins: false,
    remote_plugin: false,
    shell_snapshot: false,
    skill_mcp_dependency_install: false,
    sleep_tool: false,
    tool_suggest: false,
    // Else Codex would wait for a network without end; Baton does that better.
    unbounded_connection_retries: false,
  },
  feedback: { enabled: false },
  file_opener: 'none',
  history: { persistence: 'none' },
  include_apps_instructions: false,
  otel: { exporter: 'none', trace_exporter: 'none', metrics_exporter: 'none' },
  tools: { experimental_request_user_input: { enabled: false } },
};
