import { findAgentPackage } from '../agent-home.ts';
import { findLogin } from '../login.ts';
import { notLoggedIn, type Problem, packageIncomplete, packageMissing, shownProblems } from '../readiness.ts';
import type { RunnerDescription } from '../runner.ts';
import { claudeLogin } from './login.ts';
import { findClaudeProgram, SDK_PACKAGE } from './sdk.ts';

/** What keeps Claude Code from working on this machine, the first thing to be done first. */
export function problemsOf(user: NodeJS.ProcessEnv): readonly Problem[] {
  const rule = claudeLogin(user);
  return [
    ...missingIn(user),
    ...(findLogin(rule, user).by === undefined ? [notLoggedIn('Claude Code', rule.remedy)] : []),
  ];
}

/** What Claude Code is like on this machine. */
export function describeClaude(user: NodeJS.ProcessEnv): RunnerDescription {
  return {
    program: 'Claude Code, by the Claude Agent SDK',
    version: findAgentPackage(SDK_PACKAGE, user)?.version,
    login: findLogin(claudeLogin(user), user).by,
    problems: shownProblems(problemsOf(user)),
  };
}

function missingIn(user: NodeJS.ProcessEnv): readonly Problem[] {
  const sdk = findAgentPackage(SDK_PACKAGE, user);
  if (sdk === undefined) return [packageMissing(SDK_PACKAGE)];
  return findClaudeProgram(sdk.directory) === undefined ? [packageIncomplete(SDK_PACKAGE, sdk.directory)] : [];
}
