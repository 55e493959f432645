import { findAgentPackage } from '../agent-home.ts';
import { type Command, refuseMissing, showCommand } from '../command-words.ts';
import { findLogin } from '../login.ts';
import { notInstalled, notLoggedIn, type Problem, packageMissing, refuseUnready, shownProblems } from '../readiness.ts';
import type { RunnerDescription } from '../runner.ts';
import { type KnownAgent, knownAgent, placeOf } from './profiles.ts';
import { SDK_PACKAGE } from './sdk.ts';

export interface AgentChoice {
  readonly command: Command;
  /** The user's checkout: where a program with a relative path is looked for. */
  readonly repository: string;
  /** The environment in which logins and programs are looked for. */
  readonly user: NodeJS.ProcessEnv;
}

/** Fails with the first thing that keeps the agent from working here. */
export async function checkAgent({ command, repository, user }: AgentChoice, model?: string): Promise<void> {
  refuseUnready(noSdk(user), { program: SDK_PACKAGE });
  const agent = knownAgent(command);
  if (agent === undefined) return refuseMissing(command, repository);
  refuseUnready(problemsOf(agent, user, model), { program: agent.profile.word });
}

/** What the agent is like on this machine. */
export function describeAgent({ command, user }: AgentChoice): RunnerDescription {
  const agent = knownAgent(command);
  const problems = [...noSdk(user), ...(agent === undefined ? [] : problemsOf(agent, user))];
  return {
    program: agent?.profile.title ?? showCommand(command),
    version: agent && placeOf(agent, user)?.version,
    login: agent && findLogin(agent.profile.loginRule(user), user).by,
    problems: shownProblems(problems),
  };
}

function problemsOf(agent: KnownAgent, user: NodeJS.ProcessEnv, model?: string): readonly Problem[] {
  const { profile, path } = agent;
  const rule = profile.loginRule(user, model);
  const told = path === undefined ? `${profile.title} is not installed.` : `There is no program ${path}.`;
  return [
    ...(placeOf(agent, user) === undefined ? [notInstalled(told, profile.package)] : []),
    ...(findLogin(rule, user).by === undefined ? [notLoggedIn(profile.title, rule.remedy)] : []),
  ];
}

function noSdk(user: NodeJS.ProcessEnv): readonly Problem[] {
  return findAgentPackage(SDK_PACKAGE, user) === undefined ? [packageMissing(SDK_PACKAGE)] : [];
}
