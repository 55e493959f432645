import { posix } from 'node:path';
import type { Diagnostic } from '../../evidence/report.ts';
import { type Frame, isOwn, isPackaged, type JsProject, relativeFile } from './stack.ts';

/** An error with its colours gone and its stack read. */
export interface ReadError {
  readonly name: string;
  readonly message: string;
  readonly frames: readonly Frame[];
}

/** The one thing an error says does not exist: a module, a name a module should have, a function that is called, a file. */
export function missingThing(error: ReadError, project: JsProject): Diagnostic | undefined {
  return (
    missingModule(error, project) ??
    missingExport(error, project) ??
    missingMember(error) ??
    missingFile(error, project)
  );
}

/** A file that was opened and is not there, in the words of Node.js. */
function missingFile({ message, frames }: ReadError, project: JsProject): Diagnostic | undefined {
  const path = /^ENOENT: no such file or directory, \w+ '([^'\n]+)'/.exec(message)?.[1];
  const own = frames.find(isOwn);
  if (path === undefined || own === undefined) return undefined;
  return { what: 'file', name: relativeFile(path, project), file: own.file, line: own.line };
}

/** How Node, Vite and Jest say that a module cannot be found: the specifier first, then who asked, where it is told. */
const MODULE_NOT_FOUND = [
  /^Cannot find (?:module|package) '([^'\n]+)' imported from '?([^'\n]+?)'?$/m,
  /^Cannot find module '([^'\n]+)' from '([^'\n]+)'/m,
  /^Cannot find (?:module|package) '([^'\n]+)'\.?(?:\nRequire stack:\n- ([^\n]+))?/m,
  /^Failed to resolve import "([^"\n]+)" from "([^"\n]+)"/m,
  /^Failed to load url (\S+) \(resolved id: [^\n)]*\)(?: in (\S+?))?\. Does the file exist\?/m,
  /^Package import specifier "([^"\n]+)" is not defined(?: in package \S+)?(?: imported from (\S+))?/m,
  /^Package subpath '[^'\n]+' is not defined by "exports" in ([^\n]*)\/package\.json(?: imported from (\S+))?/m,
  /^Could not locate module (\S+) mapped as:/m,
];

function missingModule({ message, frames }: ReadError, project: JsProject): Diagnostic | undefined {
  const found = MODULE_NOT_FOUND.map((pattern) => pattern.exec(message)).find((match) => match !== null);
  const [text = '', specifier, asker] = found ?? [];
  if (specifier === undefined) return undefined;
  const own = frames.find(isOwn);
  const file = asker === undefined ? own?.file : relativeFile(asker, project);
  const line = frames.find((frame) => frame.file === file)?.line;
  const mapped = text.startsWith('Could not locate module');
  return {
    what: 'module',
    name: asWritten(specifier, file, project),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ours: mapped || isOurs(specifier, file, project),
  };
}

const EXPORT_NOT_FOUND = [
  /The requested module '([^'\n]+)' does not provide an export named '([^'\n]+)'/,
  /Named export '(?<name>[^'\n]+)' not found\. The requested module '(?<from>[^'\n]+)' is a CommonJS module/,
  /No "(?<name>[^"\n]+)" export is defined on the "(?<from>[^"\n]+)" mock/,
];

function missingExport({ message, frames }: ReadError, project: JsProject): Diagnostic | undefined {
  const found = EXPORT_NOT_FOUND.map((pattern) => pattern.exec(message)).find((match) => match !== null);
  if (found === undefined) return undefined;
  const from = found.groups?.from ?? found[1] ?? '';
  const own = frames.find(isOwn);
  return {
    what: 'export',
    name: found.groups?.name ?? found[2] ?? '',
    from: asWritten(from, own?.file, project),
    ...(own === undefined ? {} : { file: own.file, line: own.line }),
    ours: isOurs(from, own?.file, project),
  };
}

/** A call of what is no function. Inside a package the function is the package's own affair. */
function missingMember({ name, message, frames }: ReadError): Diagnostic | undefined {
  if (name !== 'TypeError') return undefined;
  const called = /^(?:TypeError: )?(.+) is not a (?:function|constructor)(?:\n|$)/.exec(message)?.[1];
  const [thrownAt] = frames;
  if (called === undefined || (thrownAt !== undefined && !isOwn(thrownAt))) return undefined;
  const member = plainMember(called);
  // Only the value is named: nobody can tell what should have been there.
  if (/^(undefined|null|true|false|\d.*|".*"|#<.*>|\[.*\]|\(.*\))$/.test(member)) return undefined;
  return {
    what: 'member',
    name: member,
    ...(thrownAt === undefined ? {} : { file: thrownAt.file, line: thrownAt.line }),
  };
}

/** A name without what compilers put around an imported one: `(0 , _math.add)`, `math_1.add`, `__vite_ssr_import_0__.add`. */
function plainMember(called: string): string {
  return called
    .replace(/^\(0 ?, ?(?:\w+\.)?(.+)\)$/, '$1')
    .replace(/^\(intermediate value\)\./, '')
    .replace(/^(?:__vite_ssr_import_\d+__|__vi_import_\d+__|_\w+|\w+_\d+)\./, '');
}

/** Whether a specifier means a module of this project: by path, by the project's own name, or by an alias of its own. */
export function isOurs(specifier: string, asker: string | undefined, project: JsProject): boolean {
  if (asker !== undefined && isPackaged(asker)) return false;
  if (/^\.\.?(\/|$)/.test(specifier) || /^(#|@\/|~\/)/.test(specifier)) return true;
  if (/^(\/|file:)/.test(specifier)) {
    const file = relativeFile(specifier, project);
    return !isPackaged(file) && (!file.startsWith('/') || project.absoluteFromProject === true);
  }
  if (project.packageName !== undefined && isUnder(specifier, project.packageName)) return true;
  return (project.aliases ?? []).some((alias) => matchesAlias(specifier, alias));
}

function isUnder(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

function matchesAlias(specifier: string, alias: string): boolean {
  if (alias === '*') return false;
  const star = alias.indexOf('*');
  if (star < 0) return isUnder(specifier, alias);
  return specifier.startsWith(alias.slice(0, star)) && specifier.endsWith(alias.slice(star + 1));
}

/** The specifier as the asking file most likely has it: loaders tell absolute paths where the source has relative ones. */
function asWritten(specifier: string, asker: string | undefined, project: JsProject): string {
  if (!/^(\/|file:)/.test(specifier) || asker === undefined) return specifier;
  const file = relativeFile(specifier, project);
  if (isPackaged(file) || (file.startsWith('/') && project.absoluteFromProject !== true)) return specifier;
  const path = posix.relative(posix.dirname(`/${asker}`), posix.resolve('/', file));
  return path.startsWith('.') ? path : `./${path}`;
}
