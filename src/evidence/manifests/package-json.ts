import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf, readJson } from '../../formats/json.ts';
import { differingKeys, type FrozenDifference, type ManifestPair, unreadable } from './frozen.ts';
import { isNpmFramework, isNpmTestPackage, TEST_PROGRAMS } from './test-packages.ts';

/**
 * What of a `package.json` is frozen: scripts that run tests or run at installation, with every script they call; the
 * blocks of test tools; what changes which module an import finds (`name`, `type`, `workspaces`, `overrides` and the
 * like, names under `imports` that were there); programs that take a test tool's name; the entries of test packages
 * among the dependencies, and any other that is swapped for a local copy. Free: `engines`, `exports`, `main`, `version`
 * and everything else.
 */
export function comparePackageJson({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readJson(before ?? '{}');
  const now = readJson(after ?? '{}');
  if (old === undefined || now === undefined) return unreadable('it is not a JSON object');
  const runners = testRunners(old);
  const frozenBefore = frozenOf(old, runners);
  const frozenAfter = frozenOf(now, runners);
  const known = new Set(DEPENDENCIES.flatMap((table) => entriesOf(old[table]).map(([name]) => name)));
  const isFree = (name: string) => needs.includes(name) || (!known.has(name) && !isNpmFramework(name));
  const free = new Set(
    DEPENDENCIES.flatMap((table) => entriesOf(now[table]).map(([name]) => ({ key: `${table}.${name}`, name })))
      .filter(({ key, name }) => isFree(name) && !frozenBefore.has(key))
      .map(({ key }) => key),
  );
  return {
    changed: [
      ...differingKeys(frozenBefore, frozenAfter).filter((key) => !free.has(key)),
      ...takenImports(old, now),
      ...swappedPackages(old, now),
    ],
  };
}

/** What a further package would put in the place of a test tool: its own name, or a program of that name. */
export function shadowedTools(text: string | undefined): readonly string[] {
  const manifest = readJson(text ?? '{}');
  if (manifest === undefined) return ['it is not a JSON object'];
  const isTool = typeof manifest.name === 'string' && isNpmTestPackage(manifest.name);
  return [...(isTool ? ['name'] : []), ...[...frozenOf(manifest, []).keys()].filter((key) => key.startsWith('bin'))];
}

/** Everything that differs, key by key, dependencies that are needed left out: red may change nothing else. */
export function compareWholePackageJson({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readJson(before ?? '{}');
  const now = readJson(after ?? '{}');
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
  ...['name', 'type', 'workspaces', 'overrides', 'resolutions', 'packageManager', 'pnpm', 'allowScripts'],
  ...['trustedDependencies', 'lavamoat', 'dependenciesMeta', 'peerDependenciesMeta', 'installConfig', 'gypfile'],
  ...['bundleDependencies', 'bundledDependencies', 'patchedDependencies', '_moduleAliases'],
];

const TEST_SCRIPT = /^(?:pre|post)?test/;
const INSTALL_SCRIPT = /^(?:pre|post)?(?:install|prepare|publish|publishOnly|pack|dependencies)$/;

/** Names of scripts that start a program which runs tests, whatever they are called. */
function testRunners(manifest: JsonObject): readonly string[] {
  return entriesOf(manifest.scripts)
    .filter(([, script]) => TEST_RUN.test(String(script)))
    .map(([name]) => name);
}

const TEST_RUN =
  /(?:^|[\s;&|/"'])(?:vitest|jest|mocha|ava|tap|tape|uvu|jasmine|c8|nyc|karma|playwright|cypress|node\s[^;&|]*--test|(?:bun|deno)\s+test)(?=$|[\s;&|"'])/;

function frozenOf(manifest: JsonObject, runners: readonly string[]): ReadonlyMap<string, string> {
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
  for (const name of frozenScripts(scripts, runners)) keep(`scripts.${name}`, scripts.get(name));
  return frozen;
}

/** Names under `imports` that mean something else now, or that a new name takes away from one that covers it. */
function takenImports(before: JsonObject, after: JsonObject): readonly string[] {
  const old = new Map(entriesOf(before.imports));
  const now = new Map(entriesOf(after.imports));
  const isCovered = (name: string) =>
    [...old.keys()].some((other) => other.includes('*') && name.startsWith(other.slice(0, other.indexOf('*'))));
  const changed = [...old].filter(([name, value]) => canonicalJson(now.get(name) ?? null) !== canonicalJson(value));
  const added = [...now.keys()].filter((name) => !old.has(name) && isCovered(name));
  return [...changed.map(([name]) => name), ...added].map((name) => `imports.${name}`);
}

/** Packages that came from the registry and now come from a folder, an address or under another's name. */
function swappedPackages(before: JsonObject, after: JsonObject): readonly string[] {
  const old = new Map(DEPENDENCIES.flatMap((table) => entriesOf(before[table])));
  return DEPENDENCIES.flatMap((table) =>
    entriesOf(after[table])
      .filter(([name, source]) => {
        const was = old.get(name);
        return was !== undefined && was !== source && ELSEWHERE.test(String(source)) && !isNpmTestPackage(name);
      })
      .map(([name]) => `${table}.${name}`),
  );
}

const ELSEWHERE = /^(?:file|link|portal|patch|npm|git[\w+]*|github|https?):|^\.{0,2}\/|^[\w.-]+\/[\w.-]+(?:#.*)?$/;

/** Scripts of tests and installation, those they name, those these name, each with what runs before and after it. */
function frozenScripts(scripts: ReadonlyMap<string, JsonValue>, runners: readonly string[]): ReadonlySet<string> {
  const open = [
    ...runners,
    ...[...scripts.keys()].filter((name) => TEST_SCRIPT.test(name) || INSTALL_SCRIPT.test(name)),
  ];
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
