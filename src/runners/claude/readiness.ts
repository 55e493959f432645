import type { ErrorCode } from '../../base/error.ts';
import { AGENT_HOME, findAgentPackage } from '../agent-home.ts';
import { findLogin } from '../login.ts';
import type { RunnerDescription } from '../runner.ts';
import { claudeLogin } from './login.ts';
import { findClaudeProgram, SDK_PACKAGE } from './sdk.ts';

interface Problem {
  readonly code: ErrorCode;
  readonly told: string;
  readonly remedy: string;
}

/** What keeps Claude Code from working on this machine, the first thing to be done first. */
export function problemsOf(user: NodeJS.ProcessEnv): readonly Problem[] {
  const rule = claudeLogin(user);
  const noLogin: Problem = { code: 'missing_login', told: 'Claude Code is not logged in.', remedy: rule.remedy };
  return [...missingIn(user), ...(findLogin(rule, user).by === undefined ? [noLogin] : [])];
}

/** What Claude Code is like on this machine. */
export function describeClaude(user: NodeJS.ProcessEnv): RunnerDescription {
  return {
    program: 'Claude Code, by the Claude Agent SDK',
    version: findAgentPackage(SDK_PACKAGE, user)?.version,
    login: findLogin(claudeLogin(user), user).by,
    problems: problemsOf(user).map(({ told, remedy }) => ({ told, remedy })),
  };
}

function missingIn(user: NodeJS.ProcessEnv): readonly Problem[] {
  const sdk = findAgentPackage(SDK_PACKAGE, user);
  if (sdk === undefined) {
    const remedy = `Install it beside Baton: npm install ${SDK_PACKAGE} (or name the directory it is in by ${AGENT_HOME}).`;
    return [{ code: 'missing_program', told: `The package ${SDK_PACKAGE} is not installed.`, remedy }];
  }
  if (findClaudeProgram(sdk.directory) !== undefined) return [];
  const told = `The package in ${sdk.directory} lacks its program for ${process.platform} ${process.arch}.`;
  const remedy = `Install it again with its optional packages: npm install --include=optional ${SDK_PACKAGE}`;
  return [{ code: 'missing_program', told, remedy }];
}
