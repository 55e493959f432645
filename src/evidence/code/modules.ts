/** Where files went between two versions: earlier path to later path. */
export type Moves = ReadonlyMap<string, string>;

export const NO_MOVES: Moves = new Map();

/**
 * The file a JavaScript specifier means, as `./path` from the top without its ending, where it went if it was moved.
 * Specifiers of packages stay as they are.
 */
export function resolveJsModule(specifier: string, importer: string, moves: Moves): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = withoutEnding(joinPath(directoryOf(importer), specifier));
  for (const [from, to] of moves) if (withoutEnding(from) === path) return `./${withoutEnding(to)}`;
  return `./${path}`;
}

/** The module a dotted name means, where it went if its file was moved. */
export function resolvePythonModule(name: string, importer: string, moves: Moves): string {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const absolute = dots === 0 ? name : relativeModule(name.slice(dots), dots, importer);
  for (const [from, to] of moves) {
    const old = moduleName(from);
    if (old === absolute) return moduleName(to);
    // Sources often lie below a folder that is not part of the name: `src/pkg/a.py` is `pkg.a`.
    if (!old.endsWith(`.${absolute}`)) continue;
    const root = old.slice(0, -absolute.length);
    const now = moduleName(to);
    if (now.startsWith(root)) return now.slice(root.length);
  }
  return absolute;
}

function relativeModule(rest: string, dots: number, importer: string): string {
  const folders = directoryOf(importer)
    .split('/')
    .filter((part) => part !== '');
  return [...folders.slice(0, folders.length - dots + 1), ...(rest === '' ? [] : [rest])].join('.');
}

function moduleName(path: string): string {
  return path
    .replace(/\.pyi?$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');
}

function withoutEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
}

function directoryOf(path: string): string {
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
