import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What of the user's environment a program needs to find its tools and speak the user's language. Nothing else passes. */
const PASSED = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'SHELL', 'USER', 'LOGNAME'] as const;

export interface PrivatePlaces {
  /** A home of its own, empty. */
  readonly home: string;
  readonly temporary: string;
}

/** A clean environment for a program that runs other people's code: no keys, no tokens, no settings of the user. */
export function cleanEnvironment(
  places: PrivatePlaces,
  more: Readonly<Record<string, string>> = {},
  from: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const passed = PASSED.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]] as const]));
  return { ...Object.fromEntries(passed), HOME: places.home, TMPDIR: places.temporary, ...more };
}

/** The user's whole environment and more, for the user's own commands. */
export function userEnvironment(more: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(own), ...more };
}

/**
 * Variables that lead a program to folders of the user's home although its own home is another one: as the user set them,
 * or where the folder usually is. What is not there is left out.
 */
export function homeVariables(
  folders: Readonly<Record<string, string>>,
  from: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const places = Object.entries(folders).map(
    ([name, folder]) => [name, from[name] ?? join(homedir(), folder)] as const,
  );
  return Object.fromEntries(places.filter(([, path]) => existsSync(path)));
}
