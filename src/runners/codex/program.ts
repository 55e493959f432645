import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findAgentPackage, findOnPath } from '../agent-home.ts';

export const CODEX_PACKAGE = '@openai/codex';

/** Codex as it is installed here. */
export interface CodexProgram {
  readonly path: string;
  /** Nothing where only starting it would tell. */
  readonly version: string | undefined;
  /** The directory it belongs to: it needs helpers that lie there. */
  readonly directory: string;
}

/** Where Codex is, or why it cannot be started. */
export type CodexPlace =
  | { readonly program: CodexProgram }
  | { readonly missing: 'package' }
  /** A package without the program for this platform, which npm may have left out. */
  | { readonly missing: 'binary'; readonly directory: string };

/** Codex from its package, else from the `PATH`: a `codex` there is either the program itself or that of a package. */
export function findCodex(user: NodeJS.ProcessEnv): CodexPlace {
  const found = findAgentPackage(CODEX_PACKAGE, user);
  if (found !== undefined) return programOf(found.directory, found.version);
  const onPath = findOnPath('codex', user);
  if (onPath === undefined) return { missing: 'package' };
  const path = realpathSync(onPath);
  if (path.endsWith(join('bin', 'codex.js'))) return programOf(dirname(dirname(path)), undefined);
  return { program: { path, version: undefined, directory: dirname(path) } };
}

/** The program of a package lies in another one, of its platform, in a directory with the name of its target. */
function programOf(directory: string, version: string | undefined): CodexPlace {
  const targets = vendorDirectories(directory).flatMap((vendor) =>
    readdirSync(vendor).map((target) => join(vendor, target)),
  );
  const found = targets.find((one) => existsSync(programIn(one)));
  if (found === undefined) return { missing: 'binary', directory };
  const target = realpathSync(found);
  return { program: { path: programIn(target), version, directory: target } };
}

function programIn(target: string): string {
  return join(target, 'bin', 'codex');
}

function vendorDirectories(directory: string): readonly string[] {
  const platform = `${CODEX_PACKAGE}-${process.platform}-${process.arch}/package.json`;
  const places = [directory];
  try {
    places.push(dirname(createRequire(join(directory, 'package.json')).resolve(platform)));
  } catch {
    // Not installed: older packages hold the programs of all platforms themselves.
  }
  return places.map((place) => join(place, 'vendor')).filter((vendor) => existsSync(vendor));
}
