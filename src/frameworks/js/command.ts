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
  /** Options Baton sets itself, with or without a number. */
  readonly droppedWithNumber?: ReadonlySet<string> | undefined;
  /** Options that stay and take all the words after them. */
  readonly lists?: ReadonlySet<string> | undefined;
  /** Options that stay and have no value, so that the word after them is a filter. */
  readonly flags: ReadonlySet<string>;
  /** First words that are no filter. */
  readonly subcommands: ReadonlySet<string>;
}

/** The names in a text, for an option table. */
export function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((name) => name !== ''));
}

/** Arguments without the options Baton sets itself, and the filters for files apart. */
export function sortArguments(args: readonly string[], table: OptionTable) {
  const options: string[] = [];
  const filters: string[] = [];
  for (let i = 0; i < args.length; ) {
    const word = args[i] ?? '';
    const name = word.split('=', 1)[0] ?? '';
    const values = word.startsWith('-') && !word.includes('=') ? valuesAfter(args.slice(i + 1), name, table) : [];
    const isDropped = table.dropped.has(name) || table.droppedWithValue.has(name) || table.droppedWithNumber?.has(name);
    if (word.startsWith('-')) options.push(...(isDropped ? [] : [word, ...values]));
    else if (i > 0 || !table.subcommands.has(word)) filters.push(word);
    i += 1 + values.length;
  }
  return { options, filters };
}

/** The words after an option that belong to it. Of an option nobody knows, the next word is taken for its value. */
function valuesAfter(rest: readonly string[], name: string, table: OptionTable): readonly string[] {
  const upTo = rest.findIndex((word) => word.startsWith('-'));
  const words = upTo < 0 ? rest : rest.slice(0, upTo);
  if (table.dropped.has(name) || table.flags.has(name)) return [];
  if (table.droppedWithNumber?.has(name)) return words.slice(0, /^\d+$/.test(words[0] ?? '') ? 1 : 0);
  return table.lists?.has(name) ? words : words.slice(0, 1);
}
