/**
 * The simple commands that a command line consists of, each as its words. Nothing if it could do more than to run them:
 * redirects, substitutions, groups, background jobs.
 */
export function partsOf(line: string): readonly (readonly string[])[] | undefined {
  const text = line.trim().replaceAll(HARMLESS_REDIRECT, ' ');
  const parts: string[][] = [[]];
  for (let rest = text; rest !== ''; ) {
    const [token = '', space, separator, word] = TOKEN.exec(rest) ?? [];
    if (token === '') return undefined;
    if (separator !== undefined) parts.push([]);
    if (word !== undefined) parts.at(-1)?.push(unquoted(word));
    if (space === undefined && separator === undefined && word === undefined) return undefined;
    rest = rest.slice(token.length);
  }
  return parts.filter((words) => words.length > 0);
}

/** Whether a simple command reads and does nothing else, as far as that is known for sure. */
export function onlyReads([name = '', ...words]: readonly string[]): boolean {
  return Object.hasOwn(READERS, name) && READERS[name]?.(words) === true;
}

const HARMLESS_REDIRECT = /\s2>\s?(?:\/dev\/null|&1)(?=\s|$)/g;

/** White space, what stands between commands, or a word: bare, in quotes, or both, and without anything to be replaced. */
const TOKEN = /^(?:([^\S\n]+)|(&&|\|\||;|\||\n)|((?:[^\s'"`$;|&<>(){}\\#!]|\\[^\n]|'[^']*'|"[^"`$\\]*")+))/;

function unquoted(word: string): string {
  return word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, escaped) => single ?? double ?? escaped);
}

const always = () => true;
const without = (forbidden: RegExp) => (words: readonly string[]) => !words.some((word) => forbidden.test(word));

/** Programs that read, each with what must not be among its arguments because it would write or start something. */
const READERS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  '[': always,
  basename: always,
  cat: always,
  cd: always,
  cmp: always,
  cut: always,
  diff: without(/^--output/),
  dirname: always,
  echo: always,
  egrep: always,
  fgrep: always,
  file: without(/^-\w*C|^--compile/),
  find: without(/^-(?:exec|ok|delete|fprint|fls)/),
  git: ([command = '', ...rest]) =>
    GIT_READERS.includes(command) && without(/^--(?:output|ext-diff|open-files)|^-O/)(rest),
  grep: always,
  head: always,
  ls: always,
  nl: always,
  pwd: always,
  readlink: always,
  realpath: always,
  rg: without(/^--(?:pre|hostname-bin)/),
  sed: ([option = '', program = '', ...files]) =>
    option === '-n' && /^\d+(?:,(?:\d+|\$))?p$/.test(program) && without(/^-/)(files),
  stat: always,
  tail: always,
  test: always,
  true: always,
  wc: always,
};

const GIT_READERS = ['blame', 'diff', 'grep', 'log', 'ls-files', 'rev-parse', 'show', 'status'];
