import { expect, it } from 'vitest';
import { namedFiles } from './named-files.ts';

const TREE = [
  'scripts/setup.ts',
  'scripts/register.mjs',
  'scripts/test.sh',
  'config/jest.base.js',
  'src/index.ts',
  'src/plugins.py',
  'test/a.test.ts',
  'test/hooks.js',
  'package.json',
];
const isTestFile = (path: string) => path.endsWith('.test.ts');
const named = (path: string, text: string) => namedFiles([{ path, text }], TREE, isTestFile);

it.each([
  ['vitest.config.ts', "export default { test: { setupFiles: ['./scripts/setup.ts', 'x'] } }", ['scripts/setup.ts']],
  ['vitest.config.ts', "import base from './config/jest.base.js';\nexport default base", ['config/jest.base.js']],
  ['vite.config.ts', "export default { build: { lib: { entry: 'src/index.ts' } } }", []],
  [
    'jest.config.json',
    '{ "setupFilesAfterEnv": ["<rootDir>/scripts/setup"], "preset": "ts-jest" }',
    ['scripts/setup.ts'],
  ],
  ['.mocharc.yml', 'require:\n  - ./test/hooks.js\nspec: test/*.js\n', ['test/hooks.js']],
  ['.mocharc.json', '{ "require": ["./test/hooks.js"] }', ['test/hooks.js']],
  [
    'package.json',
    '{ "scripts": { "test": "node --import ./scripts/register.mjs --test" } }',
    ['scripts/register.mjs'],
  ],
  ['package.json', '{ "scripts": { "test": "bash scripts/test.sh" } }', ['scripts/test.sh']],
  ['package.json', '{ "scripts": { "start": "node src/index.ts" }, "exports": { "import": "./src/index.ts" } }', []],
  ['package.json', '{ "scripts": { "test": "node test/a.test.ts" } }', []],
  ['pytest.ini', '[pytest]\naddopts = -p src.plugins\n', ['src/plugins.py']],
])('%s: %s', (path, text, expected) => {
  expect(named(path, text)).toEqual(expected);
});

it.each([
  ['sh scripts/test.sh', ['scripts/test.sh']],
  ['./scripts/test.sh --all', ['scripts/test.sh']],
  ['CI=1 exec scripts/test.sh', ['scripts/test.sh']],
  ['cd . && make check', ['Makefile']],
  ['node --test', []],
  ['python -m doctest src/plugins.py', []],
])('the command %s', (text, expected) => {
  expect(namedFiles([{ path: 'command', text, isCommand: true }], [...TREE, 'Makefile'], isTestFile)).toEqual(expected);
});

it('a script of package.json starts a program without an interpreter', () => {
  expect(named('package.json', '{ "scripts": { "test": "npm run build && ./scripts/test.sh" } }')).toEqual([
    'scripts/test.sh',
  ]);
});
