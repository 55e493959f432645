import { matchAny } from '../glob.ts';
import { differingKeys, type FrozenDifference, type ManifestPair, type ManifestReader, unreadable } from './frozen.ts';
import { readIni, readToml } from './sections.ts';
import { isPythonTestPackage, isRustTestPackage, pythonName } from './test-packages.ts';

/** Python: settings of test tools, the build system, pytest plugins, and requirements that are test packages. */
export const comparePyproject: ManifestReader = (pair) =>
  compareSettings(pair, readToml, PYPROJECT_FROZEN, isPythonTestPackage);

/** `setup.cfg`, `tox.ini`, `pytest.ini` and `.coveragerc`. */
export const compareIni: ManifestReader = (pair) => compareSettings(pair, readIni, INI_FROZEN, isPythonTestPackage);

/** Rust: targets and profiles of tests, build scripts, the workspace, replaced packages, all that only tests need. */
export const compareCargo: ManifestReader = (pair) => compareSettings(pair, readToml, CARGO_FROZEN, isRustTestPackage);

/** Gradle's list of versions: those of test packages. */
export const compareVersionCatalog: ManifestReader = (pair) =>
  compareSettings(pair, readToml, ['**/*{junit,mockito,assertj,testng,hamcrest}*{,/**}'], () => false);

/** `Pipfile`: scripts, and requirements that are test packages. */
export const comparePipfile: ManifestReader = (pair) =>
  compareSettings(pair, readToml, ['scripts/**', 'source/**'], isPythonTestPackage);

/** Any setting of a TOML file; in lists, each text by itself. */
export const compareWholeToml: ManifestReader = (pair) => compareSettings(pair, readToml, ['**'], () => false, true);

/** Any setting of an INI file. */
export const compareWholeIni: ManifestReader = (pair) => compareSettings(pair, readIni, ['**'], () => false, true);

const PYPROJECT_FROZEN = [
  'tool/{pytest*,coverage*,tox*,nox*,hypothesis*,poe*,taskipy*}/**',
  'tool/hatch/envs/**',
  'tool/{pdm,rye}/scripts/**',
  'tool/uv/{override,constraint,build-constraint}-dependencies/**',
  'tool/uv/{index,index-url,extra-index-url,find-links,no-index,pip}/**',
  'tool/{poetry,pdm}/source/**',
  '{project,tool/poetry}/{scripts,gui-scripts}/{pytest,py.test,python*,pip*,coverage,tox,nox}',
  'build-system/**',
  'project/name',
];

const INI_FROZEN = [
  '{tool:pytest,pytest,tox,testenv*,coverage*,run,report,paths}/**',
  'metadata/name',
  'options/setup_requires',
];

const CARGO_FROZEN = [
  '{lib,test,bench,profile,patch,replace}/**',
  '{,target/*/}dev{-,_}dependencies/**',
  'package/{name,autotests,autobins,build,links,edition,default-run}',
  'workspace/{members,default-members,exclude,resolver}',
];

type Settings = ReadonlyMap<string, string>;

function compareSettings(
  { before, after, needs }: ManifestPair,
  read: (text: string) => Settings | undefined,
  frozen: readonly string[],
  isTestPackage: (name: string) => boolean,
  splitLists = false,
): FrozenDifference {
  const old = read(before ?? '');
  const now = read(after ?? '');
  if (old === undefined || now === undefined) return unreadable('it cannot be read');
  const isFrozen = matchAny(frozen);
  const isNeeded = (key: string) => needs.some((name) => keyNames(key).includes(pythonName(name)));
  const facts = (settings: Settings) =>
    frozenSettings(splitLists ? withListsSplit(settings) : settings, isFrozen, isTestPackage);
  const was = facts(old);
  const is = facts(now);
  return { changed: differingKeys(was, is).filter((key) => was.has(key) || !isNeeded(key)) };
}

/** Frozen settings, tables written in one line that may hold some, and every requirement that is a test package. */
function frozenSettings(
  settings: Settings,
  isFrozen: (path: string) => boolean,
  isTestPackage: (name: string) => boolean,
): Settings {
  const found = new Map<string, string>();
  for (const [path, value] of settings) {
    if (
      isFrozen(path) ||
      hidesTables(path, value) ||
      /pytest11|(?:^|\s)(?:py\.?test|python)\s*=/.test(`${path} ${value}`)
    ) {
      found.set(path, value);
      continue;
    }
    if (path.split('/').slice(1).some(isTestPackage)) found.set(path, value);
    for (const requirement of requirementsIn(value)) {
      if (isTestPackage(requirement.name)) found.set(`${path}/${requirement.name}`, requirement.text);
    }
  }
  return found;
}

/** A list of requirements as one setting for each. */
function withListsSplit(settings: Settings): Settings {
  return new Map(
    [...settings].flatMap(([path, value]): (readonly [string, string])[] =>
      value.startsWith('[') || value.startsWith('\n')
        ? requirementsIn(value).map(({ name, text }) => [`${path}/${name}`, text] as const)
        : [[path, value]],
    ),
  );
}

/** A whole upper table in one line: `tool = {pytest = {...}}`. */
function hidesTables(path: string, value: string): boolean {
  return value.startsWith('{') && /^(?:tool|profile|test|target|package|workspace|project|tool\/[\w-]+)$/.test(path);
}

/** `"pytest>=7"` in lists, and the bare lines of INI files. */
function requirementsIn(value: string): readonly { name: string; text: string }[] {
  const quoted = [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '');
  const bare = quoted.length > 0 ? [] : value.split('\n').map((line) => line.trim());
  return [...quoted, ...bare].flatMap((text) => {
    const name = /^[A-Za-z0-9][\w.-]*/.exec(text)?.[0];
    return name === undefined ? [] : [{ name, text }];
  });
}

function keyNames(key: string): readonly string[] {
  return key.split('/').map(pythonName);
}
