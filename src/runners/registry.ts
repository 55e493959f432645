import { resolve } from 'node:path';
import { BatonError } from '../base/error.ts';
import { nearest } from '../protocol/config.ts';
import { readBounded } from '../sys/bounded-file.ts';
import type { Runner } from './runner.ts';

/** What a project's configuration says of a runner. */
export interface RunnerSettings {
  /** The user's checkout: relative paths count from here. */
  readonly repository: string;
  /** Of the command runner: what it starts. Of acp: the agent. Of the scripted runner: the path of its script. */
  readonly command?: string | readonly string[] | undefined;
  /** The environment in which logins and agent programs are looked for. Default: that of this process. */
  readonly user?: NodeJS.ProcessEnv | undefined;
  /** Variables a runner's program gets beside the usual ones. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Every runner by the name that `runner` in baton.yaml uses. Each is loaded only when it is asked for. */
const LOADERS = {
  acp: async (settings) => {
    const command = settings.command ?? [];
    if (command.length === 0) throw needsCommand('acp', 'command: gemini');
    return (await import('./acp/acp.ts')).acpRunner({ ...settings, command });
  },
  attached: async () => (await import('./attached.ts')).nobodyAttached,
  claude: async (settings) => (await import('./claude/claude.ts')).claudeRunner(settings),
  codex: async (settings) => (await import('./codex/codex.ts')).codexRunner(settings),
  command: async (settings) => {
    const command = settings.command ?? [];
    if (command.length === 0) throw needsCommand('command', 'command: ./my-agent');
    const { commandRunner } = await import('./command.ts');
    return commandRunner({ ...settings, command });
  },
  scripted: async ({ command, repository }) => {
    if (typeof command !== 'string') throw needsCommand('scripted', 'command: script.yaml');
    const { parseScript, scriptedRunner } = await import('./scripted.ts');
    return scriptedRunner(parseScript(readScript(resolve(repository, command)), command), { name: command });
  },
} satisfies Record<string, (settings: RunnerSettings) => Promise<Runner>>;

export type RunnerName = keyof typeof LOADERS;

export const RUNNER_NAMES = Object.keys(LOADERS) as readonly RunnerName[];

/** The runner of a name; a name that is none is told with those that are. */
export async function loadRunner(name: string, settings: RunnerSettings): Promise<Runner> {
  if (isRunnerName(name)) return LOADERS[name](settings);
  const near = nearest(name, RUNNER_NAMES);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new BatonError(
    'invalid_input',
    `There is no runner ${JSON.stringify(name)}: set \`runner\` in baton.yaml to one of ${RUNNER_NAMES.join(', ')}.${hint}`,
    { data: { runner: name } },
  );
}

function isRunnerName(name: string): name is RunnerName {
  return Object.hasOwn(LOADERS, name);
}

function needsCommand(runner: RunnerName, example: string): BatonError {
  return new BatonError(
    'invalid_input',
    `The runner ${runner} needs a \`command\` and none is set: add for example \`${example}\` to baton.yaml.`,
  );
}

const MOST_BYTES = 16_000_000;

function readScript(file: string): string {
  try {
    const read = readBounded(file, MOST_BYTES);
    if ('bytes' in read) return read.bytes.toString('utf8');
    throw new Error(`it ${read.problem}`);
  } catch (cause) {
    throw new BatonError('invalid_input', `Cannot read the script ${file}: ${(cause as Error).message}.`, { cause });
  }
}
