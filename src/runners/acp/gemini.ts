import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectories } from '../../sys/kept-file.ts';
import type { Login, LoginRule } from '../login.ts';
import type { SessionRequest } from '../runner.ts';
import type { ServiceError } from '../service.ts';
import { readFailure } from './failure.ts';
import type { Profile, RequestFailure, Setup, SetupRequest } from './profile.ts';
import { hasTool } from './tool-names.ts';

const LOGIN_FILE = '.gemini/oauth_creds.json';

/** Gemini CLI. */
export const GEMINI: Profile = {
  title: 'Gemini CLI',
  word: 'gemini',
  package: '@google/gemini-cli',
  modelAtStart: true,
  laysAside: [],

  programIn(directory) {
    const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { bin?: { gemini?: string } };
    const script = join(directory, bin?.gemini ?? 'bundle/gemini.js');
    return existsSync(script) ? [process.execPath, script] : undefined;
  },

  loginRule: () => LOGIN,

  authMethod({ by, variables }: Login) {
    if (variables.GOOGLE_GENAI_USE_VERTEXAI === 'true' || by?.startsWith('GOOGLE_')) return 'vertex-ai';
    return by === 'GEMINI_API_KEY' ? 'gemini-api-key' : 'oauth-personal';
  },

  setUp({ home, login, request }: SetupRequest): Setup {
    const own = join(home, '.gemini');
    makeDirectories(own);
    writeFileSync(join(own, 'settings.json'), JSON.stringify(settingsFor(request)));
    writeFileSync(join(own, 'trustedFolders.json'), JSON.stringify({ [request.workbench]: 'DO_NOT_TRUST' }));
    return {
      arguments: ['--acp', ...(request.model === undefined ? [] : ['--model', request.model])],
      environment: {
        // It would start itself again with more memory, and the end of the one would not be that of the other.
        GEMINI_CLI_NO_RELAUNCH: 'true',
        GEMINI_TELEMETRY_ENABLED: 'false',
        GEMINI_SANDBOX: 'false',
        NO_BROWSER: 'true',
      },
      login: login.file === undefined ? [] : [{ from: login.file, to: join(home, LOGIN_FILE) }],
    };
  },

  /** Its calls have the name of the tool before their number. */
  toolName: ({ toolCallId }) => /^([a-z_]+?)__/.exec(toolCallId)?.[1],

  readFailure: readGeminiFailure,
};

const LOGIN: LoginRule = {
  variables: [
    'GOOGLE_GENAI_USE_VERTEXAI',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_CLOUD_LOCATION',
    'GOOGLE_GEMINI_BASE_URL',
    'GOOGLE_VERTEX_BASE_URL',
    'HTTPS_PROXY',
    'HTTP_PROXY',
    'NO_PROXY',
  ],
  proves: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
  fileVariables: ['GOOGLE_APPLICATION_CREDENTIALS', 'NODE_EXTRA_CA_CERTS'],
  file: { inHome: LOGIN_FILE, homeVariable: 'GEMINI_CLI_HOME', inOwn: LOGIN_FILE },
  remedy: 'Set GEMINI_API_KEY, or log in once with `gemini` (kept in ~/.gemini/oauth_creds.json).',
};

/**
 * Settings of the user, which are the session's own. Those of the project count only in a folder that is trusted, and this
 * one is not: with them go its hooks, MCP servers, commands, skills and agents. Its instruction files go by a name that no
 * file has.
 */
function settingsFor({ tools }: SessionRequest): unknown {
  return {
    general: { maxAttempts: 3, enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    context: { fileName: ['.baton-reads-no-such-file'] },
    advanced: { ignoreLocalEnv: true },
    hooksConfig: { enabled: false },
    skills: { enabled: false },
    experimental: { enableAgents: false },
    mcpServers: {},
    tools: {
      core: toolsFor(tools),
      // By itself it asks for nothing in its list. Commands it knows to be harmless it runs unasked even so.
      confirmationRequired: ['run_shell_command', 'write_file', 'replace', 'web_fetch'],
      shell: { enableInteractiveShell: false },
    },
    // Its shell does not see its key, as far as the environment goes.
    security: { folderTrust: { enabled: true }, environmentVariableRedaction: { enabled: true } },
  };
}

const READING = ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search'];

/** A tool that is not in this list does not exist for the model. */
function toolsFor(tools: readonly string[]): readonly string[] {
  const more = [
    ...(hasTool(tools, 'Write') ? ['write_file'] : []),
    ...(hasTool(tools, 'Edit', 'MultiEdit') ? ['replace'] : []),
    ...(hasTool(tools, 'Bash') ? ['run_shell_command'] : []),
    ...(hasTool(tools, 'WebFetch') ? ['web_fetch'] : []),
    ...(hasTool(tools, 'WebSearch') ? ['google_web_search'] : []),
    ...(hasTool(tools, 'TodoWrite') ? ['write_todos'] : []),
  ];
  return [...READING, ...more];
}

/** It answers with the status of its service as the code of an error; with 500 for all that is no answer of that. */
function readGeminiFailure(failure: RequestFailure): ServiceError {
  const read = readFailure(failure);
  const isOwn = failure.code === 500 && !failure.message.includes('"code"');
  return isOwn ? { ...read, status: undefined } : read;
}
