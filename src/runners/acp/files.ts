import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { refuseWrite } from '../tools.ts';
import type { Rules } from './policy.ts';

/** The files of the workbench as an agent gets them by way of its client. A refusal is an error with the reason. */
export interface ClientFiles {
  read(path: string, part?: { readonly line?: number | null; readonly limit?: number | null }): string;
  write(path: string, text: string): void;
}

/**
 * Reads and writes for an agent, in the workbench alone. The agent's shell may put links where there were directories at
 * any moment, and this process is in no sandbox: every step of the way is opened by itself, and no link is followed but
 * those that were found to stay inside.
 */
export function clientFiles(rules: Rules): ClientFiles {
  const root = realpathSync(rules.workbench);
  return {
    read(path, { line, limit } = {}) {
      const file = openBeneath(root, insideOf(root, path), constants.O_RDONLY);
      try {
        const { size } = fstatSync(file);
        if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MOST_BYTES}.`);
        return partOf(readFileSync(file, 'utf8'), line ?? 1, limit ?? undefined);
      } finally {
        closeSync(file);
      }
    },
    write(path, text) {
      const inside = insideOf(root, path);
      // By the name it was given, and by the one it has without links.
      const why = refuseWrite(path, rules) ?? refuseWrite(inside, rules);
      if (why !== undefined) throw new Error(why);
      const file = openBeneath(root, inside, constants.O_WRONLY | constants.O_CREAT);
      try {
        ftruncateSync(file);
        writeFileSync(file, text);
      } finally {
        closeSync(file);
      }
    },
  };
}

const MOST_BYTES = 10_000_000;

function partOf(text: string, line: number, limit: number | undefined): string {
  if (line <= 1 && limit === undefined) return text;
  const from = Math.max(0, line - 1);
  return text
    .split(/(?<=\n)/)
    .slice(from, limit === undefined ? undefined : from + limit)
    .join('');
}

/** Where a path leads in the workbench, with every link resolved; the file itself need not be there yet. */
function insideOf(root: string, path: string): string {
  const inside = relative(root, realPath(resolve(root, path)));
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error(`${path} is outside ${root}. Work only in that directory.`);
  }
  return inside;
}

function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}

function openBeneath(root: string, inside: string, flags: number): number {
  const steps = inside.split(sep);
  const name = steps.pop() ?? '';
  let directory = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    for (const step of steps) {
      const next = openStep(directory, root, step, (flags & constants.O_CREAT) !== 0);
      closeSync(directory);
      directory = next;
      root = join(root, step);
    }
    return openFile(placeIn(directory, root, name), flags, inside);
  } finally {
    closeSync(directory);
  }
}

function openStep(directory: number, path: string, step: string, create: boolean): number {
  const place = placeIn(directory, path, step);
  if (create && !existsSync(place)) mkdirSync(place);
  return openSync(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

function openFile(place: string, flags: number, inside: string): number {
  const file = openSync(place, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o666);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new Error(`${inside} is no plain file.`);
}

/** A name in a directory that is open, wherever that has been moved. Elsewhere there is no sandbox to get out of. */
function placeIn(directory: number, path: string, name: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${directory}/${name}` : join(path, name);
}
