// Runs in vitest's main process and tells Baton what it saw: one JSON record a line, in a file beside this one.
import { mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { canary } = JSON.parse(readFileSync(new URL('./settings.json', import.meta.url), 'utf8'));
const MOST_ERRORS = 5;
const MOST_TOTAL = 48_000_000;

export default class BatonReporter {
  #out = openSync(new URL('./report.ndjson', import.meta.url), 'ax');
  #modes = new Map();
  #recorded = new Set();
  #tests = 0;
  #written = 0;
  #ended = false;

  onInit(vitest) {
    this.vitest = vitest;
    const { config, logger } = vitest;
    // Where each test is declared: rows of one test have one place, two tests of one title have two.
    config.includeTaskLocation = true;
    this.#write({ type: 'start', restricts: restrictionsOf(config) });
    for (const one of [vitest, ...(vitest.projects ?? [])]) keepBuildInfoElsewhere(one.config.typecheck);
    // A global teardown fails after the last report and does not even change the exit code.
    const error = logger.error.bind(logger);
    logger.error = (...words) => {
      if (words[0] === 'error during close')
        this.#write({ type: 'error', error: errorOf(words[1]), label: 'teardown' });
      error(...words);
    };
  }

  onTestModuleCollected({ task }) {
    for (const test of testsIn(task)) this.#modes.set(test.id, test.mode);
  }

  onTestModuleEnd({ task }) {
    this.#record(task, true);
    // Seen and written down: from here on it must not decide how vitest exits.
    if (canary.includes(task.filepath))
      for (const one of [task, ...testsIn(task)]) if (one.result) one.result.state = 'pass';
  }

  onTestRunEnd(modules, errors, reason) {
    this.#end(
      modules.map(({ task }) => task),
      errors,
      reason === 'interrupted',
    );
  }

  /** Before vitest 3. */
  onFinished(files = [], errors = []) {
    this.#end(files, errors, false);
  }

  #end(files, errors, interrupted) {
    if (this.#ended) return;
    this.#ended = true;
    for (const file of files) this.#record(file, file.result?.state === 'pass' || file.result?.state === 'fail');
    for (const error of errors) {
      this.#write({ type: 'error', error: errorOf(error), label: error?.type, during: error?.VITEST_TEST_PATH });
    }
    const restricts = restrictionsOf(this.vitest.config);
    const [include, aliases] = [includedBy(this.vitest), aliasesOf(this.vitest)];
    const end = { type: 'end', files: this.#recorded.size, tests: this.#tests, interrupted, restricts };
    this.#write({ ...end, include, aliases });
  }

  #record(file, finished) {
    if (this.#recorded.has(file.id)) return;
    this.#recorded.add(file.id);
    const all = testsIn(file);
    const errors = ownErrors(file, all).slice(0, MOST_ERRORS).map(errorOf);
    const ran = all.some((test) => test.result !== undefined);
    const types = file.meta?.typecheck === true;
    // No type is wrong in the canary.
    if (types && canary.includes(file.filepath)) return this.#recorded.delete(file.id);
    const place = {
      type: 'file',
      file: file.filepath,
      ...(file.projectName ? { project: file.projectName } : {}),
      ...(types ? { types } : {}),
    };
    if (!finished) return this.#write({ ...place, state: 'unfinished', errors, tests: [], groups: [] });
    if (all.length === 0 && errors.length === 0 && !this.vitest.config.includeSource?.length) {
      errors.push({ message: `No test suite found in file ${file.filepath}` });
    }
    if (errors.length > 0 && !ran)
      return this.#write({ ...place, state: 'uncollected', errors, tests: [], groups: [] });
    const tests = [];
    const groups = [];
    this.#collect(file, [], [], tests, groups);
    this.#tests += tests.length;
    this.#write({ ...place, state: 'run', errors: [], tests, groups });
  }

  /** A group's own error is that of a hook: of the tests it kept from running, or of nobody's once they have run. */
  #collect(group, path, hooks, tests, groups) {
    const own = ownErrors(group, testsIn(group)).slice(0, MOST_ERRORS).map(errorOf);
    const above = [...hooks, ...own];
    const before = tests.length;
    for (const task of group.tasks) {
      if (task.type === 'suite') this.#collect(task, [...path, task.name], above, tests, groups);
      else tests.push(this.#testOf(task, [...path, task.name], above));
    }
    const taken = tests.slice(before).some(({ state }) => state === 'errored');
    if (own.length > 0 && !taken) groups.push({ path, errors: own });
  }

  #testOf({ id, mode, result, fails, location }, path, hooks) {
    const errors = (result?.errors ?? []).slice(0, MOST_ERRORS).map(errorOf);
    const more = {
      path,
      ...(result?.duration === undefined ? {} : { ms: result.duration }),
      ...(fails ? { fails } : {}),
      ...(Number.isInteger(location?.line) ? { declared: { line: location.line, column: location.column } } : {}),
    };
    if (mode === 'todo') return { ...more, state: 'todo', errors };
    if (result?.state === 'pass') return { ...more, state: 'passed', errors: [] };
    if (result?.state === 'fail') return { ...more, state: failedInHook(result) ? 'errored' : 'failed', errors };
    if (mode !== 'skip' && result?.state !== 'skip') return { ...more, state: 'unknown', errors };
    const kept = hooks.length > 0 && ['run', 'queued'].includes(this.#modes.get(id));
    return kept ? { ...more, state: 'errored', errors: hooks } : { ...more, state: 'skipped', errors: [] };
  }

  #write(record) {
    const full = JSON.stringify(record);
    const line = this.#written + full.length > MOST_TOTAL ? JSON.stringify(record, shortened) : full;
    this.#written += line.length;
    writeSync(this.#out, `${line}\n`);
  }
}

const OBSOLETE = /^Obsolete snapshots found when no snapshot update is expected\.\n/;

/** The errors of a group. Stored snapshots that a test did not come to because it failed are not obsolete. */
function ownErrors({ result }, tests) {
  const failed = tests.filter((test) => test.result?.state === 'fail').map(fullName);
  const isAwaited = (key) => failed.some((name) => key.startsWith(`${name} > `) || key.replace(/ \d+$/, '') === name);
  return (result?.errors ?? []).filter((error) => {
    const message = String(error?.message ?? '');
    const keys = [...message.matchAll(/^· (.*)$/gm)].map(([, key]) => key);
    return !OBSOLETE.test(message) || keys.length === 0 || !keys.every(isAwaited);
  });
}

function fullName(test) {
  const names = [];
  for (let at = test; at && at.filepath === undefined; at = at.suite) names.unshift(at.name);
  return names.join(' > ');
}

/** A hook that began and did not end failed; the test itself did not run, or had passed. */
function failedInHook({ hooks = {}, errors = [] }) {
  return hooks.beforeEach === 'run' || (hooks.afterEach === 'run' && errors.length === 1);
}

function testsIn(task) {
  return task.type === 'suite' ? task.tasks.flatMap(testsIn) : [task];
}

/** Absolute globs of the test files of all projects. */
function includedBy({ config, projects }) {
  const all = projects?.length > 0 ? projects : [{ config }];
  const globs = all.flatMap(({ config: { include = [], dir, root } }) =>
    include.map((glob) => `${dir ?? root}/${glob}`),
  );
  return globs.slice(0, 50);
}

/** Names that the settings map to files of the project itself. */
function aliasesOf({ config: { root }, vite, server, projects = [] }) {
  const servers = [vite ?? server, ...projects.map((one) => one.vite ?? one.server)];
  const all = servers.flatMap((one) => one?.config?.resolve?.alias ?? []);
  const own = all.filter(({ find, replacement }) => {
    const path = String(replacement);
    return typeof find === 'string' && path.startsWith(`${root}/`) && !path.includes('/node_modules/');
  });
  return own.map(({ find }) => find.replace(/\/$/, '')).slice(0, 50);
}

/** Vitest lets the checker of types write beside its own program, among the dependencies, which may not be written. */
function keepBuildInfoElsewhere(typecheck) {
  if (!typecheck?.enabled || checkers.has(typecheck.checker)) return;
  const place = mkdtempSync(join(tmpdir(), 'types-'));
  const program = join(place, 'checker');
  const words = [typecheck.checker, join(place, 'tsbuildinfo')].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  writeFileSync(program, `#!/bin/sh\nexec ${words[0]} "$@" --tsBuildInfoFile ${words[1]}\n`, { mode: 0o755 });
  checkers.add(program);
  typecheck.checker = program;
}

const checkers = new Set();

function restrictionsOf(config) {
  const { testNamePattern, shard, changed, related, tagsFilter } = config;
  const set = { testNamePattern, shard, changed, related, tagsFilter };
  return Object.keys(set).filter((name) => set[name] && (!Array.isArray(set[name]) || set[name].length > 0));
}

function errorOf(error) {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const rollup = error.__vitest_rollup_error__ ?? {};
  const { name, code, stack } = error;
  return {
    message: messageOf(error, rollup).slice(0, 8_000),
    ...(typeof name === 'string' ? { name: name.slice(0, 200) } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, 200) } : {}),
    ...(typeof stack === 'string' ? { stack: stack.slice(0, 3_000) } : {}),
    ...(typeof rollup.id === 'string' ? { file: rollup.id } : {}),
    ...(name === 'TypeCheckError' && Number.isInteger(error.stacks?.[0]?.line)
      ? { typed: typedAt(error.stacks[0]) }
      : {}),
  };
}

function typedAt({ file, line, column }) {
  return { file, line, column: Number.isInteger(column) ? column : 1 };
}

function messageOf(error, rollup) {
  const message = String(error.message ?? '');
  if (/^Snapshot `.*` mismatched/s.test(message) && error.expected === undefined) {
    return message.replace(/ mismatched/, ' does not exist and is not written');
  }
  const more = rollup.frame ?? error.diff;
  return typeof more === 'string' && !message.includes(more) ? `${message}\n\n${more}` : message;
}

function shortened(key, value) {
  if (key === 'stack') return undefined;
  return key === 'message' ? String(value).slice(0, 200) : value;
}
