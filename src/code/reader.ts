import { languageOf } from './languages.ts';
import { type LoadGrammar, openParser } from './parser.ts';
import type { Source } from './source.ts';
import { walk } from './syntax.ts';

/** Reads source into facts; `undefined` for a language that is not known. */
export type ReadSource = (path: string, text: string) => Promise<Source | undefined>;

export function openSourceReader(load: LoadGrammar): ReadSource {
  const parse = openParser(load);
  return async (path, text) => {
    const language = languageOf(path);
    if (language === undefined) return undefined;
    const whole = { start: 0, end: text.length };
    const root = await parse(language.grammar, text);
    if (root === undefined) {
      const nothing = { type: 'ERROR', field: undefined, isNamed: false, parent: undefined, children: [], ...whole };
      return { path, text, root: nothing, unreadable: [whole], functions: [], exports: [] };
    }
    const unreadable = [...walk(root, ({ type }) => type !== 'ERROR')].filter(({ type }) => type === 'ERROR');
    const exports = language.exports(root, text);
    return { path, text, root, unreadable, functions: language.functions(root, text), exports };
  };
}
