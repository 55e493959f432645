// Writes Baton's records for mocha, and errors as they are kept there.
const { openSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const { inspect } = require('node:util');

const MOST_TOTAL = 48_000_000;
const out = openSync(join(__dirname, 'report.ndjson'), 'ax');
const { stringify } = JSON;
let written = 0;

exports.write = (record) => {
  const full = stringify(record);
  const line = written + full.length > MOST_TOTAL ? stringify(record, shortened) : full;
  written += line.length;
  writeSync(out, `${line}\n`);
};

function shortened(key, value) {
  if (key === 'stack') return undefined;
  return key === 'message' ? String(value).slice(0, 200) : value;
}

exports.errorOf = (error, place) => {
  if (typeof error !== 'object' || error === null) return { message: String(error).slice(0, 8_000) };
  const { name, message, code, stack } = error;
  return {
    message: `${String(message ?? '').slice(0, 6_000)}${comparedBy(error, String(message))}`,
    ...(typeof name === 'string' ? { name: name.slice(0, 200) } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, 200) } : {}),
    ...(typeof stack === 'string' ? { stack: placed(stack, place).slice(0, 3_000) } : {}),
  };
};

/** A place that no frame of the stack tells becomes the first of them. */
function placed(stack, place) {
  return place === undefined ? stack : `${stack.split('\n', 1)[0]}\n    at ${place}:1\n${stack}`;
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
