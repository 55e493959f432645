import type { Mutant } from '../../code/mutants.ts';
import { type Reason, reason, reasonFor, showName } from '../reasons.ts';
import type { Suspicion, SuspicionCode } from '../suspicions/suspicion.ts';

/** One line that a phase wrote, with its wrong versions and whether a test noticed one of them. */
export interface TriedLine {
  readonly path: string;
  readonly line: number;
  readonly tried: readonly Pick<Mutant, 'what'>[];
  readonly noticed: boolean;
}

/**
 * Judges lines by their wrong versions. A line counts as tested if one of its wrong versions is noticed: some wrong
 * versions mean the same as the right one, and no test can be asked to notice those.
 */
export function judgeMutation(lines: readonly TriedLine[]): readonly Reason[] {
  const unnoticed = lines.filter(({ noticed, tried }) => !noticed && tried.length > 0);
  const paths = [...new Set(unnoticed.map(({ path }) => path))];
  return reasonFor('mutant_survived', 'paths', unnoticed.map(showLine), (named) => {
    return `No test notices when these lines are wrong: ${named}. Write only what a test asks for: leave out what none can reach, and treat no caller differently.`;
  }).map((one) => ({ ...one, paths }));
}

function showLine({ path, line, tried }: TriedLine): string {
  return `${path}:${line} (${tried.map(({ what }) => what).join('; ')})`;
}

/** Code that treats tests differently from everybody else: told where tests are taken as they come, refused here. */
export function judgeSuspicious(suspicions: readonly Suspicion[]): readonly Reason[] {
  return suspicions
    .filter(({ code }) => TREATS_TESTS.has(code))
    .map(({ message, path, line }) =>
      reason('suspicious_code', `${showName(path)}:${line}: ${message}. Do it without, or let a person decide.`, {
        paths: [path],
      }),
    );
}

const TREATS_TESTS: ReadonlySet<SuspicionCode> = new Set([
  ...(['looks_at_test_environment', 'looks_at_callers', 'uses_test_framework', 'patches_globals'] as const),
  ...(['reads_test_files', 'repeats_test_literal'] as const),
]);
