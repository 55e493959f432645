export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Joins and resolves `.` and `..`; what leaves the root keeps its `..`. */
export function joinPath(directory: string, path: string): string {
  const out: string[] = [];
  for (const part of [...directory.split('/'), ...path.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part === '..' && out.length > 0 && out.at(-1) !== '..') out.pop();
    else out.push(part);
  }
  return out.join('/');
}
