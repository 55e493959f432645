import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from '../../evidence/quality/judge-quality.ts';
import type { FileCoverage } from '../../formats/coverage/file-coverage.ts';
import { newDirectory } from '../capture.ts';
import type { ProgramResult, RunRequest } from '../framework.ts';
import { jestRunner } from '../jest/jest.ts';
import { findCommand, findInScript, type JsCommand, type OptionTable, sortArguments } from '../js/command.ts';
import { openJsPackage } from '../js/project.ts';
import { runBefore } from '../js/script-steps.ts';
import { mochaCommand } from '../mocha/command.ts';
import { mochaRunner } from '../mocha/mocha.ts';
import { nodeTestCommand } from '../node-test/command.ts';
import { expandPatterns } from '../node-test/patterns.ts';
import { vitestRunner } from '../vitest/vitest.ts';
import { readReport } from './read-report.ts';

type Coverage = Measured<readonly FileCoverage[]>;

/** Node's own runner measures by itself. */
export async function measureNodeTest(request: RunRequest): Promise<Coverage> {
  const command = nodeTestCommand(request.command, openJsPackage(request.directory).manifest);
  const failed = await runBefore('node-test', request, command);
  if (failed !== undefined) return { unknown: `${failed.incomplete}.` };
  const report = join(newDirectory(request.scratch), 'lcov.info');
  const files = expandPatterns(command.patterns, openJsPackage(request.directory).files);
  const program = [
    ...['node', ...command.nodeOptions, '--test', '--experimental-test-coverage'],
    ...['--test-reporter=lcov', `--test-reporter-destination=${report}`, ...files],
  ];
  await request.start(program, command.environment);
  return readReport(report, request.directory);
}

export async function measureJest(request: RunRequest): Promise<Coverage> {
  const { home, report } = placesIn(request, ['jest']);
  const { nodeOptions, environment, options, filters } = commandOf(request, 'jest', jestRunner.options);
  const args = [
    ...options.filter((option) => option !== '--runTestsByPath'),
    ...['--coverage', '--coverageReporters=lcovonly', `--coverageDirectory=${report}`, '--coverageThreshold={}'],
    ...['--ci', '--watchAll=false', '--watchman=false', '--passWithNoTests', `--cacheDirectory=${join(home, 'cache')}`],
    ...(filters.length === 0 ? [] : ['--', ...filters]),
  ];
  await request.start(['node', ...nodeOptions, join(home, 'jest.cjs'), ...args], environment);
  return readReport(join(report, 'lcov.info'), request.directory);
}

/** Vitest measures with a package of its own, one of two. */
export async function measureVitest(request: RunRequest): Promise<Coverage> {
  const { nodeOptions, environment, options, filters } = commandOf(request, 'vitest', vitestRunner.options);
  for (const provider of ['v8', 'istanbul']) {
    const { home, report } = placesIn(request, ['vitest']);
    const start = (more: readonly string[]) =>
      request.start(
        [
          ...['node', ...nodeOptions, join(home, 'vitest.cjs'), 'run', ...filters, ...options, ...more],
          ...['--watch=false', '--passWithNoTests', '--no-cache', '--no-color', '--coverage.enabled'],
          ...[`--coverage.provider=${provider}`, '--coverage.reporter=lcovonly', '--coverage.reportOnFailure'],
          `--coverage.reportsDirectory=${report}`,
        ],
        environment,
      );
    const first = await start([]);
    const others = vitestRunner.otherwise?.(first.output);
    const { output } = others === undefined ? first : await start(others);
    if (!MISSING_PROVIDER.test(output)) return readReport(join(report, 'lcov.info'), request.directory);
  }
  return { unknown: 'install what Vitest measures it with: `npm install --save-dev @vitest/coverage-v8`.' };
}

const MISSING_PROVIDER = /MISSING DEPENDENCY|Cannot find (?:dependency|package|module) '@vitest\/coverage-/;

/** Mocha does not measure; one of two programs round it does. */
export async function measureMocha(request: RunRequest): Promise<Coverage> {
  const found = mochaCommand(request.command, openJsPackage(request.directory).manifest);
  const failed = await runBefore('mocha', request, { before: found.before, environment: {} });
  if (failed !== undefined) return { unknown: `${failed.incomplete}.` };
  const given = commandOf({ ...request, command: found.command }, 'mocha', mochaRunner.options);
  const { nodeOptions, environment, options, filters } = given;
  for (const [tool, temporary] of MEASURERS) {
    const { home, report } = placesIn(request, [tool, 'mocha']);
    const measured = await request.start(
      [
        ...['node', join(home, `${tool}.cjs`), '--reporter=lcovonly', `--report-dir=${report}`],
        ...[`${temporary}=${join(home, 'temporary')}`, '--check-coverage=false'],
        ...['node', ...nodeOptions, join(home, 'mocha.cjs'), ...options, '--no-color', ...filters],
      ],
      environment,
    );
    if (!isMissing(measured, tool)) return readReport(join(report, 'lcov.info'), request.directory);
  }
  return { unknown: 'install a program that measures it: `npm install --save-dev c8`.' };
}

const MEASURERS = [
  ['c8', '--temp-directory'],
  ['nyc', '--temp-dir'],
] as const;

function isMissing({ output }: ProgramResult, tool: string): boolean {
  return output.includes(`baton: ${tool} is not installed`);
}

/** A directory with a starter for each program, and one that is not there yet for the report. */
function placesIn({ scratch }: RunRequest, programs: readonly string[]) {
  const home = newDirectory(scratch);
  for (const name of programs) copyFileSync(new URL('../js/launch.cjs', import.meta.url), join(home, `${name}.cjs`));
  // Their versions were checked when the tests were run.
  writeFileSync(join(home, 'settings.json'), '{ "minimum": "0" }');
  mkdirSync(join(home, 'temporary'));
  return { home, report: join(home, 'report') };
}

/** As the project starts its tests, without what Baton decides itself. */
function commandOf({ command, directory }: RunRequest, name: string, table: OptionTable) {
  const { scripts } = openJsPackage(directory).manifest;
  const bare: JsCommand = { environment: {}, nodeOptions: [], args: [] };
  const { environment, nodeOptions, args } =
    (command === undefined ? findInScript(scripts.test ?? '', name, scripts) : findCommand(command, name, scripts)) ??
    bare;
  return { nodeOptions, environment, ...sortArguments(args, table) };
}
