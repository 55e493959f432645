// Has mocha load test files one by one: by itself it gives up all of them when one cannot be loaded.
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');
const { placeOfImport } = require('./import.cjs');
const looking = require('./looking.cjs');
const { errorOf, write } = require('./record.cjs');
const { canary } = require('./settings.json');

const project = createRequire(join(process.cwd(), 'package.json'));
const loaded = project('mocha');
// From mocha 12 on it is a module.
const Mocha = loaded.default ?? loaded;
const skipped = new WeakSet();
const declared = new WeakMap();
let skipping = false;
const loading = { loaded: [], failures: 0, include: looking.include(), isTodo, declared };
exports.loading = loading;
exports.Mocha = Mocha;

write({ type: 'start', restricts: [] });
// Mocha gives up with an error when it finds no files; a project without tests is none.
process.once('exit', leaveEmpty);

function leaveEmpty() {
  if (!looking.isEmpty()) return;
  write({ type: 'end', files: 0, tests: 0, interrupted: false, restricts: [], include: loading.include });
  process.exitCode = 0;
}

const { loadFilesAsync } = Mocha.prototype;
Mocha.prototype.loadFilesAsync = async function load(...options) {
  process.off('exit', leaveEmpty);
  const files = wanted(this);
  this.suite.on('pre-require', markSkipped);
  for (const file of files) write({ type: 'begin', file });
  for (const file of files) {
    const before = extent(this.suite);
    this.files = [file];
    try {
      await loadFilesAsync.apply(this, options);
      loading.loaded.push(file);
    } catch (error) {
      restore(this.suite, before);
      loading.failures += 1;
      const errors = [errorOf(error, placeOfImport(file, String(error?.message)))];
      write({ type: 'file', file, state: 'uncollected', errors, tests: [], groups: [] });
    }
  }
  this.files = files;
};

/** The files to load, the canary first: a test may end the process. Of a selection those, and what is always loaded. */
function wanted(mocha) {
  const chosen = join(__dirname, 'only.json');
  const only = existsSync(chosen) ? JSON.parse(readFileSync(chosen, 'utf8')).map((file) => resolve(file)) : undefined;
  const always = [mocha.options.file ?? []].flat().map((file) => resolve(file));
  const found = [...new Set(mocha.files.map((file) => resolve(file)))];
  const kept = only === undefined ? found : [...new Set([...found.filter((file) => always.includes(file)), ...only])];
  const own = kept.filter((file) => canary.includes(file));
  return [...own, ...kept.filter((file) => !own.includes(file))];
}

/** What a suite has: a file that fails in the middle leaves nothing behind. */
function extent(suite) {
  return LISTS.map((name) => suite[name]?.length ?? 0);
}

function restore(suite, before) {
  for (const [index, name] of LISTS.entries()) suite[name]?.splice(before[index]);
}

const LISTS = ['suites', 'tests', '_beforeAll', '_beforeEach', '_afterAll', '_afterEach', '_onlyTests', '_onlySuites'];

/** Mocha itself does not tell a test that is skipped from one without a body. */
function markSkipped(context) {
  const mark = (owner, name) => {
    const skip = owner?.[name];
    if (typeof skip !== 'function') return;
    owner[name] = (...words) => {
      skipping = true;
      try {
        return skip(...words);
      } finally {
        skipping = false;
      }
    };
  };
  for (const name of ['xit', 'xspecify']) mark(context, name);
  for (const owner of new Set([context.it, context.specify, context.test])) mark(owner, 'skip');
}

const { addTest } = Mocha.Suite.prototype;
Mocha.Suite.prototype.addTest = function add(test) {
  if (skipping) skipped.add(test);
  declared.set(test, declaredAt());
  return addTest.call(this, test);
};

/**
 * Where a test is declared: the calls between mocha and what it called last. Rows of one test come by the same calls, two
 * tests of one title do not. Nothing where the stack cannot be read.
 */
function declaredAt() {
  const { stackTraceLimit: limit } = Error;
  Error.stackTraceLimit = 40;
  const stack = String(new Error('declared').stack);
  Error.stackTraceLimit = limit;
  const frames = stack.split('\n').slice(1, 41);
  const from = frames.findIndex((line) => isProgram(line));
  const end = frames.findIndex((line, at) => at > from && MOCHA.test(line));
  const places = frames.slice(Math.max(from, 0), end < 0 ? undefined : end).filter(isProgram);
  const [first, ...rest] = places.map((line) => PLACE.exec(line)).filter((match) => match !== null);
  if (from < 0 || first === undefined) return undefined;
  const through = rest.map(([, file, line, column]) => `${file}:${line}:${column}`).join(' ');
  return { line: Number(first[2]), column: Number(first[3]), ...(through === '' ? {} : { through }) };
}

const MOCHA = /[\\/]node_modules[\\/]mocha[\\/]/;
const PLACE = /([^\\/\s(]+):(\d+):(\d+)\)?$/;

function isProgram(line) {
  return !MOCHA.test(line) && !/\(node:|at node:/.test(line) && PLACE.test(line) && !line.includes(__dirname);
}

function isTodo(test) {
  return !test.fn && !skipped.has(test) && !test.parent?.isPending();
}
