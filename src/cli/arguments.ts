import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { BatonError } from '../base/error.ts';
import { readGivenFile } from '../engine/given-file.ts';

/** An option that must be there, or an error that names it. */
export function required(options: Record<string, unknown>, name: string, flag: string): string {
  const value = optional(options, name);
  if (value !== undefined && value.trim() !== '') return value;
  throw new BatonError('usage', `${flag} is missing. Give it a value, or see --help.`);
}

export function optional(options: Record<string, unknown>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** An option that is a number. */
export function numeric(options: Record<string, unknown>, name: string, flag: string): number | undefined {
  const text = optional(options, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new BatonError('usage', `${flag} is ${JSON.stringify(text)} (expected a number).`);
}

/** Text given on the command line, or in a file when it starts with `@`. */
export function textOrFile(value: string, cwd: string): string {
  if (!value.startsWith('@')) return value;
  return readGivenFile(resolve(cwd, value.slice(1)));
}

/** A JSON object given on the command line or in a file. */
export function jsonObject(value: string, cwd: string, flag: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(textOrFile(value, cwd));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new BatonError('usage', `${flag} is not JSON: ${cause.message}.`, { cause });
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
  throw new BatonError('usage', `${flag} is not a JSON object.`);
}

/** The name of an agent. One that looks like an option would be read as one by whoever is given it next. */
export function agentName(name: string, flag: string): string {
  if (/^[^\p{C}\s-](?:[^\p{C}]{0,62}[^\p{C}\s])?$/u.test(name)) return name;
  throw new BatonError(
    'usage',
    `${flag} is ${JSON.stringify(name)} (expected the name of an agent, such as code-reviewer).`,
  );
}

/** Who acts when nobody is named: the person at the keyboard. */
export function currentUser(): string {
  return userInfo().username;
}
