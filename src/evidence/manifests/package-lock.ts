import { isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf, readJson } from '../../formats/json.ts';
import { type FrozenDifference, type ManifestPair, unreadable } from './frozen.ts';
import { compareLocks, type LockEntry, type LockGraph } from './lock-graph.ts';
import { isNpmTestPackage, NPM_PACKAGES, TEST_PROGRAMS } from './test-packages.ts';

/** npm's lock file, version 2 and 3: what the test packages reach, and whose programs take a test tool's name. */
export function comparePackageLock({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readLock(before);
  const now = readLock(after);
  if (old === undefined || now === undefined) return unreadable('it is not a package lock of version 2 or 3');
  const { changed } = compareLocks(old.graph, now.graph, NPM_PACKAGES, needs);
  const shadowing = [...now.programs].filter(([program, owner]) => old.programs.get(program) !== owner);
  const swapped = [...now.local].filter((path) => old.graph.has(path) && !old.local.has(path));
  return {
    changed: [
      ...changed,
      ...shadowing.map(([program, owner]) => `${owner} brings the program ${program}`),
      ...swapped.map((path) => `${path} is a local copy now`),
    ],
  };
}

interface Lock {
  readonly graph: LockGraph;
  /** Programs with the name of a test tool that come from packages which are none. */
  readonly programs: ReadonlyMap<string, string>;
  /** Entries that come from a folder of the project. */
  readonly local: ReadonlySet<string>;
}

function readLock(text: string | undefined): Lock | undefined {
  if (text === undefined) return { graph: new Map(), programs: new Map(), local: new Set() };
  const lock = readJson(text);
  const packages = lock?.packages;
  if (!isObject(packages) || Object.values(packages).some((entry) => !isObject(entry))) return undefined;
  const entries = new Map(Object.entries(packages) as [string, JsonObject][]);
  const graph = new Map<string, LockEntry>();
  const programs = new Map<string, string>();
  const local = new Set<string>();
  for (const [path, entry] of entries) {
    if (path === '') continue;
    const name = nameOf(path, entry);
    const version = textOf(entry.version);
    const identity = JSON.stringify([name, ...IDENTITY.map((key) => entry[key] ?? null)]);
    graph.set(path, { name, identity, label: `${name} ${version}`.trim(), needs: needsOf(path, entry, entries) });
    if (isNpmTestPackage(name)) continue;
    if (entry.link === true || textOf(entry.resolved).startsWith('file:')) local.add(path);
    for (const [program] of entriesOf(entry.bin)) if (TEST_PROGRAMS.has(program)) programs.set(program, name);
  }
  return { graph, programs, local };
}

const IDENTITY = ['version', 'resolved', 'integrity', 'link', 'bin', 'hasInstallScript'];
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
  const names = TABLES.flatMap((table) => entriesOf(entry[table]).map(([name]) => name));
  return names.flatMap((name) => {
    for (let folder: string | undefined = path; folder !== undefined; folder = parentOf(folder)) {
      const candidate = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`;
      if (entries.has(candidate)) return [candidate];
    }
    return [];
  });
}

const TABLES = ['dependencies', 'optionalDependencies', 'peerDependencies'];

function parentOf(folder: string): string | undefined {
  if (folder === '') return undefined;
  const at = folder.lastIndexOf('/');
  return at < 0 ? '' : folder.slice(0, at);
}
