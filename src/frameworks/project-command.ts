import { posix } from 'node:path';
import type { ProjectView } from './framework.ts';
import { findInScript } from './js/command.ts';
import { packageManagerOf } from './js/package-manager.ts';
import { testScripts } from './js/package-script.ts';
import { manifestOf } from './js/project.ts';

/** The command a person types to run the tests of a package, in its directory; nothing where only the project knows. */
export function projectCommand(framework: string, project: ProjectView, directory: string): string | undefined {
  const has = (name: string) => project.files.includes(posix.join(directory, name));
  if (Object.hasOwn(NODE_COMMANDS, framework)) return nodeCommand(framework, project, directory);
  if (framework === 'pytest') return PYTHON_TOOLS.find(([lock]) => has(lock))?.[1] ?? 'pytest';
  if (framework === 'maven') return has('mvnw') ? './mvnw test' : 'mvn test';
  if (framework === 'gradle') return has('gradlew') ? './gradlew test' : 'gradle test';
  if (framework === 'go') return 'go test ./...';
  return framework === 'cargo' ? 'cargo test' : undefined;
}

const NODE_COMMANDS: Readonly<Record<string, string>> = {
  vitest: 'npx vitest run',
  jest: 'npx jest',
  mocha: 'npx mocha',
  'node-test': 'node --test',
};

/** How the programs are called in scripts. */
const NODE_PROGRAMS: Readonly<Record<string, string>> = { 'node-test': 'node' };

const PYTHON_TOOLS: readonly (readonly [lock: string, command: string])[] = [
  ['uv.lock', 'uv run pytest'],
  ['poetry.lock', 'poetry run pytest'],
  ['Pipfile.lock', 'pipenv run pytest'],
  ['pdm.lock', 'pdm run pytest'],
];

/** The script of package.json that runs the framework, else `test` whatever it runs, else the framework itself. */
function nodeCommand(framework: string, project: ProjectView, directory: string): string | undefined {
  const { scripts } = manifestOf(project.read(posix.join(directory, 'package.json')));
  const program = NODE_PROGRAMS[framework] ?? framework;
  const names = testScripts(scripts).filter((name) => !/\bno test specified\b/.test(scripts[name] ?? ''));
  const name = names.find((one) => findInScript(scripts[one] ?? '', program, scripts) !== undefined) ?? names[0];
  const manager = packageManagerOf(project, directory)?.name ?? 'npm';
  if (name === undefined) return NODE_COMMANDS[framework];
  return name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`;
}
