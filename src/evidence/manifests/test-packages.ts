import { matchAny } from '../../base/glob.ts';
import type { TestPackages } from './lock-graph.ts';

/**
 * Packages that run tests, hook into their runners or decide what an assertion is. Their entries in manifests are frozen,
 * and in lock files everything they reach. `*` also crosses the `/` of a scope.
 */
const NPM_FRAMEWORKS = globs(`
  vitest @vitest/** vitest-* jest jest-* @jest/** ts-jest babel-jest babel-plugin-istanbul mocha mocha-* chai
  chai-* sinon sinon-* @sinonjs/** should should.js expect.js ava @ava/** tap @tapjs/** tape uvu jasmine
  jasmine-* karma qunit @japa/** c8 nyc istanbul* @istanbuljs/** @testing-library/** @playwright/test cypress
  @hapi/{code,lab} power-assert unexpected proxyquire rewire testdouble mockdate supertest nock msw fast-check
  @fast-check/**
`);

/** Packages that turn sources into what is run, or stand under an assertion: frozen where they are used already. */
const NPM_TRANSFORMS = globs(`
  vite vite-* @vitejs/** rollup @rollup/** rolldown @rolldown/** esbuild @esbuild/** oxc-* @oxc-*/** babel-*
  @babel/** @swc/** @swc-node/** ts-node tsx typescript jsdom happy-dom playwright playwright-core
  pretty-format expect assert module-alias tsconfig-paths
`);

const PYTHON = globs(`
  pytest pytest-* pytest_* pluggy iniconfig coverage hypothesis nose* tox tox-* nox unittest* testtools ward
  syrupy mock assertpy freezegun time-machine responses respx
`);

const GO = globs(`
  **/testify **/testify/** **/ginkgo **/ginkgo/** **/gomega **/gomock **/mock **/go-cmp
  **/{is,quicktest,gotest.tools,assert,require,goconvey,gock,httpmock,sqlmock} gotest.tools/**
`);

const RUST = globs(`
  rstest* proptest* quickcheck* test-case* insta mockall* trybuild libtest* serial_test*
  {pretty_assertions,similar-asserts,assert_cmd,assert_fs,predicates*,wiremock,httpmock,speculoos,googletest}
`);

const JAVA = globs(`
  **/*junit*{,/**} **/testng{,/**} **/*mockito*{,/**} **/assertj*{,/**} **/hamcrest*{,/**}
`);

function globs(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

export const isNpmFramework = matchAny(NPM_FRAMEWORKS);
const isTransform = matchAny(NPM_TRANSFORMS);

/** Helpers that transformed code calls are part of many packages and transform nothing themselves. */
export function isNpmTestPackage(name: string): boolean {
  return (
    isNpmFramework(name) || (isTransform(name) && !/^@babel\/runtime|^@swc\/(?:helpers|counter|types)$/.test(name))
  );
}

export const NPM_PACKAGES: TestPackages = { isFrozen: isNpmTestPackage, isFrozenIfNew: isNpmFramework };

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
