import type { JsonObject, JsonValue } from '../../base/json.ts';
import { entriesOf } from '../../formats/json.ts';
import { pathOf } from './compare-manifest.ts';
import { TEST_PROGRAMS } from './test-packages.ts';

/**
 * Paths in a `package.json` that are frozen because of what else it says: scripts of tests and installation, whatever runs
 * tests under another name, every script that these call, each with what runs before and after it; the one program of a
 * package that is named as a test tool; and packages that now come from a folder, an address or under another's name.
 */
export function frozenInNpm(before: JsonObject, after: JsonObject): readonly string[] {
  const runners = entriesOf(before.scripts).flatMap(([name, script]) => (TEST_RUN.test(String(script)) ? [name] : []));
  const scripts = [before, after].flatMap((one) => [...reached(new Map(entriesOf(one.scripts)), runners)]);
  const isTool = [before, after].some(({ name }) => typeof name === 'string' && TEST_PROGRAMS.has(name));
  const known = new Map(DEPENDENCIES.flatMap((table) => entriesOf(before[table])));
  const swapped = DEPENDENCIES.flatMap((table) =>
    entriesOf(after[table])
      .filter(([name, source]) => known.has(name) && known.get(name) !== source && ELSEWHERE.test(String(source)))
      .map(([name]) => [table, name]),
  );
  return [...scripts.map((name) => ['scripts', name]), ...(isTool ? [['bin']] : []), ...swapped].map(pathOf);
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const ELSEWHERE = /^(?:file|link|portal|patch|npm|git[\w+]*|github|https?):|^\.{0,2}\/|^[\w.-]+\/[\w.-]+(?:#.*)?$/;

const ALWAYS = /^(?:pre|post)?test|^(?:pre|post)?(?:install|prepare|publish|publishOnly|pack|dependencies)$/;

const TEST_RUN =
  /(?:^|[\s;&|/"'])(?:vitest|jest|mocha|ava|tap|tape|uvu|jasmine|c8|nyc|karma|playwright|cypress|node\s[^;&|]*--test|(?:bun|deno)\s+test)(?=$|[\s;&|"'])/;

function reached(scripts: ReadonlyMap<string, JsonValue>, runners: readonly string[]): ReadonlySet<string> {
  const open = [...runners, ...[...scripts.keys()].filter((name) => ALWAYS.test(name))];
  const found = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || !scripts.has(name)) continue;
    found.add(name);
    open.push(`pre${name}`, `post${name}`);
    const words = new Set(String(scripts.get(name)).split(/[\s"'`;&|()=]+/));
    for (const other of scripts.keys()) if (words.has(other) || isMeant(other, words)) open.push(other);
  }
  return found;
}

/** `run-p test:*` and `npm-run-all "lint:*"` name scripts by their beginning. */
function isMeant(script: string, words: ReadonlySet<string>): boolean {
  return [...words].some((word) => /^[\w.-]+:\*+$/.test(word) && script.startsWith(word.slice(0, word.indexOf('*'))));
}
