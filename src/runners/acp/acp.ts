import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isBatonError } from '../../base/error.ts';
import { importAgentPackage } from '../agent-home.ts';
import { type Command, filesNamedIn, showCommand } from '../command-words.ts';
import { findLogin } from '../login.ts';
import { INTERRUPTED } from '../program-end.ts';
import type { Runner, SessionOutcome, SessionRequest } from '../runner.ts';
import { hideSecrets, secretsOf } from '../secrets.ts';
import { prepareEnvironment } from '../session-program.ts';
import { converse } from './conversation.ts';
import { outcomeOf } from './ending.ts';
import { type KnownAgent, knownAgent, placeOf } from './profiles.ts';
import type { AgentStart } from './program.ts';
import { type AgentChoice, checkAgent, describeAgent } from './readiness.ts';
import { type AcpSdk, SDK_PACKAGE } from './sdk.ts';

export interface AcpRunnerOptions {
  /** `gemini`, `opencode`, or what starts any other agent that speaks the Agent Client Protocol. */
  readonly command: Command;
  /** The user's checkout: where a program with a relative path is looked for before a run is created. */
  readonly repository: string;
  /** The environment in which logins and programs are looked for. Default: that of this process. */
  readonly user?: NodeJS.ProcessEnv | undefined;
  /** Variables its program gets beside the usual ones. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** How long it may take to say that it speaks the protocol: it may have to be fetched first. Default two minutes. */
  readonly startMs?: number | undefined;
}

type Environment = Readonly<Record<string, string>>;

/** Any agent that speaks the Agent Client Protocol. */
export function acpRunner(options: AcpRunnerOptions): Runner {
  const { command, repository, user = process.env } = options;
  const choice: AgentChoice = { command, repository, user };
  return {
    name: 'acp',
    check: () => checkAgent(choice),
    describe: async () => describeAgent(choice),
    play: (request) => play(request, choice, options),
  };
}

async function play(
  request: SessionRequest,
  choice: AgentChoice,
  { environment = {}, startMs = 120_000 }: AcpRunnerOptions,
): Promise<SessionOutcome> {
  if (request.signal.aborted) return INTERRUPTED;
  const secrets = secretsIn({ ...environment, ...loginOf(choice, request)?.variables });
  try {
    await checkAgent(choice, request.model);
    const sdk = await importAgentPackage<AcpSdk>(SDK_PACKAGE, choice.user);
    const start = { ...startOf(choice, request, environment), startMs };
    const conversation = await converse(sdk, start, request, (message) =>
      request.onMessage(hideSecrets(message, secrets)),
    );
    const { title, profile } = start;
    const remedy = profile?.loginRule(choice.user, request.model).remedy ?? LOG_IN;
    return hideSecrets(outcomeOf(conversation, { title, profile, remedy }, request), secrets);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { ended: 'unavailable', detail: hideSecrets(error.message, secrets) };
  }
}

const LOG_IN = 'Log in to it as its own documentation says, or give it a key.';

function loginOf({ command, user }: AgentChoice, { model }: SessionRequest) {
  const rule = knownAgent(command)?.profile.loginRule(user, model);
  return rule && findLogin(rule, user);
}

/** Secrets of variables, and those that stand in settings given as JSON. */
function secretsIn(variables: Environment): readonly string[] {
  const texts = Object.values(variables).join('\n');
  const found = [...texts.matchAll(/"[^"]*(?:key|token|secret)[^"]*":\s*"([^"]+)"/gi)].map(([, value = '']) => value);
  return secretsOf({ ...variables, ...Object.fromEntries(found.map((value, index) => [`KEY_${index}`, value])) });
}

function startOf(choice: AgentChoice, request: SessionRequest, environment: Environment): Omit<AgentStart, 'startMs'> {
  const trace = request.traceparent === undefined ? {} : { TRACEPARENT: request.traceparent };
  const agent = knownAgent(choice.command);
  if (agent !== undefined) return startOfKnown(agent, choice, request, { ...environment, ...trace });
  const { command } = choice;
  return {
    title: `The agent ${showCommand(command)}`,
    profile: undefined,
    login: undefined,
    program: typeof command === 'string' ? ['sh', '-c', command] : ['sh', '-c', 'exec "$0" "$@"', ...command],
    needs: { readable: filesNamedIn(command) },
    environment: prepareEnvironment(request, { ...environment, ...trace }),
    directory: realpathSync(request.workbench),
  };
}

function startOfKnown(
  agent: KnownAgent,
  choice: AgentChoice,
  request: SessionRequest,
  environment: Environment,
): Omit<AgentStart, 'startMs'> {
  const { profile, more } = agent;
  const { user } = choice;
  const login = findLogin(profile.loginRule(user, request.model), user);
  const place = placeOf(agent, user);
  const setup = profile.setUp({ home: join(request.scratch, 'home'), login, user, request });
  return {
    title: profile.title,
    profile,
    login,
    program: [...(place?.program ?? []), ...setup.arguments, ...more],
    needs: { readable: [...(place?.readable ?? []), ...login.readable], login: setup.login },
    environment: prepareEnvironment(request, { ...login.variables, ...environment, ...setup.environment }),
    directory: realpathSync(request.workbench),
  };
}
