import { posix, sep } from 'node:path';
import { BatonError } from '../base/error.ts';
import { readToml } from '../formats/toml.ts';
import { projectFiles } from '../sys/project-files.ts';
import type { ProjectView, RunRequest } from './framework.ts';
import { textsUnder } from './local-references.ts';

/** Refuses manifests that name a directory of a checkout by its whole path: tests would use the files that lie there. */
export function refuseCheckoutReferences({ directory, root = directory, checkouts = [] }: RunRequest): void {
  if (checkouts.length === 0) return;
  const isInside = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);
  const found = absoluteReferences(projectFiles(root)).find(
    ({ path }) => !isInside(path, root) && checkouts.some((checkout) => isInside(path, checkout)),
  );
  if (found === undefined) return;
  throw new BatonError(
    'project_misconfigured',
    `${found.manifest} names ${found.path}: tests would use the files that lie there now, not those of the commit. ` +
      `Make the path relative to ${found.manifest}.`,
    { data: { ...found } },
  );
}

interface AbsoluteReference {
  readonly manifest: string;
  readonly path: string;
}

/** What manifests of Go, Cargo and Node point to by absolute paths. */
export function absoluteReferences({ files, read }: ProjectView): readonly AbsoluteReference[] {
  return files
    .filter((file) => !file.startsWith('.baton/'))
    .flatMap((manifest) =>
      READERS.filter(([name]) => name.test(manifest))
        .flatMap(([, pathsIn]) => pathsIn(read(manifest) ?? ''))
        .filter((path) => path.startsWith('/'))
        .map((path) => ({ manifest, path: posix.normalize(path).replace(/\/$/, '') })),
    );
}

const READERS: readonly (readonly [name: RegExp, pathsIn: (text: string) => readonly string[]])[] = [
  [/(?:^|\/)go\.(?:mod|work)$/, matchesOf(/(?:=>|^use|^)\s*["`]?(\/[^\s"`/][^\s"`]*)/gm)],
  [/(?:^|\/)(?:Cargo\.toml|\.cargo\/config(?:\.toml)?)$/, pathsInToml],
  [/(?:^|\/)package\.json$/, matchesOf(/"(?:file|link|portal):(\/[^"\n]+)"/g)],
];

function matchesOf(pattern: RegExp) {
  return (text: string) => [...text.matchAll(pattern)].map(([, path = '']) => path);
}

/** In a file that cannot be read here, any text could be meant. */
function pathsInToml(text: string): readonly string[] {
  const table = readToml(text);
  return table === undefined ? matchesOf(/["'](\/[^"'\n]+)["']/g)(text) : textsUnder(table, /^paths?$/);
}
