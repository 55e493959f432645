// Runs in the process of `node --test` and tells Baton what it saw: one JSON record a line, in a file beside this one.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';

const { canary } = JSON.parse(readFileSync(new URL('./settings.json', import.meta.url), 'utf8'));
const MOST_STDERR = 4_000;
const MOST_TOTAL = 48_000_000;
const STRAY = /asynchronous activity after the test ended/;
const ONLY = /^'only' and 'runOnly' require/;

let ended = false;

// biome-ignore lint/correctness/useYield: node prints what a reporter yields; this one has nothing to say there.
export default async function* report(events) {
  const names = [];
  const stderr = new Map();
  const write = writer();
  let tests = 0;
  let failures = 0;
  write({ type: 'start', pid: process.pid });
  for await (const { type, data } of events) {
    if (type === 'test:enqueue' && isFile(data)) write({ type: 'file', file: data.file });
    if (type === 'test:start') names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
    if (type === 'test:pass' || type === 'test:fail') {
      tests += 1;
      if (type === 'test:fail' && !data.todo && !canary.includes(fileOf(data).file)) failures += 1;
      const path = [...names.slice(0, data.nesting), data.name];
      write(recordOf(type === 'test:pass', data, path, stderr.get(data.file)));
    }
    if (type === 'test:stderr') stderr.set(resolve(data.file), tail(stderr.get(resolve(data.file)), data.message));
    if (type === 'test:summary' && data.file) write({ type: 'summary', file: data.file });
    if (type === 'test:diagnostic' && STRAY.test(data.message)) {
      write({ type: 'stray', message: data.message.slice(0, 2_000), ...fileOf(data) });
    }
    if (type === 'test:diagnostic' && ONLY.test(data.message)) write({ type: 'only', ...fileOf(data) });
  }
  write({ type: 'end', tests });
  // The canary is seen and written down: from here on it must not decide how node exits.
  if (failures === 0 && canary.length > 0) process.exitCode = 0;
  ended = true;
}

// With --test-force-exit some versions of node end before their reporters have been told everything.
const { exit } = process;
Object.assign(process, { exit: leave });

function leave(...code) {
  if (ended) return exit(...code);
  const started = Date.now();
  setInterval(() => (ended || Date.now() - started > 5_000) && exit(...code), 20);
}

function writer() {
  const out = openSync(new URL('./report.ndjson', import.meta.url), 'ax');
  let written = 0;
  return (record) => {
    const full = JSON.stringify(record);
    const line = written + full.length > MOST_TOTAL ? JSON.stringify(record, shortened) : full;
    written += line.length;
    writeSync(out, `${line}\n`);
  };
}

/** Node counts every file as a test of its own; it has the file's path for a name. */
function isFile({ name, nesting, file }) {
  return nesting === 0 && file !== undefined && resolve(name) === file;
}

function recordOf(passed, data, path, stderr) {
  const { skip, todo, expectFailure, details = {} } = data;
  const level = isFile(data) ? 'file' : details.type === 'suite' ? 'suite' : 'test';
  return {
    type: 'test',
    level,
    ...fileOf(data),
    path: path.map((name) => String(name).slice(0, 2_000)),
    passed,
    ...(skip === undefined || skip === false ? {} : { skip: true }),
    ...(todo === undefined || todo === false ? {} : { todo: true }),
    ...(expectFailure === undefined || expectFailure === false ? {} : { expectFailure: true }),
    ...(typeof details.duration_ms === 'number' ? { ms: details.duration_ms } : {}),
    ...(Number.isInteger(data.line) ? { line: data.line, column: data.column } : {}),
    ...(passed ? {} : { error: errorOf(details.error) }),
    ...(level === 'file' && !passed && stderr ? { stderr } : {}),
  };
}

function fileOf({ file, entryFile = file }) {
  return entryFile === undefined ? {} : { file: entryFile };
}

/** Node wraps what was thrown: the wrapper says how the test failed, its cause why. */
function errorOf(error) {
  if (typeof error !== 'object' || error === null) return { failure: 'unknown', message: String(error) };
  const { failureType, exitCode, signal, cause } = error;
  const thrown = typeof cause === 'object' && cause !== null ? cause : error;
  return {
    failure: String(failureType),
    message: String(error.message ?? cause).slice(0, 8_000),
    ...(typeof exitCode === 'number' ? { exitCode } : {}),
    ...(typeof signal === 'string' ? { signal } : {}),
    ...(thrown === error ? {} : { cause: causeOf(thrown) }),
  };
}

function causeOf(error) {
  const { name, message, code, stack } = error;
  return {
    message: `${String(message ?? '').slice(0, 6_000)}${comparedBy(error, String(message))}`,
    ...(typeof name === 'string' ? { name: name.slice(0, 200) } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, 200) } : {}),
    ...(typeof stack === 'string' ? { stack: stack.slice(0, 3_000) } : {}),
  };
}

/** What was compared, where the message does not say it: one of the author's own, or one that shortens the values. */
function comparedBy(error, message) {
  if (!('expected' in error && 'actual' in error) || error.generatedMessage === true) return '';
  const [expected, actual] = [error.expected, error.actual].map(shown);
  return message.includes(expected) && message.includes(actual) ? '' : `\n\nexpected: ${expected}\nactual: ${actual}`;
}

function shown(value) {
  return inspect(value, { depth: 6, maxStringLength: 1_000, customInspect: false, breakLength: 100 }).slice(0, 1_000);
}

function tail(before = '', more) {
  return (before + more).slice(-MOST_STDERR);
}

function shortened(key, value) {
  if (key === 'stack' || key === 'stderr') return undefined;
  return key === 'message' ? String(value).slice(0, 200) : value;
}
