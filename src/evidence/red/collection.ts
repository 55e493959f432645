import { groupBy } from '../../base/group-by.ts';
import { hides, isExecuted } from '../compare.ts';
import { isRaisedByCode } from '../origin.ts';
import type { ProofInput } from '../proof.ts';
import { nameSome, type Reason, reason, showFailure } from '../reasons.ts';
import type { TestCase, Uncollected } from '../report.ts';
import { cut } from '../soundness.ts';
import { type Asking, wrongReason } from './right-reason.ts';

/** What files that could not be loaded mean for red. */
export interface CollectionVerdict {
  readonly reasons: readonly Reason[];
  /** What could not be collected for want of the thing under test: new tests are in there. */
  readonly redFiles: readonly Uncollected[];
  /** Tests hidden by that: they count by their last proof and must run at green. */
  readonly masked: readonly string[];
  /** Hidden tests that did not count before either: skipped, a todo, expected to fail. */
  readonly idle: readonly string[];
}

/**
 * A file that cannot be loaded is red only if all it lacks are things of this project that changed files ask for, or if the
 * code under test raised an error while a changed file was loaded: tests may use it before the first of them begins.
 */
export function judgeCollection(
  { before, after }: Pick<ProofInput, 'before' | 'after'>,
  asking: Asking,
): CollectionVerdict {
  const known = new Set(before.uncollected.map(({ file }) => file));
  const open = after.uncollected.filter(({ file }) => !known.has(file) || asking.isChanged(file));
  const judged = open.map((one) => ({ one, why: whyNot(one, asking) }));
  const redFiles = judged.filter(({ why }) => why === undefined).map(({ one }) => one);
  const shown = new Set(after.tests.map(({ id }) => id));
  const hidden = before.tests.filter((test) => !shown.has(test.id) && redFiles.some((one) => hides(one, test)));
  return {
    reasons: alike(judged.flatMap(({ one, why }) => (why === undefined ? [] : [{ one, why }]))).map((same) =>
      tell(same, asking),
    ),
    redFiles,
    masked: hidden.filter(counts).map(({ id }) => id),
    idle: hidden.filter((test) => !counts(test)).map(({ id }) => id),
  };
}

function counts(test: TestCase): boolean {
  return isExecuted(test) && test.expectedToFail !== true;
}

function whyNot(one: Uncollected, asking: Asking): string | undefined {
  if (one.failure.kind === 'assertion') return 'an assertion failed outside any test';
  const { kind, diagnostics = [] } = one.failure;
  const lacksNothing = diagnostics.every(({ what }) => what === 'other' || what === 'file');
  if (lacksNothing && asking.isChanged(one.file) && isRaisedByCode(one.failure, asking.places)) return undefined;
  const complaint = diagnostics.find(({ what }) => what === 'other')?.name;
  return kind === 'other' && complaint !== undefined ? complaint : wrongReason(one.failure, one.file, asking);
}

interface Unloaded {
  readonly one: Uncollected;
  readonly why: string;
}

/** Files of one package or suite fail to load for one and the same reason, which is given once. */
function alike(unloaded: readonly Unloaded[]): readonly (readonly Unloaded[])[] {
  return [...groupBy(unloaded, ({ one, why }) => JSON.stringify([why, one.failure.message])).values()];
}

function tell(same: readonly Unloaded[], asking: Asking): Reason {
  const paths = same.map(({ one }) => one.file);
  const failures = same.slice(0, 1).map(({ one }) => showFailure(one.file, one.failure));
  const [why = '', text = ''] = same.flatMap(({ one, why }) => [cut(why), cut(one.failure.message)]);
  const complained = same.flatMap(({ one }) => (one.failure.diagnostics ?? []).flatMap(({ file }) => file ?? []));
  const files = [...new Set([...paths, ...complained])];
  if (files.some((file) => asking.isChanged(file))) {
    return reason(
      'not_collected',
      `${nameSome(paths)} could not be loaded: ${why}. It says: ${text}. Fix the test so that it runs, or fails only because what it tests does not exist yet.`,
      { paths, failures },
    );
  }
  return reason(
    'suite_broken',
    `${nameSome(paths)}, which this phase did not touch, can no longer be loaded: ${why}. It says: ${text}. Undo whatever it needs and no longer finds (changed: ${nameSome(files)}).`,
    { paths, failures },
  );
}
