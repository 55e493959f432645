import { isFailing } from '../compare.ts';
import { ids } from '../existing-tests.ts';
import { type Reason, reasonFor } from '../reasons.ts';
import type { TestCase, TestReport, Uncollected } from '../report.ts';
import { unsoundReasons } from '../soundness.ts';

/** Judges whether the second run shows the same of the new tests as the first. */
export function judgeRepeat(
  repeat: TestReport,
  newTests: readonly TestCase[],
  redFiles: readonly Uncollected[],
  before: TestReport,
): readonly Reason[] {
  const unsound = unsoundReasons(repeat, 'The second run', before);
  if (unsound.length > 0) return unsound;
  const second = new Map(repeat.tests.map((test) => [test.id, test]));
  const uncollected = new Map(repeat.uncollected.map((one) => [one.file, one]));
  const differing = [
    ...ids(newTests.filter((test) => !isSame(test, second.get(test.id)) && !endedEarlier(test, repeat))),
    ...redFiles
      .filter(({ file, failure }) => uncollected.get(file)?.failure.kind !== failure.kind)
      .map(({ file }) => file),
  ];
  return reasonFor('flaky', 'tests', differing, (named) => {
    return `A second run of the same files gave another result for ${named}. A test has to give the same result, under the same name, every time: take out time, chance, order and leftovers.`;
  });
}

function isSame(first: TestCase, second: TestCase | undefined): boolean {
  if (second === undefined || isFailing(first) !== isFailing(second)) return false;
  return first.failure?.kind === second.failure?.kind;
}

/**
 * Whether the second run does not show a case because another one of the same test ended it: where cases have no order (a map
 * of Go), it is chance which of them panics first.
 */
function endedEarlier({ file, path, failure }: TestCase, { tests }: TestReport): boolean {
  if (path.length < 2 || failure === undefined || failure.kind === 'assertion') return false;
  const isSibling = (test: TestCase) => test.file === file && test.path.length > 1 && test.path[0] === path[0];
  const isShown = tests.some((test) => isSibling(test) && test.path.join(' ') === path.join(' '));
  return !isShown && tests.some((test) => isSibling(test) && isFailing(test) && test.failure?.kind === failure.kind);
}
