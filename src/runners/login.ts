import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What one agent program needs of the user to be logged in. Nothing else of the user's environment reaches it. */
export interface LoginRule {
  /** Variables that are passed on as they are. Any of them in `proves` shows that there is a login. */
  readonly variables: readonly string[];
  readonly proves: readonly string[];
  /** Variables that name a file, which must be readable, too. */
  readonly fileVariables?: readonly string[];
  /** The one file a login may be kept in: under the home, and under the directory the program is given as its own. */
  readonly file?: { readonly inHome: string; readonly homeVariable?: string; readonly inOwn: string };
  /** What to do when there is none. */
  readonly remedy: string;
}

/** A login as found, without its secret in any text. */
export interface Login {
  readonly variables: Readonly<Record<string, string>>;
  readonly readable: readonly string[];
  /** The file of the login, where that is what counts. */
  readonly file: string | undefined;
  /** By what the user is logged in, for people: `ANTHROPIC_API_KEY`; nothing if not at all. */
  readonly by: string | undefined;
}

export function findLogin(rule: LoginRule, environment: NodeJS.ProcessEnv): Login {
  const given = (name: string) => (environment[name] ?? '') !== '';
  const names = [...new Set([...rule.variables, ...rule.proves, ...(rule.fileVariables ?? [])])].filter(given);
  const files = (rule.fileVariables ?? []).filter(given).map((name) => environment[name] as string);
  const proof = rule.proves.find(given);
  const file = proof === undefined ? fileOf(rule, environment) : undefined;
  return {
    variables: Object.fromEntries(names.map((name) => [name, environment[name] as string])),
    readable: files.filter((path) => existsSync(path)).map((path) => realpathSync(path)),
    file,
    by: proof ?? (file === undefined ? undefined : `~/${rule.file?.inHome}`),
  };
}

function fileOf({ file }: LoginRule, environment: NodeJS.ProcessEnv): string | undefined {
  if (file === undefined) return undefined;
  const own = file.homeVariable === undefined ? undefined : environment[file.homeVariable];
  const path = own === undefined ? join(environment.HOME ?? homedir(), file.inHome) : join(own, file.inOwn);
  return existsSync(path) ? realpathSync(path) : undefined;
}
