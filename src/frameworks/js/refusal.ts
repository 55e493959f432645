import { BatonError } from '../../base/error.ts';
import type { ProgramResult } from '../framework.ts';
import { refuseOld } from '../versions.ts';
import { firstComplaint } from './report.ts';
import { type JsProject, relativeFile, stripAnsi } from './stack.ts';

/** A framework that was to run in a project. */
export interface JsStart {
  readonly name: 'vitest' | 'jest' | 'mocha';
  readonly project: JsProject;
  /** The project's files: a lock file tells the package manager. */
  readonly files: readonly string[];
}

/** Refuses a test command of the user's that Baton's reporter cannot be added to. */
export function refuseCommand(name: string, command: readonly string[]): never {
  throw new BatonError(
    'project_misconfigured',
    `The test command \`${command.join(' ')}\` does not plainly start ${name}, so Baton cannot add its reporter. ` +
      `Set tests.command to the ${name} command itself, such as \`npx ${name}\`, and do other work in tests.setup.`,
    { data: { command } },
  );
}

/** Refuses a run that never came to its tests, where that is a thing for a person to mend. */
export function refuseIfNotStarted({ name, project, files }: JsStart, result: ProgramResult): void {
  if (result.exitCode === NOT_INSTALLED && result.output.includes(`baton: ${name} is not installed`)) {
    const installer = installerOf(files);
    throw new BatonError(
      'missing_program',
      `${name} is not installed in ${project.directory}. Install the project's dependencies with ` +
        `\`${installer.all}\`, or add it with \`${installer.add} ${name}\`.`,
      { data: { program: name } },
    );
  }
  if (result.exitCode === TOO_OLD) {
    refuseOld(name, new RegExp(`^baton: ${name} (\\S+) is too old$`, 'm').exec(result.output)?.[1]);
  }
  if (result.timedOut || result.exitCode === null || result.exitCode === 0) return;
  const printed = firstComplaint(result.output, project) ?? stripAnsi(result.output).trim().slice(-2_000);
  const config = /failed to load config from (.+)/.exec(result.output)?.[1];
  const where = config === undefined ? '' : ` (${relativeFile(config, project)})`;
  throw new BatonError(
    'project_misconfigured',
    `${name} cannot start with this project's configuration${where}: ${printed === '' ? NOT_ASKED : printed}`,
    { data: { exitCode: result.exitCode } },
  );
}

const NOT_INSTALLED = 97;
const TOO_OLD = 98;
const NOT_ASKED = "Baton's reporter was never asked; something takes the place of all reporters";

/** The commands of the package manager whose lock file is there. */
function installerOf(files: readonly string[]): { readonly all: string; readonly add: string } {
  if (files.includes('pnpm-lock.yaml')) return { all: 'pnpm install', add: 'pnpm add --save-dev' };
  if (files.includes('yarn.lock')) return { all: 'yarn install', add: 'yarn add --dev' };
  if (files.includes('bun.lock') || files.includes('bun.lockb')) return { all: 'bun install', add: 'bun add --dev' };
  return { all: files.includes('package-lock.json') ? 'npm ci' : 'npm install', add: 'npm install --save-dev' };
}
