import type { Comparison } from './compare.ts';
import { type Reason, reasonFor } from './reasons.ts';
import type { TestCase } from './report.ts';

/** Tests that were there and no longer count as before: told the same way in every phase. */
export function judgeSilenced(comparison: Comparison): readonly Reason[] {
  return [
    ...reasonFor('newly_skipped', 'tests', ids(comparison.newlySilenced), (named) => {
      return `Tests that ran before are skipped or a todo now: ${named}. Let them run.`;
    }),
    ...reasonFor('newly_expected_to_fail', 'tests', ids(comparison.newlyExpectedToFail), (named) => {
      return `Tests are now expected to fail: ${named}. Take the mark out.`;
    }),
  ];
}

/** New tests that do not run. */
export function tellSkipped(names: readonly string[]): readonly Reason[] {
  return reasonFor('newly_skipped', 'tests', names, (named) => {
    return `New tests are skipped or only a todo: ${named}. Let them run, or leave them out.`;
  });
}

/** New tests that count as passed because they fail. */
export function tellExpectedToFail(names: readonly string[]): readonly Reason[] {
  return reasonFor('newly_expected_to_fail', 'tests', names, (named) => {
    return `New tests are marked as expected to fail: ${named}. Take the mark out; they have to fail and pass by themselves.`;
  });
}

/** Tests that were there and are not any more. */
export function tellRemoved(tests: readonly TestCase[]): readonly Reason[] {
  return reasonFor('existing_test_removed', 'tests', ids(tests), (named) => {
    return `Tests that were there are gone: ${named}. Put them back. If they are to go, the list item has to say (removes: name).`;
  });
}

/** Tests that were there and have another name or place now. */
export function tellRenamed(tests: readonly TestCase[]): readonly Reason[] {
  return reasonFor('existing_test_changed', 'tests', ids(tests), (named) => {
    return `Existing tests have another name or place now: ${named}. Put them back and add new tests beside them.`;
  });
}

/** Tests that must run and did not. */
export function tellNotRun(missing: readonly string[]): readonly Reason[] {
  return reasonFor('fewer_tests_executed', 'tests', missing, (named) => {
    return `Tests that have to run did not: ${named}. See that every test is found and runs.`;
  });
}

export function ids(tests: readonly TestCase[]): readonly string[] {
  return tests.map(({ id }) => id);
}
