import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { validateProject } from '../../src/engine/validate-agents.ts';
import { parseConfig } from '../../src/protocol/config.ts';
import type { Problem } from '../../src/protocol/validate/problem.ts';
import type { Validation } from '../../src/protocol/validate/validate.ts';
import { temporaryDirectory } from '../repository.ts';

const RUNNERS = ['acp', 'claude', 'codex', 'command', 'scripted'];

/** Looks at a directory as `baton agents validate` does, with the built-in agents and workflows beside it. */
export function lookAt(checkout: string, config = ''): Validation {
  return validateProject({ checkout }, parseConfig(config), RUNNERS);
}

/** The same for files that are written down first. */
export function lookAtFiles(files: Readonly<Record<string, string>>): Validation {
  const directory = temporaryDirectory();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  return lookAt(directory, files['baton.yaml']);
}

/** A problem as it is expected: what, where. */
export function told({ code, file, line, column }: Problem): string {
  return `${code} ${file}:${line}:${column}`;
}
