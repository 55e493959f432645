import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectories } from '../../sys/kept-file.ts';
import type { SessionRequest } from '../runner.ts';
import { LOGIN_FILE, opencodeLogin, providersFor, userConfig } from './opencode-login.ts';
import type { LogWatch, Profile, Setup, SetupRequest } from './profile.ts';
import { hasTool } from './tool-names.ts';

/** opencode. */
export const OPENCODE: Profile = {
  title: 'opencode',
  word: 'opencode',
  package: 'opencode-ai',
  modelAtStart: false,
  // A part of it knows no switch for the project's settings, and runs the plugins they name.
  laysAside: ['.opencode', 'opencode.json', 'opencode.jsonc'],

  programIn(directory) {
    const path = programsAround(directory).find((one) => isProgram(one));
    return path === undefined ? undefined : [path];
  },

  loginRule: opencodeLogin,

  // It has a login of a terminal only; keys and its file it finds by itself.
  authMethod: () => undefined,

  setUp({ home, login, user, request }: SetupRequest): Setup {
    const [config, data] = [join(home, '.config'), join(home, '.local/share')];
    makeDirectories(join(data, 'opencode'), join(home, '.local/state'), join(home, '.cache'));
    pretendInstalled(join(config, 'opencode'));
    const settings = {
      ...userConfig(user),
      ...settingsFor(request),
      enabled_providers: providersFor(login, user, request.model),
    };
    return {
      arguments: ['acp', '--pure', '--print-logs', '--log-level', 'INFO'],
      environment: {
        XDG_CONFIG_HOME: config,
        XDG_DATA_HOME: data,
        XDG_STATE_HOME: join(home, '.local/state'),
        XDG_CACHE_HOME: join(home, '.cache'),
        OPENCODE_CONFIG_CONTENT: JSON.stringify(settings),
        // It opens a server on the loopback, which is for nobody else.
        OPENCODE_SERVER_PASSWORD: randomUUID(),
        ...SWITCHED_OFF,
      },
      login: login.file === undefined ? [] : [{ from: login.file, to: join(home, LOGIN_FILE) }],
    };
  },

  watchLog,
};

/**
 * What of the project and of the network is not loaded. One thing cannot be turned off: when the model reads a file in a
 * subdirectory, opencode adds the AGENTS.md or CONTEXT.md that lies there.
 */
const SWITCHED_OFF: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'OPENCODE_DISABLE_AUTOUPDATE',
    'OPENCODE_DISABLE_CLAUDE_CODE',
    'OPENCODE_DISABLE_DEFAULT_PLUGINS',
    'OPENCODE_DISABLE_EXTERNAL_SKILLS',
    'OPENCODE_DISABLE_LSP_DOWNLOAD',
    'OPENCODE_DISABLE_MODELS_FETCH',
    'OPENCODE_DISABLE_PROJECT_CONFIG',
    'OPENCODE_DISABLE_SHARE',
    'OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER',
    'OPENCODE_PURE',
  ].map((name) => [name, '1']),
);

function settingsFor({ model, tools }: SessionRequest): Readonly<Record<string, unknown>> {
  const ifHas = (action: string, ...names: readonly string[]) => (hasTool(tools, ...names) ? action : 'deny');
  return {
    ...(model === undefined ? {} : { model }),
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    // Those of the project would be started: they are programs.
    formatter: false,
    lsp: false,
    agent: { title: { disable: true } },
    // A tool that is denied does not exist for the model; what is asked is decided by the policy of the phase.
    permission: {
      '*': 'ask',
      read: 'allow',
      glob: 'allow',
      grep: 'allow',
      list: 'allow',
      todowrite: 'allow',
      // What is read outside is for the sandbox to say; what is written there is asked as an edit.
      external_directory: 'allow',
      edit: ifHas('ask', 'Write', 'Edit', 'MultiEdit'),
      bash: ifHas('ask', 'Bash'),
      webfetch: ifHas('allow', 'WebFetch'),
      websearch: ifHas('allow', 'WebSearch'),
      codesearch: 'deny',
      task: 'deny',
      skill: 'deny',
      question: 'deny',
      doom_loop: 'deny',
    },
    // Else a refusal would end its turn.
    experimental: { continue_loop_on_deny: true },
  };
}

/** It would fetch a package for plugins at every start, and there are none: a place that looks complete is left alone. */
function pretendInstalled(directory: string): void {
  const dependencies = { '@opencode-ai/plugin': '*' };
  makeDirectories(join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ dependencies }));
  const lock = { lockfileVersion: 3, packages: { '': { dependencies } } };
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lock));
}

/**
 * Counts the tries of one request: opencode tries for ever and tells its client nothing. Every step of a conversation
 * begins with a line `process`, every try of it with a line `stream`.
 */
function watchLog(): LogWatch {
  let tries = 0;
  let isWaiting = false;
  let message = '';
  return {
    take(line) {
      if (line.includes(' message=process ')) [tries, isWaiting, message] = [0, false, ''];
      if (line.includes(' message=stream ') && line.includes(' small=false')) [tries, isWaiting] = [tries + 1, false];
      if (line.includes(' message="stream error" ')) {
        isWaiting = true;
        message = / error\.error="((?:[^"\\]|\\.)*)"/.exec(line)?.[1]?.replace(/^AI_\w+: /, '') ?? message;
      }
      return !line.includes(' level=INFO ');
    },
    trouble: () => ({
      failures: Math.max(0, tries - (isWaiting ? 0 : 1)),
      isWaiting,
      message: message === '' ? 'The connection to the model was lost.' : message,
    }),
  };
}

/** Its package holds the program once its install script has run; else the program is in a package of the platform. */
function programsAround(directory: string): readonly string[] {
  const base = `opencode-${process.platform}-${process.arch}`;
  const variants = hasFastCpu() ? ['', '-baseline'] : ['-baseline'];
  const names = variants.flatMap((variant) => [`${base}${variant}`, `${base}${variant}-musl`]);
  const places = [join(directory, 'node_modules'), dirname(directory)];
  const programs = places.flatMap((place) => names.map((name) => join(place, name, 'bin', 'opencode')));
  return [join(directory, 'bin', 'opencode.exe'), ...programs];
}

/** A program, and not the few lines that say it was not installed. */
function isProgram(path: string): boolean {
  return existsSync(path) && statSync(path).size > 100_000;
}

function hasFastCpu(): boolean {
  if (process.arch !== 'x64' || process.platform !== 'linux') return true;
  return /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
}
