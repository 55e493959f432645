import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BatonError } from '../../base/error.ts';
import type { TestReport } from '../../evidence/report.ts';
import { type CanaryText, plantCanary } from '../canary.ts';
import { newDirectory, readLimited } from '../capture.ts';
import type { Framework, ProgramResult, RunRequest } from '../framework.ts';
import { isFocused } from '../js/focus.ts';
import { type JsPackage, openJsPackage } from '../js/project.ts';
import { firstComplaint, reportOf } from '../js/report.ts';
import { runBefore } from '../js/script-steps.ts';
import { refuseOld, SUPPORTED_VERSIONS } from '../versions.ts';
import { type NodeTestCommand, nodeTestCommand } from './command.ts';
import { detectNodeTest } from './detect.ts';
import { expandPatterns } from './patterns.ts';
import { readNodeTestRecords } from './records.ts';
import { resultsOf } from './results.ts';

const CODE = '{js,mjs,cjs,ts,mts,cts}';

/** Node's own test runner: `node --test`, with Baton's reporter and a watcher in the process of every test file. */
export const nodeTest: Framework = {
  name: 'node-test',
  detect: detectNodeTest,
  buildsNothing: true,
  unitOf: (file) => file,
  run,
  testFiles: [`**/*{.,-,_}test.${CODE}`, `**/test-*.${CODE}`, `**/test.${CODE}`, `**/test/**/*.${CODE}`],
  supportFiles: ['**/*.snapshot', '**/{test,tests,__tests__}/**', '**/{fixtures,__fixtures__,testdata}/**'],
  configFiles: [
    '**/node.config.json',
    `**/{test,tests}/{setup,global-setup,globalSetup,loader,register}.${CODE}`,
    `**/{test-setup,test-loader,test-register}.${CODE}`,
  ],
};

async function run(request: RunRequest): Promise<TestReport> {
  const command = nodeTestCommand(request.command, openJsPackage(request.directory).manifest);
  const failed = await runBefore('node-test', request, command);
  if (failed !== undefined) return failed;
  const opened = openJsPackage(request.directory);
  const place = { folder: '', prefix: '', ending: '.test.mjs' };
  const canary = request.canary ? plantCanary(request.directory, place, canaryText(command)) : ('off' as const);
  try {
    const planted = typeof canary === 'object' ? [canary.file] : [];
    const home = setUp(
      request.scratch,
      planted.map((file) => join(opened.project.directory, file)),
    );
    const program = programFor(home, command, filesToRun(request, command, opened, home, planted));
    const result = await request.start(program, command.environment);
    const records = resultsOf(
      readNodeTestRecords(
        readLimited(join(home, 'report.ndjson'), MOST_REPORT),
        readLimited(join(home, 'files.ndjson'), MOST_REPORT),
      ),
    );
    if (!records.started) refuse(result, opened);
    return reportOf({
      framework: 'node-test',
      command: program,
      result,
      records: command.only ? { ...records, restricts: ['--test-only'] } : records,
      project: opened.project,
      canary,
      only: request.selection.files,
      isFocused: (file, anySkipped) => isFocused(opened.read(file) ?? '', anySkipped),
    }).report;
  } finally {
    if (typeof canary === 'object') canary.remove();
  }
}

const MOST_REPORT = 128 * 1024 * 1024;

/** A new directory in scratch with everything the run needs of Baton's. */
function setUp(scratch: string, canary: readonly string[]): string {
  const home = newDirectory(scratch);
  for (const file of ['reporter.mjs', 'child.cjs']) {
    copyFileSync(fileURLToPath(new URL(`./${file}`, import.meta.url)), join(home, file));
  }
  writeFileSync(join(home, 'files.ndjson'), '');
  writeFileSync(join(home, 'nothing.mjs'), '');
  writeFileSync(
    join(home, 'settings.json'),
    JSON.stringify({ canary, minimum: SUPPORTED_VERSIONS['node-test'].minimum }),
  );
  return home;
}

/** The files to name to node; none where node is to find them itself. */
function filesToRun(
  { selection }: RunRequest,
  { patterns }: NodeTestCommand,
  { files }: JsPackage,
  home: string,
  planted: readonly string[],
): string[] {
  if (selection.files === undefined && patterns.length === 0) return [];
  const named = [...(selection.files ?? expandPatterns(patterns, files)), ...planted];
  return named.length > 0 ? named : [join(home, 'nothing.mjs')];
}

function programFor(home: string, { nodeOptions }: NodeTestCommand, files: readonly string[]): string[] {
  const reporter = join(home, 'reporter.mjs');
  return [
    ...['node', '--require', join(home, 'child.cjs'), ...nodeOptions, '--test'],
    ...['--test-reporter', reporter, '--test-reporter-destination', 'stderr'],
    ...['--test-reporter', 'spec', '--test-reporter-destination', 'stdout'],
    ...files,
  ];
}

/** A node that never came to its tests is a thing for a person to mend. */
function refuse({ timedOut, exitCode, output }: ProgramResult, { project }: JsPackage): void {
  if (timedOut || exitCode === null) return;
  refuseOld('node-test', /baton: Node\.js (\S+) is too old$/m.exec(output)?.[1]);
  const said = firstComplaint(output, project) ?? output.trim().slice(-2_000);
  throw new BatonError('project_misconfigured', `\`node --test\` cannot start in this project: ${said}`, {
    data: { exitCode },
  });
}

function canaryText({ only }: NodeTestCommand): CanaryText {
  return (tests) =>
    [
      "import assert from 'node:assert/strict';",
      "import test from 'node:test';",
      ...tests.map(
        ({ title, actual, expected }) =>
          `test('${title}', ${only ? '{ only: true }, ' : ''}() => assert.equal('${actual}', '${expected}'));`,
      ),
      '',
    ].join('\n');
}
