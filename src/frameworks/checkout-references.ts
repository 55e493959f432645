import { posix, sep } from 'node:path';
import { BatonError } from '../base/error.ts';
import { projectFiles } from '../sys/project-files.ts';
import type { ProjectView, RunRequest } from './framework.ts';

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
      PATTERNS.filter(([name]) => name.test(manifest)).flatMap(([, reference]) =>
        [...(read(manifest) ?? '').matchAll(reference)].flatMap(([, path]) =>
          path === undefined ? [] : [{ manifest, path: posix.normalize(path).replace(/\/$/, '') }],
        ),
      ),
    );
}

const PATTERNS: readonly (readonly [name: RegExp, reference: RegExp])[] = [
  [/(?:^|\/)go\.(?:mod|work)$/, /(?:=>|^use|^)\s*"?(\/[^\s"/][^\s"]*)/gm],
  [/(?:^|\/)(?:Cargo\.toml|\.cargo\/config(?:\.toml)?)$/, /\bpaths?\s*=\s*\[?\s*["'](\/[^"'\n]+)["']/g],
  [/(?:^|\/)package\.json$/, /"(?:file|link|portal):(\/[^"\n]+)"/g],
];
