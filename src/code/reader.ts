import { languageOf } from './languages.ts';
import { type LoadGrammar, openParser } from './parser.ts';
import type { Source } from './source.ts';
import { type Syntax, walk } from './syntax.ts';

/** Reads source into facts; `undefined` for a language that is not known. */
export type ReadSource = (path: string, text: string) => Promise<Source | undefined>;

export function openSourceReader(load: LoadGrammar): ReadSource {
  const parser = openParser(load);
  return async (path, text) => {
    const language = languageOf(path);
    if (language === undefined) return undefined;
    await parser.prepare(language.grammar);
    return readPrepared(path, text, parser.parse);
  };
}

/** The same at once, with grammars that are prepared. */
export function readPrepared(
  path: string,
  text: string,
  parse: ReturnType<typeof openParser>['parse'],
): Source | undefined {
  const language = languageOf(path);
  if (language === undefined) return undefined;
  const root = parse(language.grammar, text) ?? unread(text);
  const unreadable = [...walk(root, ({ type }) => type !== 'ERROR')].filter(({ type }) => type === 'ERROR');
  return {
    path,
    text,
    root,
    unreadable,
    functions: language.functions(root, text),
    exports: language.exports(root, text),
    found: language.tests(root, text),
  };
}

/** A file that is too long, or takes too long. */
function unread(text: string): Syntax {
  const span = { start: 0, end: text.length };
  return { type: 'ERROR', field: undefined, isNamed: false, parent: undefined, children: [], ...span };
}
