// Runs in mocha's process and tells Baton what it saw: one JSON record a line, in a file beside this one.
const { fileOf, isInside, pathOf } = require('./tree.cjs');
const { errorOf, write } = require('./record.cjs');
const { loading, Mocha } = require('./loading.cjs');
const { canary } = require('./settings.json');

let runner;
let running = false;
// Errors that no test is there to take: while files are loaded, in global fixtures.
process.on('uncaughtExceptionMonitor', (error) => {
  if (!running) write({ type: 'error', error: errorOf(error), label: 'uncaught' });
});

// Mocha takes promises that nobody handles from node and says nothing of them.
const rejected = new WeakSet();
process.on('unhandledRejection', function note(reason, promise) {
  const others = process.listeners('unhandledRejection').filter((one) => one !== note && one !== runner?.unhandled);
  if (others.length > 0 || rejected.has(promise)) return;
  rejected.add(promise);
  write({ type: 'error', error: errorOf(reason), label: 'unhandled rejection' });
});

module.exports = class BatonReporter {
  #entries = new Map();
  #files = new Map(loading.loaded.map((file) => [file, { entries: [], open: 0 }]));
  #hooks = [];
  #focused = false;
  #chosen = new Set();
  #current;
  #running;
  #told = 0;
  #tests = 0;

  constructor(started, options) {
    runner = started;
    // For a person, who reads what was printed.
    new Mocha.reporters.Spec(started, options);
    this.#take(runner.suite);
    // With --delay there are no tests yet; this comes before mocha leaves out what is not marked `only`.
    runner.suite.once('run', () => this.#take(runner.suite));
    runner.on('start', () => this.#start());
    runner.on('test', (test) => this.#begin(test));
    runner.on('pass', (test) => this.#end(test, 'passed'));
    runner.on('pending', (test) => this.#end(test, loading.isTodo(test) ? 'todo' : 'skipped'));
    runner.on('retry', (test, error) => this.#end(test, 'failed', error));
    runner.on('fail', (runnable, error) => this.#fail(runnable, error));
    runner.on('end', () => this.#finish());
    process.on('exit', () => running && this.#leave());
  }

  #take(suite) {
    this.#focused ||= suite.root && suite.hasOnly();
    for (const test of suite.tests) this.#entryOf(test);
    for (const inner of suite.suites) this.#take(inner);
  }

  #entryOf(test) {
    const original = test.retriedTest?.() ?? test;
    const known = this.#entries.get(original);
    if (known !== undefined) return known;
    const entry = {
      test: original,
      file: fileOf(original) ?? 'unknown file',
      path: pathOf(original),
      state: 'unknown',
      errors: [],
    };
    this.#entries.set(original, entry);
    const file = this.#files.get(entry.file) ?? { entries: [], open: 0 };
    this.#files.set(entry.file, file);
    file.entries.push(entry);
    file.open += 1;
    return entry;
  }

  #start() {
    running = true;
    // Else mocha shortens stacks, and where an error was raised is lost.
    runner.fullStackTrace = true;
    // A name pattern in the configuration would leave tests out.
    runner.grep(/(?:)/, false);
    // Tests marked `only` leave the canary out as well.
    const { tests } = runner.suite;
    const own = [...this.#entries.values()].filter(({ file }) => canary.includes(file)).map(({ test }) => test);
    tests.unshift(...own.filter((test) => !tests.includes(test)));
    const choose = (suite) => {
      for (const test of suite.tests) this.#chosen.add(test);
      suite.suites.forEach(choose);
    };
    choose(runner.suite);
  }

  /** What is known of a file is written down when another's turn has come: the process may end at any time. */
  #begin(test) {
    this.#running = this.#entryOf(test);
    const { file } = this.#running;
    const before = this.#files.get(this.#current);
    if (file !== this.#current && before?.open === 0) this.#tell(this.#current, before);
    this.#current = file;
  }

  /** The first outcome counts: a test that passes when it is tried again has failed. */
  #end(test, state, error) {
    const entry = this.#entryOf(test);
    if (entry.state !== 'unknown') return;
    entry.state = state;
    if (error !== undefined) entry.errors.push(errorOf(error));
    if (typeof test.duration === 'number') entry.ms = test.duration;
    this.#files.get(entry.file).open -= 1;
  }

  #fail(runnable, error) {
    // The canary's failure is seen and written down; it must not decide how mocha exits.
    if (canary.includes(fileOf(runnable))) runner.failures -= 1;
    if (runnable.type === 'hook') return this.#hooks.push({ hook: runnable, error: errorOf(error), kept: false });
    const entry = runnable.type === 'test' ? this.#entryOf(runnable) : undefined;
    if (entry?.state === 'unknown') return this.#end(runnable, 'failed', error);
    write({ type: 'error', error: errorOf(error), label: 'uncaught', ...(entry && { during: entry.file }) });
  }

  #finish() {
    for (const entry of this.#entries.values()) if (entry.state === 'unknown') this.#settle(entry);
    for (const { hook, error } of this.#hooks) {
      if (fileOf(hook) === undefined) write({ type: 'error', error, label: hook.title });
    }
    for (const [file, seen] of this.#files) this.#tell(file, seen);
    runner.failures += loading.failures;
    const counts = { files: this.#told + loading.failures, tests: this.#tests };
    const restricts = this.#focused ? ['only'] : [];
    write({ type: 'end', ...counts, interrupted: false, restricts, include: loading.include });
    running = false;
  }

  /** The process ends in the middle: what is known is told, and that there is no more is seen by the missing end. */
  #leave() {
    const entry = this.#running;
    if (entry?.state === 'unknown')
      entry.errors.push({ message: 'process.exit unexpectedly called while this test ran' });
    for (const [file, seen] of this.#files) if (seen.entries.length > 0) this.#tell(file, seen);
  }

  /** Says why a test was not run: left out, or kept from it by a hook around it. */
  #settle(entry) {
    if (this.#focused && !this.#chosen.has(entry.test)) {
      entry.state = 'skipped';
      return;
    }
    const around = this.#hooks.find(({ hook }) => isInside(entry.test, hook.parent));
    entry.state = 'errored';
    entry.errors.push(around?.error ?? { message: 'This test was not run: mocha stopped before it.' });
    if (around !== undefined) around.kept = /^"before/.test(around.hook.title);
  }

  #tell(file, seen) {
    if (seen.told) return;
    seen.told = true;
    const tests = seen.entries.map(({ test, path, state, errors, ms }) => {
      return { path, state, errors, ms, declared: loading.declared.get(test) };
    });
    const groups = this.#hooks
      .filter(({ hook, kept }) => fileOf(hook) === file && !kept)
      .map(({ hook, error }) => ({ path: pathOf(hook.parent), errors: [error] }));
    this.#told += 1;
    this.#tests += tests.length;
    write({ type: 'file', file, state: 'run', errors: [], tests, groups });
  }
};
