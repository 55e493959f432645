/** Why a path could mean another file than it seems to, or none at all; nothing if it is a plain path in the tree. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  if (path.includes('\\')) return 'holds a backslash';
  if (CONTROL.test(path)) return 'holds a control character, a line break or a mark that changes how it is shown';
  if (/\uFFFD|[\uD800-\uDFFF]/u.test(path)) return 'is not valid Unicode';
  if (byteLength(path) > LONGEST_PATH) return `is longer than ${LONGEST_PATH} bytes`;
  for (const name of path.split('/')) {
    const problem = nameProblem(name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Control characters, line separators, marks of direction, byte order marks. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;
const LONGEST_PATH = 1024;
const LONGEST_NAME = 255;

function nameProblem(name: string): string | undefined {
  if (name === '') return 'has an empty part';
  if (name === '.' || name === '..') return 'has a part that leads elsewhere (. or ..)';
  if (/[. ]$/.test(name)) return 'has a part that ends in a dot or a space';
  if (byteLength(name) > LONGEST_NAME) return `has a part longer than ${LONGEST_NAME} bytes`;
  if (isGitName(name)) return "is inside a git repository's own folder";
  return undefined;
}

/** Names that some file system takes for `.git`. */
function isGitName(name: string): boolean {
  return /^(?:\.git|git~\d+)(?::.*)?$/.test(foldPath(name));
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * The same text for all paths that some file system takes for the same: without regard to case, to how accents are
 * composed, and to characters that are not shown.
 */
export function foldPath(path: string): string {
  return path.normalize('NFD').replace(IGNORED, '').toUpperCase().toLowerCase().normalize('NFC');
}

const IGNORED = /[\p{Default_Ignorable_Code_Point}\u202A-\u202E]/gu;

/** The path that a symbolic link leads to; nothing if it leaves the tree. */
export function linkTarget(link: string, target: string): string | undefined {
  if (target.startsWith('/') || target.includes('\\') || target === '') return undefined;
  const parts = link.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Every folder above a path, the nearest last. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

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
