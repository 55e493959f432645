import { type Language, languageOf } from './language.ts';
import { type Moves, NO_MOVES, resolveJsModule, resolvePythonModule } from './modules.ts';
import type { SplitFile } from './test-block.ts';
import type { Word } from './word.ts';

/**
 * What each name that a file imports stands for: the module and the name in it. Modules of the project are named by
 * their path as it is after the moves, so that an import that only follows a renamed file stays equal.
 */
export function importsOf(split: SplitFile, path: string, moves: Moves = NO_MOVES): ReadonlyMap<string, string> {
  const language = languageOf(path);
  return new Map(split.imports.flatMap((words) => readImport(words, language, path, moves)));
}

/** The names that stand for something else, or for nothing any more. */
export function lostImports(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before].filter(([name, source]) => after.get(name) !== source).map(([name]) => name);
}

type Binding = readonly [name: string, source: string];

function readImport(
  words: readonly Word[],
  language: Language | undefined,
  path: string,
  moves: Moves,
): readonly Binding[] {
  if (language === 'js') return readJs(words, path, moves);
  if (language === 'python') return readPython(words, path, moves);
  if (language === 'go') return readGo(words);
  return language === 'rust' ? readRust(words.slice(1, -1), '') : readJava(words);
}

function readJs(words: readonly Word[], path: string, moves: Moves): readonly Binding[] {
  const source = words.findLast(({ kind }) => kind === 'string')?.text.slice(1) ?? '';
  const module = resolveJsModule(source, path, moves);
  const isRequire = words[0]?.text !== 'import';
  const names = words.slice(
    1,
    words.findIndex(({ text }) => text === (isRequire ? '=' : 'from')),
  );
  if (!words.some(({ text }) => text === 'from' || text === '=')) return [[`'${module}'`, module]];
  const open = names.findIndex(({ text }) => text === '{');
  const whole = names.slice(0, open < 0 ? names.length : open).filter(({ text }) => !SKIPPED_JS.has(text));
  const inside = open < 0 ? [] : splitBy(names.slice(open + 1, names.length - 1), ',');
  return [
    ...whole.map(({ text }): Binding => [text, `${module}#${names[0]?.text === '*' ? '*' : 'default'}`]),
    ...inside.map((part): Binding => {
      const named = part.filter(({ text }) => text !== 'type' || part.length === 1);
      return [named.at(-1)?.text ?? '', `${module}#${named[0]?.text ?? ''}`];
    }),
  ];
}

const SKIPPED_JS: ReadonlySet<string> = new Set(['*', 'as', ',', 'type']);

function readPython(words: readonly Word[], path: string, moves: Moves): readonly Binding[] {
  const line = words.filter(({ kind, text }) => kind !== 'layout' && text !== '(' && text !== ')');
  const middle = line.findIndex(({ text }) => text === 'import');
  const named = splitBy(line.slice(middle + 1), ',');
  const from = textOf(line.slice(1, middle));
  const isFrom = line[0]?.text === 'from';
  return named.map((part): Binding => {
    const as = part.findIndex(({ text }) => text === 'as');
    const name = textOf(as < 0 ? part : part.slice(0, as));
    const local = as < 0 ? name : textOf(part.slice(as + 1));
    if (!isFrom) return [local, resolvePythonModule(name, path, moves)];
    return [local, `${resolvePythonModule(from, path, moves)}#${name}`];
  });
}

function readGo(words: readonly Word[]): readonly Binding[] {
  return words.flatMap((word, at): readonly Binding[] => {
    if (word.kind !== 'string') return [];
    const last = words[at - 1];
    const alias = last !== undefined && (last.kind === 'word' || last.text === '.') && last.text !== 'import';
    return [[alias ? last.text : word.text, word.text]];
  });
}

/** `use a::{b, c as d, e::*}`: each name at the end of a branch. */
function readRust(words: readonly Word[], path: string): readonly Binding[] {
  const open = words.findIndex(({ text }) => text === '{');
  if (open < 0) {
    const as = words.findIndex(({ text }) => text === 'as');
    const whole = path + textOf(as < 0 ? words : words.slice(0, as));
    const local = as < 0 ? (words.at(-1)?.text ?? '') : textOf(words.slice(as + 1));
    return [[local === '*' ? whole : local, whole]];
  }
  const prefix = path + textOf(words.slice(0, open));
  return splitBy(words.slice(open + 1, -1), ',').flatMap((part) => readRust(part, prefix));
}

/** `import a.b.C;`, `import static a.B.c;`. */
function readJava(words: readonly Word[]): readonly Binding[] {
  const whole = textOf(words.filter(({ text }) => text !== 'import' && text !== 'static' && text !== ';'));
  const local = whole.slice(whole.lastIndexOf('.') + 1);
  return [[local === '*' ? whole : local, whole]];
}

/** Splits at separators that are in no bracket. */
function splitBy(words: readonly Word[], separator: string): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if (word.text === '{') depth++;
    if (word.text === '}') depth--;
    if (word.text === separator && depth === 0) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join('');
}
