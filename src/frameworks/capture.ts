import {
  closeSync,
  constants as fs,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ProgramResult, RunRequest } from './framework.ts';

/** A program that ran to its end, with what it wrote to its standard output kept apart in a file. */
export interface Captured extends ProgramResult {
  /** The path of the file. */
  readonly stdout: string;
  /** There was more than is kept. */
  readonly cut: boolean;
}

/**
 * Runs a program with its standard output in a file: the other stream and the limit on what a person is shown cannot
 * damage it. A program ended by a signal is told by the shell as 128 and the signal's number.
 */
export async function startCaptured(
  request: Pick<RunRequest, 'scratch' | 'start'>,
  name: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Captured> {
  const directory = newDirectory(request.scratch);
  const script = join(directory, 'capture.sh');
  const file = join(directory, name);
  writeFileSync(script, CAPTURE);
  writeFileSync(file, '');
  const result = await request.start(['sh', script, file, String(MOST_BYTES), ...program], environment);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? MOST_BYTES;
  return { ...result, ...endOf(result), stdout: file, cut: size >= MOST_BYTES };
}

/**
 * A directory of its own in a place that runs may write to. What an earlier run left there, a link out of it too, is
 * never written or read again.
 */
export function newDirectory(scratch: string): string {
  return mkdtempSync(join(scratch, 'run-'));
}

/** Writes at most so many bytes and swallows the rest, so that the program is not stopped by a full pipe. */
const CAPTURE = `file=$1
most=$2
shift 2
{ "$@"; echo "$?" > "$file.exit"; } | { head -c "$most" > "$file"; cat > /dev/null; }
exit "$(cat "$file.exit")"
`;

/** Most bytes of a program's output that are kept in a file. */
export const MOST_BYTES = 200 * 1024 * 1024;

/**
 * A file's text, as much of it as allowed; bytes that are no text become replacement characters. What the run put in
 * the file's place (a link, a pipe that never ends) is not read and counts as cut.
 */
export function readLimited(file: string, most: number): { readonly text: string; readonly cut: boolean } {
  const open = openRegular(file);
  if (open === undefined) return { text: '', cut: true };
  try {
    const { size } = fstatSync(open);
    const buffer = Buffer.alloc(Math.min(size, most));
    const length = readSync(open, buffer, 0, buffer.length, 0);
    return { text: buffer.toString('utf8', 0, length), cut: size >= most };
  } finally {
    closeSync(open);
  }
}

/** Opens a file only if it is a plain one, without waiting for anybody. */
export function openRegular(file: string): number | undefined {
  try {
    const open = openSync(file, fs.O_RDONLY | fs.O_NOFOLLOW | fs.O_NONBLOCK);
    if (fstatSync(open).isFile()) return open;
    closeSync(open);
  } catch {
    // Gone, or not for us.
  }
  return undefined;
}

/** The last part of a file's text. */
export function endOfFile(file: string, most = MOST_OUTPUT): string {
  const open = openRegular(file);
  if (open === undefined) return '';
  try {
    const { size } = fstatSync(open);
    const buffer = Buffer.alloc(Math.min(size, most));
    const length = readSync(open, buffer, 0, buffer.length, Math.max(0, size - most));
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(open);
  }
}

/** How a program ended, by what the shell says of it. */
export function endOf({ exitCode, signal }: Pick<ProgramResult, 'exitCode' | 'signal'>) {
  const number = exitCode !== null && exitCode > SIGNALED ? exitCode - SIGNALED : undefined;
  const named = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return named === undefined ? { exitCode, signal } : { exitCode: null, signal: named };
}

const SIGNALED = 128;

/** The end of what was printed, without colours: what a report keeps of it. */
export function lastOf(output: string): string {
  return stripVTControlCharacters(output.length > MOST_OUTPUT ? output.slice(-MOST_OUTPUT) : output);
}

const MOST_OUTPUT = 100_000;
