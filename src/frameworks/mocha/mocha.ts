import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '../../evidence/report.ts';
import type { CanaryTest } from '../canary.ts';
import type { Framework, RunRequest } from '../framework.ts';
import { detectJs } from '../js/detect.ts';
import { openJsPackage } from '../js/project.ts';
import { type JsRunner, runJs } from '../js/run.ts';
import { runBefore } from '../js/script-steps.ts';
import { mochaCommand, mochaScript } from './command.ts';

const CODE = '{js,mjs,cjs,jsx,ts,mts,cts,tsx}';

/** Mocha: Baton's reporter on the command line takes the configured one's place, and has files loaded one by one. */
export const mocha: Framework = {
  name: 'mocha',
  detect: (project) =>
    detectJs(project, {
      framework: 'mocha',
      config: /^\.mocharc\.(cjs|js|mjs|ya?ml|jsonc?)$/,
      configured: (manifest, directory) => {
        const file = `${directory === '.' ? '' : `${directory}/`}package.json`;
        const name = mochaScript(manifest);
        if (name !== undefined) return `"${name}": "${manifest.scripts[name]}" in ${file}`;
        return manifest.mocha === undefined ? undefined : `"mocha" in ${file}`;
      },
    }).map((detection) => ({ ...detection, because: [...new Set(detection.because)] })),
  buildsNothing: true,
  run,
  testFiles: [`**/*{.,-,_}{test,spec}.${CODE}`, `{test,tests,spec}/**/*.${CODE}`, `**/__tests__/**/*.${CODE}`],
  supportFiles: ['{test,tests,spec}/**', '**/{fixtures,__fixtures__}/**', '**/__snapshots__/**'],
  configFiles: [
    '**/.mocharc.*',
    '**/mocha.opts',
    `**/{test,tests,spec}/{setup,helper,hooks,root-hooks,global-setup,register,bootstrap}.${CODE}`,
    `**/{mocha-setup,mocha.setup,test-setup}.${CODE}`,
  ],
};

async function run(request: RunRequest): Promise<TestReport> {
  const { manifest } = openJsPackage(request.directory);
  const { command, before } = mochaCommand(request.command, manifest);
  const failed = await runBefore('mocha', request, { before, environment: {} });
  if (failed !== undefined) return failed;
  return runJs(mochaRunner, { ...request, command });
}

const TEST_FILE = /[._-](test|spec)\.[cm]?[jt]sx?$|^(test|tests|spec)\/.*\.[cm]?[jt]sx?$|\/__tests__\//;
const BUILT = /(^|\/)(dist|build|coverage|fixtures|\.[^/]+)\//;

export const mochaRunner: JsRunner = {
  name: 'mocha',
  brings: ['reporter', 'loading', 'looking', 'import', 'record', 'tree'].map(
    (part) => new URL(`./${part}.cjs`, import.meta.url),
  ),
  absoluteFromProject: false,
  options: {
    dropped: new Set([
      ...['--bail', '-b', '--no-bail', '--watch', '-w', '--parallel', '-p', '--no-parallel', '--dry-run'],
      ...['--forbid-only', '--forbid-pending', '--allow-uncaught', '--fail-zero', '--pass-on-failing-test-suite'],
      ...['--color', '-c', '--colors', '--no-color', '--no-colors', '--invert', '-i', '--fail-hook-affected-tests'],
      ...['--inspect', '--inspect-brk', '--posix-exit-codes'],
    ]),
    droppedWithValue: new Set([
      ...['--reporter', '-R', '--reporter-option', '--reporter-options', '-O', '--retries', '--jobs', '-j'],
      ...['--grep', '-g', '--fgrep', '-f'],
    ]),
    flags: new Set([
      ...['--recursive', '--exit', '--no-exit', '--full-trace', '--sort', '-S', '--check-leaks', '--delay', '-A'],
      ...['--async-only', '--diff', '--no-diff', '--inline-diffs', '--no-config', '--no-package', '--no-timeouts'],
      ...['--enable-source-maps', '--expose-gc', '--experimental-vm-modules', '--no-warnings', '--trace-warnings'],
    ]),
    subcommands: new Set(['inspect']),
  },
  canary: canaryText,
  isTestFile: (path) => TEST_FILE.test(path) && !BUILT.test(path),
  defaultPlace: () => ({ folder: 'test', prefix: '', ending: '.test.js' }),
  commandLine: ({ place, options, filters, exact }) => {
    // Mocha adds files named here to those of its configuration.
    if (exact) writeFileSync(join(place, 'only.json'), JSON.stringify(filters));
    return {
      node: [],
      args: [
        ...options,
        ...['--reporter', join(place, 'reporter.cjs'), '--no-bail', '--retries=0', '--no-parallel', '--watch=false'],
        ...['--no-dry-run', '--no-forbid-only', '--no-forbid-pending', '--no-allow-uncaught', '--no-color'],
        ...['--no-pass-on-failing-test-suite', '--no-fail-hook-affected-tests', '--no-fail-zero'],
        ...filters,
      ],
    };
  },
};

/** Text that is good JavaScript and TypeScript in modules of either kind, under every interface with tests as calls. */
function canaryText(tests: readonly CanaryTest[]): string {
  const compare = "process.getBuiltinModule('node:assert').strictEqual";
  return [
    '// @ts-nocheck',
    ...tests.map(
      ({ title, actual, expected }) =>
        `(globalThis.it ?? globalThis.test)('${title}', () => ${compare}('${actual}', '${expected}'));`,
    ),
    '',
  ].join('\n');
}
