import { globsIn, matchAny } from '../../base/glob.ts';
import type { JsonObject } from '../../base/json.ts';
import { foldPath } from '../../base/paths.ts';
import { readEnvFile } from '../../formats/env-file.ts';
import { readGoMod, readGoSum, readGoVendor } from '../../formats/go-module.ts';
import { readGradle } from '../../formats/gradle.ts';
import { readIni } from '../../formats/ini.ts';
import { readJson, readJsonc } from '../../formats/json.ts';
import { readBunLock } from '../../formats/locks/bun.ts';
import { readNpmLock } from '../../formats/locks/npm.ts';
import { readPipenvLock } from '../../formats/locks/pipenv.ts';
import { readPnpmLock } from '../../formats/locks/pnpm.ts';
import { readTomlLock } from '../../formats/locks/toml-lock.ts';
import { readYarnLock } from '../../formats/locks/yarn.ts';
import { readPom } from '../../formats/pom.ts';
import { readRequirements } from '../../formats/requirements.ts';
import { readToml } from '../../formats/toml.ts';
import type { LockKind } from './compare-locks.ts';
import type { ManifestKind } from './compare-manifest.ts';
import { frozenInNpm } from './frozen-in-npm.ts';
import { FREE_ARGUMENTS, readSetupPy } from './setup-py.ts';
import {
  GO_PACKAGES,
  JAVA_PACKAGES,
  NPM_PACKAGES,
  PYTHON_PACKAGES,
  RUST_PACKAGES,
  TEST_PROGRAMS,
} from './test-packages.ts';

/** Settings of test tools, of how modules are found and of how packages are installed. */
const PACKAGE_JSON = matchAny([
  '{jest,vitest,mocha,ava,nyc,c8,babel,tap,swc,ts-node,tsx,wallaby,stryker}/**',
  '{name,type,workspaces,overrides,resolutions,packageManager,pnpm,allowScripts,trustedDependencies}/**',
  '{lavamoat,dependenciesMeta,peerDependenciesMeta,installConfig,gypfile,_moduleAliases,imports}/**',
  '{bundleDependencies,bundledDependencies,patchedDependencies}/**',
  `bin/{${[...TEST_PROGRAMS].join(',')}}`,
]);

/** Of `pyproject.toml`, then of `setup.cfg` and `tox.ini`, then of a `Pipfile`. */
const PYTHON = matchAny(
  globsIn(`
    tool/{pytest*,coverage*,tox*,nox*,hypothesis*,poe*,taskipy*}/** tool/hatch/envs/** tool/{pdm,rye}/scripts/**
    tool/uv/{override,constraint,build-constraint}-dependencies/** tool/{poetry,pdm}/source/**
    tool/uv/{index,index-url,extra-index-url,find-links,no-index,pip}/**
    {project,tool/poetry}/{scripts,gui-scripts}/{pytest,py.test,python*,pip*,coverage,tox,nox}/**
    build-system/** project/name/** {tool,project}
    {tool:pytest,pytest,tox,testenv*,coverage*,run,report,paths}/** metadata/name options/setup_requires
    {scripts,source}/**`),
);

/** What adds itself to pytest, or a program that takes its place, wherever it is declared. */
const PLUGIN = /pytest11|(?:^|\s)(?:py\.?test|python)\s*=/;
const isPythonSetting = (path: string, texts: readonly string[]) =>
  PYTHON(path) || PLUGIN.test([path, ...texts].join('\n'));

/** Variables that programs which run tests obey. */
const OBEYED =
  /^variables\/(?:NODE_(?:OPTIONS|PATH|V8_COVERAGE)|(?:VITEST|JEST|MOCHA|NPM_CONFIG|YARN|PNPM|TS_NODE|TSX|BABEL)\w*|PY(?:TEST|THON)\w*|(?:UV|PIP|POETRY|COVERAGE|TOX|NOX|HYPOTHESIS)_\w+|GO(?:FLAGS|PROXY|ENV|WORK|TOOLCHAIN|DEBUG)|CARGO\w*|RUST\w*|(?:MAVEN|MVN|GRADLE|SUREFIRE)\w*|(?:JAVA|JDK_JAVA|_JAVA)_\w+|CI|PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|SHELL|IFS)$/i;

const POM = matchAny([
  '{build,profiles,parent,modules,packaging,repositories,pluginRepositories,groupId,artifactId}/**',
  '{dependencies,dependencyManagement} {test,import,system}/*',
]);
const TEST_PROPERTY =
  /^properties\/.*(?:test|surefire|failsafe|junit|skip|argLine|jacoco|mockito|assertj|maven\.compiler|release)/i;

/** The properties that frozen sections of a `pom.xml` are written with: `${name}`. */
function usedProperties(...versions: readonly JsonObject[]): readonly string[] {
  const sections = versions.flatMap((one) => Object.entries(one).filter(([name]) => POM(`${name}/text`)));
  return [...JSON.stringify(sections).matchAll(/\$\{([^}]+)\}/g)].map((match) => `properties/${match[1]}`);
}

const isDependency = matchAny(['{dependencies,devDependencies,peerDependencies,optionalDependencies}/*']);

/** Which keys of which manifest are frozen. Nothing is said of the others: they may change. */
const MANIFESTS: readonly ManifestKind[] = [
  {
    files: ['**/package.json'],
    read: readJson,
    isFrozen: PACKAGE_JSON,
    alsoFrozen: frozenInNpm,
    aliases: 'imports',
    packages: { ...NPM_PACKAGES, isEntry: isDependency, mayBeNeeded: matchAny(['devDependencies/*']) },
    isWhole: true,
  },
  {
    files: ['**/{pyproject.toml,pipfile}'],
    ...{ read: readToml, isFrozen: isPythonSetting, packages: PYTHON_PACKAGES, isWhole: true },
  },
  {
    files: ['**/{setup.cfg,tox.ini}'],
    ...{ read: readIni, isFrozen: isPythonSetting, packages: PYTHON_PACKAGES, isWhole: true },
  },
  {
    files: ['**/setup.py'],
    read: (_, source) => readSetupPy(source),
    isFrozen: (path) => !FREE_ARGUMENTS.test(path),
    packages: PYTHON_PACKAGES,
  },
  {
    files: ['**/{*-,}requirements{-*,.*,}.{txt,in}', '**/requirements/*.{txt,in}', '**/constraints*.txt'],
    ...{ read: readRequirements, isFrozen: matchAny(['{options,places}/*']), packages: PYTHON_PACKAGES },
  },
  {
    files: ['**/cargo.toml'],
    read: readToml,
    isFrozen: matchAny([
      '{lib,test,bench,profile,patch,replace}/**',
      '{,target/*/}dev{-,_}dependencies/**',
      'package/{name,autotests,autobins,build,links,edition,default-run}/**',
      'workspace/{members,default-members,exclude,resolver}/**',
    ]),
    packages: RUST_PACKAGES,
    isWhole: true,
  },
  {
    files: ['**/pom.xml'],
    read: readPom,
    isFrozen: (path) => POM(path) || TEST_PROPERTY.test(path),
    alsoFrozen: usedProperties,
    packages: JAVA_PACKAGES,
  },
  {
    files: ['**/build.gradle{,.kts}'],
    ...{ read: readGradle, isFrozen: matchAny(['script/text', 'testImplementation/*']), packages: JAVA_PACKAGES },
  },
  {
    files: ['**/libs.versions.toml'],
    read: readToml,
    isFrozen: matchAny(['**/*{junit,mockito,assertj,testng,hamcrest}*{,/**}']),
    packages: JAVA_PACKAGES,
  },
  {
    files: ['**/go.mod'],
    read: readGoMod,
    isFrozen: matchAny(['{module,replace,exclude,toolchain,godebug,tool,ignore}/*']),
    packages: GO_PACKAGES,
  },
  { files: ['**/go.sum'], read: readGoSum, isFrozen: () => false, packages: GO_PACKAGES },
  {
    files: ['**/vendor/modules.txt'],
    ...{ read: readGoVendor, isFrozen: matchAny(['vendor/used']), packages: GO_PACKAGES },
  },
];

/** Settings of no package manager: a need for a package is no reason to change them. */
const SETTINGS: readonly ManifestKind[] = [
  {
    files: ['**/{tsconfig,jsconfig}{,.*,-*}.json'],
    read: readJsonc,
    isFrozen: matchAny([
      '{extends,ts-node}/**',
      'compilerOptions/{baseUrl,rootDirs,plugins,customConditions,moduleSuffixes,paths}/**',
    ]),
    aliases: 'compilerOptions/paths',
    // That names count from the top says nothing new.
    mayAppear: (path, value) => path === 'compilerOptions/baseUrl' && /^"\.\/?"$/.test(value),
    packages: { ...NPM_PACKAGES, isEntry: () => false, mayBeNeeded: () => false },
  },
  {
    files: ['**/.env{,rc,.local,.test,.test.local,.development,.production,.ci}', '**/*.env'],
    ...{ read: readEnvFile, isFrozen: (path) => OBEYED.test(path) },
  },
];

const LOCKS: readonly LockKind[] = [
  { files: ['**/{package-lock,npm-shrinkwrap}.json'], readLock: readNpmLock, packages: NPM_PACKAGES },
  { files: ['**/pnpm-lock.yaml'], readLock: readPnpmLock, packages: NPM_PACKAGES },
  { files: ['**/yarn.lock'], readLock: readYarnLock, packages: NPM_PACKAGES },
  { files: ['**/bun.lock'], readLock: readBunLock, packages: NPM_PACKAGES },
  { files: ['**/bun.lockb'], packages: NPM_PACKAGES },
  { files: ['**/pipfile.lock'], readLock: readPipenvLock, packages: PYTHON_PACKAGES },
  { files: ['**/{poetry,uv,pdm}.lock'], readLock: readTomlLock, packages: PYTHON_PACKAGES },
  { files: ['**/cargo.lock'], readLock: readTomlLock, packages: RUST_PACKAGES },
];

/** Globs of the manifests and lock files that needed packages may change. */
export const MANIFEST_FILES: readonly string[] = [
  ...[...MANIFESTS, ...LOCKS].flatMap(({ files }) => files),
  ...['**/Pipfile', '**/Pipfile.lock', '**/Cargo.toml', '**/Cargo.lock', '**/*requirements*.{txt,in}'],
];

const finderOf = <Kind extends { readonly files: readonly string[] }>(kinds: readonly Kind[]) => {
  const rows = kinds.map((kind) => ({ matches: matchAny(kind.files), kind }));
  return (path: string) => rows.find(({ matches }) => matches(foldPath(path)))?.kind;
};

export const kindOf = finderOf<ManifestKind | LockKind>([...MANIFESTS, ...LOCKS, ...SETTINGS]);
const settingsOf = finderOf(SETTINGS);

export function isSettings(path: string): boolean {
  return settingsOf(path) !== undefined;
}
