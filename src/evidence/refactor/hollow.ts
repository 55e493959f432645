import { type ItemOptions, mayChange } from '../plan/list-item.ts';
import { type Reason, reasonFor } from '../reasons.ts';
import type { TestCase } from '../report.ts';

/**
 * What is known about a test changed in refactor:
 * - `asserted`: run at the red commit of its own cycle, it fails by an assertion;
 * - `mutant_caught`: where its red was a missing thing, it fails when the implementation is made wrong;
 * - `passed`: at the red commit it passes;
 * - `failed_otherwise`: at the red commit it fails, but by no assertion, and no mutation was tried;
 * - `mutant_missed`: it passes with a wrong implementation, with all that were tried or one that it noticed before;
 * - `behaviour_changed`: as it was before, it fails by an assertion on the code as it is now;
 * - `unknown`: neither could be tried (a test older than the run, a renamed API).
 */
export type HollowCheck =
  | 'asserted'
  | 'mutant_caught'
  | 'passed'
  | 'failed_otherwise'
  | 'mutant_missed'
  | 'behaviour_changed'
  | 'unknown';

interface HollowInput {
  readonly item: ItemOptions;
  readonly hollow?: Readonly<Record<string, HollowCheck>>;
  readonly approved?: readonly string[];
}

export interface HollowVerdict {
  readonly reasons: readonly Reason[];
  /** Tests about which nothing is known yet. */
  readonly check: readonly string[];
}

/** Judges tests changed in refactor: each must still notice a wrong implementation, or its change be allowed. */
export function judgeHollow(
  changed: readonly TestCase[],
  { item, hollow = {}, approved = [] }: HollowInput,
): HollowVerdict {
  const isNamed = mayChange(item);
  const open = changed.filter(({ id, file }) => !isNamed(file) && !approved.includes(id)).map(({ id }) => id);
  const found = (...results: readonly HollowCheck[]) =>
    open.filter((id) => Object.hasOwn(hollow, id) && results.includes(hollow[id] as HollowCheck));
  const allow = 'Put the test back as it was, or let the list item say (changes: path), or ask for an approval.';
  return {
    check: open.filter((id) => !Object.hasOwn(hollow, id)),
    reasons: [
      ...reasonFor(
        'refactored_test_is_hollow',
        'tests',
        found('passed'),
        (named) =>
          `Changed tests no longer fail where they first had to, before the implementation: ${named}. ${allow}`,
      ),
      ...reasonFor(
        'refactored_test_is_hollow',
        'tests',
        found('mutant_missed'),
        (named) => `Changed tests do not notice when the implementation is wrong: ${named}. ${allow}`,
      ),
      ...reasonFor(
        'existing_test_changed',
        'tests',
        found('behaviour_changed'),
        (named) =>
          `Changed tests ask for something else now: as they were, they fail on the changed code: ${named}. Put test and code back, or let the list item say (changes: path), or ask for an approval.`,
      ),
      ...reasonFor(
        'refactored_test_is_hollow',
        'tests',
        found('failed_otherwise', 'unknown'),
        (named) => `It cannot be shown that these changed tests still check what they did: ${named}. ${allow}`,
      ),
    ],
  };
}
