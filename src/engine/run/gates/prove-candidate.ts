import { isBatonError } from '../../../base/error.ts';
import type { TestReport } from '../../../evidence/report.ts';
import type { ProveOptions, Prover } from '../../proof.ts';

/**
 * Proves a candidate. If its tests cannot even be started while those of its base can, the candidate is to blame: the
 * report then says why it shows nothing, and the next attempt is told. Otherwise a person has to mend the machine.
 */
export async function proveCandidate(
  tree: string,
  base: string,
  prover: Prover,
  options: ProveOptions = {},
): Promise<TestReport> {
  try {
    return (await prover.prove(tree, options)).report;
  } catch (error) {
    if (!isBatonError(error) || !STARTLESS.has(error.code)) throw error;
    const { report } = await prover.prove(base, { fresh: true });
    return notStarted(report, error.message);
  }
}

/** Errors that say what a person must mend before tests can be run. */
const STARTLESS: ReadonlySet<string> = new Set(['missing_program', 'project_misconfigured']);

/** A report of the same framework in which nothing was seen. */
function notStarted(like: TestReport, why: string): TestReport {
  return {
    ...like,
    exitCode: null,
    tests: [],
    uncollected: [],
    runErrors: [],
    focused: false,
    canary: 'absent',
    incomplete: why,
    output: '',
  };
}
