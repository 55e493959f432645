import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import type { Syntax } from './syntax.ts';

export const GRAMMARS = ['typescript', 'tsx', 'python', 'go', 'rust', 'java'] as const;
export type GrammarName = (typeof GRAMMARS)[number];

/** Gives the bytes of a grammar. */
export type LoadGrammar = (name: GrammarName) => Promise<Uint8Array>;

const MAX_LENGTH = 1_000_000;
const MAX_MILLISECONDS = 2_000;
/** What is nested deeper is left out, as if it could not be read. */
const MAX_DEPTH = 1_000;

/** The library starts once: what it loaded before a second start it would no longer know. */
let starting: Promise<void> | undefined;

export interface SourceParser {
  /** Loads a grammar, before the first text is parsed with it. */
  prepare(grammar: GrammarName): Promise<void>;
  /** Turns text into syntax; `undefined` for what is too long or takes too long. */
  parse(grammar: GrammarName, text: string): Syntax | undefined;
}

export function openParser(load: LoadGrammar): SourceParser {
  const loading = new Map<GrammarName, Promise<void>>();
  const languages = new Map<GrammarName, Language>();
  const prepare = async (grammar: GrammarName): Promise<void> => {
    const bytes = await load(grammar);
    starting ??= Parser.init();
    await starting;
    languages.set(grammar, await Language.load(bytes));
  };
  return {
    prepare(grammar) {
      const known = loading.get(grammar) ?? prepare(grammar);
      loading.set(grammar, known);
      return known;
    },
    parse(grammar, text) {
      const language = languages.get(grammar);
      if (language === undefined || text.length > MAX_LENGTH) return undefined;
      const parser = new Parser().setLanguage(language);
      const deadline = performance.now() + MAX_MILLISECONDS;
      const tree = parser.parse(text, undefined, { progressCallback: () => performance.now() > deadline });
      try {
        return tree === null ? undefined : copyTree(tree.walk());
      } finally {
        tree?.delete();
        parser.delete();
      }
    },
  };
}

/** The tree as plain data, so that nothing of the parser's memory is held on to. */
function copyTree(cursor: TreeCursor): Syntax {
  const copyNode = (parent: Syntax | undefined, depth: number): Syntax => {
    const children: Syntax[] = [];
    const node: Syntax = {
      type: cursor.nodeIsMissing || depth > MAX_DEPTH ? 'ERROR' : cursor.nodeType,
      field: cursor.currentFieldName ?? undefined,
      isNamed: cursor.nodeIsNamed,
      start: cursor.startIndex,
      end: cursor.endIndex,
      parent,
      children,
    };
    if (depth <= MAX_DEPTH && cursor.gotoFirstChild()) {
      do children.push(copyNode(node, depth + 1));
      while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    return node;
  };
  try {
    return copyNode(undefined, 0);
  } finally {
    cursor.delete();
  }
}
