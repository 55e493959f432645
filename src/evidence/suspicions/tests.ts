import { hasAssertion, isAssertionWord } from '../code/assertions.ts';
import { swallowsFailures } from '../code/dead-code.ts';
import { splitTests } from '../code/split-tests.ts';
import type { FileChange } from '../diff.ts';
import { isAnnounced } from '../files/test-file.ts';
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
      if (swallowsFailures(block.words, isAssertionWord)) {
        return [
          { code: 'swallows_failures', message: `The test "${name}" catches what its own assertions throw`, ...at },
        ];
      }
      if (isAnnounced(block) || hasAssertion(block.words)) return [];
      return [{ code: 'test_without_assertion', message: `The test "${name}" has no assertion`, ...at }];
    });
}
