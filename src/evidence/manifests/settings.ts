import { matchAny } from '../../base/glob.ts';
import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { readIni } from '../../formats/ini.ts';
import { readToml } from '../../formats/toml.ts';
import { differingKeys, gather, type ManifestReader, unreadable } from './frozen.ts';
import { isPythonTestPackage, isRustTestPackage, pythonName } from './test-packages.ts';

/** Settings under their full paths, however they were grouped: `tool/pytest/ini_options/addopts`, `test/#1/name`. */
type Settings = ReadonlyMap<string, JsonValue>;
type Reader = (text: string) => Settings | undefined;

const toml: Reader = (text) => {
  const table = readToml(text);
  return table && new Map(settingsIn(table, ''));
};

/** Python: settings of test tools, the build system, pytest plugins, and requirements that are test packages. */
export const comparePyproject = settingsReader(
  toml,
  [
    'tool/{pytest*,coverage*,tox*,nox*,hypothesis*,poe*,taskipy*}/**',
    'tool/hatch/envs/**',
    'tool/{pdm,rye}/scripts/**',
    'tool/uv/{override,constraint,build-constraint}-dependencies/**',
    'tool/uv/{index,index-url,extra-index-url,find-links,no-index,pip}/**',
    'tool/{poetry,pdm}/source/**',
    '{project,tool/poetry}/{scripts,gui-scripts}/{pytest,py.test,python*,pip*,coverage,tox,nox}/**',
    'build-system/**',
    'project/name/**',
    '{tool,project}',
  ],
  isPythonTestPackage,
);

/** `setup.cfg` and `tox.ini`. */
export const compareIni = settingsReader(
  readIni,
  ['{tool:pytest,pytest,tox,testenv*,coverage*,run,report,paths}/**', 'metadata/name', 'options/setup_requires'],
  isPythonTestPackage,
);

/** Rust: targets and profiles of tests, build scripts, the workspace, replaced packages, all that only tests need. */
export const compareCargo = settingsReader(
  toml,
  [
    '{lib,test,bench,profile,patch,replace}/**',
    '{,target/*/}dev{-,_}dependencies/**',
    'package/{name,autotests,autobins,build,links,edition,default-run}/**',
    'workspace/{members,default-members,exclude,resolver}/**',
  ],
  isRustTestPackage,
);

/** Gradle's list of versions: those of test packages. */
export const compareVersionCatalog = settingsReader(toml, ['**/*{junit,mockito,assertj,testng,hamcrest}*{,/**}']);

/** `Pipfile`: scripts, and requirements that are test packages. */
export const comparePipfile = settingsReader(toml, ['{scripts,source}/**'], isPythonTestPackage);

/** Any setting of a TOML or an INI file; in lists, each item by itself. */
export const compareWholeToml = settingsReader((text) => splitLists(toml(text)), ['**']);
export const compareWholeIni = settingsReader((text) => splitLists(readIni(text)), ['**']);

function settingsReader(
  read: Reader,
  frozen: readonly string[],
  isTestPackage: (name: string) => boolean = () => false,
): ManifestReader {
  const isFrozen = matchAny(frozen);
  return ({ before, after, needs }) => {
    const old = read(before ?? '');
    const now = read(after ?? '');
    if (old === undefined || now === undefined) return unreadable('it cannot be read');
    const was = frozenIn(old, isFrozen, isTestPackage);
    const is = frozenIn(now, isFrozen, isTestPackage);
    const names = needs.map(pythonName);
    const isNeeded = (key: string) => key.split('/').some((part) => names.includes(pythonName(part)));
    // A table that was there with nothing in it is still there when it has something.
    const isFilled = (key: string) => was.get(key) === '{}' && [...is.keys()].some((one) => one.startsWith(`${key}/`));
    const changed = differingKeys(was, is).filter((key) => (was.has(key) ? !isFilled(key) : !isNeeded(key)));
    return { changed };
  };
}

/** Frozen settings, and every requirement that is a test package. */
function frozenIn(
  settings: Settings,
  isFrozen: (path: string) => boolean,
  isTestPackage: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const facts = [...settings].flatMap(([path, value]): readonly (readonly [string, string])[] => {
    const texts = textsIn(value);
    const names = path.split('/').slice(1);
    if (isFrozen(path) || names.some(isTestPackage) || PLUGIN.test([path, ...texts].join('\n'))) {
      return [[path, canonicalJson(value)]];
    }
    return texts.flatMap((text) => {
      const name = nameIn(text);
      return name !== undefined && isTestPackage(name) ? [[`${path}/${name}`, text]] : [];
    });
  });
  return gather(facts);
}

/** What adds itself to pytest, or a program that takes its place, wherever it is declared. */
const PLUGIN = /pytest11|(?:^|\s)(?:py\.?test|python)\s*=/;

/** The settings of a table. A table without any is one itself. */
function settingsIn(value: JsonValue, path: string): readonly (readonly [string, JsonValue])[] {
  if (isList(value) && value.length > 0 && value.every(isObject)) {
    return value.flatMap((item, index) => settingsIn(item, `${path}/#${index + 1}`));
  }
  const entries = isObject(value) ? Object.entries(value as JsonObject) : [];
  if (entries.length === 0) return path === '' ? [] : [[path, value]];
  const prefix = path === '' ? '' : `${path}/`;
  return entries.flatMap(([key, entry]) => settingsIn(entry, prefix + key.replace(/[/#%]/g, encodeURIComponent)));
}

/** Each item of a list as a setting, under the name it begins with. */
function splitLists(settings: Settings | undefined): Settings | undefined {
  const facts = [...(settings ?? [])].flatMap(([path, value]): readonly (readonly [string, string])[] => {
    const isLines = typeof value === 'string' && value.startsWith('\n');
    const items: readonly JsonValue[] | undefined = isLines
      ? value.slice(1).split('\n')
      : isList(value)
        ? value
        : undefined;
    if (items === undefined) return [[path, canonicalJson(value)]];
    const texts = items.map((item) => (typeof item === 'string' ? item : canonicalJson(item)));
    return texts.map((text) => [`${path}/${nameIn(text) ?? text}`, text]);
  });
  return settings && gather(facts);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Every text in a value, line by line. */
function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return value.split('\n').map((line) => line.trim());
  return isObject(value) || Array.isArray(value)
    ? Object.values(value).flatMap((one) => textsIn(one as JsonValue))
    : [];
}

/** The package that a requirement begins with: `pytest>=7`. */
function nameIn(requirement: string): string | undefined {
  return /^[A-Za-z0-9][\w.-]*/.exec(requirement.trim())?.[0];
}
