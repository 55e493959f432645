import type { Word } from './word.ts';

/** The first word by which code replaces what others use. */
export function patchIn(words: readonly Word[]): string | undefined {
  const found = words.find(
    ({ kind, text }, at) =>
      kind === 'word' &&
      (PATCHES.has(text) ||
        (words[at + 1]?.text === '.' && PATCHERS.get(text)?.has(words[at + 2]?.text ?? '') === true)),
  );
  return found?.text;
}

/** Words by which code replaces what others use. */
const PATCHES: ReadonlySet<string> = new Set([
  ...'spyOn doMock unstable_mockModule setMock stubGlobal stubEnv useFakeTimers setSystemTime freezeTime'.split(' '),
  ...'defineProperty defineProperties setPrototypeOf prototype globalThis'.split(' '),
  ...'monkeypatch setattr delattr builtins __builtins__ globals register_assert_rewrite'.split(' '),
  ...'mockStatic setField setAccessible setProperty overwriteMethod overwriteProperty'.split(' '),
]);

/** Names that patch only as a member of these: `sinon.stub`, `mock.method`, `patch.object`. */
const PATCHERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['sinon', new Set(['stub', 'replace'])],
  ['mock', new Set(['method', 'getter', 'setter', 'timers', 'patch'])],
  ['patch', new Set(['object', 'dict', 'multiple'])],
  ['Reflect', new Set(['set', 'deleteProperty'])],
  ['Object', new Set(['assign'])],
]);

/** An assignment to something that was there before, or to a part of it. */
export function assignmentIn(words: readonly Word[], isKnown: (name: string) => boolean): string | undefined {
  for (const [at, { text }] of words.entries()) {
    if (text !== '=') continue;
    const root = rootBefore(words, at);
    if (root !== undefined && isKnown(root)) return root;
  }
  return undefined;
}

/** The first name of `a.b.c` or `a[0]` that ends before a place; nothing if it is a declaration of its own. */
function rootBefore(words: readonly Word[], end: number): string | undefined {
  let at = end - 1;
  while (at >= 0) {
    const { kind, text } = words[at] as Word;
    if (text === ']') while (at > 0 && words[at]?.text !== '[') at--;
    else if (kind !== 'word') return undefined;
    else if (words[at - 1]?.text !== '.') return DECLARES.has(words[at - 1]?.text ?? '') ? undefined : text;
    else at--;
    at--;
  }
  return undefined;
}

const DECLARES: ReadonlySet<string> = new Set(['const', 'let', 'var', 'type']);
