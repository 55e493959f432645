import { posix } from 'node:path';
import { matchAny } from '../base/glob.ts';
import type { ProjectView, Setup } from './framework.ts';
import { packageManagerOf } from './js/package-manager.ts';
import { localReferences, referencedFiles } from './local-references.ts';
import { nodeSetup } from './setup-node.ts';
import { RECIPES, type Recipe } from './setup-recipes.ts';

/** The set-up of a directory by the lock file or manifest it has; nothing if there is nothing to fetch. */
export function setupFor(project: ProjectView, directory = '.'): Setup | undefined {
  const setup = ownSetup(project, directory);
  return setup === undefined ? undefined : withReferences(setup, project);
}

/** With what the manifests point to: it is read by the commands, and may get dependencies of its own. */
function withReferences(setup: Setup, project: ProjectView): Setup {
  const manifests = project.files.filter(matchAny(setup.needs));
  const isCopying = COPYING_TOOLS.has(setup.tool);
  const references = localReferences(project, manifests).map((one) => ({
    ...one,
    isCopied: one.isCopied || isCopying,
  }));
  const known = new Set(manifests);
  const referenced = referencedFiles(project, references).filter((file) => !known.has(file));
  if (references.length === 0) return setup;
  const isNode = setup.results.some((path) => posix.basename(path) === 'node_modules');
  const directories = references.filter(({ path }) => project.files.some((file) => file.startsWith(`${path}/`)));
  const folders = isNode ? directories.map(({ path }) => posix.join(path, 'node_modules')) : [];
  return {
    ...setup,
    referenced,
    placeholders:
      setup.tool === 'cargo'
        ? [...setup.placeholders, ...references.map(({ path }) => `${path}/**/*.rs`)]
        : setup.placeholders,
    results: [...new Set([...setup.results, ...folders])],
  };
}

/** Tools that copy what `file:` names, where npm links to it. */
const COPYING_TOOLS: ReadonlySet<string> = new Set(['pnpm', 'yarn', 'bun']);

function ownSetup(project: ProjectView, directory: string): Setup | undefined {
  const files = new Set(project.files);
  const has = (name: string) => files.has(posix.join(directory, name));
  const node = packageManagerOf(project, directory);
  if (node?.lockFile !== undefined) return nodeSetup(node, node.lockFile, project);
  const [, make] = RECIPES.find(([sign]) => has(sign)) ?? [];
  if (make !== undefined) return complete(make, directory);
  return requirementsSetup(project, directory);
}

function complete(recipe: Recipe, directory: string): Setup {
  const at = (path: string) => (directory === '.' ? path : posix.join(directory, path));
  return {
    ...recipe,
    directory,
    lockFiles: recipe.lockFiles.map(at),
    environment: Object.fromEntries(
      Object.entries(recipe.environment).map(([name, value]) => [name, inDirectory(value, directory)]),
    ),
    commands: recipe.commands.map((command) => command.map((argument) => inDirectory(argument, directory))),
    needs: recipe.needs.map(at),
    placeholders: (recipe.placeholders ?? []).map(at),
    results: recipe.results.map(at),
  };
}

function inDirectory(text: string, directory: string): string {
  return directory === '.' ? text : text.replaceAll('{project}', `{project}/${directory}`);
}

const REQUIREMENTS = /^(dev-|test-)?requirements([-_.](dev|test|tests|testing|development))?\.txt$/;

/** Python without a lock file of its own: what the requirements files name, as built packages only. */
function requirementsSetup(project: ProjectView, directory: string): Setup | undefined {
  const { files } = project;
  const found = files.filter(
    (file) => posix.dirname(file) === posix.normalize(directory) && REQUIREMENTS.test(posix.basename(file)),
  );
  if (found.length === 0) return undefined;
  const names = found.map((file) => posix.basename(file));
  const itself = found.find((file) => installsItself(file, project));
  return complete(
    {
      tool: 'pip',
      // To build the project would run its own code where what it leaves is kept for all later proofs.
      unfit: itself === undefined ? undefined : `${itself} installs the project itself`,
      toolFrom: 'apt install python3-venv',
      lockFiles: names,
      commands: [
        ['python3', '-m', 'venv', '.venv'],
        ['.venv/bin/pip', 'install', '--only-binary', ':all:', ...names.flatMap((name) => ['-r', name])],
      ],
      environment: { PIP_DISABLE_PIP_VERSION_CHECK: '1' },
      needs: ['*requirements*.txt', '*constraints*.txt', 'requirements/**'],
      results: ['.venv'],
    },
    directory,
  );
}

/** Whether a requirements file, or one that it includes, names the directory of the project: `-e .`, `.[dev]`. */
function installsItself(file: string, project: ProjectView, seen: ReadonlySet<string> = new Set()): boolean {
  if (seen.has(file)) return false;
  return (project.read(file) ?? '').split('\n').some((line) => {
    if (ITSELF.test(line)) return true;
    const included = INCLUDES.exec(line)?.[1];
    if (included === undefined) return false;
    return installsItself(posix.join(posix.dirname(file), included), project, new Set([...seen, file]));
  });
}

const ITSELF = /^\s*(?:(?:-e|--editable)[ =]*)?(?:file:)?\.\/?(?:\[[^\]]*\])?\s*(?:[;#].*)?$/;
const INCLUDES = /^\s*(?:-r|--requirement)[ =]*([^\s#]+)/;
