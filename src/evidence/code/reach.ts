import { matchBrackets } from './brackets.ts';
import { GROUPS } from './js-tests.ts';
import type { Language } from './language.ts';
import { assignmentIn, patchIn } from './patches.ts';
import { isFunctionValue, statementsIn } from './statements.ts';
import type { Word } from './word.ts';

/**
 * What in code that stands beside tests reaches into all of them, in a few words; nothing if it only defines things, or
 * prepares what only it brings along. `isKnown` tells names that were there before it.
 */
export function reachOf(
  words: readonly Word[],
  language: Language,
  isKnown: (name: string) => boolean,
): string | undefined {
  for (const statement of statementsIn(words, language)) {
    const found = reachOfStatement(statement, language, isKnown);
    if (found !== undefined) return found;
  }
  return undefined;
}

function reachOfStatement(
  words: readonly Word[],
  language: Language,
  isKnown: (name: string) => boolean,
): string | undefined {
  switch (language) {
    case 'js':
      return reachInJs(words, isKnown, false);
    case 'python':
      return reachInPython(words, isKnown);
    case 'go':
      return words[0]?.text === 'func' && GO_HOOKS.has(words[1]?.text ?? '') ? words[1]?.text : undefined;
    case 'java':
      return words.some(({ text }) => JAVA_HOOKS.test(text)) ? patchIn(words) : undefined;
    case 'rust':
      return undefined;
  }
}

const GO_HOOKS: ReadonlySet<string> = new Set(['init', 'TestMain']);
const JAVA_HOOKS = /^(?:Before|After)(?:Each|All|Class)?$|^(?:ExtendWith|RegisterExtension|static)$/;
export const JS_HOOKS: ReadonlySet<string> = new Set(
  'before beforeEach beforeAll after afterEach afterAll setup teardown suiteSetup suiteTeardown'.split(' '),
);
const JS_DECLARES: ReadonlySet<string> = new Set('function class type interface enum declare'.split(' '));

function reachInJs(words: readonly Word[], isKnown: (name: string) => boolean, isInGroup: boolean): string | undefined {
  const [first] = words.filter(({ text }) => text !== 'export' && text !== 'default' && text !== 'async');
  // What is static in a class is made when the class is.
  const isMade = words.some(({ text }) => text === 'static');
  if (first === undefined || (JS_DECLARES.has(first.text) && !isMade)) return undefined;
  if (GROUPS.has(first.text)) {
    for (const inner of statementsIn(bodyOf(words), 'js')) {
      const found = reachInJs(inner, isKnown, true);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (JS_HOOKS.has(first.text)) return isInGroup ? undefined : (patchIn(words) ?? assignmentIn(words, isKnown));
  if (['const', 'let', 'var'].includes(first.text)) return isFunctionValue(words) ? undefined : patchIn(words);
  return patchIn(words) ?? assignmentIn(words, isKnown) ?? loadedIn(words);
}

/** A module of the project that is loaded for what it does. */
function loadedIn(words: readonly Word[]): string | undefined {
  const at = words.findIndex(
    ({ text }, index) => (text === 'import' || text === 'require') && words[index + 2]?.text.startsWith('".') === true,
  );
  return at < 0 ? undefined : words[at + 2]?.text.slice(1);
}

/** What stands in the last braces of a call: the body of a group. */
function bodyOf(words: readonly Word[]): readonly Word[] {
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  const open = words.findIndex(
    ({ text }, at) => text === '{' && (words[at - 1]?.text === '=>' || words[at - 1]?.text === ')'),
  );
  return open < 0 ? [] : words.slice(open + 1, pairs.get(open));
}

const PYTHON_MODULE_WORDS: ReadonlySet<string> = new Set(
  'pytestmark collect_ignore collect_ignore_glob pytest_plugins __test__ load_tests'.split(' '),
);

function reachInPython(words: readonly Word[], isKnown: (name: string) => boolean): string | undefined {
  const special = words.find(({ text }) => PYTHON_MODULE_WORDS.has(text) || /^pytest_[a-z]/.test(text));
  if (special !== undefined) return special.text;
  const keyword = words.findIndex(({ text }) => text === 'def' || text === 'class');
  const isDefinition = words[0]?.text === '@' || keyword === 0 || words[0]?.text === 'async';
  if (words[1]?.text === '=' && isFunctionValue(words)) return undefined;
  if (!isDefinition) return patchIn(words) ?? assignmentIn(words, isKnown);
  if (words[keyword]?.text === 'class') return reachInClass(words, keyword, isKnown);
  const isHook =
    words.some(({ text }) => text === 'autouse') ||
    /^(?:setup|teardown)(?:_|$)|^setUpModule$/.test(words[keyword + 1]?.text ?? '');
  return isHook ? (patchIn(words) ?? assignmentIn(words, isKnown)) : undefined;
}

/** The body of a class runs when it is loaded; its methods are its own. */
function reachInClass(words: readonly Word[], keyword: number, isKnown: (name: string) => boolean): string | undefined {
  const body = words.findIndex(({ kind, text }, at) => at > keyword && kind === 'layout' && text === 'indent');
  if (body < 0) return undefined;
  for (const statement of statementsIn(words.slice(body + 1), 'python')) {
    const isMethod = statement.some(({ text }) => text === 'def');
    const found = isMethod ? undefined : reachInPython(statement, isKnown);
    if (found !== undefined) return found;
  }
  return undefined;
}
