// Where mocha looks for test files, and whether there are any.
const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');

const project = createRequire(join(process.cwd(), 'package.json'));
const loadOptions = partOf('loadOptions', ['cli.js', 'options.cjs']);
const lookupFiles = partOf('lookupFiles', ['cli.js', 'lookup-files.js']);
const { _: named, extension, recursive } = loadOptions(process.argv.slice(2));
const specs = (named.length > 0 ? named : ['./test']).map(String);

/** A function of mocha's command line: up to mocha 11 in one module, then in modules of their own. */
function partOf(name, files) {
  const found = files.map((file) => partIn(`mocha/lib/cli/${file}`)?.[name]).find((part) => part !== undefined);
  if (found === undefined) throw new Error(`This version of mocha has no ${name}, which Baton needs.`);
  return found;
}

function partIn(file) {
  try {
    return project(file);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}

/** As absolute globs. */
exports.include = () => specs.slice(0, 50).map((spec) => inside(resolve(spec)));

function inside(path) {
  return /[*?{[]|\.\w+$/.test(path) ? path : join(path, '*.js');
}

exports.isEmpty = () => specs.every((spec) => found(spec).length === 0);

function found(spec) {
  try {
    return lookupFiles(spec, extension, recursive);
  } catch ({ code }) {
    return code === 'ERR_MOCHA_NO_FILES_MATCH_PATTERN' ? [] : [spec];
  }
}
