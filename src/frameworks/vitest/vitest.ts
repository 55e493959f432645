import { join } from 'node:path';
import type { CanaryPlace, CanaryTest } from '../canary.ts';
import type { Framework } from '../framework.ts';
import { names } from '../js/command.ts';
import { detectJs } from '../js/detect.ts';
import { type JsRunner, runJs } from '../js/run.ts';

const CODE = '{js,mjs,cjs,jsx,ts,mts,cts,tsx}';

/** Vitest: Baton's reporter on the command line takes the place of all that are configured. */
export const vitest: Framework = {
  name: 'vitest',
  detect: (project) =>
    detectJs(project, {
      framework: 'vitest',
      config: /^vitest\.(config|workspace)\.[\w.]+$|^vitest\.[\w-]+\.config\.\w+$/,
      configured(_manifest, directory, view) {
        const prefix = directory === '.' ? '' : `${directory}/`;
        return view.files
          .filter((file) => file.startsWith(prefix) && /^vite\.config\.\w+$/.test(file.slice(prefix.length)))
          .find((file) => /\btest\s*:/.test(view.read(file) ?? ''));
      },
    }),
  buildsNothing: true,
  unitOf: (file) => file,
  run: (request) => runJs(vitestRunner, request),
  testFiles: [`**/*.{test,spec}.${CODE}`],
  supportFiles: [
    '**/*.snap',
    '**/__snapshots__/**',
    '**/__mocks__/**',
    '**/__fixtures__/**',
    '**/fixtures/**',
    '**/__tests__/**',
    '{test,tests,spec}/**',
    '**/{test,tests}/{helpers,support,utils,setup}/**',
    `**/{test,tests}-{utils,helpers}.${CODE}`,
  ],
  configFiles: [
    '**/vitest.config.*',
    '**/vitest.*.config.*',
    '**/vitest.workspace.*',
    '**/vite.config.*',
    `**/{vitest.setup,vitest-setup,vitest.global-setup,setupTests,setup-tests}.${CODE}`,
    `**/{test,tests}/{setup,global-setup,globalSetup}.${CODE}`,
  ],
};

const TEST_FILE = /\.(test|spec)\.[cm]?[jt]sx?$/;
const BUILT = /(^|\/)(dist|build|coverage|\.[^/]+)\//;

export const vitestRunner: JsRunner = {
  name: 'vitest',
  // Vite of some versions refuses to transform a file outside of the project.
  folder: 'node_modules/baton',
  brings: [new URL('./reporter.mjs', import.meta.url)],
  absoluteFromProject: true,
  options: {
    dropped: names(`--run --watch -w --no-watch --ui --open --standalone --changed --hideSkippedTests --silent
      --color --no-color -u --update --no-update --passWithNoTests --allowOnly --no-cache
      --coverage --no-coverage --coverage.enabled --coverage.all`),
    droppedWithValue: names(`--reporter --reporters --outputFile --coverage.provider --coverage.reporter
      --coverage.include --coverage.exclude --coverage.reportsDirectory`),
    droppedWithNumber: names('--bail --retry'),
    flags: names('--globals --dom --no-isolate --no-file-parallelism --typecheck --logHeapUsage'),
    subcommands: names('run watch dev'),
  },
  canary: canaryText,
  isTestFile: (path) => TEST_FILE.test(path) && !BUILT.test(path),
  defaultPlace: (): CanaryPlace => ({ folder: '', prefix: '', ending: '.test.js' }),
  commandLine: ({ place, options, filters }) => ({
    node: [],
    args: [
      'run',
      ...filters,
      ...options,
      `--reporter=${join(place, 'reporter.mjs')}`,
      ...['--watch=false', '--bail=0', '--retry=0', '--allowOnly', '--passWithNoTests', '--no-update', '--no-cache'],
      ...['--coverage.enabled=false', '--no-color'],
    ],
  }),
  // Vite compiles its configuration into a folder among the dependencies, which may not be written.
  otherwise: (output) =>
    /EROFS|EACCES/.test(output) && output.includes('.vite-temp') ? ['--configLoader=runner'] : undefined,
};

function canaryText(tests: readonly CanaryTest[]): string {
  return [
    '// @ts-nocheck',
    "import { expect, test } from 'vitest';",
    ...tests.map(
      ({ title, actual, expected }) => `test('${title}', () => { expect('${actual}').toBe('${expected}'); });`,
    ),
    '',
  ].join('\n');
}
