// Reading the report of 50,000 tests: how long the first reading in a new process takes, and how much memory.
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readLimited } from '../dist/frameworks/capture.js';
import { readGoEvents } from '../dist/frameworks/go/events.js';
import { goReport } from '../dist/frameworks/go/report.js';
import { readRecords } from '../dist/frameworks/js/records.js';
import { reportOf } from '../dist/frameworks/js/report.js';
import { readReports } from '../dist/frameworks/junit/files.js';
import { junitReport, testsOf } from '../dist/frameworks/junit/junit.js';
import { linesOfFile } from '../dist/frameworks/long-text.js';
import { readNodeTestRecords } from '../dist/frameworks/node-test/records.js';
import { resultsOf } from '../dist/frameworks/node-test/results.js';
import { projectText } from '../dist/frameworks/project-text.js';
import { readPytestRecords } from '../dist/frameworks/pytest/records.js';
import { pytestReport } from '../dist/frameworks/pytest/report.js';
import { indexSources } from '../dist/frameworks/source-index.js';
import { readTap } from '../dist/frameworks/tap/stream.js';
import { testsOfTap } from '../dist/frameworks/tap/tap.js';
import { barMost, median } from './measure.mjs';
import { REPORTS } from './sample-reports.mjs';

const TESTS = 50_000;
const ROUNDS = 5;
const MOST_BYTES = 128 * 1024 * 1024;
const self = fileURLToPath(import.meta.url);
const start = promisify(execFile);

export async function run() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'baton-bench-')));
  try {
    await measureAll(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureAll(directory) {
  const names = Object.keys(REPORTS);
  const results = Object.fromEntries(names.map((name) => [name, { ms: [], cpuMs: [], mb: [] }]));
  for (const name of names) writeFileSync(join(directory, name), REPORTS[name](TESTS));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const { stdout } = await start(process.execPath, ['--expose-gc', self, name, join(directory, name), directory]);
      const { tests, failed, ...figures } = JSON.parse(stdout);
      if (tests !== TESTS || failed !== TESTS / 100) throw new Error(`${name}: ${tests} tests, ${failed} failed`);
      for (const [figure, value] of Object.entries(figures)) results[name][figure].push(value);
    }
  }
  console.log(`\na report of ${TESTS.toLocaleString('en')} tests, read once in a new process; medians`);
  for (const name of names) {
    const { ms, cpuMs, mb } = Object.fromEntries(Object.entries(results[name]).map(([key, all]) => [key, median(all)]));
    barMost(`${name}: time (${cpuMs.toFixed(0)} ms of a processor)`, ms, 1_000, 'ms');
    barMost(`${name}: memory`, mb, 300, 'MB');
  }
}

const result = { exitCode: 1, signal: null, timedOut: false, output: '', wallMs: 1 };

/** By format: reads the file and gives the report. */
const READERS = {
  'JS records': (file, directory) => jsReport(readRecords(readLimited(file, MOST_BYTES).text, false), directory),
  'node:test records': (file, directory) =>
    jsReport(resultsOf(readNodeTestRecords(readLimited(file, MOST_BYTES), { text: '', cut: false })), directory),
  'JUnit XML': (file, directory) => {
    const reports = readReports([{ path: 'report.xml', at: file, size: 1 }]);
    const read = testsOf(reports, indexSources(directory, []));
    return junitReport({ framework: 'junit', command: [], result, reports, ...read, canary: 'absent' });
  },
  TAP: (file, directory) => testsOfTap(readTap(linesOfFile(file)).points, indexSources(directory, []), []),
  'go test -json': (file, directory) =>
    goReport({
      command: [],
      result,
      events: readGoEvents(linesOfFile(file), 'end-of-report'),
      errors: '',
      module: { path: 'example.com/sum', packages: [], read: () => '' },
      canaries: undefined,
      whole: true,
      restricted: false,
      text: projectText(directory),
    }),
  'pytest records': (file, directory) =>
    pytestReport({
      directory,
      command: [],
      result,
      records: readPytestRecords(file),
      nonce: undefined,
      text: projectText(directory),
      isRequired: () => false,
    }),
};

function jsReport(records, directory) {
  const project = { directory, aliases: [] };
  return reportOf({ framework: 'js', command: [], result, records, project, canary: 'off', isFocused: () => false })
    .report;
}

/** In a process of its own: the most memory a process ever had is never given back. */
function readOnce(name, file, directory) {
  global.gc();
  const before = process.memoryUsage().rss;
  const [started, used] = [performance.now(), process.cpuUsage()];
  const { tests } = READERS[name](file, directory);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  const mb = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
  const failed = tests.filter(({ outcome }) => outcome === 'failed').length;
  console.log(JSON.stringify({ tests: tests.length, failed, ms, cpuMs: (user + system) / 1000, mb }));
}

if (process.argv[1] === self) readOnce(...process.argv.slice(2));
