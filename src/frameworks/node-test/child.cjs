// Runs first in every process that node starts for a test file and tells Baton how that process ended: a process that
// ends in the middle of its tests, with exit code 0 even, looks to `node --test` like one whose tests have all been told.
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.env.NODE_TEST_CONTEXT === undefined) refuseOld();
if (isMainThread && process.env.NODE_TEST_CONTEXT?.startsWith('child')) watch();

/** A node that is too old for the reporter says so before it comes to it. */
function refuseOld() {
  const { minimum } = require('./settings.json');
  const [a, b] = [process.versions.node, minimum].map((text) => text.match(/\d+/g).map(Number));
  const at = [0, 1, 2].find((index) => a[index] !== b[index]);
  if (at === undefined || a[at] > b[at]) return;
  throw new Error(`baton: Node.js ${process.versions.node} is too old`);
}

function watch() {
  const { stringify } = JSON;
  const out = join(__dirname, 'files.ndjson');
  const who = { file: process.argv[1], parent: process.ppid };
  const write = (record) => appendFileSync(out, `${stringify({ ...who, ...record })}\n`);
  let end = 'fatal';
  let at;
  const { exit } = process;
  const leave = (...code) => {
    const caller = callerOf(leave);
    if (/^\s*at [^\n]*node:internal\/test_runner/.test(caller)) {
      end = 'natural';
      return whenTold(() => exit(...code));
    }
    end = 'called';
    at = caller;
    return exit(...code);
  };
  Object.assign(process, { exit: leave });
  process.on('uncaughtExceptionMonitor', (error) => write({ type: 'uncaught', error: errorOf(error) }));
  process.on('beforeExit', () => {
    end = 'natural';
  });
  process.on('exit', (code) => write({ type: 'exit', code: Number(code), end, ...(at === undefined ? {} : { at }) }));
}

function callerOf(callee) {
  const { stackTraceLimit } = Error;
  const place = {};
  Error.stackTraceLimit = 5;
  Error.captureStackTrace(place, callee);
  Error.stackTraceLimit = stackTraceLimit;
  return String(place.stack).split('\n').slice(1).join('\n').slice(0, 2_000);
}

/** With --test-force-exit node ends the process once all tests have ended, but before it has told all of them. */
function whenTold(next) {
  let before = -1;
  setInterval(() => {
    const { bytesWritten = 0, writableLength } = process.stdout;
    if (bytesWritten === before && writableLength === 0) next();
    before = bytesWritten;
  }, 50);
}

function errorOf(error) {
  if (typeof error !== 'object' || error === null) return { message: String(error).slice(0, 8_000) };
  const { name, message, code, stack } = error;
  return {
    message: String(message ?? '').slice(0, 8_000),
    ...(typeof name === 'string' ? { name: name.slice(0, 200) } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, 200) } : {}),
    ...(typeof stack === 'string' ? { stack: stack.slice(0, 3_000) } : {}),
  };
}
