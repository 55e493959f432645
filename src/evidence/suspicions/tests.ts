import { matchBrackets } from '../code/brackets.ts';
import { splitTests } from '../code/split-tests.ts';
import type { TestBlock } from '../code/test-block.ts';
import type { Word } from '../code/word.ts';
import type { FileChange } from '../diff.ts';
import type { ChangedLine } from '../line-diff.ts';
import { showName } from '../reasons.ts';
import type { Suspicion } from './suspicion.ts';

/** New or changed tests that have no assertion, or that catch what their assertions throw. */
export function findHollowTests(change: FileChange, added: readonly ChangedLine[]): readonly Suspicion[] {
  const lines = new Set(added.map(({ line }) => line));
  const blocks = splitTests(change.path, change.after ?? '')?.blocks ?? [];
  return blocks
    .filter(({ words }) => words.some(({ line }) => lines.has(line)))
    .flatMap((block): readonly Suspicion[] => {
      const name = showName(block.names.at(-1)?.text ?? '...');
      const at = { path: change.path, line: block.line };
      if (!isAnnounced(block) && !block.words.some(isAssertion)) {
        return [{ code: 'test_without_assertion', message: `The test "${name}" has no assertion`, ...at }];
      }
      if (!swallows(block)) return [];
      return [
        { code: 'swallows_failures', message: `The test "${name}" catches what its own assertions throw`, ...at },
      ];
    });
}

/** A test without a body, or one that is skipped: it promises nothing. */
function isAnnounced({ words }: TestBlock): boolean {
  return words.length <= 4 || words.slice(0, 4).some(({ text }) => text === 'todo' || text === 'skip');
}

const ASSERTION =
  /^(?:expect\w*|assert\w*|should|must|verify\w*|ensure|raises|warns|throws\w*|rejects|fail\w*|Error|Errorf|Fatal|Fatalf|Fail|FailNow|panic|require|equal\w*|deepEqual|strictEqual|notEqual|ok|is|not|like|same|match\w*|snapshot|toMatch\w*|quickcheck|proptest|check|Run|approx|Output|returns|prop_assert\w*)$/i;

function isAssertion({ kind, text }: Word): boolean {
  return (
    (kind === 'word' && (ASSERTION.test(text) || /assert|expect|verify/i.test(text))) || /^\/\/\s*Output:/.test(text)
  );
}

/** Whether the block has a `try` with an assertion in it whose handler neither throws nor asserts. */
function swallows({ words }: TestBlock): boolean {
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  return words.some(({ kind, text }, at) => {
    if (kind !== 'word' || (text !== 'catch' && text !== 'except')) return false;
    const body = words[at + 1]?.text === ':' || text === 'except' ? indented(words, at) : braced(words, at, pairs);
    const tried = words.slice(
      Math.max(
        0,
        words.slice(0, at).findLastIndex((word) => word.text === 'try'),
      ),
      at,
    );
    return tried.some(isAssertion) && !body.some((word) => RETHROWS.test(word.text) || isAssertion(word));
  });
}

const RETHROWS = /^(?:throw|raise|reject|done|next)$/;

function braced(words: readonly Word[], at: number, pairs: ReadonlyMap<number, number>): readonly Word[] {
  const open = words.findIndex(({ text }, index) => index > at && text === '{');
  return words.slice(open, pairs.get(open) ?? words.length);
}

/** What a Python handler does: the rest of its line, or the lines indented below it. */
function indented(words: readonly Word[], at: number): readonly Word[] {
  let end = at;
  let depth = 0;
  do {
    end++;
    if (words[end]?.text === 'indent') depth++;
    if (words[end]?.text === 'dedent') depth--;
  } while (end < words.length && (depth > 0 || words[end]?.kind !== 'layout' || words[end + 1]?.text === 'indent'));
  return words.slice(at + 1, end);
}
