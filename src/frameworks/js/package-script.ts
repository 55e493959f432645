import { BatonError } from '../../base/error.ts';

/** A word of a command; quoted, no shell would expand it. */
export interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

/** One simple command of a script, and its text. */
interface Step {
  readonly words: readonly Word[];
  readonly text: string;
  /** Only a shell can say what its words are. */
  readonly dynamic: boolean;
}

/** A program as a command or a script starts it. */
export interface ScriptStep {
  readonly environment: Readonly<Record<string, string>>;
  /** From the program's name on. */
  readonly words: readonly Word[];
  /** Shell commands that the script runs first. */
  readonly before: readonly string[];
}

type Scripts = Readonly<Record<string, string>>;
type Matches = (words: readonly Word[]) => boolean;

/** Finds a program in a command: started directly, through a package manager, or by a script of package.json. */
export function findStep(
  words: readonly Word[],
  scripts: Scripts,
  matches: Matches,
  depth = 0,
): ScriptStep | undefined {
  const { environment, rest } = withoutPrefixes(words);
  if (matches(rest)) return { environment, words: rest, before: [] };
  const call = scriptCall(rest, scripts);
  if (call === undefined || depth > 4) return undefined;
  const found = findInScripts(call.name, scripts, matches, depth + 1);
  return (
    found && { ...found, environment: { ...environment, ...found.environment }, words: [...found.words, ...call.args] }
  );
}

/** Finds a program in a script of package.json, with the steps before it; checks of style are not among them. */
export function findInScripts(name: string, scripts: Scripts, matches: Matches, depth = 0): ScriptStep | undefined {
  const steps = stepsOf(scripts[name] ?? '');
  for (const [index, step] of steps.entries()) {
    const found = step.dynamic ? undefined : findStep(step.words, scripts, matches, depth);
    if (found === undefined) continue;
    const first = stepsOf(scripts[`pre${name}`] ?? '');
    const before = [...first, ...steps.slice(0, index)].filter(({ text }) => !STYLE.test(text)).map(({ text }) => text);
    return { ...found, before: [...before, ...found.before] };
  }
  return undefined;
}

/** Names of scripts that may run tests, `test` first. */
export function testScripts(scripts: Scripts): string[] {
  const others = Object.keys(scripts).filter((name) => name !== 'test' && /^(test|unit)\b/.test(name));
  return ['test', ...others].filter((name) => scripts[name] !== undefined);
}

/** A script that leaves it to a shell which tests it runs cannot be followed, and must not be guessed at. */
export function refuseIfDynamic(scripts: Scripts, matches: Matches, example: string): void {
  for (const name of testScripts(scripts)) {
    const unclear = stepsOf(scripts[name] ?? '').some(
      ({ dynamic, words }) => dynamic && matches(withoutPrefixes(words).rest),
    );
    if (!unclear) continue;
    throw new BatonError(
      'project_misconfigured',
      `Only a shell can say what the script "${name}": "${scripts[name]}" runs. ` +
        `Set tests.command in baton.yaml to the command itself, such as \`${example}\`.`,
      { data: { script: name } },
    );
  }
}

const STYLE =
  /^(npx |pnpm exec |yarn )?(eslint|standard|xo|biome|prettier|tslint|oxlint|dprint|echo)\b|^(npm|pnpm|yarn|bun)( run)? (lint|format|fmt|style|check)\b/;

/** The simple commands of a script, in order. */
export function stepsOf(script: string): Step[] {
  const steps: Step[] = [];
  let words: Word[] = [];
  let text = '';
  let dynamic = false;
  const end = () => {
    if (words.length > 0) steps.push({ words, text: text.trim(), dynamic });
    words = [];
    text = '';
    dynamic = false;
  };
  for (const [token] of script.matchAll(TOKEN)) {
    if (/^(&&|\|\||[;|&\n])$/.test(token)) {
      end();
      continue;
    }
    text += token;
    if (/^\s+$/.test(token)) continue;
    dynamic ||= /[$`<>]/.test(token.replace(/'[^']*'/g, ''));
    words.push({ text: unquoted(token), quoted: /['"\\]/.test(token) });
  }
  end();
  return steps;
}

const TOKEN = /&&|\|\||[;|&\n]|[^\S\n]+|(?:[^\s'"\\;|&]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|['"])+/g;

function unquoted(token: string): string {
  return token.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  );
}

/** A command's words without what only sets its environment or watches it. */
function withoutPrefixes(words: readonly Word[]) {
  const environment: Record<string, string> = {};
  const rest = [...words];
  for (;;) {
    const { text = '' } = rest[0] ?? {};
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
    if (name !== undefined && value !== undefined) environment[name] = value;
    else if (COVERAGE.test(text)) while (rest.length > 1 && !PROGRAM.test(rest[1]?.text ?? '')) rest.splice(1, 1);
    else if (!PREFIXES.has(text)) return { environment, rest };
    rest.shift();
  }
}

const COVERAGE = /^(c8|nyc)$/;
/** What a coverage program may be asked to watch; before it come its own options and their values. */
const PROGRAM = /(^|\/)(node|tsx|_?mocha(\.[cm]?js)?|npx|npm|pnpm|yarn|bun|cross-env)$/;
const PREFIXES: ReadonlySet<string> = new Set([
  ...['cross-env', 'cross-env-shell', 'env', 'npx', '--yes', '-y', '--no-install', 'bunx'],
]);

/** `npm test`, `pnpm run unit -- --x`, `yarn unit`: a script of package.json, and what is passed on to it. */
function scriptCall(words: readonly Word[], scripts: Scripts) {
  const [manager, ...asked] = words.filter(({ text }) => text !== '--silent' && text !== '-s');
  if (manager === undefined || !MANAGERS.has(manager.text)) return undefined;
  const [first, ...rest] = /^run(-script)?$/.test(asked[0]?.text ?? '') ? asked.slice(1) : asked;
  const name = first?.text === 't' ? 'test' : first?.text;
  if (name === undefined || scripts[name] === undefined) return undefined;
  return { name, args: rest[0]?.text === '--' ? rest.slice(1) : rest };
}

const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
