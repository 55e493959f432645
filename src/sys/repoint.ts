import {
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { errorCode } from './durable.ts';
import { writeText } from './staged-directory.ts';

/** Where a project was, and where its files are now. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Whether links in a folder of packages lead to files of its own project by a path that only leads there. */
export function hasFixedLinks(folder: string, project: string): boolean {
  return fixedLinks(folder, project).length > 0;
}

/**
 * Makes a copy of what a project has installed point to the project it was copied to: links to its packages, and what
 * Python's editable installs and scripts name. Links are never followed.
 */
export function repoint(folder: string, original: string, { from, to }: Move): void {
  if (!isFolder(folder)) return;
  for (const { path, target } of fixedLinks(original, from)) {
    const link = join(folder, relative(original, path));
    if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    rmSync(link);
    symlinkSync(relative(dirname(link), join(to, target)), link);
  }
  const names = [...new Set([from, realpathSync(from)])].map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const mention = new RegExp(`(?:${names.join('|')})(?=[/"'\\s;:]|$)`, 'gm');
  for (const file of pythonTexts(folder)) {
    const text = readFileSync(file, 'utf8');
    const moved = text.replace(mention, () => to);
    if (moved !== text && !text.includes('\0')) writeText(file, moved);
  }
}

interface FixedLink {
  readonly path: string;
  /** Where it leads, relative to the project. */
  readonly target: string;
}

/** Packages lie in the folder, or one deeper where names have an owner: `@owner/name`. */
function fixedLinks(folder: string, project: string): FixedLink[] {
  if (!isFolder(folder)) return [];
  const root = realpathSync(project);
  const owners = entriesOf(folder).filter((entry) => entry.isDirectory() && entry.name.startsWith('@'));
  const folders = [folder, ...owners.map(({ name }) => join(folder, name))];
  const links = folders.flatMap((place) =>
    entriesOf(place).flatMap((entry) => (entry.isSymbolicLink() ? [join(place, entry.name)] : [])),
  );
  return links.flatMap((path) => {
    const written = readlinkSync(path);
    const target = relative(root, realPath(path) ?? root);
    const isKept = !isAbsolute(written) && !isOutside(join(relative(project, dirname(path)), written));
    return isKept || target === '' || isOutside(target) ? [] : [{ path, target }];
  });
}

/** Files of a virtual environment that name the project. */
function pythonTexts(folder: string): string[] {
  const libraries = foldersIn(join(folder, 'lib')).map((python) => join(python, 'site-packages'));
  const installed = libraries.flatMap((site) => filesIn(site).filter((file) => EDITABLE.test(file)));
  return isFile(join(folder, 'pyvenv.cfg')) ? [...installed, ...filesIn(join(folder, 'bin'))] : installed;
}

const EDITABLE = /(?:\.pth|\/__editable__\w*\.py|\/_editable_impl_\w*\.py)$/;

function filesIn(folder: string): string[] {
  const files = isFolder(folder) ? entriesOf(folder).filter((entry) => entry.isFile()) : [];
  return files.map(({ name }) => join(folder, name)).filter((path) => lstatSync(path).size <= MAX_BYTES);
}

/** Programs are longer than what names a path in plain text. */
const MAX_BYTES = 256 * 1024;

function foldersIn(folder: string): string[] {
  const folders = isFolder(folder) ? entriesOf(folder).filter((entry) => entry.isDirectory()) : [];
  return folders.map(({ name }) => join(folder, name));
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

/** Nothing if a link leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
