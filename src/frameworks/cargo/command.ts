import { basename, dirname, join } from 'node:path';
import { BatonError } from '../../base/error.ts';
import type { RunRequest } from '../framework.ts';
import type { MessageTarget } from './messages.ts';
import type { Workspace } from './workspace.ts';

/** The command that runs the tests: Baton's own, or the user's with Baton's arguments put in. */
export function cargoTest(request: RunRequest, workspace: Workspace, more: readonly string[]): readonly string[] {
  const ours = ['--no-fail-fast', '--message-format=json', ...more];
  if (request.command === undefined) return ['cargo', 'test', ...ours, ...scopeOf(request, workspace)];
  const [program = '', ...rest] = request.command;
  const at = rest.findIndex((argument) => !argument.startsWith('+'));
  if (basename(program) !== 'cargo' || !/^(test|t)$/.test(rest[at] ?? '')) throw notCargoTest(request.command);
  const own = rest
    .slice(at + 1)
    .filter((argument) => argument !== '--no-fail-fast' && !argument.startsWith('--message-format'));
  return [program, ...rest.slice(0, at + 1), ...ours, ...own];
}

function notCargoTest(command: readonly string[]): BatonError {
  return new BatonError(
    'project_misconfigured',
    `\`${command.join(' ')}\` is not \`cargo test\`, so its tests cannot be seen: set \`tests.command\` to a \`cargo test ...\` command, or \`tests.framework\` to junit, tap or exit-code.`,
  );
}

/** All packages of the workspace if the project is the whole of it. */
export function scopeOf({ directory }: RunRequest, { root }: Workspace): readonly string[] {
  return directory === root ? ['--workspace'] : [];
}

/** The targets that hold the selected files; nothing if none does, which means all. */
export function selectionOf({ selection, directory }: RunRequest, { packages }: Workspace): readonly string[] {
  const files = (selection.files ?? []).map((file) => join(directory, file));
  const targets = packages.flatMap(({ targets }) => targets).filter(({ kind }) => !kind.includes('custom-build'));
  const chosen = files.flatMap((file) => {
    const exact = targets.filter(({ src_path }) => src_path === file);
    return exact.length > 0 ? exact : targets.filter(({ src_path }) => file.startsWith(`${dirname(src_path)}/`));
  });
  return [...new Set(chosen.map((target) => targetFlags(target).join(' ')))].flatMap((flags) => flags.split(' '));
}

export function targetFlags({ kind, name }: MessageTarget): readonly string[] {
  const named = ['bin', 'test', 'example', 'bench'].find((one) => kind.includes(one));
  return named === undefined ? ['--lib'] : [`--${named}`, name];
}
