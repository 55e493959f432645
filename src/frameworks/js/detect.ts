import { posix } from 'node:path';
import type { Detection, ProjectView } from '../framework.ts';
import { findInScript } from './command.ts';
import { type Manifest, packagesOf } from './project.ts';

/** How a framework shows in a package. */
export interface JsTraces {
  readonly framework: string;
  /** Names of its own configuration files. */
  readonly config: RegExp;
  /** Other signs of being configured, such as a key in package.json. */
  configured?(manifest: Manifest, directory: string, view: ProjectView): string | undefined;
}

/** Where a framework is used in a project: in its own directory, and in each package of its workspaces. */
export function detectJs(view: ProjectView, traces: JsTraces): Detection[] {
  return packagesOf(view).flatMap(({ directory, manifest }) => {
    const prefix = directory === '.' ? '' : `${directory}/`;
    const files = view.files.filter((file) => file.startsWith(prefix) && !file.slice(prefix.length).includes('/'));
    const configs = files.filter((file) => traces.config.test(posix.basename(file)));
    const scripts = Object.entries(manifest.scripts).filter(
      ([name, script]) =>
        /^test\b|^unit\b/.test(name) && findInScript(script, traces.framework, manifest.scripts) !== undefined,
    );
    const other = traces.configured?.(manifest, directory, view);
    const because = [
      ...configs,
      ...(other === undefined ? [] : [other]),
      ...scripts.map(([name, script]) => `"${name}": "${script}" in ${prefix}package.json`),
    ];
    const installed = [manifest.devDependencies, manifest.dependencies].some((table) => traces.framework in table);
    if (because.length === 0 && !installed) return [];
    return [
      {
        framework: traces.framework,
        directory,
        because: installed ? [...because, `${traces.framework} in ${prefix}package.json`] : because,
        confidence: because.length > 0 ? ('configured' as const) : ('installed' as const),
      },
    ];
  });
}
