import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../repository.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Project {
  /** A tiny project under test/projects to begin with. */
  readonly from?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Whether this repository's own packages are installed in it. */
  readonly installed?: boolean;
  /** In place of the search path for programs; then there is no sandbox, which would hide it. */
  readonly path?: string;
  /** Variables that are other than usual. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What is done to the checkout when all is committed. */
  readonly afterwards?: ((checkout: string) => void) | undefined;
}

/** What `baton doctor` says of a project, and how it exits. It has a cache of its own. */
export async function doctor(project: Project) {
  const { from, files = {}, installed = false, path, environment = {} } = project;
  const cwd = temporaryRepository();
  if (from !== undefined) cpSync(join(root, 'test/projects', from), cwd, { recursive: true });
  const written = { '.gitignore': 'node_modules\n', ...(path === undefined ? {} : { 'baton.yaml': 'sandbox: off\n' }) };
  for (const [name, text] of Object.entries({ ...written, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  gitIn(cwd, 'add', '--all');
  gitIn(cwd, 'commit', '--quiet', '--message=project');
  if (installed) symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
  project.afterwards?.(cwd);
  const changed = path === undefined ? {} : { PATH: path };
  setEnvironment({ XDG_CACHE_HOME: temporaryDirectory(), ...changed, ...environment });
  const told: string[] = [];
  const output = { out: (text: string) => told.push(text), err: (text: string) => told.push(text), interactive: false };
  const code = await runProgram({ argv: ['doctor'], cwd, version: '0.0.0', output });
  return { code, told: told.join('\n') };
}

function setEnvironment(values: Readonly<Record<string, string>>): void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}
