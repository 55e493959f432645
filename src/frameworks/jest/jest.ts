import { join } from 'node:path';
import type { CanaryPlace, CanaryTest } from '../canary.ts';
import type { Framework } from '../framework.ts';
import { names } from '../js/command.ts';
import { detectJs } from '../js/detect.ts';
import { type JsRunner, runJs } from '../js/run.ts';

const CODE = '{js,mjs,cjs,jsx,ts,mts,cts,tsx}';

/** Jest: Baton's reporter on the command line takes the place of all that are configured. */
export const jest: Framework = {
  name: 'jest',
  detect: (project) =>
    detectJs(project, {
      framework: 'jest',
      config: /^jest\.config\.\w+$|^jest\.[\w-]+\.config\.\w+$/,
      configured: (manifest, directory) =>
        manifest.jest === undefined ? undefined : `"jest" in ${directory === '.' ? '' : `${directory}/`}package.json`,
    }),
  buildsNothing: true,
  unitOf: (file) => file,
  run: (request) => runJs(jestRunner, request),
  testFiles: [`**/*.{test,spec}.${CODE}`, `**/__tests__/**/*.${CODE}`],
  supportFiles: [
    '**/*.snap',
    '**/__snapshots__/**',
    '**/__mocks__/**',
    '**/__fixtures__/**',
    '**/fixtures/**',
    '{test,tests,spec}/**',
    '**/{test,tests}/{helpers,support,utils,setup}/**',
    `**/{test,tests}-{utils,helpers}.${CODE}`,
  ],
  configFiles: [
    '**/jest.config.*',
    '**/jest.*.config.*',
    '**/{.babelrc,.babelrc.*,babel.config.*,.swcrc}',
    `**/{jest.setup,jest-setup,jest.global-setup,setupTests,setup-tests}.${CODE}`,
    `**/{test,tests}/{setup,global-setup,globalSetup}.${CODE}`,
  ],
};

const TEST_FILE = /\.(test|spec)\.[cm]?[jt]sx?$|(^|\/)__tests__\/.*\.[cm]?[jt]sx?$/;
const BUILT = /(^|\/)(dist|build|coverage|__snapshots__|__mocks__|__fixtures__|\.[^/]+)\//;

export const jestRunner: JsRunner = {
  name: 'jest',
  brings: ['./reporter.cjs', './watch.cjs'].map((file) => new URL(file, import.meta.url)),
  absoluteFromProject: false,
  options: {
    dropped: names(`--watch --watchAll --ci --no-ci --cache --no-cache --verbose --silent --json --notify --logHeapUsage
      --colors --color --no-color --no-colors --testLocationInResults -u --updateSnapshot --passWithNoTests --detectOpenHandles
      --watchman --no-watchman
      -o --onlyChanged -f --onlyFailures --lastCommit --coverage --collectCoverage --no-coverage`),
    droppedWithValue: names(`--reporters --outputFile --changedSince --cacheDirectory --workerIdleMemoryLimit
      --testResultsProcessor --collectCoverageFrom --coverageDirectory --coverageReporters --coverageThreshold
      --coverageProvider`),
    droppedWithNumber: names('--bail -b'),
    lists: names(`--selectProjects --ignoreProjects --projects --roots --testMatch --testRegex --testPathPatterns
      --testPathIgnorePatterns --setupFiles --setupFilesAfterEnv --moduleDirectories`),
    flags: names('-i --runInBand --forceExit --no-bail --runTestsByPath --errorOnDeprecated'),
    subcommands: names(''),
  },
  canary: canaryText,
  isTestFile: (path) => TEST_FILE.test(path) && !BUILT.test(path),
  defaultPlace: (): CanaryPlace => ({ folder: '', prefix: '', ending: '.test.js' }),
  commandLine: ({ place, cache, options, filters, exact }) => ({
    node: ['--require', join(place, 'watch.cjs')],
    args: [
      ...(exact ? ['--runTestsByPath'] : []),
      ...options.flatMap(withoutOwnProcess),
      `--reporters=${join(place, 'reporter.cjs')}`,
      // Tests in processes of their own cannot reach the reporter, and one that ends its process ends no other. A single file
      // without a canary is only asked whether it fails: there Jest's own default, one process, is enough and starts faster.
      ...(exact && filters.length === 1 ? [] : ['--workerIdleMemoryLimit=2GB']),
      '--detectOpenHandles=false',
      // A service that watches files is not asked: it would know nothing of a directory made a moment ago.
      '--watchman=false',
      ...['--ci', '--bail=0', '--coverage=false', '--watch=false', '--watchAll=false', '--passWithNoTests'],
      // Where each test is declared: rows of one test have one place, two tests of one title have two.
      ...['--testLocationInResults', '--colors=false', `--cacheDirectory=${join(cache, 'jest')}`],
      ...(filters.length === 0 ? [] : ['--', ...filters]),
    ],
  }),
  failedSetUp: (output) => /^Error: (Jest: Got error running globalSetup[^\n]*)/m.exec(output)?.[1],
};

/** One after the other, as the project wants it, but still in a process of their own. */
function withoutOwnProcess(option: string): readonly string[] {
  if (option === '-i' || option === '--runInBand') return ['--maxWorkers=1'];
  return option === '--no-bail' ? [] : [option];
}

function canaryText(tests: readonly CanaryTest[], { ending }: CanaryPlace): string {
  const isTypeScript = /\.[cm]?tsx?$/.test(ending);
  const isModule = ending.endsWith('.mjs') || ending.endsWith('.mts');
  return [
    // A compiler that checks types may know none of the names.
    '// @ts-nocheck',
    ...(isTypeScript ? ['export {};'] : []),
    // Projects may have asked for no globals.
    isModule ? 'const baton = { expect, test };' : `const baton = ${GLOBALS} : require('@jest/globals');`,
    ...tests.map(
      ({ title, actual, expected }) =>
        `baton.test('${title}', () => { baton.expect('${actual}').toBe('${expected}'); });`,
    ),
    '',
  ].join('\n');
}

const GLOBALS = "typeof test === 'function' ? { expect, test }";
