import { findLogin } from '../login.ts';
import { notInstalled, notLoggedIn, type Problem, packageIncomplete, shownProblems } from '../readiness.ts';
import type { RunnerDescription } from '../runner.ts';
import { CODEX_LOGIN } from './login.ts';
import { CODEX_PACKAGE, type CodexPlace, findCodex } from './program.ts';

/** What keeps Codex from working on this machine, the first thing to be done first. */
export function problemsOf(user: NodeJS.ProcessEnv): readonly Problem[] {
  const noLogin = notLoggedIn('Codex', CODEX_LOGIN.remedy);
  return [...missingAt(findCodex(user)), ...(findLogin(CODEX_LOGIN, user).by === undefined ? [noLogin] : [])];
}

/** What Codex is like on this machine. */
export function describeCodex(user: NodeJS.ProcessEnv): RunnerDescription {
  const place = findCodex(user);
  return {
    program: 'Codex',
    version: 'program' in place ? place.program.version : undefined,
    login: findLogin(CODEX_LOGIN, user).by,
    problems: shownProblems(problemsOf(user)),
  };
}

function missingAt(place: CodexPlace): readonly Problem[] {
  if ('program' in place) return [];
  if (place.missing === 'package') return [notInstalled('Codex is not installed.', CODEX_PACKAGE)];
  return [packageIncomplete(CODEX_PACKAGE, place.directory)];
}
