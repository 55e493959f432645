import { assertionsIn, hasAssertion, isAssertionWord } from '../code/assertions.ts';
import { swallowsFailures } from '../code/dead-code.ts';
import { splitTests } from '../code/split-tests.ts';
import type { Word } from '../code/word.ts';
import type { FileChange } from '../diff.ts';
import { isAnnounced } from '../files/test-file.ts';
import type { ChangedLine } from '../line-diff.ts';
import { showName } from '../reasons.ts';
import type { Suspicion } from './suspicion.ts';

/** New or changed tests that have no assertion or one that says little, or that catch what their assertions throw. */
export function findHollowTests(change: FileChange, added: readonly ChangedLine[]): readonly Suspicion[] {
  const lines = new Set(added.map(({ line }) => line));
  const blocks = splitTests(change.path, change.after ?? '')?.blocks ?? [];
  return blocks
    .filter(({ words }) => words.some(({ line }) => lines.has(line)))
    .flatMap((block): readonly Suspicion[] => {
      const name = showName(block.names.at(-1)?.text ?? '...');
      const at = { path: change.path, line: block.line };
      if (swallowsFailures(block.words, isAssertionWord)) {
        return [
          { code: 'swallows_failures', message: `The test "${name}" catches what its own assertions throw`, ...at },
        ];
      }
      if (asksForExistence(block.words)) {
        return [
          { code: 'asserts_existence', message: `The test "${name}" asks only whether something is there`, ...at },
        ];
      }
      if (isAnnounced(block) || hasAssertion(block.words)) return [];
      return [{ code: 'test_without_assertion', message: `The test "${name}" has no assertion`, ...at }];
    });
}

/** Whether all assertions are content with anything that is there, or with anything of a type. */
function asksForExistence(words: readonly Word[]): boolean {
  const said = assertionsIn(words);
  return said.length > 0 && said.every((one) => EXISTENCE.some((pattern) => pattern.test(one)));
}

const EXISTENCE = [
  /\. (?:toBeDefined|toBeTypeOf|toBeInstanceOf|not \. toBeUndefined|not \. toBeNull|isFunction|isDefined|exists|instanceOf) \(/,
  /^(?:assert|expect)\b.*\btypeof\b/,
  /\. to(?:Equal|StrictEqual|MatchObject) \( expect \. (?:anything|any) \(/,
  /^assert (?:\w+(?: \. \w+)* is not None|(?:callable|isinstance|hasattr) \()/,
];
