// Starts the program of a package as Node finds it from the project's directory. The package has this file's name.
// Found here and not by Baton: dependencies may be at their place only where the tests run.
const { basename, dirname, join } = require('node:path');
const { writeSync } = require('node:fs');
const { minimum } = require('./settings.json');
const Module = require('node:module');

const name = basename(__filename, '.cjs');
const project = Module.createRequire(join(process.cwd(), 'package.json'));

function findManifest() {
  try {
    return project.resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}

function isOlder(version, than) {
  const [a, b] = [version, than].map((text) => (String(text).match(/\d+/g) ?? []).map(Number));
  const at = [0, 1, 2].find((index) => a[index] !== b[index]);
  return at !== undefined && a[at] < b[at];
}

const manifest = findManifest();
if (manifest === undefined) {
  writeSync(2, `baton: ${name} is not installed\n`);
  process.exitCode = 97;
} else {
  const { bin, version } = project(manifest);
  if (isOlder(version, minimum)) {
    writeSync(2, `baton: ${name} ${version} is too old\n`);
    process.exitCode = 98;
  } else {
    process.argv[1] = join(dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
    Module.runMain();
  }
}
