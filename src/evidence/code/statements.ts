import { CLOSING, matchBrackets, OPENING } from './brackets.ts';
import type { Language } from './language.ts';
import type { Word } from './word.ts';

/** The statements of a piece of code at its own level, each with everything in its brackets or indented below it. */
export function statementsIn(words: readonly Word[], language: Language): readonly (readonly Word[])[] {
  const statements: Word[][] = [[]];
  let depth = 0;
  for (const [at, word] of words.entries()) {
    if (depth === 0 && at > 0 && begins(words, at, language)) statements.push([]);
    statements.at(-1)?.push(word);
    depth += stepOf(word);
  }
  return statements.filter((statement) => statement.some(({ kind, text }) => kind !== 'layout' && text !== ';'));
}

function stepOf({ kind, text }: Word): number {
  if (kind === 'mark' && text !== '' && OPENING.includes(text)) return 1;
  if (kind === 'mark' && text !== '' && CLOSING.includes(text)) return -1;
  if (kind !== 'layout' || text === 'end') return 0;
  return text === 'indent' ? 1 : -1;
}

function begins(words: readonly Word[], at: number, language: Language): boolean {
  const word = words[at] as Word;
  const last = words[at - 1] as Word;
  if (language === 'python') return last.kind === 'layout' && word.kind !== 'layout' && !isMarked(words, at);
  if (last.text === ';') return true;
  if (language !== 'js') return last.text === '}' && !['else', 'catch', 'finally'].includes(word.text);
  // JavaScript's needless semicolons are gone: a statement begins where two values would stand side by side.
  return word.kind === 'word' && !JOINS.has(word.text) && endsValue(last);
}

/** Whether the line before is a decorator, which belongs to what it marks. */
function isMarked(words: readonly Word[], at: number): boolean {
  let start = at - 1;
  while (start > 0 && words[start - 1]?.kind !== 'layout') start--;
  return words[start]?.text === '@';
}

/** Words that stand between two values. */
const JOINS: ReadonlySet<string> = new Set(
  'in of instanceof as satisfies extends implements else catch finally from is while'.split(' '),
);

/** Words after which something still has to come. */
const OPENS: ReadonlySet<string> = new Set(
  'const let var function class new return async await export default static get set typeof void delete throw import type interface enum declare abstract yield'.split(
    ' ',
  ),
);

function endsValue({ kind, text }: Word): boolean {
  if (kind === 'word') return !JOINS.has(text) && !OPENS.has(text);
  return kind !== 'mark' || text === ')' || text === ']' || text === '}';
}

/** Whether a statement only imports, or gives something a name. */
export function isDefinition(statement: readonly Word[]): boolean {
  const head = statement.slice(0, 6).map(({ text }) => text);
  return DEFINITION.test(`${head.join(' ')} `);
}

const DEFINITION =
  /^(?:import |from |use |@|# \[|"|(?:export |default |async |pub |public |static |private |final )*(?:function|class|type|interface|enum|const|let|var|def|func|fn|struct|trait|impl|record|mod) |\w+ = )/;

/** Whether a statement names a function, as a value, and does not call it at once: `const f = (a) => ...`. */
export function isFunctionValue(statement: readonly Word[]): boolean {
  const pairs = matchBrackets(statement) ?? new Map<number, number>();
  const equals = statement.findIndex(({ text }) => text === '=');
  const start = statement[equals + 1]?.text === 'async' ? equals + 2 : equals + 1;
  const first = statement[start];
  if (first === undefined || equals < 0) return false;
  if (first.text === 'lambda' || statement[start + 1]?.text === '=>') return true;
  if (first.text === 'function' || first.text === 'func') return !isCalled(statement, pairs);
  return first.text === '(' && ['=>', ':'].includes(statement[(pairs.get(start) ?? start) + 1]?.text ?? '');
}

/** Whether the last bracket of a statement calls what stands before it. */
function isCalled(statement: readonly Word[], pairs: ReadonlyMap<number, number>): boolean {
  const end = statement.findLastIndex(({ text }) => text !== ';');
  const open = pairs.get(end);
  return statement[end]?.text === ')' && open !== undefined && statement[open - 1]?.text === '}';
}
