import { BatonError, type ErrorCode } from '../../base/error.ts';
import { AGENT_HOME, findAgentPackage, missingPackage } from '../agent-home.ts';
import { type Command, refuseMissing, showCommand } from '../command-words.ts';
import { findLogin } from '../login.ts';
import type { RunnerDescription } from '../runner.ts';
import { type KnownAgent, knownAgent, placeOf } from './profiles.ts';
import { SDK_PACKAGE } from './sdk.ts';

/** Something that keeps an agent from working on this machine, and what mends it. */
interface Problem {
  readonly code: ErrorCode;
  readonly told: string;
  readonly remedy: string;
}

export interface AgentChoice {
  readonly command: Command;
  /** The user's checkout: where a program with a relative path is looked for. */
  readonly repository: string;
  /** The environment in which logins and programs are looked for. */
  readonly user: NodeJS.ProcessEnv;
}

/** Fails with the first thing that keeps the agent from working here. */
export async function checkAgent({ command, repository, user }: AgentChoice, model?: string): Promise<void> {
  if (findAgentPackage(SDK_PACKAGE, user) === undefined) throw missingPackage(SDK_PACKAGE);
  const agent = knownAgent(command);
  if (agent === undefined) return refuseMissing(command, repository);
  const [problem] = problemsOf(agent, user, model);
  if (problem === undefined) return;
  throw new BatonError(problem.code, `${problem.told} ${problem.remedy}`, { data: { program: agent.profile.word } });
}

/** What the agent is like on this machine. */
export function describeAgent({ command, user }: AgentChoice): RunnerDescription {
  const agent = knownAgent(command);
  const problems = [...noSdk(user), ...(agent === undefined ? [] : problemsOf(agent, user))];
  return {
    program: agent?.profile.title ?? showCommand(command),
    version: agent && placeOf(agent, user)?.version,
    login: agent && findLogin(agent.profile.loginRule(user), user).by,
    problems: problems.map(({ told, remedy }) => ({ told, remedy })),
  };
}

function problemsOf(agent: KnownAgent, user: NodeJS.ProcessEnv, model?: string): readonly Problem[] {
  const { profile, path } = agent;
  const rule = profile.loginRule(user, model);
  const missing: Problem = {
    code: 'missing_program',
    told: path === undefined ? `${profile.title} is not installed.` : `There is no program ${path}.`,
    remedy:
      `Install it: npm install --global ${profile.package}, or beside Baton: npm install ${profile.package}` +
      ` (or name the directory it is in by ${AGENT_HOME}).`,
  };
  const noLogin: Problem = {
    code: 'missing_login',
    told: `${profile.title} is not logged in.`,
    remedy: rule.remedy,
  };
  return [
    ...(placeOf(agent, user) === undefined ? [missing] : []),
    ...(findLogin(rule, user).by === undefined ? [noLogin] : []),
  ];
}

function noSdk(user: NodeJS.ProcessEnv): readonly Problem[] {
  if (findAgentPackage(SDK_PACKAGE, user) !== undefined) return [];
  const remedy = `Install it beside Baton: npm install ${SDK_PACKAGE}`;
  return [{ code: 'missing_program', told: `The package ${SDK_PACKAGE} is not installed.`, remedy }];
}
