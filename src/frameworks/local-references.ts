import { posix } from 'node:path';
import type { JsonValue } from '../base/json.ts';
import { entriesOf, readJson } from '../formats/json.ts';
import { readToml } from '../formats/toml.ts';
import type { ProjectView } from './framework.ts';

/**
 * Paths inside the repository that manifests point to, with the manifests that those directories have themselves, and so
 * on: `file:` and `link:` of package.json, `path` of pyproject.toml and Cargo.toml, `replace` of go.mod, local lines of
 * requirements files. Nothing outside the repository is ever named.
 */
export function localReferences(project: ProjectView, manifests: readonly string[]): readonly LocalReference[] {
  const found = new Map<string, LocalReference>();
  const seen = new Set(manifests);
  const waiting = [...manifests];
  for (let manifest = waiting.pop(); manifest !== undefined; manifest = waiting.pop()) {
    for (const { path, isCopied } of referencesIn(manifest, project.read(manifest) ?? '')) {
      const known = found.get(path);
      found.set(path, { path, isCopied: isCopied || known?.isCopied === true });
      const inside = project.files.filter((file) => isManifest(file) && posix.dirname(file) === path);
      for (const file of inside.filter((one) => !seen.has(one))) {
        seen.add(file);
        waiting.push(file);
      }
    }
  }
  return [...found.values()];
}

export interface LocalReference {
  /** A directory or file, relative to the repository. */
  readonly path: string;
  /** Tools copy or build its content; otherwise they only link to it and read its manifest. */
  readonly isCopied: boolean;
}

/** The files of the repository that references name: all of a directory that is copied, else its manifests. */
export function referencedFiles(project: ProjectView, references: readonly LocalReference[]): readonly string[] {
  return project.files.filter((file) =>
    references.some(
      ({ path, isCopied }) => file === path || (file.startsWith(`${path}/`) && (isCopied || isManifest(file))),
    ),
  );
}

const MANIFESTS =
  /(^|\/)(package\.json|pyproject\.toml|setup\.(py|cfg)|Cargo\.toml|go\.mod|go\.work|[^/]*requirements[^/]*\.txt)$/;

function isManifest(file: string): boolean {
  return MANIFESTS.test(file);
}

function referencesIn(manifest: string, text: string): readonly LocalReference[] {
  const name = posix.basename(manifest);
  const found = referencesOf(name, text);
  return found.flatMap(({ path, isCopied }) => {
    const full = posix.normalize(posix.join(posix.dirname(manifest), path)).replace(/\/$/, '');
    const isOwn = full === posix.dirname(manifest);
    return full.startsWith('..') || isOwn || posix.isAbsolute(path) ? [] : [{ path: full, isCopied }];
  });
}

function referencesOf(name: string, text: string): readonly LocalReference[] {
  if (name === 'package.json') return inPackageJson(text);
  if (name === 'Cargo.toml') return inToml(text, /^path$/, false);
  if (name === 'pyproject.toml') return inToml(text, /^(?:path|url)$/, true);
  return inLines(name, text);
}

/** npm links directories; an archive is read by everybody. */
function inPackageJson(text: string): readonly LocalReference[] {
  const manifest = readJson(text);
  const tables = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'resolutions'];
  return tables
    .flatMap((table) => entriesOf(manifest?.[table]))
    .flatMap(([, value]) => {
      const path = typeof value === 'string' ? /^(?:file|link|portal):(.+)$/.exec(value)?.[1] : undefined;
      return path === undefined ? [] : [{ path, isCopied: /\.(tgz|tar\.gz|tar)$/.test(path) }];
    });
}

/** What a TOML file has under keys that name paths, wherever they stand. */
function inToml(text: string, keys: RegExp, isCopied: boolean): readonly LocalReference[] {
  return textsUnder(readToml(text) ?? {}, keys).flatMap((given) => {
    const path = given.replace(/^file:/, '');
    return /^\.{1,2}\/|^\w[\w./-]*$/.test(path) ? [{ path, isCopied }] : [];
  });
}

/** Every text under one of some keys, alone or in a list. */
export function textsUnder(value: JsonValue, keys: RegExp): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsUnder(one, keys));
  return entriesOf(value).flatMap(([key, entry]) => {
    const texts = keys.test(key) ? [entry].flat().filter((one) => typeof one === 'string') : [];
    return [...texts, ...textsUnder(entry, keys)];
  });
}

const LINES: readonly (readonly [name: RegExp, reference: RegExp, isCopied: boolean])[] = [
  [/^go\.mod$/, /=>\s+(\.{1,2}\/\S+)/g, false],
  [/^go\.work$/, /^\s*(?:use\s+)?(\.{1,2}\/\S+)/gm, false],
  [/requirements.*\.txt$/, /^\s*(?:-e\s+|--editable[ =])?(?:file:)?(\.{1,2}\/[^\s#;[]+)/gm, true],
];

function inLines(name: string, text: string): readonly LocalReference[] {
  return LINES.filter(([file]) => file.test(name)).flatMap(([, reference, isCopied]) =>
    [...text.matchAll(reference)].flatMap(([, path]) => (path === undefined ? [] : [{ path, isCopied }])),
  );
}
