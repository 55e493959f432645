import { canonicalJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf, readJson, readJsonc } from '../../formats/json.ts';
import { differingKeys, type ManifestReader, unreadable } from './frozen.ts';
import { isNpmTestPackage, isPythonTestPackage, pythonName } from './test-packages.ts';

/**
 * `tsconfig.json`: what changes which module an import finds. Names under `paths` that were there stay, and no new one
 * may stand for a test package or for everything; further names and all other options are free.
 */
export const compareTsconfig: ManifestReader = ({ before, after }) => {
  const old = readJsonc(before ?? '{}');
  const now = readJsonc(after ?? '{}');
  if (old === undefined || now === undefined) return unreadable('it is not a JSON object');
  const was = factsOf(old);
  const is = factsOf(now);
  return { changed: differingKeys(was, is).filter((key) => was.has(key) || !isFree(key, was, is)) };
};

const PATHS = 'compilerOptions.paths.';
const FROZEN = ['baseUrl', 'rootDirs', 'plugins', 'customConditions', 'moduleSuffixes'];

function factsOf(config: JsonObject): ReadonlyMap<string, string> {
  const options = new Map(entriesOf(config.compilerOptions));
  const frozen: readonly (readonly [string, JsonValue | undefined])[] = [
    ...['extends', 'ts-node'].map((key) => [key, config[key]] as const),
    ...FROZEN.map((key) => [`compilerOptions.${key}`, options.get(key)] as const),
    ...entriesOf(options.get('paths')).map(([name, value]) => [`${PATHS}${name}`, value] as const),
  ];
  return new Map(frozen.flatMap(([key, value]) => (value === undefined ? [] : [[key, canonicalJson(value)] as const])));
}

/** A new name that no existing one covers and that is no test package's; or that names count from the top. */
function isFree(key: string, was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): boolean {
  if (key === 'compilerOptions.baseUrl') return ['"."', '"./"'].includes(is.get(key) ?? '');
  if (!key.startsWith(PATHS)) return false;
  const name = key.slice(PATHS.length);
  const covers = (other: string) => other.includes('*') && name.startsWith(other.slice(0, other.indexOf('*')));
  const isCovered = [...was.keys()].some((other) => other.startsWith(PATHS) && covers(other.slice(PATHS.length)));
  const stem = name.replace(/\/?\*.*$/, '');
  return stem !== '' && !isCovered && ![stem, `${stem}/x`].some(isNpmTestPackage) && !stem.startsWith('node:');
}

/** `Pipfile.lock` does not say what needs what: all that was there for development is frozen, and every test package. */
export const comparePipfileLock: ManifestReader = ({ before, after, needs }) => {
  const old = readJson(before ?? '{}');
  const now = readJson(after ?? '{}');
  if (old === undefined || now === undefined) return unreadable('it is not a JSON object');
  const known = new Map(packagesIn(old.develop, 'develop'));
  const facts = (lock: typeof old) =>
    new Map(
      [...packagesIn(lock.default, 'default'), ...packagesIn(lock.develop, 'develop')].filter(
        ([key]) => known.has(key) || isPythonTestPackage(key.replace(/^\w+: /, '')),
      ),
    );
  const was = facts(old);
  const isNeeded = (key: string) => needs.some((name) => key.replace(/^\w+: /, '') === pythonName(name));
  return { changed: differingKeys(was, facts(now)).filter((key) => was.has(key) || !isNeeded(key)) };
};

function packagesIn(table: Parameters<typeof entriesOf>[0], section: string): readonly (readonly [string, string])[] {
  return entriesOf(table).map(([name, entry]) => [`${section}: ${pythonName(name)}`, canonicalJson(entry)]);
}
