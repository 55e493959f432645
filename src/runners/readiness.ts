import { BatonError, type ErrorCode } from '../base/error.ts';
import { AGENT_HOME } from './agent-home.ts';
import type { RunnerDescription } from './runner.ts';

/** Something that keeps an agent's program from working on this machine, and what mends it. */
export interface Problem {
  readonly code: ErrorCode;
  readonly told: string;
  readonly remedy: string;
}

/** Fails with the first thing that keeps a program from working. */
export function refuseUnready([problem]: readonly Problem[], data: Readonly<Record<string, string>>): void {
  if (problem === undefined) return;
  throw new BatonError(problem.code, `${problem.told} ${problem.remedy}`, { data });
}

export function notLoggedIn(who: string, remedy: string): Problem {
  return { code: 'missing_login', told: `${who} is not logged in.`, remedy };
}

/** A program that people install for themselves, or beside Baton. */
export function notInstalled(told: string, name: string): Problem {
  const remedy =
    `Install it: npm install --global ${name}, or beside Baton: npm install ${name}` +
    ` (or name the directory it is in by ${AGENT_HOME}).`;
  return { code: 'missing_program', told, remedy };
}

/** A package that only Baton uses. */
export function packageMissing(name: string): Problem {
  const remedy = `Install it beside Baton: npm install ${name} (or name the directory it is in by ${AGENT_HOME}).`;
  return { code: 'missing_program', told: `The package ${name} is not installed.`, remedy };
}

/** A package that came without the program it is there for: npm leaves optional packages out when told to. */
export function packageIncomplete(name: string, directory: string): Problem {
  const told = `The package in ${directory} lacks its program for ${process.platform} ${process.arch}.`;
  const remedy = `Install it again with its optional packages: npm install --include=optional ${name}`;
  return { code: 'missing_program', told, remedy };
}

/** Problems as they are shown to a person. */
export function shownProblems(problems: readonly Problem[]): RunnerDescription['problems'] {
  return problems.map(({ told, remedy }) => ({ told, remedy }));
}
