import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { stripAnsi } from './js/stack.ts';

/** How paths and messages of a run are told: relative to the project, without colours. */
export interface ProjectText {
  message(text: string): string;
  /** A file of the project relative to it, with forward slashes; another stays absolute. */
  file(path: string): string;
}

export function projectText(directory: string): ProjectText {
  const roots = [...new Set([directory, realpathSync(directory)])];
  const known = new Map<string, string>();
  const relativeFile = (path: string) => {
    const found = roots.map((root) => relative(root, resolve(directory, path))).find((inside) => !isOutside(inside));
    return (found ?? path).split(sep).join('/');
  };
  return {
    message: (text) => roots.reduce((told, root) => told.split(root + sep).join(''), stripAnsi(text)),
    file: (path) => {
      const file = known.get(path) ?? relativeFile(path);
      known.set(path, file);
      return file;
    },
  };
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`);
}
