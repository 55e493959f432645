import type { Measured } from '../../../evidence/quality/judge-quality.ts';
import type { FileCoverage } from '../../../formats/coverage/file-coverage.ts';
import { redactText } from '../../../handoff/redact.ts';
import type { FrameworkCatalogue } from '../../doctor.ts';
import type { Watching } from '../../install.ts';
import type { OpenedSuite } from '../../suite-prover.ts';

interface Measuring {
  readonly suites: readonly OpenedSuite[];
  readonly catalogue: FrameworkCatalogue;
  readonly options: Watching;
}

/** Measures which lines of a tree its tests run, suite by suite, with files named from the top of the repository. */
export async function coverageOf(
  tree: string,
  { suites, catalogue, options }: Measuring,
): Promise<Measured<readonly FileCoverage[]>> {
  const all: FileCoverage[] = [];
  for (const { name, tests, prover } of suites) {
    const { framework, coverage: own, directory } = tests;
    const measured = await prover.within(
      tree,
      async (request) => catalogue.coverage?.(framework, request, own),
      options,
    );
    const where = suites.length === 1 ? '' : `${name}: `;
    if (measured === undefined) return { unknown: `${where}nothing here measures it.` };
    if ('unknown' in measured) return { unknown: `${where}${redactText(measured.unknown).text}` };
    const prefix = directory === '.' || directory === '' ? '' : `${directory}/`;
    all.push(...measured.value.map((file) => ({ ...file, path: `${prefix}${file.path}` })));
  }
  return { value: all };
}
