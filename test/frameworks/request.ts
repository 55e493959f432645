import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { cleanEnvironment } from '../../src/sys/environment.ts';
import { runProgram } from '../../src/sys/program.ts';
import { temporaryDirectory } from '../repository.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A private copy of a tiny project under test/projects, with the repository's own packages as its dependencies. */
export function projectCopy(name: string): string {
  const directory = join(temporaryDirectory(), 'project');
  cpSync(join(root, 'test/projects', name), directory, { recursive: true });
  const modules = join(directory, 'node_modules');
  if (!existsSync(modules)) symlinkSync(join(root, 'node_modules'), modules);
  return directory;
}

/** A request to run a project's tests without a sandbox, in a clean environment. */
export function requestFor(directory: string, more: Partial<RunRequest> = {}): RunRequest {
  const scratch = join(temporaryDirectory(), 'scratch');
  const places = { home: join(scratch, 'home'), temporary: join(scratch, 'tmp') };
  for (const path of [places.home, places.temporary]) mkdirSync(path, { recursive: true });
  const timeoutMs = more.timeoutMs ?? 60_000;
  return {
    directory,
    scratch,
    selection: {},
    timeoutMs,
    canary: true,
    start: (program, environment) =>
      runProgram({
        program,
        cwd: directory,
        environment: cleanEnvironment(places, { CI: 'true', ...environment }),
        timeoutMs,
      }),
    ...more,
  };
}
