import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { BatonError } from '../base/error.ts';
import { runProgram } from '../sys/program.ts';

/** Text for `sh -c`, or a list of arguments. */
export type Command = string | readonly string[];

/**
 * Refuses a command whose program is not there. Shell text is refused only if its first word is plainly a program's name:
 * what a shell would make of the rest is not guessed.
 */
export async function refuseMissing(command: Command, repository: string): Promise<void> {
  const word = typeof command === 'string' ? firstWord(command) : (command[0] ?? '');
  if (word === undefined) return;
  const why = await whyMissing(word, repository, typeof command === 'string');
  if (why === undefined) return;
  throw new BatonError(
    'missing_program',
    `Cannot start the command ${showCommand(command)}: ${why}. Install it, or set \`command\` in baton.yaml.`,
    { data: { program: word } },
  );
}

/** The command as it may stand in a sentence: short, on one line. */
export function showCommand(command: Command): string {
  const text = (typeof command === 'string' ? command : command.join(' ')).replaceAll(/\s+/g, ' ').trim();
  return `\`${text.length > 100 ? `${text.slice(0, 97)}...` : text}\``;
}

/**
 * Files the command names by their absolute path, a script for an interpreter perhaps: it must be able to read them where
 * homes are hidden. Nothing below a name with a leading dot: that is where credentials are kept.
 */
export function filesNamedIn(command: Command): readonly string[] {
  const words = typeof command === 'string' ? command.split(/[\s'"=;|&<>()`]+/) : command;
  const files = words.flatMap((word) => (isAbsolute(word) && isFile(word) ? realFile(word) : []));
  return [...new Set(files)].filter((file) => !file.includes(`${sep}.`));
}

/** The program that shell text starts, where that can be told without a shell: plain settings of variables, then a word. */
function firstWord(text: string): string | undefined {
  return FIRST_WORD.exec(text)?.[1];
}

const FIRST_WORD = /^\s*(?:(?!PATH=)\w+=[\w./:@%+,-]*\s+)*(?!\d+[<>])([\w./@+,-]+)(?=[\s;|&<>]|$)(?!\s*\()/;

async function whyMissing(word: string, repository: string, byShell: boolean): Promise<string | undefined> {
  if (word.includes('/')) return whyNoProgram(resolve(repository, word));
  if (isOnPath(word, repository) || (byShell && (await isKnownToShell(word)))) return undefined;
  const near = isFile(resolve(repository, word)) ? ` (./${word} is in ${repository}: write it so)` : '';
  return `there is no program ${JSON.stringify(word)} on the PATH${near}`;
}

function whyNoProgram(path: string): string | undefined {
  if (!isFile(path)) return `there is no file ${path}`;
  return isExecutable(path) ? undefined : `${path} is not executable (\`chmod +x\` makes it so)`;
}

function isOnPath(word: string, repository: string): boolean {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return directories.some((directory) => {
    const path = join(resolve(repository, directory), word);
    return isFile(path) && isExecutable(path);
  });
}

/** Whether it is a builtin or a word of the shell's language. Nothing is run. */
async function isKnownToShell(word: string): Promise<boolean> {
  const program = ['sh', '-c', 'command -v -- "$0"', word];
  const environment = { PATH: process.env.PATH ?? '' };
  return (await runProgram({ program, cwd: '/', environment, timeoutMs: 10_000 })).exitCode === 0;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where a file really lies; nowhere for what only looks like one, such as a link in `/proc`. */
function realFile(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
