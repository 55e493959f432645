// Where mocha looks for test files, and whether there are any.
const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');

const cli = createRequire(join(process.cwd(), 'package.json'))('mocha/lib/cli/cli.js');
const { _: named, extension, recursive } = cli.loadOptions(process.argv.slice(2));
const specs = (named.length > 0 ? named : ['./test']).map(String);

/** As absolute globs. */
exports.include = () => specs.slice(0, 50).map((spec) => inside(resolve(spec)));

function inside(path) {
  return /[*?{[]|\.\w+$/.test(path) ? path : join(path, '*.js');
}

exports.isEmpty = () => specs.every((spec) => found(spec).length === 0);

function found(spec) {
  try {
    return cli.lookupFiles(spec, extension, recursive);
  } catch ({ code }) {
    return code === 'ERR_MOCHA_NO_FILES_MATCH_PATTERN' ? [] : [spec];
  }
}
