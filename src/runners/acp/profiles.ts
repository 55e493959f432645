import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { findAgentPackage, findOnPath } from '../agent-home.ts';
import type { Command } from '../command-words.ts';
import { GEMINI } from './gemini.ts';
import { OPENCODE } from './opencode.ts';
import type { Place, Profile } from './profile.ts';

/** The agents Baton knows, by the word for each. Any other that speaks the protocol is started by its command. */
export const PROFILES: readonly Profile[] = [GEMINI, OPENCODE];

/** An agent Baton knows, as `command` in baton.yaml names it. */
export interface KnownAgent {
  readonly profile: Profile;
  /** Its program, if the command says which. */
  readonly path: string | undefined;
  /** Arguments beside those that it always gets. */
  readonly more: readonly string[];
}

/** The agent that a command means: `gemini`, `gemini --acp`, `/usr/bin/opencode acp`; nothing if it is none that is known. */
export function knownAgent(command: Command): KnownAgent | undefined {
  const [first = '', ...rest] = typeof command === 'string' ? plainWords(command) : command;
  const path = isAbsolute(first) ? first : undefined;
  const profile = PROFILES.find(({ word }) => word === (path === undefined ? first : basename(path)));
  if (profile === undefined) return undefined;
  const always = ['--acp', '--experimental-acp', 'acp'];
  return { profile, path, more: rest.filter((word) => !always.includes(word)) };
}

/** Where a known agent's program is: in its package, else on the `PATH`; nothing if nowhere. */
export function placeOf({ profile, path }: KnownAgent, user: NodeJS.ProcessEnv): Place | undefined {
  const found = path === undefined ? findAgentPackage(profile.package, user) : undefined;
  if (found !== undefined) {
    const program = profile.programIn(found.directory)?.map((word) => (existsSync(word) ? realpathSync(word) : word));
    return program && { program, version: found.version, readable: readableFor(found.directory, program) };
  }
  const onPath = path ?? findOnPath(profile.word, user);
  if (onPath === undefined || !existsSync(onPath)) return undefined;
  const program = realpathSync(onPath);
  const own = packageAround(program, profile.package);
  return { program: [program], version: own?.version, readable: [own?.directory ?? program] };
}

/** The words of a command that a shell would take as they are; none if it would not. */
function plainWords(command: string): readonly string[] {
  return /^[\w\s./@:=+,-]*$/.test(command) ? command.trim().split(/\s+/) : [];
}

/** Its package, and the package of its platform where the program is in one. */
function readableFor(directory: string, program: Place['program']): readonly string[] {
  const file = program.at(-1) ?? '';
  return file.startsWith(join(directory, '/')) ? [directory] : [dirname(file)];
}

function packageAround(file: string, name: string) {
  const at = file.lastIndexOf(join('/node_modules', name, '/'));
  const directory = at === -1 ? undefined : file.slice(0, at + join('/node_modules', name).length);
  if (directory === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version?: string };
  return { directory, version };
}
