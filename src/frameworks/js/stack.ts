import { fileURLToPath } from 'node:url';

/** What of a project is needed to tell its own modules and files from others. */
export interface JsProject {
  /** Absolute and real: errors name files by their real path. */
  readonly directory: string;
  /** The name in package.json: a module asked for by it is one of this project. */
  readonly packageName?: string | undefined;
  /** What the project's own configuration maps to its files, as `paths` of tsconfig.json has it: `@app/*`, `models`. */
  readonly aliases?: readonly string[] | undefined;
  /** Whether `/src/x` means a file of the project, as with Vite. */
  readonly absoluteFromProject?: boolean | undefined;
}

/** One line of a stack. */
export interface Frame {
  /** Relative to the project if it is in it. */
  readonly file: string;
  readonly line: number;
  readonly name?: string | undefined;
}

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');
const LONGEST_MESSAGE = 8_000;

export function stripAnsi(text: string): string {
  return text.replace(ANSI, '');
}

/** A message as a reader in the project wants it: no colours, no stack, paths from the project's directory on. */
export function cleanMessage(message: string, project: JsProject): string {
  const told = stripAnsi(message.slice(0, LONGEST_MESSAGE * 4))
    .replaceAll(`file://${encodeURI(project.directory)}/`, '')
    .replaceAll(`${project.directory}/`, '')
    .replace(/(\n +at (async )?[^\n]*:\d+:\d+\)?| +at (async )?[^\n]*\(<anonymous>\))+\s*$/, '')
    .trimEnd();
  return told.length > LONGEST_MESSAGE ? `${told.slice(0, LONGEST_MESSAGE)} ...` : told;
}

/** The frames of a stack that name a file, from where the error was thrown outwards. */
export function framesOf(stack: string, project: JsProject): Frame[] {
  return stripAnsi(stack)
    .split('\n', 200)
    .flatMap((line) => {
      const [, name, at, number] = (line.length > LONGEST_FRAME ? undefined : FRAME.exec(line)) ?? [];
      return at === undefined ? [] : [{ file: relativeFile(at, project), line: Number(number), name }];
    });
}

const LONGEST_FRAME = 2_000;
const FRAME = /^\s*at (?:(?:async )?(.*?) ?\()?(?:async )?((?:file:\/\/)?\/[^\n]*?|node:[^\n]*?):(\d+):\d+\)?$/;

/** Whether a frame is in the project itself and not in a package it uses. */
export function isOwn({ file }: { readonly file: string }): boolean {
  return !file.startsWith('/') && !file.startsWith('node:') && !file.startsWith('../') && !isPackaged(file);
}

/** The package or built-in module that a file is in: `expect.js`, `@scope/name`, `node:fs`. */
export function packageOf(file: string): string {
  const [, name] = /.*(?:^|\/)node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  return name ?? (file.startsWith('node:') ? file : '?');
}

export function isPackaged(file: string): boolean {
  return /(^|\/)node_modules\//.test(file);
}

/** A file as it is named in reports: relative to the project if it is in it, without a loader's query. */
export function relativeFile(path: string, { directory }: JsProject): string {
  const plain = localPath(path).replace(/\?[^/]*$/, '');
  return plain.startsWith(`${directory}/`) ? plain.slice(directory.length + 1) : plain.replace(/^\.\//, '');
}

function localPath(path: string): string {
  if (!path.startsWith('file://')) return path;
  try {
    return fileURLToPath(path);
  } catch {
    return path;
  }
}
