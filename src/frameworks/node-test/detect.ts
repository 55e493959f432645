import type { Detection, ProjectView } from '../framework.ts';
import { testScripts } from '../js/package-script.ts';
import { packagesOf } from '../js/project.ts';
import { startsNodeTest } from './command.ts';

/** Where node's own test runner is used: a script starts it, or test files import it. */
export function detectNodeTest(view: ProjectView): Detection[] {
  const packages = packagesOf(view);
  return packages.flatMap(({ directory, manifest }) => {
    const prefix = directory === '.' ? '' : `${directory}/`;
    const scripts = testScripts(manifest.scripts)
      .filter((name) => startsNodeTest(name, manifest.scripts))
      .map((name) => `"${name}": "${manifest.scripts[name]}" in ${prefix}package.json`);
    const inner = packages.map((one) => `${one.directory}/`).filter((one) => one !== prefix && one !== './');
    const own = view.files.filter(
      (file) => file.startsWith(prefix) && !inner.some((other) => isIn(file, other, prefix)),
    );
    const importer = own
      .filter((file) => MAYBE_TEST.test(file))
      .slice(0, MOST_READ)
      .find((file) => IMPORTS.test(view.read(file) ?? ''));
    if (scripts.length === 0 && importer === undefined) return [];
    return [
      {
        framework: 'node-test',
        directory,
        because: [...scripts, ...(importer === undefined ? [] : [`${importer} imports node:test`])],
        confidence: scripts.length > 0 ? ('configured' as const) : ('installed' as const),
      },
    ];
  });
}

/** Whether a file belongs to another package below this one. */
function isIn(file: string, other: string, prefix: string): boolean {
  return file.startsWith(other) && other.startsWith(prefix);
}

const MOST_READ = 100;
const MAYBE_TEST =
  /(^|\/)(tests?|__tests__)\/.*\.[cm]?[jt]s$|[._-](test|spec)\.[cm]?[jt]s$|(^|\/)test(-[^/]*)?\.[cm]?[jt]s$/;
const IMPORTS = /\b(from|require\()\s*['"]node:test['"]|\bimport\s*\(?\s*['"]node:test['"]/;
