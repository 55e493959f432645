import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BatonError, isBatonError } from '../../base/error.ts';
import type { TestReport } from '../../evidence/report.ts';
import { readLimited } from '../capture.ts';
import type { Framework, ProgramResult, RunRequest } from '../framework.ts';
import { projectText } from '../project-text.ts';
import { refuseOld } from '../versions.ts';
import { noPytest, type PytestCommand, pytestCommands } from './command.ts';
import { detectPytest } from './detect.ts';
import { type PytestPlugin, removeCanaries, writePlugin } from './plugin.ts';
import { PYTHON_MANIFESTS, provides, requiredPackages } from './python-manifest.ts';
import { type PytestRecords, readPytestRecords } from './records.ts';
import { pytestReport } from './report.ts';

/** pytest 7.2 and later, with a plugin of Baton's own that tells what happens. */
export const pytest: Framework = {
  name: 'pytest',
  detect: detectPytest,
  run,
  buildsNothing: true,
  unitOf: (file) => file,
  testFiles: ['**/test_*.py', '**/*_test.py'],
  supportFiles: [
    '**/conftest.py',
    '**/tests/**',
    '**/test/**',
    '**/testdata/**',
    '**/fixtures/**',
    '**/__snapshots__/**',
  ],
  configFiles: [
    ...['**/pytest.ini', '**/.pytest.ini', '**/pytest.toml', '**/.pytest.toml', '**/tox.ini'],
    ...['**/noxfile.py', '**/.coveragerc', '**/sitecustomize.py', '**/usercustomize.py', '**/*.pth'],
  ],
};

async function run(request: RunRequest): Promise<TestReport> {
  const tried: string[] = [];
  for (const commandWith of pytestCommands(request)) {
    const plugin = writePlugin(request);
    const command = commandWith(plugin.directory);
    const attempt = await start(request, plugin, command);
    if (attempt !== undefined) return reportOf(request, plugin, command, attempt);
    tried.push(command.program[0] ?? '');
  }
  throw noPytest(request, tried);
}

interface Attempt {
  readonly result: ProgramResult;
  readonly records: PytestRecords;
}

/** Runs pytest once; nothing if the program is not there or is a Python without pytest. */
async function start(request: RunRequest, plugin: PytestPlugin, command: PytestCommand): Promise<Attempt | undefined> {
  let records: PytestRecords | undefined;
  try {
    const result = await request.start(command.program, command.environment);
    records = readPytestRecords(plugin.records);
    const isMissing = records.of('absent').length > 0 || isNotFound(result, records);
    return isMissing ? undefined : { result, records };
  } catch (error) {
    if (isBatonError(error) && error.code === 'missing_program') return undefined;
    throw error;
  } finally {
    if (request.canary) removeCanaries(request.directory, plugin, records);
  }
}

/** A sandbox is started even where the program in it is not there. */
function isNotFound({ output }: ProgramResult, records: PytestRecords): boolean {
  return records.of('begin').length === 0 && /^bwrap: execvp .*: No such file or directory$/m.test(output);
}

function reportOf(request: RunRequest, plugin: PytestPlugin, command: PytestCommand, attempt: Attempt): TestReport {
  const { result, records } = attempt;
  const { directory } = request;
  refuseOld('pytest', records.of('old')[0]?.version);
  if (isMisconfigured(attempt)) throw misconfigured(directory, result.output);
  const packages = requiredPackages(manifestsIn(directory));
  return pytestReport({
    directory,
    command: command.program,
    result,
    records,
    nonce: request.canary ? plugin.nonce : undefined,
    text: projectText(directory),
    isRequired: (module) => provides(packages, module),
  });
}

/** pytest refused to begin: an unknown option, a plugin that is not there, a configuration it cannot read. */
function isMisconfigured({ result, records }: Attempt): boolean {
  if (result.timedOut || result.signal !== null || records.of('session').length > 0) return false;
  if (records.of('conftest').length > 0) return false;
  return records.of('begin').length === 0 || result.exitCode === USAGE_ERROR;
}

const USAGE_ERROR = 4;

function misconfigured(directory: string, output: string): BatonError {
  const lines = projectText(directory)
    .message(output)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /^(?:ERROR|\S+: error:|\w*(?:Error|Exception)\b)/.test(line.trim()));
  const why = (errors.length > 0 ? errors : lines).slice(-3).join('\n') || 'it printed nothing';
  return new BatonError('project_misconfigured', `pytest does not begin in ${directory}: ${why}`, {
    data: { output: output.slice(-4000) },
  });
}

function manifestsIn(directory: string): (readonly [string, string])[] {
  const entries = readdirSync(directory, { withFileTypes: true });
  const nested = entries.some((entry) => entry.name === 'requirements' && entry.isDirectory())
    ? readdirSync(join(directory, 'requirements')).map((name) => `requirements/${name}`)
    : [];
  const names = [...entries.filter((entry) => entry.isFile()).map(({ name }) => name), ...nested];
  return names
    .filter((name) => PYTHON_MANIFESTS.test(name))
    .map((name) => [name, readLimited(join(directory, name), MOST_MANIFEST).text] as const);
}

const MOST_MANIFEST = 1024 * 1024;
