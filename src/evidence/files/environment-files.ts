import { globsIn, matchAny } from '../../base/glob.ts';
import { foldPath } from '../../base/paths.ts';

/**
 * Files that reach into every test process whatever the framework: settings of test tools, what an interpreter loads by
 * itself, what a package manager obeys, and modules that would be found in place of a test framework's own.
 */
const TEST_ENVIRONMENT_FILES: readonly string[] = [
  // settings of test tools, their plugins and transforms
  ...globsIn(`
    **/{vitest,jest,ava,karma,cypress,playwright,wtr,web-test-runner,stryker,nyc,wallaby}.{config,conf,workspace}.*
    **/{vitest,jest}.*.config.* **/{.mocharc,.nycrc,.c8rc,.taprc,.babelrc,.swcrc}{,.*} **/postcss.config.*
    **/.postcssrc{,.*} **/{mocha.opts,babel.config.*,setupTests.*,node.config.json} **/{pytest,.pytest}.{ini,toml}
    **/noxfile.py **/.coveragerc **/.config/nextest.toml
    **/{junit-platform.properties,testng*.xml,mockito-extensions/**} **/META-INF/services/*{junit,testng,mockito}*`),
  // what an interpreter or compiler loads by itself
  ...globsIn(`
    **/{sitecustomize,usercustomize}.py **/*.pth **/*.{egg-info,dist-info}/** **/.cargo/config{,.toml}
    **/rust-toolchain{,.toml} **/go.work{,.sum} **/.mvn/** **/{mvnw,gradlew}{,.*}`),
  // what a package manager obeys
  ...globsIn(`
    **/.npmrc **/.yarnrc{,.yml} **/.yarn/{releases,plugins,patches,unplugged}/** **/.pnp.* **/.pnpmfile.{cjs,mjs}
    **/pnpm-workspace.yaml **/patches/*.patch **/package.{yaml,json5} **/{bunfig,uv,poetry,pdm}.toml **/pip.conf`),
  // modules in place of a framework's own
  ...globsIn(`
    **/{pytest,_pytest,pluggy,unittest}.py **/{_pytest,pluggy}/** {,src/}{doctest,hypothesis}.py
    {,src/}pytest_{mock,asyncio,cov,django,timeout,randomly,benchmark,xdist,html,subtests}{.py,/**}
    {,src/}{unittest,pytest,doctest,hypothesis}/**/*.py
    {vitest,jest,mocha,chai,sinon,expect,ava,jasmine}{,/**/*}.{js,mjs,cjs,jsx,ts,mts,cts,tsx}
    **/{org/junit,junit/framework,org/testng,org/mockito,org/assertj,org/hamcrest,org/opentest4j}/**
    **/vendor/**/{testify,ginkgo,gomega,gomock,go-cmp}/**`),
];

const isListed = matchAny(TEST_ENVIRONMENT_FILES.map(foldPath));

/** Whether a file is one of those, in whatever case: some file systems make no difference. */
export function isEnvironmentFile(path: string): boolean {
  const folded = foldPath(path);
  return isListed(folded) || isBuildScript(folded);
}

/** Cargo runs a `build.rs` beside the manifest before anything is compiled; among the sources it is a module. */
function isBuildScript(path: string): boolean {
  return /(?:^|\/)build\.rs$/.test(path) && !/(?:^|\/)(?:src|tests|examples|benches)\//.test(path);
}

/** Folders and files whose name says that only tests use them. */
export const SUPPORT_FILES: readonly string[] = [
  '**/{testutil,testutils,testhelper,testhelpers,testsupport,__testutils__,__test_utils__}/**',
  '**/test{-,_}{util,utils,helper,helpers,support}/**',
  '**/{test,tests}{-,_,.}{util,utils,helper,helpers,support,fixtures}.{js,mjs,cjs,jsx,ts,mts,cts,tsx,py,go,rs}',
  '**/{test,Test}{Util,Utils,Helper,Helpers,Support,Fixtures}.{js,mjs,cjs,jsx,ts,mts,cts,tsx,java,kt}',
];

export const isSupportByName = matchAny(SUPPORT_FILES);
