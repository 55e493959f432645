import { isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf, readJson } from '../json.ts';
import type { LockedPackage, LockGraph } from './locked-package.ts';

/** `package-lock.json` of version 2 and 3: entries by the folder they are installed in. */
export function readNpmLock(text: string): LockGraph | undefined {
  const packages = readJson(text)?.packages;
  if (!isObject(packages) || !Object.values(packages).every(isObject)) return undefined;
  const entries = new Map(Object.entries(packages) as [string, JsonObject][]);
  return new Map(
    [...entries].flatMap(([path, entry]) => (path === '' ? [] : [[path, lockedPackage(path, entry, entries)]])),
  );
}

const IDENTITY = ['version', 'resolved', 'integrity', 'link', 'bin', 'hasInstallScript'];

function lockedPackage(path: string, entry: JsonObject, entries: ReadonlyMap<string, JsonObject>): LockedPackage {
  const name = nameOf(path, entry);
  return {
    name,
    identity: JSON.stringify([name, ...IDENTITY.map((key) => entry[key] ?? null)]),
    label: `${name} ${textOf(entry.version)}`.trim(),
    needs: needsOf(path, entry, entries),
    programs: entriesOf(entry.bin).map(([program]) => program),
    isLocal: entry.link === true || textOf(entry.resolved).startsWith('file:'),
  };
}

const MODULES = 'node_modules/';

/** The folder decides under which name a package is found, whatever it calls itself. */
function nameOf(path: string, entry: JsonObject): string {
  const at = path.lastIndexOf(MODULES);
  return at < 0 ? textOf(entry.name) || path : path.slice(at + MODULES.length);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Where Node would find each dependency: in the folder of the package itself, then in those above. */
function needsOf(path: string, entry: JsonObject, entries: ReadonlyMap<string, JsonObject>): readonly string[] {
  if (entry.link === true) return [textOf(entry.resolved)];
  const parts = path.split('/');
  const folders = [...parts.map((_, at) => `${parts.slice(0, parts.length - at).join('/')}/`), ''];
  return dependenciesOf(entry).flatMap(([name]) => {
    const found = folders.map((folder) => `${folder}${MODULES}${name}`).find((candidate) => entries.has(candidate));
    return found === undefined ? [] : [found];
  });
}

const TABLES = ['dependencies', 'optionalDependencies', 'peerDependencies'];

/** What an entry of any lock file of JavaScript says it needs. */
export function dependenciesOf(entry: JsonObject): readonly (readonly [name: string, range: string])[] {
  return TABLES.flatMap((table) => entriesOf(entry[table]).map(([name, range]) => [name, String(range)] as const));
}
