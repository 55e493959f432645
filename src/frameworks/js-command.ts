/** A framework's program as somebody starts it: what comes before its name and after. */
export interface JsCommand {
  readonly environment: Readonly<Record<string, string>>;
  /** Options for Node itself. */
  readonly nodeOptions: readonly string[];
  readonly args: readonly string[];
}

type Scripts = Readonly<Record<string, string>>;

/**
 * Finds a framework's program in a command: started directly, through a package manager, or by a script of
 * package.json. Nothing if it is not plainly there.
 */
export function findCommand(
  words: readonly string[],
  program: string,
  scripts: Scripts,
  depth = 0,
): JsCommand | undefined {
  const environment: Record<string, string> = {};
  let rest = [...words];
  while (rest[0] !== undefined && (ASSIGNMENT.test(rest[0]) || PREFIXES.has(rest[0]))) {
    const word = rest.shift() ?? '';
    const [, name, value] = ASSIGNMENT.exec(word) ?? [];
    if (name !== undefined && value !== undefined) environment[name] = value;
  }
  const script = scriptCall(rest, scripts);
  if (script !== undefined) {
    if (depth > 4) return undefined;
    const found = findInScript(scripts[script.name] ?? '', program, scripts, depth + 1);
    return (
      found && {
        ...found,
        environment: { ...environment, ...found.environment },
        args: [...found.args, ...script.args],
      }
    );
  }
  rest = withoutLauncher(rest);
  const nodeOptions: string[] = [];
  if (rest[0] === 'node') {
    rest.shift();
    while (rest[0]?.startsWith('-')) nodeOptions.push(rest.shift() ?? '');
  }
  const [first = '', ...args] = rest;
  const isProgram = programOf(first) === program;
  return isProgram ? { environment, nodeOptions, args } : undefined;
}

/** Finds a framework's program in a script: in the first of its commands that has it. */
export function findInScript(script: string, program: string, scripts: Scripts, depth = 0): JsCommand | undefined {
  for (const words of commandsIn(script)) {
    const found = findCommand(words, program, scripts, depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
const PREFIXES: ReadonlySet<string> = new Set([
  'cross-env',
  'cross-env-shell',
  'env',
  'npx',
  '--yes',
  '-y',
  '--no-install',
]);

/** `npm test`, `pnpm run unit -- --x`, `yarn unit`: a script of package.json, and what is passed on to it. */
function scriptCall(words: readonly string[], scripts: Scripts) {
  const [manager, first, ...rest] = words;
  if (manager === undefined || first === undefined || !MANAGERS.has(manager)) return undefined;
  const asked = first === 'run' || first === 'run-script' ? rest : [first === 't' ? 'test' : first, ...rest];
  const quiet = asked.filter((word) => word !== '--silent' && word !== '-s');
  const [name, ...passed] = quiet;
  if (name === undefined || scripts[name] === undefined) return undefined;
  return { name, args: passed[0] === '--' ? passed.slice(1) : passed };
}

const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** The command without a package manager's way to start an installed program. */
function withoutLauncher(words: readonly string[]): string[] {
  const [first, second, third] = words;
  if (first === 'bunx') return words.slice(second === '--bun' ? 2 : 1);
  if (first === undefined || !MANAGERS.has(first)) return [...words];
  if (second === 'exec' || second === 'x') return words.slice(third === '--' ? 3 : 2);
  return words.slice(1);
}

/** `vitest` of `node_modules/.bin/vitest` or `node_modules/vitest/vitest.mjs`. */
function programOf(word: string): string {
  const inPackage = /(?:^|\/)node_modules\/([^/.][^/]*)\/.+\.[cm]?js$/.exec(word)?.[1];
  return inPackage ?? (word.split('/').pop() ?? '').replace(/\.(cmd|[cm]?js)$/, '');
}

/** The simple commands of a script, as words. One that needs a shell to be understood is left out. */
function commandsIn(script: string): string[][] {
  return script.split(/&&|\|\||;/).flatMap((command) => {
    if (/[$`<>|*?]/.test(command.replace(/'[^']*'|"[^"$`]*"/g, ''))) return [];
    const words = command.match(/(?:[^\s'"]|'[^']*'|"(?:[^"\\]|\\.)*")+/g) ?? [];
    return [
      words.map((word) => word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g, (_, a?: string, b?: string) => a ?? b ?? '')),
    ];
  });
}

/** What the options of a program are, as far as Baton must know them. */
export interface OptionTable {
  /** Options Baton sets itself, without a value. */
  readonly dropped: ReadonlySet<string>;
  /** Options Baton sets itself, with a value. */
  readonly droppedWithValue: ReadonlySet<string>;
  /** Options that stay and have no value, so that the word after them is a filter. */
  readonly flags: ReadonlySet<string>;
  /** First words that are no filter. */
  readonly subcommands: ReadonlySet<string>;
}

/** Arguments without the options Baton sets itself, and the filters for files apart. */
export function sortArguments(args: readonly string[], table: OptionTable) {
  const options: string[] = [];
  const filters: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? '';
    const next = args[i + 1];
    const name = word.split('=', 1)[0] ?? '';
    const hasValue = !word.includes('=') && next !== undefined && !next.startsWith('-');
    if (i === 0 && table.subcommands.has(word)) continue;
    if (!word.startsWith('-')) filters.push(word);
    else if (table.dropped.has(name)) continue;
    else if (table.droppedWithValue.has(name)) i += hasValue ? 1 : 0;
    else if (table.flags.has(name) || !hasValue) options.push(word);
    else {
      options.push(word, next);
      i += 1;
    }
  }
  return { options, filters };
}
