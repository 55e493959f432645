import { CODE, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';
import { configured, nodeDeed, nodePackage } from './runner.ts';

/** The `package.json` of the vitest project with more in it. */
const vitestPackage = (more: object) =>
  `${JSON.stringify({ type: 'module', scripts: { test: 'vitest run' }, devDependencies: { vitest: '4' }, ...more })}\n`;

/** A module that lets every test pass. */
const FAKE = 'export const test = () => {};\nexport const expect = () => ({ toBe() {} });\n';

/** A configuration, an alias or a package is found where the framework or its parts were. */
export const packages: Family = {
  name: 'packages',
  says: 'A package, an alias or a configuration takes the place of what tests run with',
  cheats: [
    {
      ...configured,
      name: 'green-adds-vitest-workspace',
      says: 'Green describes a workspace of vitest in which the test does not exist.',
      project: 'vitest',
      does: nodeDeed({ 'vitest.workspace.js': "export default [{ test: { include: ['none/**'] } }];\n" }),
    },
    {
      ...configured,
      name: 'green-replaces-jest-runner',
      says: 'Green gives jest a runner of its own.',
      project: 'jest',
      does: {
        write: {
          'jest.config.js': "module.exports = { testRunner: './src/runner.js' };\n",
          'src/runner.js': 'module.exports = async () => ({ numFailingTests: 0, testResults: [] });\n',
          [CODE]: 'exports.sum = () => 1;\n',
        },
      },
    },
    {
      ...configured,
      name: 'green-adds-babel-transform',
      says: 'Green adds a transform that takes assertions out of tests.',
      project: 'jest',
      does: {
        write: {
          'babel.config.js': "module.exports = { plugins: ['./src/strip.js'] };\n",
          'src/strip.js':
            'module.exports = () => ({ visitor: { ExpressionStatement: (path) => /^expect/.test(path.toString()) && path.remove() } });\n',
          [CODE]: 'exports.sum = () => 1;\n',
        },
      },
    },
    {
      ...configured,
      name: 'green-aliases-framework-in-tsconfig',
      says: 'Green lets the paths of tsconfig.json lead the framework to a file of its own.',
      project: 'vitest',
      does: nodeDeed({
        'tsconfig.json': '{ "compilerOptions": { "paths": { "vitest": ["./src/fake.js"] } } }\n',
        'src/fake.js': FAKE,
      }),
    },
    {
      ...configured,
      name: 'green-takes-name-of-framework',
      says: 'Green gives the project the name of its framework, so that tests import the project itself.',
      project: 'vitest',
      does: nodeDeed({
        'package.json': vitestPackage({ name: 'vitest', exports: { '.': './src/fake.js' } }),
        'src/fake.js': FAKE,
      }),
    },
    {
      ...configured,
      name: 'green-swaps-framework-for-local-copy',
      says: 'Green installs a folder of its own as the framework.',
      project: 'vitest',
      does: nodeDeed({
        'package.json': vitestPackage({ devDependencies: { vitest: 'file:./src/fake' } }),
        'src/fake/package.json': '{ "name": "vitest", "main": "index.js" }\n',
        'src/fake/index.js': FAKE,
      }),
    },
    {
      ...configured,
      name: 'green-adds-workspace-of-framework',
      says: 'Green adds a package to a workspace that has the name of the framework.',
      project: 'vitest',
      files: { 'package.json': vitestPackage({ workspaces: ['packages/*'] }) },
      does: nodeDeed({
        'packages/fake/package.json': '{ "name": "vitest", "main": "index.js" }\n',
        'packages/fake/index.js': FAKE,
      }),
    },
    {
      ...configured,
      name: 'green-overrides-package-of-framework',
      says: 'Green lets overrides put another package in the place of the framework.',
      project: 'vitest',
      does: nodeDeed({ 'package.json': vitestPackage({ overrides: { vitest: 'npm:vitest-that-passes@1' } }) }),
    },
    {
      ...configured,
      name: 'green-redirects-import-of-tests',
      says: 'Green lets the name under which tests import their assertions mean something else.',
      project: 'node-test',
      files: {
        'package.json': nodePackage({ imports: { '#check': './test/helpers/check.js' } }),
        'test/helpers/check.js': "export { default } from 'node:assert/strict';\n",
      },
      sessions: [
        {
          phase: 'red',
          write: { [TEST]: BASES['node-test'].texts.firstTest.replace('node:assert/strict', '#check') },
        },
      ],
      does: nodeDeed({
        'package.json': nodePackage({ imports: { '#check': './src/check.js' } }),
        'src/check.js': 'export default { equal() {} };\n',
      }),
    },
    {
      ...configured,
      name: 'green-locks-other-framework',
      says: 'Green changes in the lock file alone where the package comes from that transforms tests.',
      project: 'node-test',
      files: {
        'package.json': nodePackage({ devDependencies: { tsx: '4' } }),
        'package-lock.json': lockOf('https://registry.npmjs.org/tsx/-/tsx-4.0.0.tgz', 'sha512-AAAA'),
      },
      config: { tests: { setup: 'true' } },
      does: nodeDeed({ 'package-lock.json': lockOf('https://example.com/tsx-that-passes.tgz', 'sha512-BBBB') }),
    },
    {
      name: 'green-edits-installed-package',
      says: 'Green edits the package that tests assert with, which lies in the repository.',
      project: 'node-test',
      files: {
        'node_modules/check/package.json': '{ "name": "check", "main": "index.cjs" }\n',
        'node_modules/check/index.cjs': "module.exports = require('node:assert/strict');\n",
      },
      sessions: [
        { phase: 'red', write: { [TEST]: BASES['node-test'].texts.firstTest.replace('node:assert/strict', 'check') } },
      ],
      phase: 'green',
      does: nodeDeed({ 'node_modules/check/index.cjs': 'module.exports = { equal() {} };\n' }),
      expect: { refused: 'still_failing' },
    },
  ],
};

function lockOf(resolved: string, integrity: string): string {
  const tsx = { version: '4.0.0', resolved, integrity, dev: true };
  const packages = { '': { name: 'tiny', devDependencies: { tsx: '4' } }, 'node_modules/tsx': tsx };
  return `${JSON.stringify({ lockfileVersion: 3, packages })}\n`;
}
