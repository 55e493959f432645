import { posix } from 'node:path';
import type { Detection } from './framework.ts';

/** One detection for every directory with such a file that lies below no other: a build covers its modules. */
export function topmost(framework: string, files: readonly string[], name: RegExp): readonly Detection[] {
  const found = files.filter((file) => name.test(posix.basename(file)) && !FOREIGN.test(file));
  const directories = [...new Set(found.map((file) => posix.dirname(file)))];
  const isBelow = (path: string, other: string) => path !== other && (other === '.' || path.startsWith(`${other}/`));
  return directories
    .filter((path) => !directories.some((other) => isBelow(path, other)))
    .map((directory) => ({
      framework,
      directory,
      because: found.filter((file) => posix.dirname(file) === directory),
      confidence: 'configured',
    }));
}

const FOREIGN = /(^|\/)(node_modules|target|vendor|build|fixtures|testdata|\.venv)\//;
