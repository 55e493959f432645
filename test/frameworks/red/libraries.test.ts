import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rolesByGlobs } from '../../../src/evidence/file-roles.ts';
import { NO_OPTIONS } from '../../../src/evidence/plan/list-item.ts';
import { askingOf } from '../../../src/evidence/red/judge-red.ts';
import { judgeNewTests } from '../../../src/evidence/red/tests.ts';
import { loadFramework } from '../../../src/frameworks/registry.ts';
import { sampleChange } from '../../../src/testing/evidence-samples.ts';
import { useDriver } from '../programs.ts';
import { writtenProject } from '../written-project.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** A library whose every check ends in one function that throws a plain error, several calls below the test. */
const PLAIN = {
  'package.json': '{ "main": "index.js" }',
  'index.js': `const { Check } = require('./lib/check.js');
module.exports = (value) => new Check(value);
`,
  'lib/check.js': `const { raise } = require('./raise.js');
function Check(value, negated) {
  this.value = value;
  if (negated === undefined) for (const word of ['to', 'be']) this[word] = this;
}
Check.prototype.assert = function (holds, message) {
  if (!holds) raise(() => message);
};
Check.prototype.equal = function (other) {
  this.assert(this.value === other, 'expected ' + this.value + ' to equal ' + other);
  return this;
};
exports.Check = Check;
`,
  'lib/raise.js': `exports.raise = (message) => {
  throw new Error(message());
};
`,
};

const STUB = 'export const stub = () => 1;\n';
const testsWith = (use: string) => `${use}import { stub } from '../src/stub.js';
it('library', () => {
  expect(stub()).to.equal(3);
});
it('test', () => {
  throw new Error('expected 1 to equal 3');
});
it('no assertion', () => {
  parse(stub());
});
`;

/** The same code that throws, in a package that is no library of assertions: nobody asked it to check anything. */
const OTHER = { 'index.js': 'module.exports = () => {\n  throw new Error("no such word");\n};\n' };

const FROM_NODE = "import { it } from 'node:test';\n";
const PARSE = "import parse from 'some-parser';\n";

describe.each([
  ['mocha', ''],
  ['node-test', FROM_NODE],
] as const)('with %s', (framework, head) => {
  const driver = useDriver(framework);

  it.each([
    ['expect.js', "import expect from 'expect.js';\n", 'other'],
    ['should', "import expect from 'should';\n", 'other'],
    ['chai', "import { expect } from 'chai';\n", 'assertion'],
  ])('a failed check of %s is an honest red, what the test throws by itself is not', async (library, use, kind) => {
    const path = 'test/stub.test.js';
    const text = testsWith(`${head}${PARSE}${use}`);
    const made = library === 'chai' ? {} : installed(library, PLAIN);
    const files = { 'src/stub.js': STUB, [path]: text, ...made, ...installed('some-parser', OTHER) };
    const directory = writtenProject(files, { installed: false });
    linkRest(join(directory, 'node_modules'));
    const report = await driver.run(directory);
    expect([report.incomplete, report.runErrors]).toEqual([null, []]);
    const own = report.tests.filter(({ file }) => file === path);
    const named = (name: string) => own.find((test) => test.path.at(-1) === name);
    expect(named('library')?.failure).toMatchObject({
      kind,
      message: expect.stringContaining('expected 1 to equal 3'),
    });

    const { testFiles: tests, supportFiles: support, configFiles: config } = await loadFramework(framework);
    const roles = rolesByGlobs({ tests, support, config });
    const asking = askingOf({ changes: [sampleChange(path, undefined, text)], item: NO_OPTIONS, roles });
    const accepted = own.filter((test) => judgeNewTests([test], asking).length === 0);
    expect(accepted.map((test) => test.path.at(-1))).toEqual(['library']);
  });
});

function installed(name: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`node_modules/${name}/${file}`, text]));
}

/** The repository's own packages beside those that a project has itself. */
function linkRest(modules: string): void {
  mkdirSync(modules, { recursive: true });
  const there = new Set(readdirSync(modules));
  for (const name of readdirSync(MODULES)) if (!there.has(name)) symlinkSync(join(MODULES, name), join(modules, name));
}
