import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BatonError } from '../base/error.ts';

/** The variable that names a directory in which agent programs were installed by npm, beside Baton's own place. */
export const AGENT_HOME = 'BATON_AGENT_HOME';

export interface AgentPackage {
  /** The directory of the package itself, not of a link to it: a sandbox shows only what it is told of. */
  readonly directory: string;
  readonly version: string;
}

/**
 * A package of an agent program: in the directory that `BATON_AGENT_HOME` names, else beside Baton. Never from the project
 * that agents work on: whatever lies there could have been put there by one.
 */
export function findAgentPackage(name: string, environment: NodeJS.ProcessEnv): AgentPackage | undefined {
  const home = environment[AGENT_HOME];
  const places = [...(home === undefined ? [] : [resolve(home)]), ...placesAround(fileURLToPath(import.meta.url))];
  const directory = places
    .map((place) => join(place, 'node_modules', name))
    .find((path) => existsSync(join(path, 'package.json')));
  if (directory === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version?: string };
  return { directory: realpathSync(directory), version: version ?? 'unknown' };
}

/** Imports a package of an agent program; what is missing is told with the command that installs it. */
export async function importAgentPackage<Module>(name: string, environment: NodeJS.ProcessEnv): Promise<Module> {
  const found = findAgentPackage(name, environment);
  if (found === undefined) throw missingPackage(name);
  const entry = createRequire(join(found.directory, 'package.json')).resolve(name);
  return (await import(pathToFileURL(entry).href)) as Module;
}

function missingPackage(name: string): BatonError {
  return new BatonError(
    'missing_program',
    `The package ${name} is not installed. Install it beside Baton: npm install ${name}` +
      ` (or name the directory it is in by ${AGENT_HOME}).`,
    { data: { program: name } },
  );
}

/** The first program of a name on the `PATH`. */
export function findOnPath(program: string, environment: NodeJS.ProcessEnv): string | undefined {
  const directories = (environment.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, program)).find((path) => existsSync(path));
}

function placesAround(file: string): readonly string[] {
  const parent = dirname(file);
  return parent === file ? [] : [parent, ...placesAround(parent)];
}
