import { isBatonError } from '../../base/error.ts';
import { importAgentPackage } from '../agent-home.ts';
import { findLogin } from '../login.ts';
import { INTERRUPTED } from '../program-end.ts';
import { refuseUnready } from '../readiness.ts';
import type { Runner, SessionOutcome, SessionRequest } from '../runner.ts';
import { hideSecrets, secretsOf } from '../secrets.ts';
import { converse } from './conversation.ts';
import { outcomeOf } from './ending.ts';
import { claudeLogin } from './login.ts';
import { describeClaude, problemsOf } from './readiness.ts';
import { type ClaudeSdk, SDK_PACKAGE } from './sdk.ts';

export interface ClaudeRunnerOptions {
  /** The environment in which the login and the SDK are looked for. Default: that of this process. */
  readonly user?: NodeJS.ProcessEnv | undefined;
  /** Variables its program gets beside the usual ones. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Claude Code as an agent, by way of the Claude Agent SDK. */
export function claudeRunner({ user = process.env, environment = {} }: ClaudeRunnerOptions = {}): Runner {
  return {
    name: 'claude',
    check: async () => check(user),
    describe: async () => describeClaude(user),
    play: (request) => play(request, user, environment),
  };
}

function check(user: NodeJS.ProcessEnv): void {
  refuseUnready(problemsOf(user), { runner: 'claude' });
}

async function play(
  request: SessionRequest,
  user: NodeJS.ProcessEnv,
  environment: Readonly<Record<string, string>>,
): Promise<SessionOutcome> {
  if (request.signal.aborted) return INTERRUPTED;
  const rule = claudeLogin(user);
  const login = findLogin(rule, user);
  const variables = { ...login.variables, ...environment };
  const secrets = secretsOf(variables);
  try {
    check(user);
    const sdk = await importAgentPackage<ClaudeSdk>(SDK_PACKAGE, user);
    const given = { variables, readable: login.readable };
    const conversation = await converse(sdk, request, given, (message) =>
      request.onMessage(hideSecrets(message, secrets)),
    );
    return hideSecrets(outcomeOf(conversation, request, rule.remedy), secrets);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { ended: 'unavailable', detail: error.message };
  }
}
