import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Source } from '../../code/source.ts';
import { pythonName, requiredName } from '../../formats/requirements.ts';
import type { FileChange } from '../diff.ts';
import type { TestPackages } from './test-packages.ts';

/**
 * One kind of manifest: how it is read, and which of its keys decide how tests run. Keys are known by their whole path,
 * however they were grouped: `tool/pytest/ini_options/addopts`, `test/#1/name`.
 */
export interface ManifestKind {
  /** Globs of the files, in small letters: on some file systems case makes no difference. */
  readonly files: readonly string[];
  read(text: string, source: Source | undefined): JsonObject | undefined;
  /** Whether a key is frozen, by its path and by all that it says. */
  isFrozen(path: string, texts: readonly string[]): boolean;
  /** Paths that are frozen because of what the file says elsewhere. */
  alsoFrozen?(before: JsonObject, after: JsonObject): readonly string[];
  /** Whether a frozen key may be set that was not there. */
  mayAppear?(path: string, value: string): boolean;
  /** Where names stand for modules: those that were there stay, and no new one may take a name that others use. */
  readonly aliases?: string;
  /** Packages whose entries are frozen, and the keys that name packages; all do, if nothing is said. */
  readonly packages?: TestPackages & { isEntry?(path: string): boolean; mayBeNeeded?(path: string): boolean };
  /** Whether nothing at all may change while a test is written, but for what the list item needs. */
  readonly isWhole?: true;
}

/** Two versions of a manifest or lock file; a missing one has nothing in it. */
export interface ManifestPair {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What is known about its code, where it is code. */
  readonly sources?: FileChange['sources'];
  /** Packages the list item says are needed: their entries may be added. */
  readonly needs: readonly string[];
}

/** How two versions differ in what is frozen. */
export interface FrozenDifference {
  /** What differs, as a person would say it: `scripts.test`, `vitest 3.1.0`. */
  readonly changed: readonly string[];
  /** Why nothing can be said about the file; then it counts as changed. */
  readonly unreadable?: string;
}

/** Compares two versions of a manifest key by key; `isWhole`: every key is frozen. */
export function compareManifest(kind: ManifestKind, pair: ManifestPair, isWhole = false): FrozenDifference {
  const { before, after, sources, needs } = pair;
  const old = before === undefined ? {} : kind.read(before, sources?.before);
  const now = after === undefined ? {} : kind.read(after, sources?.after);
  if (old === undefined || now === undefined) return { changed: [], unreadable: 'it cannot be read' };
  const also = new Set(kind.alsoFrozen?.(old, now));
  const [was, is] = [old, now].map((tree) => {
    return isWhole ? gather(splitLists(keysIn(tree, ''))) : frozenIn(kind, keysIn(tree, ''), also);
  }) as [Facts, Facts];
  const known = new Set(keysIn(old, '').flatMap(([path]) => namesIn(path)));
  const isFree = (path: string) =>
    isNeeded(path, needs, kind) ||
    kind.mayAppear?.(path, is.get(path) ?? '') === true ||
    (!isWhole && (isFurther(path, known, kind) || isFreeAlias(path, was, kind)));
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path));
  const held = changed.filter((path) => (was.has(path) ? !isFilled(path, was, is) : !isFree(path)));
  return { changed: held.map(labelOf).sort() };
}

/** What is compared, by path. */
type Facts = ReadonlyMap<string, string>;
type Key = readonly [path: string, value: JsonValue];

/** The path of a key, from its names. */
export function pathOf(names: readonly string[]): string {
  return names.map((name) => name.replace(/[/#%]/g, encodeURIComponent)).join('/');
}

function namesIn(path: string): readonly string[] {
  return path.split('/').map(decodeURIComponent);
}

function labelOf(path: string): string {
  return namesIn(path).join('.');
}

/** The keys of a table. A table without any is one itself. */
function keysIn(value: JsonValue, path: string): readonly Key[] {
  if (isList(value) && value.length > 0 && value.every(isObject)) {
    return value.flatMap((item, index) => keysIn(item, `${path}/#${index + 1}`));
  }
  const entries = isObject(value) ? Object.entries(value as JsonObject) : [];
  if (entries.length === 0) return path === '' ? [] : [[path, value]];
  return entries.flatMap(([key, entry]) => keysIn(entry, (path === '' ? '' : `${path}/`) + pathOf([key])));
}

/** Frozen keys, and every requirement that is a test package. */
function frozenIn(kind: ManifestKind, keys: readonly Key[], also: ReadonlySet<string>): Facts {
  const { isEntry = () => true, isFrozen: isTestPackage = () => false } = kind.packages ?? {};
  return gather(
    keys.flatMap(([path, value]): readonly (readonly [string, string])[] => {
      const texts = textsIn(value);
      const isPackage = isEntry(path) && namesIn(path).slice(1).some(isTestPackage);
      if (isPackage || also.has(path) || kind.isFrozen(path, texts)) return [[path, canonicalJson(value)]];
      return texts.flatMap((text) => {
        const name = isEntry(path) ? requiredName(text) : undefined;
        return name !== undefined && isTestPackage(name) ? [[`${path}/${pathOf([name])}`, text]] : [];
      });
    }),
  );
}

/** Each item of a list as a key, under the name it begins with. */
function splitLists(keys: readonly Key[]): readonly (readonly [string, string])[] {
  return keys.flatMap(([path, value]): readonly (readonly [string, string])[] => {
    const isLines = typeof value === 'string' && value.startsWith('\n');
    const items = isLines ? value.slice(1).split('\n') : isList(value) ? value : undefined;
    if (items === undefined) return [[path, canonicalJson(value)]];
    const texts = items.map((item) => (typeof item === 'string' ? item : canonicalJson(item)));
    return texts.map((text) => [`${path}/${pathOf([requiredName(text) ?? text])}`, text]);
  });
}

/** Facts by their paths. What is said twice under one path counts twice. */
function gather(facts: readonly (readonly [path: string, value: string])[]): Facts {
  const map = new Map<string, string>();
  for (const [path, value] of facts) map.set(path, map.has(path) ? `${map.get(path)}\n${value}` : value);
  return map;
}

/** Whether a table that was there with nothing in it has something now: it is still there. */
function isFilled(path: string, was: Facts, is: Facts): boolean {
  return was.get(path) === '{}' && [...is.keys()].some((one) => one.startsWith(`${path}/`));
}

/** Whether the list item needs the package that an entry is about: `group:artifact` by either. */
function isNeeded(path: string, needs: readonly string[], { packages }: ManifestKind): boolean {
  if (packages === undefined || packages.mayBeNeeded?.(path) === false) return false;
  const names = namesIn(path)
    .slice(1)
    .flatMap((name) => [name, ...name.split(' '), ...name.split(':')]);
  return needs.some((need) => names.some((name) => pythonName(name) === pythonName(need)));
}

/** Whether an entry is of a further package that is frozen only where it is used already. */
function isFurther(path: string, known: ReadonlySet<string>, { packages }: ManifestKind): boolean {
  const name = namesIn(path).at(-1) ?? '';
  if (packages?.isFrozenIfNew === undefined || packages.isEntry?.(path) === false) return false;
  return !known.has(name) && !packages.isFrozenIfNew(name);
}

/** Whether a new name stands for modules that no other name stood for: nothing of a test package, and not everything. */
function isFreeAlias(path: string, was: Facts, { aliases, packages }: ManifestKind): boolean {
  if (aliases === undefined || !path.startsWith(`${aliases}/`)) return false;
  const nameOf = (one: string) => namesIn(one.slice(aliases.length + 1))[0] ?? '';
  const known = [...was.keys()].filter((one) => one.startsWith(`${aliases}/`)).map(nameOf);
  const name = nameOf(path);
  const isTaken = known.some((one) => one === name || (one.includes('*') && name.startsWith(one.replace(/\*.*$/, ''))));
  const stem = name.replace(/\/?\*.*$/, '');
  const isOfTests = [stem, `${stem}/x`].some((one) => packages?.isFrozen(one) === true);
  return stem !== '' && !isTaken && !isOfTests && !stem.startsWith('node:');
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
