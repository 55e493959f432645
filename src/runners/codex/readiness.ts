import type { ErrorCode } from '../../base/error.ts';
import { AGENT_HOME } from '../agent-home.ts';
import { findLogin } from '../login.ts';
import type { RunnerDescription } from '../runner.ts';
import { CODEX_LOGIN } from './login.ts';
import { CODEX_PACKAGE, type CodexPlace, findCodex } from './program.ts';

/** Something that keeps Codex from working on this machine, and what mends it. */
export interface CodexProblem {
  readonly code: ErrorCode;
  readonly told: string;
  readonly remedy: string;
}

/** What keeps Codex from working on this machine, the first thing to be done first. */
export function problemsOf(user: NodeJS.ProcessEnv): readonly CodexProblem[] {
  const { remedy } = CODEX_LOGIN;
  const noLogin: CodexProblem = { code: 'missing_login', told: 'Codex is not logged in.', remedy };
  return [...missingAt(findCodex(user)), ...(findLogin(CODEX_LOGIN, user).by === undefined ? [noLogin] : [])];
}

/** What Codex is like on this machine. */
export function describeCodex(user: NodeJS.ProcessEnv): RunnerDescription {
  const place = findCodex(user);
  return {
    program: 'Codex',
    version: 'program' in place ? place.program.version : undefined,
    login: findLogin(CODEX_LOGIN, user).by,
    problems: problemsOf(user).map(({ told, remedy }) => ({ told, remedy })),
  };
}

function missingAt(place: CodexPlace): readonly CodexProblem[] {
  if ('program' in place) return [];
  if (place.missing === 'package') {
    const remedy =
      `Install it: npm install --global ${CODEX_PACKAGE}, or beside Baton: npm install ${CODEX_PACKAGE}` +
      ` (or name the directory it is in by ${AGENT_HOME}).`;
    return [{ code: 'missing_program', told: 'Codex is not installed.', remedy }];
  }
  const told = `The package in ${place.directory} lacks its program for ${process.platform} ${process.arch}.`;
  const remedy = `Install it again with its optional packages: npm install --include=optional ${CODEX_PACKAGE}`;
  return [{ code: 'missing_program', told, remedy }];
}
