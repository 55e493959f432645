import { CARGO_DEPENDENCIES, RUST_HOMES } from './cargo/workspace.ts';
import type { Setup } from './framework.ts';
import { GO_DEPENDENCIES } from './go/command.ts';
import { MAVEN_DEPENDENCIES, MAVEN_HOME } from './jvm/maven.ts';

/** A set-up as seen from the directory it is for. */
export type Recipe = Omit<Setup, 'directory' | 'placeholders'> & { readonly placeholders?: readonly string[] };

/** By the file that shows which tool a project uses, most telling first. */
export const RECIPES: readonly (readonly [sign: string, recipe: Recipe | undefined])[] = [
  [
    'uv.lock',
    {
      tool: 'uv',
      toolFrom: 'pip install uv',
      orInterpreter: true,
      lockFiles: ['uv.lock'],
      commands: [['uv', 'sync', '--frozen', '--no-install-project', '--no-install-workspace', '--no-build']],
      environment: { UV_PROJECT_ENVIRONMENT: '.venv' },
      needs: ['**/pyproject.toml', 'uv.lock', 'uv.toml', '.python-version'],
      results: ['.venv'],
    },
  ],
  [
    'poetry.lock',
    {
      tool: 'poetry',
      toolFrom: 'pip install poetry',
      orInterpreter: true,
      lockFiles: ['poetry.lock'],
      commands: [['poetry', 'install', '--no-interaction', '--no-root']],
      environment: { POETRY_VIRTUALENVS_IN_PROJECT: 'true', POETRY_INSTALLER_ONLY_BINARY: ':all:' },
      needs: ['pyproject.toml', 'poetry.lock', 'poetry.toml'],
      results: ['.venv'],
    },
  ],
  [
    'Pipfile.lock',
    {
      tool: 'pipenv',
      toolFrom: 'pip install pipenv',
      orInterpreter: true,
      lockFiles: ['Pipfile.lock'],
      commands: [['pipenv', 'sync', '--dev']],
      environment: { PIPENV_VENV_IN_PROJECT: '1', PIP_ONLY_BINARY: ':all:' },
      needs: ['Pipfile', 'Pipfile.lock'],
      results: ['.venv'],
    },
  ],
  [
    'pdm.lock',
    {
      tool: 'pdm',
      toolFrom: 'pip install pdm',
      orInterpreter: true,
      lockFiles: ['pdm.lock'],
      commands: [['pdm', 'sync', '--dev', '--no-self']],
      environment: { PDM_ONLY_BINARY: ':all:' },
      needs: ['pyproject.toml', 'pdm.lock', 'pdm.toml'],
      results: ['.venv'],
    },
  ],
  // Go keeps vendored packages in the tree: nothing to fetch.
  ['vendor/modules.txt', undefined],
  [
    'go.sum',
    {
      tool: 'go',
      toolFrom: 'apt install golang',
      lockFiles: ['go.sum'],
      commands: [['go', 'mod', 'download']],
      environment: { GOMODCACHE: `{project}/${GO_DEPENDENCIES}`, GOFLAGS: '-modcacherw' },
      needs: ['**/go.mod', '**/go.sum', 'go.work', 'go.work.sum'],
      results: [GO_DEPENDENCIES],
    },
  ],
  [
    'Cargo.lock',
    {
      tool: 'cargo',
      toolFrom: 'apt install cargo',
      homes: RUST_HOMES,
      lockFiles: ['Cargo.lock'],
      commands: [['cargo', 'fetch', '--locked']],
      environment: { CARGO_HOME: `{project}/${CARGO_DEPENDENCIES}` },
      needs: ['**/Cargo.toml', 'Cargo.lock', '.cargo/config.toml', 'rust-toolchain', 'rust-toolchain.toml'],
      // cargo reads no manifest whose targets are not there.
      placeholders: [
        '**/build.rs',
        '**/src/{lib,main}.rs',
        '**/src/bin/**/*.rs',
        '**/{tests,examples,benches}/**/*.rs',
      ],
      results: [CARGO_DEPENDENCIES],
    },
  ],
  [
    'pom.xml',
    {
      tool: 'maven',
      toolFrom: 'apt install maven',
      // A pom.xml is no lock file: what the user's own builds have fetched is as good as what a new fetch would bring.
      orHome: MAVEN_HOME,
      lockFiles: ['pom.xml'],
      commands: [
        [
          'mvn',
          '--batch-mode',
          '--quiet',
          `-Dmaven.repo.local={project}/${MAVEN_DEPENDENCIES}`,
          'dependency:go-offline',
        ],
      ],
      environment: {},
      needs: ['**/pom.xml'],
      results: [MAVEN_DEPENDENCIES],
    },
  ],
];
