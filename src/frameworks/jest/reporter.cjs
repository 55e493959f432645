// Runs in Jest's main process and tells Baton what it saw: one JSON record a line, in a file beside this one.
const { openSync, readFileSync, writeSync } = require('node:fs');
const { join } = require('node:path');

const { canary } = JSON.parse(readFileSync(join(__dirname, 'settings.json'), 'utf8'));
const MOST_ERRORS = 5;
const MOST_TOTAL = 48_000_000;
const STATES = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  disabled: 'skipped',
  todo: 'todo',
};

module.exports = class BatonReporter {
  #out = openSync(join(__dirname, 'report.ndjson'), 'ax');
  #restricts;
  #files = 0;
  #tests = 0;
  #written = 0;

  constructor(globalConfig) {
    this.#restricts = restrictionsOf(globalConfig);
  }

  onRunStart() {
    this.#write({ type: 'start', include: [], restricts: this.#restricts });
  }

  onTestFileStart({ path }) {
    this.#write({ type: 'begin', file: path });
  }

  onTestFileResult({ path, context }, { testResults, testExecError, failureMessage }) {
    const name = context.config.displayName?.name;
    const place = { type: 'file', file: path, ...(name === undefined ? {} : { project: name }) };
    const own = testExecError ? [execErrorOf(testExecError, failureMessage)] : [];
    this.#files += 1;
    this.#tests += testResults.length;
    if (testResults.length === 0) {
      const errors = own.length > 0 ? own : [{ message: failureMessage ?? 'Jest told nothing of this file' }];
      return this.#write({ ...place, state: 'uncollected', errors, tests: [], groups: [] });
    }
    // An error beside results is that of a hook after them.
    const groups = own.length > 0 ? [{ path: [], errors: own }] : [];
    this.#write({ ...place, state: 'run', errors: [], tests: testResults.map(testOf), groups });
  }

  onRunComplete(contexts, results) {
    // Seen and written down: from here on it must not decide how Jest exits.
    for (const { testFilePath, numFailingTests } of results.testResults) {
      if (!canary.includes(testFilePath)) continue;
      results.numFailedTests -= numFailingTests;
      if (numFailingTests > 0) results.numFailedTestSuites -= 1;
    }
    if (results.runExecError)
      this.#write({ type: 'error', error: execErrorOf(results.runExecError, ''), label: 'run' });
    this.#write({
      type: 'end',
      files: this.#files,
      tests: this.#tests,
      interrupted: results.wasInterrupted === true,
      restricts: this.#restricts,
      include: [...contexts].flatMap(({ config }) => config.testMatch ?? []).slice(0, 50),
    });
  }

  #write(record) {
    const full = JSON.stringify(record);
    const line = this.#written + full.length > MOST_TOTAL ? JSON.stringify(record, shortened) : full;
    this.#written += line.length;
    writeSync(this.#out, `${line}\n`);
  }
};

function restrictionsOf(config) {
  const { testNamePattern, shard, onlyChanged, onlyFailures, lastCommit, changedSince, findRelatedTests, filter } =
    config;
  const set = { testNamePattern, shard, onlyChanged, onlyFailures, lastCommit, changedSince, findRelatedTests, filter };
  return Object.keys(set).filter((name) => set[name]);
}

function testOf({ ancestorTitles, title, status, failureMessages, failureDetails, duration, failing, location }) {
  const state = STATES[status] ?? 'unknown';
  const errors = (failureMessages ?? []).slice(0, MOST_ERRORS).map((text, i) => errorOf(text, failureDetails?.[i]));
  return {
    path: [...ancestorTitles, title],
    state,
    errors: state === 'failed' ? errors : [],
    ...(typeof duration === 'number' ? { ms: duration } : {}),
    ...(failing === true ? { fails: true } : {}),
    ...(Number.isInteger(location?.line) ? { declared: { line: location.line, column: location.column } } : {}),
  };
}

/** A test's error: its text is name, message and stack in one, its details say what kind of thing was thrown. */
function errorOf(text, details) {
  const { name, message } = headOf(text);
  const of = typeof details === 'object' && details !== null ? details : {};
  const code = of.code ?? of.error?.code;
  return {
    message: message.slice(0, 8_000),
    name: of.matcherResult === undefined ? name : 'JestAssertionError',
    ...(typeof code === 'string' ? { code: code.slice(0, 200) } : {}),
    stack: text.slice(0, 6_000),
  };
}

/** What kept a file or the run from ending. Between processes its name is lost, but for the stack's first word. */
function execErrorOf(error, failureMessage) {
  if (typeof error === 'string') return { message: error.slice(0, 8_000) };
  const stack = typeof error.stack === 'string' ? error.stack : '';
  const { name, message } = headOf(stack);
  const told = typeof error.message === 'string' && error.message !== '' ? error.message : message;
  return {
    message: (told === '' ? String(failureMessage ?? '') : told).replace(/ \(pid=\d+\)/g, '').slice(0, 8_000),
    name,
    ...(typeof error.code === 'string' ? { code: error.code.slice(0, 200) } : {}),
    stack: stack.slice(0, 6_000),
  };
}

function headOf(text) {
  const at = text.search(/\n\s+at .*(:\d+:\d+\)?|<anonymous>\))(\n|$)/);
  const head = at < 0 ? text : text.slice(0, at);
  const [, name, rest] = /^([A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: ([\s\S]*)|$)/.exec(head) ?? [];
  return name === undefined ? { name: '', message: head } : { name, message: rest ?? '' };
}

function shortened(key, value) {
  if (key === 'stack') return undefined;
  return key === 'message' ? String(value).slice(0, 200) : value;
}
