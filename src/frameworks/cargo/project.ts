import { isAbsolute, join } from 'node:path';
import { listFiles, relativeTo, textOf } from '../source-files.ts';
import type { RustProject } from './diagnostics.ts';
import type { Package, Workspace } from './workspace.ts';

/** What tells a workspace's own names from others, read from its manifests and, when first asked, its sources. */
export function rustProject(workspace: Workspace, directory: string): RustProject {
  let types: ReadonlySet<string> | undefined;
  return {
    crates: new Set(
      workspace.packages.flatMap(({ name, targets }) => [name, ...targets.map((one) => one.name)]).map(codeName),
    ),
    dependencies: new Set(
      workspace.packages.flatMap(({ dependencies }) =>
        dependencies.map(({ name, rename }) => codeName(rename ?? name)),
      ),
    ),
    definesType(name) {
      types ??= typesIn(workspace.root);
      return types.has(name);
    },
    relative: (path) => relativeTo(directory, isAbsolute(path) ? path : join(workspace.root, path)),
  };
}

function codeName(name: string): string {
  return name.replaceAll('-', '_');
}

const NOT_SOURCES = new Set(['.git', 'target', 'vendor', 'node_modules', '.baton']);

function typesIn(root: string): ReadonlySet<string> {
  const sources = listFiles(root, NOT_SOURCES).filter((file) => file.endsWith('.rs'));
  return new Set(
    sources.flatMap((file) =>
      [...textOf(join(root, file)).matchAll(/\b(?:struct|enum|union|trait|type)\s+(\w+)/g)].map(
        (match) => match[1] ?? '',
      ),
    ),
  );
}

/** Names of the targets that bring their own harness: what they print is their own affair. */
export function harnesslessTargets(packages: readonly Package[]): string[] {
  return packages.flatMap(({ name, manifest_path }) =>
    textOf(manifest_path)
      .split(/^(?=\s*\[)/m)
      .filter(
        (section) => /^\s*\[+(lib|bin|test|example|bench)\b/.test(section) && /^\s*harness\s*=\s*false/m.test(section),
      )
      .map((section) => codeName(/^\s*name\s*=\s*["']([^"']+)["']/m.exec(section)?.[1] ?? name)),
  );
}
