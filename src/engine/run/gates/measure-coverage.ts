import type { FileCoverage } from '../../../evidence/coverage/coverage.ts';
import type { Measured } from '../../../evidence/quality/judge-quality.ts';
import { redactText } from '../../../handoff/redact.ts';
import type { FrameworkCatalogue } from '../../doctor.ts';
import type { Prover, WorkOptions } from '../../proof.ts';
import type { Pinned } from '../pinned.ts';

interface Measuring {
  readonly prover: Prover;
  readonly catalogue: FrameworkCatalogue;
  readonly tests: Pinned['tests'];
  readonly options: WorkOptions;
}

/** Measures which lines of a tree its tests run, with files named from the top of the repository. */
export async function coverageOf(
  tree: string,
  { prover, catalogue, tests, options }: Measuring,
): Promise<Measured<readonly FileCoverage[]>> {
  const { framework, coverage: own, directory } = tests;
  const measured = await prover.within(tree, async (request) => catalogue.coverage?.(framework, request, own), options);
  if (measured === undefined) return { unknown: 'nothing here measures it.' };
  if ('unknown' in measured) return { unknown: redactText(measured.unknown).text };
  const prefix = directory === '.' || directory === '' ? '' : `${directory}/`;
  return { value: measured.value.map((file) => ({ ...file, path: `${prefix}${file.path}` })) };
}
