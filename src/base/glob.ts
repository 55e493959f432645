/**
 * Tells whether paths match a glob: `*` and `?` within a name, `**` across names (none too, so that `a/**` matches `a`),
 * `[a-z]`, `[!a]`, `{a,b}`, `\` before a character that means itself. Names that begin with a dot are like any other;
 * case counts. A glob that ends in `/` means everything below.
 */
export function compileGlob(glob: string): (path: string) => boolean {
  const alternatives = expandBraces(glob.endsWith('/') ? `${glob}**` : glob).map((one) =>
    one.split('/').map(compileName),
  );
  return (path) => {
    const names = path.split('/').map((name) => Array.from(name));
    return alternatives.some((parts) => matchSequence(parts, names, isAnyNames, matchName));
  };
}

/** Tells whether paths match one of the globs, or are one of them letter by letter: `pages/[id].test.ts`. */
export function matchAny(globs: readonly string[]): (path: string) => boolean {
  const literal = new Set(globs);
  const matchers = globs.map(compileGlob);
  return (path) => literal.has(path) || matchers.some((matches) => matches(path));
}

/** The globs in a text, between which there is white space. */
export function globsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** One step of a name: a character, `?`, `*` or a class. */
type Step = string | { readonly any: 'one' | 'some' } | { readonly not: boolean; readonly ranges: readonly Range[] };
type Range = readonly [from: string, to: string];
/** One part of a path: `**`, or the steps of a name. */
type Part = 'names' | readonly Step[];

const ONE: Step = { any: 'one' };
const SOME: Step = { any: 'some' };

/**
 * Matches a pattern with wildcards that stand for any number of items against a list. Only the last wildcard seen is
 * ever tried again, which is enough, and keeps the time within pattern x list.
 */
function matchSequence<P, T>(
  pattern: readonly P[],
  list: readonly T[],
  isWildcard: (part: P) => boolean,
  matches: (part: P, item: T) => boolean,
): boolean {
  let at = 0;
  let from = 0;
  let wildcard = -1;
  let resume = 0;
  while (from < list.length) {
    const part = pattern[at];
    if (part !== undefined && isWildcard(part)) {
      wildcard = at++;
      resume = from;
    } else if (part !== undefined && matches(part, list[from] as T)) {
      at++;
      from++;
    } else if (wildcard >= 0) {
      at = wildcard + 1;
      from = ++resume;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every(isWildcard);
}

const isAnyNames = (part: Part): boolean => part === 'names';

function matchName(part: Part, name: readonly string[]): boolean {
  return part !== 'names' && matchSequence(part, name, (step) => step === SOME, matchStep);
}

function matchStep(step: Step, character: string): boolean {
  if (typeof step === 'string') return step === character;
  if ('any' in step) return true;
  return step.ranges.some(([from, to]) => from <= character && character <= to) !== step.not;
}

function compileName(name: string): Part {
  if (name === '**') return 'names';
  const characters = Array.from(name);
  const steps: Step[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const group = character === '[' ? readClass(characters, at) : undefined;
    if (group !== undefined) {
      steps.push(group.step);
      at = group.end;
    } else if (character === '\\' && at + 1 < characters.length) {
      steps.push(characters[++at] as string);
    } else if (character === '*') {
      if (steps.at(-1) !== SOME) steps.push(SOME);
    } else {
      steps.push(character === '?' ? ONE : character);
    }
  }
  return steps;
}

/** Reads `[a-z]` or `[!a-z]` from its opening bracket; nothing if it is never closed. A first `]` means itself. */
function readClass(characters: readonly string[], open: number): { step: Step; end: number } | undefined {
  const not = characters[open + 1] === '!' || characters[open + 1] === '^';
  const first = open + (not ? 2 : 1);
  const end = characters.indexOf(']', first + 1);
  if (end < 0) return undefined;
  const ranges: Range[] = [];
  for (let at = first; at < end; at++) {
    const from = characters[at] as string;
    const isRange = characters[at + 1] === '-' && at + 2 < end;
    ranges.push([from, isRange ? (characters[at + 2] as string) : from]);
    if (isRange) at += 2;
  }
  return { step: { not, ranges }, end };
}

/** Every glob that `{a,b}` stands for; past the limit the braces mean themselves. */
function expandBraces(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  while (open.length > 0) {
    const next = open.pop() as string;
    const group = findBraces(next);
    if (group === undefined) done.push(next);
    else open.push(...group);
    if (done.length + open.length > MOST_ALTERNATIVES) return [glob];
  }
  return done;
}

const MOST_ALTERNATIVES = 1000;

/** The glob once for each choice of its first innermost `{a,b}`; nothing if it has none. */
function findBraces(glob: string): readonly string[] | undefined {
  let start = -1;
  let commas: number[] = [];
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at];
    if (character === '\\') {
      at++;
    } else if (character === '{') {
      start = at;
      commas = [];
    } else if (character === ',' && start >= 0) {
      commas.push(at);
    } else if (character === '}' && start >= 0) {
      if (commas.length === 0) {
        start = -1;
        continue;
      }
      const edges = [start, ...commas, at];
      const tail = glob.slice(at + 1);
      const head = glob.slice(0, start);
      return edges.slice(0, -1).map((edge, index) => head + glob.slice(edge + 1, edges[index + 1]) + tail);
    }
  }
  return undefined;
}
