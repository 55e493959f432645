import { type FileRoles, holdsTests, rolesByGlobs } from '../../evidence/file-roles.ts';
import { type ConfigSource, namedFiles } from './named-files.ts';
import type { Pinned } from './pinned.ts';
import { fileAt, type Surroundings } from './surroundings.ts';

const MOST_SOURCES = 200;

/** Finds what the files of a tree are to its tests: by the globs of the run, and by what the configuration names. */
export function openRoles(
  { files, support, config, mixed, assertions, command, directory }: Pinned['tests'],
  around: Pick<Surroundings, 'reader' | 'paths'>,
): (tree: string) => Promise<FileRoles> {
  const roles = rolesByGlobs({ tests: files, support, config, mixed, assertions });
  const own = command === undefined ? [] : [commandIn(directory, command)];
  // Hardly a path differs from one tree to the next, and matching thousands of them with many globs takes long.
  let known = new Map<string, boolean>();

  function decidingOf(paths: readonly string[]): readonly string[] {
    const decides = (path: string) => roles.roleOf(path) === 'config' || /(?:^|\/)package\.json$/.test(path);
    known = new Map(paths.map((path) => [path, known.get(path) ?? decides(path)]));
    return paths.filter((path) => known.get(path));
  }

  return async (tree) => {
    const { files: paths } = await around.paths(tree);
    const sources = decidingOf(paths).slice(0, MOST_SOURCES);
    const texts = await Promise.all(
      sources.map(async (path) => ({ path, text: (await fileAt(around, tree, path)) ?? '' })),
    );
    const named = new Set(namedFiles([...texts, ...own], paths, (path) => holdsTests(path, roles)));
    return { ...roles, roleOf: (path) => (named.has(path) ? 'config' : roles.roleOf(path)) };
  };
}

/** A command of the user's own, as what would stand in a file of the package: what it starts decides how tests run. */
function commandIn(directory: string, command: readonly string[]): ConfigSource {
  const isText = command[0] === 'sh' && command[1] === '-c';
  const text = isText ? (command[2] ?? '') : command.join(' ');
  return { path: directory === '.' ? 'command' : `${directory}/command`, text, isCommand: true };
}
