import { matchAny } from '../glob.ts';

/**
 * Packages that run tests, hook into their runners, decide what an assertion is, or turn sources into what is run. Their
 * entries in manifests are frozen, and in lock files everything they reach. `*` also crosses the `/` of a scope.
 */
const NPM = [
  ...['vitest', '@vitest/**', 'vitest-*', 'vite', 'vite-*', '@vitejs/**', 'rollup', '@rollup/**', 'rolldown'],
  ...[
    '@rolldown/**',
    'esbuild',
    '@esbuild/**',
    'oxc-*',
    '@oxc-*/**',
    'jest',
    'jest-*',
    '@jest/**',
    'ts-jest',
    'expect',
  ],
  ...['babel-*', '@babel/**', '@swc/**', '@swc-node/**', 'mocha', 'mocha-*', 'chai', 'chai-*', 'sinon', 'sinon-*'],
  ...['should', 'ava', '@ava/**', 'tap', '@tapjs/**', 'tape', 'uvu', 'jasmine', 'jasmine-*', 'c8', 'nyc', 'istanbul*'],
  ...['@istanbuljs/**', '@testing-library/**', 'ts-node', 'tsx', 'typescript', 'jsdom', 'happy-dom', '@types/jest'],
  ...['@types/mocha', '@types/node', 'pretty-format', 'power-assert', 'proxyquire', 'testdouble', '@playwright/test'],
];

const PYTHON = [
  ...[
    'pytest',
    'pytest-*',
    'pytest_*',
    'pluggy',
    'iniconfig',
    'coverage',
    'hypothesis',
    'nose*',
    'tox',
    'tox-*',
    'nox',
  ],
  ...['unittest*', 'testtools', 'ward', 'syrupy', 'anyio', 'mock', 'assertpy', 'exceptiongroup'],
];

const GO = [
  '**/testify',
  '**/testify/**',
  '**/ginkgo',
  '**/ginkgo/**',
  '**/gomega',
  '**/gomock',
  '**/mock',
  '**/go-cmp',
];

const RUST = [
  'rstest*',
  'proptest*',
  'quickcheck*',
  'test-case*',
  'insta',
  'mockall*',
  'trybuild',
  'libtest*',
  'serial_test*',
];

const JAVA = ['**/*junit*{,/**}', '**/testng{,/**}', '**/*mockito*{,/**}', '**/assertj*{,/**}', '**/hamcrest*{,/**}'];

export const isNpmTestPackage = matchAny(NPM);
export const isGoTestPackage = matchAny(GO);
export const isRustTestPackage = matchAny(RUST);

const matchesPython = matchAny(PYTHON);
const matchesJava = matchAny(JAVA);

/** Python names are the same in any case and with `-`, `_` or `.` between their parts. */
export function isPythonTestPackage(name: string): boolean {
  return matchesPython(pythonName(name));
}

export function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** `group:artifact`, or either of them. */
export function isJavaTestPackage(name: string): boolean {
  return name.split(':').some((part) => matchesJava(part));
}

/** Programs that run tests or stand in for those that do; a package that brings one of these names takes their place. */
export const TEST_PROGRAMS: ReadonlySet<string> = new Set(
  'vitest vite jest mocha ava tap tape uvu jasmine c8 nyc tsx ts-node tsc swc babel esbuild node npm npx pnpm yarn bun sh bash env'.split(
    ' ',
  ),
);
