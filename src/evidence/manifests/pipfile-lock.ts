import { canonicalJson } from '../../base/json.ts';
import { differingKeys, type ManifestReader, unreadable } from './frozen.ts';
import { entriesOf, readJson } from './json-file.ts';
import { isPythonTestPackage, pythonName } from './test-packages.ts';

/** `Pipfile.lock` does not say what needs what: all that was there for development is frozen, and every test package. */
export const comparePipfileLock: ManifestReader = ({ before, after, needs }) => {
  const old = readJson(before);
  const now = readJson(after);
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
