import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { BatonError } from '../../base/error.ts';
import type { RunRequest } from '../framework.ts';

/** One way to start pytest: how, and what to set for it to find Baton's plugin. */
export interface PytestCommand {
  readonly program: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The ways to try, in order, each given where the plugin is; a Python without pytest tells so and the next is tried. */
export function pytestCommands({ command, directory, selection }: RunRequest): ((plugin: string) => PytestCommand)[] {
  const last = (plugin: string) => [...pytestArguments(plugin), ...(selection.files ?? [])];
  if (command === undefined)
    return pythons(directory).map((python) => (plugin) => ({
      program: [python, join(plugin, 'baton_pytest_start.py'), ...last(plugin)],
      environment: ENVIRONMENT,
    }));
  if (!startsPytest(command)) throw notPytest(command);
  return [
    (plugin) => ({ program: [...command, ...last(plugin)], environment: { ...ENVIRONMENT, PYTHONPATH: plugin } }),
  ];
}

/** Later options win over the project's `addopts`: nothing stops at the first failure, nothing is written into the project. */
function pytestArguments(pluginDirectory: string): string[] {
  return [
    ...['-p', 'baton_pytest', '--continue-on-collection-errors', '--maxfail=0', '--color=no'],
    // Every failure is recorded as it comes. Summaries cost plugins more than most runs of tests: some load themselves for one.
    '--no-summary',
    ...['-o', `cache_dir=${join(pluginDirectory, 'cache')}`],
  ];
}

const ENVIRONMENT = {
  PYTHONDONTWRITEBYTECODE: '1',
  // What is parametrised over a set keeps its order from run to run.
  PYTHONHASHSEED: '0',
};

/** The project's own virtual environment if there is one, else every Python on the path. */
function pythons(directory: string): string[] {
  const own = ownPython(directory);
  if (own !== undefined) return [own];
  const shown = ENVIRONMENTS.filter((name) => isEmptyFolder(join(directory, name)));
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => place !== '');
  const found = ['python3', 'python']
    .flatMap((name) => places.map((place) => join(place, name)))
    .filter((path) => existsSync(path));
  return [
    ...new Set([...shown.map((name) => join(directory, name, PYTHON)), ...found, ...places.flatMap(pythonOfScript)]),
  ];
}

export function ownPython(directory: string): string | undefined {
  return ENVIRONMENTS.map((name) => join(directory, name, PYTHON)).find((path) => existsSync(path));
}

const ENVIRONMENTS = ['.venv', 'venv', 'env', '.env'];
const PYTHON = 'bin/python';

/** A folder that only a sandbox fills: what is installed is mounted there. */
function isEmptyFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory() && readdirSync(path).length === 0;
}

/** The Python an installed `pytest` script runs with: one that a tool such as pipx keeps for it alone. */
function pythonOfScript(place: string): string[] {
  const script = join(place, 'pytest');
  if (!existsSync(script)) return [];
  const python = /^#!(\/\S*python[\w.]*)\s*\n/.exec(readFileSync(script, 'utf8'))?.[1];
  return python === undefined || !existsSync(python) ? [] : [python];
}

function startsPytest(command: readonly string[]): boolean {
  return command.some((word, index) =>
    word === 'pytest' ? index === 0 || command[index - 1] !== '-p' : ['pytest', 'py.test'].includes(basename(word)),
  );
}

function notPytest(command: readonly string[]): BatonError {
  return new BatonError(
    'project_misconfigured',
    `The command \`${command.join(' ')}\` does not visibly start pytest, so Baton cannot add its reporter to it. ` +
      'Set `tests.command` to one that does, such as `python -m pytest` or `uv run pytest`.',
    { data: { command } },
  );
}

/** Nothing that could be tried has pytest. */
export function noPytest({ directory }: RunRequest, tried: readonly string[]): BatonError {
  const own = ownPython(directory);
  const [, cure = `${own ?? 'python3'} -m pip install pytest`] =
    LOCK_FILES.find(([file]) => existsSync(join(directory, file))) ?? [];
  const where =
    tried.length === 0 ? 'There is no Python on the path' : `pytest is not installed for ${tried.join(', ')}`;
  return new BatonError('missing_program', `${where}. Install it: \`${cure}\`.`, {
    data: { program: 'pytest', tried },
  });
}

const LOCK_FILES = [
  ['uv.lock', 'uv sync'],
  ['poetry.lock', 'poetry config virtualenvs.in-project true && poetry install'],
  ['pdm.lock', 'pdm install'],
  ['Pipfile.lock', 'PIPENV_VENV_IN_PROJECT=1 pipenv install --dev'],
] as const;
