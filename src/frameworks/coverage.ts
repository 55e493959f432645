import { realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Measured } from '../evidence/quality/judge-quality.ts';
import type { FileCoverage } from '../formats/coverage/file-coverage.ts';
import { newDirectory, readLimited } from './capture.ts';
import { withoutShell } from './command-words.ts';
import { measureJest, measureMocha, measureNodeTest, measureVitest } from './coverage/js.ts';
import { readReport } from './coverage/read-report.ts';
import type { RunRequest } from './framework.ts';
import { goCommand, goEnvironment } from './go/command.ts';
import { readGoModule } from './go/packages.ts';
import { pytestCommands } from './pytest/command.ts';
import { writeRedirect } from './pytest/plugin.ts';

type Coverage = Measured<readonly FileCoverage[]>;

/** A project's own way to measure (`tests.coverage`). */
export interface OwnCoverage {
  readonly command: string | readonly string[];
  /** The file it leaves, relative to the package. */
  readonly report: string;
}

/**
 * Measures which lines the tests of a package run: as the project says, else as its framework does. What cannot be
 * measured is told with what to install or to set.
 */
export async function measureCoverage(framework: string, request: RunRequest, own?: OwnCoverage): Promise<Coverage> {
  if (own !== undefined) return measureOwn(request, own);
  const measure = Object.hasOwn(MEASURES, framework) ? MEASURES[framework] : undefined;
  if (measure !== undefined) return measure({ ...request, command: withoutShell(request.command) });
  return {
    unknown: `set \`tests.coverage\` in baton.yaml: {command, report}. Baton cannot measure with ${framework}.`,
  };
}

const MEASURES: Readonly<Record<string, (request: RunRequest) => Promise<Coverage>>> = {
  'node-test': measureNodeTest,
  jest: measureJest,
  vitest: measureVitest,
  mocha: measureMocha,
  pytest: measurePytest,
  go: measureGo,
};

/** A report that lies in the tree already was not made by this run: it is taken away first. */
async function measureOwn(request: RunRequest, { command, report }: OwnCoverage): Promise<Coverage> {
  const file = join(request.directory, report);
  if (!isInside(file, request.directory)) {
    return { unknown: `\`tests.coverage.report\` is ${JSON.stringify(report)}, which leads out of the package.` };
  }
  rmSync(file, { force: true, recursive: true });
  const program = typeof command === 'string' ? ['sh', '-c', command] : command;
  const { exitCode, timedOut, output } = await request.start(program, {});
  const measured = isInside(file, request.directory)
    ? readReport(file, request.directory, moduleOf(request))
    : NO_REPORT;
  if ('value' in measured) return measured;
  const end = timedOut ? 'took too long' : `ended with exit code ${exitCode ?? 'none'}`;
  return { unknown: `${measured.unknown} \`tests.coverage.command\` ${end}: ${output.trim().slice(-MOST_TOLD)}` };
}

const NO_REPORT: Coverage = { unknown: 'the run that measures it left no report.' };
const MOST_TOLD = 600;

/** Whether a path lies in a directory, whatever links an agent put on the way. */
function isInside(file: string, directory: string): boolean {
  let parent = dirname(file);
  while (!isThere(parent) && parent !== directory && parent !== dirname(parent)) parent = dirname(parent);
  return isThere(parent) && !relative(realpathSync(directory), join(realpathSync(parent), 'x')).startsWith('..');
}

function isThere(path: string): boolean {
  try {
    return realpathSync(path) !== '';
  } catch {
    return false;
  }
}

/** The name that Go puts before the files of a module; nothing where there is none. */
function moduleOf({ directory }: RunRequest): string {
  const { text } = readLimited(join(directory, 'go.mod'), MOST_MANIFEST);
  return /^module\s+"?([^\s"]+)"?/m.exec(text)?.[1] ?? '';
}

const MOST_MANIFEST = 1024 * 1024;

async function measurePytest(request: RunRequest): Promise<Coverage> {
  const home = newDirectory(request.scratch);
  const report = join(home, 'coverage.json');
  writeRedirect(request, home);
  const options = [
    '-p',
    'baton_pytest_checkout',
    '--cov',
    `--cov-report=json:${report}`,
    '--cov-branch',
    '-o',
    `cache_dir=${join(home, 'cache')}`,
  ];
  for (const commandWith of pytestCommands(request)) {
    const { program, environment } = commandWith(home);
    const start = request.command ?? [program[0] ?? 'python3', '-m', 'pytest'];
    const settings = { ...environment, PYTHONPATH: home, COVERAGE_FILE: join(home, 'data') };
    const { output } = await request.start([...start, ...options], settings);
    if (/unrecognized arguments:.*--cov/.test(output)) {
      return { unknown: 'install what pytest measures it with: `python3 -m pip install pytest-cov`.' };
    }
    if (!/No module named pytest|: No such file or directory$/m.test(output))
      return readReport(report, request.directory);
  }
  return { unknown: 'there is no Python with pytest.' };
}

async function measureGo(request: RunRequest): Promise<Coverage> {
  const module = readGoModule(request.directory);
  const profile = join(newDirectory(request.scratch), 'cover.out');
  const [go = 'go', test = 'test', ...rest] = goCommand(request, module, undefined).filter((word) => word !== '-json');
  const flags = [`-coverprofile=${profile}`, '-covermode=set', '-coverpkg=./...'];
  await request.start([go, test, ...flags, ...rest], goEnvironment(request));
  return readReport(profile, request.directory, module.path);
}
