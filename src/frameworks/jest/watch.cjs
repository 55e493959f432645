// Loaded into every process that runs tests for Jest. Jest looks for stray errors only while a test runs: one that comes
// between tests or after the last would end the process and take its file's results along. Here it is written down.
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const MOST = 100;
let written = 0;

function write(label, error) {
  written += 1;
  if (written > MOST) return;
  const of = typeof error === 'object' && error !== null ? error : { message: String(error) };
  const text = (value, most) => (typeof value === 'string' ? value.slice(0, most) : undefined);
  const told = {
    message: text(of.message, 8_000) ?? '',
    name: text(of.name, 200),
    code: text(of.code, 200),
    stack: text(of.stack, 3_000),
  };
  try {
    appendFileSync(join(__dirname, 'stray.ndjson'), `${JSON.stringify({ type: 'error', error: told, label })}\n`);
  } catch {
    // The run goes on; the report will lack this one error, not more.
  }
}

if (process.env.JEST_WORKER_ID !== undefined) {
  process.on('unhandledRejection', (error) => write('unhandled rejection', error));
  process.on('uncaughtException', (error) => write('uncaught exception', error));
}
