import { globsIn, matchAny } from '../../base/glob.ts';
import { pythonName } from '../../formats/requirements.ts';

/** What a language calls a test package. */
export interface TestPackages {
  /** Frozen, in lock files with everything it reaches. */
  isFrozen(name: string): boolean;
  /** Frozen even where it was not there before; all are, if nothing is said. */
  isFrozenIfNew?(name: string): boolean;
  /** The one name for all spellings of a package; each has its own, if nothing is said. */
  nameOf?(name: string): string;
}

/**
 * Packages that run tests, hook into their runners or decide what an assertion is. Their entries in manifests are frozen,
 * and in lock files everything they reach. `*` also crosses the `/` of a scope.
 */
const NPM_FRAMEWORKS = globsIn(`
  vitest @vitest/** vitest-* jest jest-* @jest/** ts-jest babel-jest babel-plugin-istanbul mocha mocha-* chai
  chai-* sinon sinon-* @sinonjs/** should should.js expect.js ava @ava/** tap @tapjs/** tape uvu jasmine
  jasmine-* karma qunit @japa/** c8 nyc istanbul* @istanbuljs/** @testing-library/** @playwright/test cypress
  @hapi/{code,lab} power-assert unexpected proxyquire rewire testdouble mockdate supertest nock msw fast-check
  @fast-check/**
`);

/** Packages that turn sources into what is run, or stand under an assertion: frozen where they are used already. */
const NPM_TRANSFORMS = globsIn(`
  vite vite-* @vitejs/** rollup @rollup/** rolldown @rolldown/** esbuild @esbuild/** oxc-* @oxc-*/** babel-*
  @babel/** @swc/** @swc-node/** ts-node tsx typescript jsdom happy-dom playwright playwright-core
  pretty-format expect assert module-alias tsconfig-paths
`);

const PYTHON = globsIn(`
  pytest pytest-* pytest_* pluggy iniconfig coverage hypothesis nose* tox tox-* nox unittest* testtools ward
  syrupy mock assertpy freezegun time-machine responses respx
`);

const GO = globsIn(`
  **/testify **/testify/** **/ginkgo **/ginkgo/** **/gomega **/gomock **/mock **/go-cmp
  **/{is,quicktest,gotest.tools,assert,require,goconvey,gock,httpmock,sqlmock} gotest.tools/**
`);

const RUST = globsIn(`
  rstest* proptest* quickcheck* test-case* insta mockall* trybuild libtest* serial_test*
  {pretty_assertions,similar-asserts,assert_cmd,assert_fs,predicates*,wiremock,httpmock,speculoos,googletest}
`);

const JAVA = globsIn(`
  **/*junit*{,/**} **/testng{,/**} **/*mockito*{,/**} **/assertj*{,/**} **/hamcrest*{,/**}
`);

const isNpmFramework = matchAny(NPM_FRAMEWORKS);
const isTransform = matchAny(NPM_TRANSFORMS);

/** Helpers that transformed code calls are part of many packages and transform nothing themselves. */
export function isNpmTestPackage(name: string): boolean {
  return (
    isNpmFramework(name) || (isTransform(name) && !/^@babel\/runtime|^@swc\/(?:helpers|counter|types)$/.test(name))
  );
}

/** Whether one of the words in a name is a test package: `group:artifact`, a module with its version. */
function namesOne(name: string, isTestPackage: (word: string) => boolean): boolean {
  return name.split(/[ :]/).some(isTestPackage);
}

const matchesPython = matchAny(PYTHON);
export const isPythonTestPackage = (name: string) => matchesPython(pythonName(name));
const matchesJava = matchAny(JAVA);
export const isJavaTestPackage = (name: string) => namesOne(name, matchesJava);
const matchesGo = matchAny(GO);

export const NPM_PACKAGES: TestPackages = { isFrozen: isNpmTestPackage, isFrozenIfNew: isNpmFramework };
export const PYTHON_PACKAGES: TestPackages = { isFrozen: isPythonTestPackage, nameOf: pythonName };
export const RUST_PACKAGES: TestPackages = { isFrozen: matchAny(RUST), nameOf: pythonName };
export const GO_PACKAGES: TestPackages = { isFrozen: (name) => namesOne(name, matchesGo) };
export const JAVA_PACKAGES: TestPackages = { isFrozen: isJavaTestPackage };

/** Programs that run tests or stand in for those that do; a package that brings one of these names takes their place. */
export const TEST_PROGRAMS: ReadonlySet<string> = new Set(
  'vitest vite jest mocha ava tap tape uvu jasmine c8 nyc tsx ts-node tsc swc babel esbuild node npm npx pnpm yarn bun sh bash env'.split(
    ' ',
  ),
);
