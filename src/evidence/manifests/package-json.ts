import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { differingKeys, type FrozenDifference, type ManifestPair, unreadable } from './frozen.ts';
import { entriesOf, readJson } from './json-file.ts';
import { isNpmTestPackage, TEST_PROGRAMS } from './test-packages.ts';

/**
 * What of a `package.json` is frozen: scripts that run tests or run at installation, with every script they call; the
 * blocks of test tools; what changes which module an import finds (`name`, `type`, `imports`, `workspaces`, `overrides`
 * and the like); programs that take a test tool's name; the entries of test packages among the dependencies.
 * Free: `engines`, `exports`, `main`, `version` and everything else.
 */
export function comparePackageJson({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readJson(before);
  const now = readJson(after);
  if (old === undefined || now === undefined) return unreadable('it is not a JSON object');
  const frozenBefore = frozenOf(old);
  const frozenAfter = frozenOf(now);
  const needed = new Set(needs.flatMap((name) => DEPENDENCIES.map((table) => `${table}.${name}`)));
  return {
    changed: differingKeys(frozenBefore, frozenAfter).filter((key) => !needed.has(key) || frozenBefore.has(key)),
  };
}

/** Everything that differs, key by key, dependencies that are needed left out: red may change nothing else. */
export function compareWholePackageJson({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readJson(before);
  const now = readJson(after);
  if (old === undefined || now === undefined) return unreadable('it is not a JSON object');
  const flat = (manifest: JsonObject) =>
    new Map(
      Object.entries(manifest).flatMap(([key, value]) =>
        isObject(value)
          ? Object.entries(value).map(([inner, entry]): Entry => [`${key}.${inner}`, canonicalJson(entry as JsonValue)])
          : [[key, canonicalJson(value)] as Entry],
      ),
    );
  const was = flat(old);
  const needed = new Set(needs.map((name) => `devDependencies.${name}`));
  return { changed: differingKeys(was, flat(now)).filter((key) => !needed.has(key) || was.has(key)) };
}

type Entry = readonly [key: string, value: string];

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const BLOCKS: readonly string[] = [
  ...['jest', 'vitest', 'mocha', 'ava', 'nyc', 'c8', 'babel', 'tap', 'swc', 'ts-node', 'tsx', 'wallaby', 'stryker'],
  ...['name', 'type', 'imports', 'workspaces', 'overrides', 'resolutions', 'packageManager', 'pnpm', 'allowScripts'],
  ...['trustedDependencies', 'lavamoat', 'dependenciesMeta', 'peerDependenciesMeta', 'installConfig', 'gypfile'],
  ...['bundleDependencies', 'bundledDependencies'],
];

const TEST_SCRIPT = /^(?:pre|post)?test/;
const INSTALL_SCRIPT = /^(?:pre|post)?(?:install|prepare|publish|publishOnly|pack|dependencies)$/;

function frozenOf(manifest: JsonObject): ReadonlyMap<string, string> {
  const frozen = new Map<string, string>();
  const keep = (key: string, value: JsonValue | undefined) => {
    if (value !== undefined) frozen.set(key, canonicalJson(value));
  };
  for (const block of BLOCKS) keep(block, manifest[block]);
  for (const [name, value] of entriesOf(manifest.bin)) if (TEST_PROGRAMS.has(name)) keep(`bin.${name}`, value);
  if (typeof manifest.bin === 'string' && TEST_PROGRAMS.has(String(manifest.name))) keep('bin', manifest.bin);
  for (const table of DEPENDENCIES) {
    for (const [name, value] of entriesOf(manifest[table])) if (isNpmTestPackage(name)) keep(`${table}.${name}`, value);
  }
  const scripts = new Map(entriesOf(manifest.scripts));
  for (const name of frozenScripts(scripts)) keep(`scripts.${name}`, scripts.get(name));
  return frozen;
}

/** Scripts of tests and installation, those they name, those these name, each with what runs before and after it. */
function frozenScripts(scripts: ReadonlyMap<string, JsonValue>): ReadonlySet<string> {
  const open = [...scripts.keys()].filter((name) => TEST_SCRIPT.test(name) || INSTALL_SCRIPT.test(name));
  const frozen = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (frozen.has(name) || !scripts.has(name)) continue;
    frozen.add(name);
    open.push(`pre${name}`, `post${name}`);
    const words = new Set(String(scripts.get(name)).split(/[\s"'`;&|()=]+/));
    for (const other of scripts.keys()) if (words.has(other) || matchesGlob(words, other)) open.push(other);
  }
  return frozen;
}

/** `run-p test:*` and `npm-run-all "lint:*"` name scripts by their beginning. */
function matchesGlob(words: ReadonlySet<string>, script: string): boolean {
  return [...words].some((word) => /^[\w.-]+:\*+$/.test(word) && script.startsWith(word.slice(0, word.indexOf('*'))));
}
